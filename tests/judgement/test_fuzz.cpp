// SPDX-License-Identifier: Apache-2.0
// Differential fuzzing is judged as the fixtures are: it must find planted mutants, and nothing in the reference or in
// a right variant.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <utility>
#include <vector>

#include "bindings/reference/reference_harness.hpp"
#include "runner/engine/engine.hpp"
#include "runner/fuzz/fuzzer.hpp"
#include "runner/spec/catalogue.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::judgement {
namespace {

using fuzz::FuzzOptions;
using fuzz::FuzzResult;

const spec::Catalogue& catalogue() {
  static const spec::Catalogue catalogue = spec::read_catalogue(test::source_dir() / "spec");
  return catalogue;
}

Implementation implementation(std::string name, const Change& change) {
  sdk::Harness harness = reference_harness();
  change(harness);
  return {std::move(name), "in-process", [harness] { return connect_in_process(harness); }};
}

FuzzResult fuzzed(const Change& change, FuzzOptions options) {
  options.timeout = std::chrono::milliseconds::zero();
  const Implementation reference = implementation("builtin:reference", [](sdk::Harness&) {});
  const Implementation other = implementation("other", change);
  return fuzz::fuzz(reference, other, catalogue(), options);
}

FuzzOptions runs(std::uint64_t seed, std::uint64_t count) {
  FuzzOptions options;
  options.seed = seed;
  options.runs = count;
  return options;
}

// NOLINTNEXTLINE(concurrency-mt-unsafe): nothing sets variables
bool is_long() { return std::getenv("SWCONFORM_LONG") != nullptr; }

/// Subtle ones: right on most layouts.
const std::vector<std::pair<std::string, std::string>> planted = {
    {"views.slice.15", "adds an ordinal"},
    {"views.as-strided.6", "compares leaves in pairs"},
    {"views.as-strided.14", "takes divisibility for representability"},
    {"views.as-strided.8", "is off by one"},
    {"views.reshape.3", "takes a gap between modes for none"},
    {"views.reshape.8", "asks L_0 only"},
    {"views.reshape.12", "joins whatever is on both sides of an extent of one"},
    {"views.slice.14", "counts inside first mode slowest"},
    {"views.slice.10", "divides the stop by the step"},
    {"views.reshape.5", "opens nested modes of one leaf"},
};

const Mutant& mutant(const std::pair<std::string, std::string>& which) {
  static const std::vector<Mutant> mutants = all_mutants();
  for (const Mutant& each : mutants) {
    if (each.clause == which.first && each.name == which.second) return each;
  }
  throw std::logic_error("there is no mutant " + which.first + ": " + which.second);
}

}  // namespace

TEST_CASE("fuzzing finds planted mutants and shrinks them to three steps") {
  std::size_t count = is_long() ? planted.size() : 1;
  for (const auto& which : planted) {
    if (count-- == 0) break;
    INFO(which.first << ": " << which.second);
    FuzzOptions options = runs(1, is_long() ? 0 : 20000);
    if (is_long()) options.time = std::chrono::seconds(60);
    const FuzzResult result = fuzzed(mutant(which).change, options);
    REQUIRE(result.finding);
    INFO(result.finding->departure.what << "\n" << result.finding->fixture);
    std::cout << fmt::format("fuzz: {}: {}: found in session {}, {} steps: {}\n", which.first, which.second,
                             result.sessions, result.finding->session.calls.size(), result.finding->departure.what);
    CHECK(result.finding->session.calls.size() <= 3);
    // One tensor; a second only as the cotangent of a backward.
    const bool is_backward = result.finding->session.calls.back().operation == "backward";
    CHECK(result.finding->session.sources.size() <= (is_backward ? 2U : 1U));
    CHECK(result.finding->fixture_fails);
  }
}

TEST_CASE("what fuzzing writes is a fixture that the mutant fails and the reference passes") {
  const Mutant& broken = mutant(planted.front());
  const FuzzResult result = fuzzed(broken.change, runs(1, 20000));
  REQUIRE(result.finding);
  scenario::Vocabulary vocabulary;
  const Hello hello = reference_harness().hello();
  vocabulary.operations = {hello.operations.begin(), hello.operations.end()};
  const std::vector<scenario::Case> cases =
      scenario::read_fixture_text(result.finding->fixture, "found.yaml", catalogue(), vocabulary);
  REQUIRE(cases.size() == 1);
  CHECK(cases.front().requirement == result.finding->requirement);
  const std::vector<const scenario::Case*> all = {&cases.front()};
  const auto verdict = [&](const Change& change) {
    return swconform::run(catalogue(), all, all, implementation("x", change), {}).cases.front().verdict;
  };
  CHECK(verdict(broken.change) == Verdict::fail);
  CHECK(verdict([](sdk::Harness&) {}) == Verdict::pass);
}

TEST_CASE("the same seed finds the same") {
  const Mutant& broken = mutant(planted.front());
  const FuzzResult first = fuzzed(broken.change, runs(7, 20000));
  const FuzzResult second = fuzzed(broken.change, runs(7, 20000));
  REQUIRE(first.finding);
  REQUIRE(second.finding);
  CHECK(first.sessions == second.sessions);
  CHECK(first.finding->fixture == second.finding->fixture);
}

TEST_CASE("fuzzing finds nothing in the reference and in right variants") {
  const std::uint64_t count = is_long() ? 4000 : 60;
  const FuzzResult result = fuzzed([](sdk::Harness&) {}, runs(1, 5 * count));
  CHECK_FALSE(result.finding);
  CHECK(result.compared > 4 * count);
  for (const Variant& variant : all_variants()) {
    const FuzzResult other = fuzzed(variant.change, runs(3, count));
    INFO(variant.name);
    if (other.finding) FAIL(other.finding->departure.what << "\n" << other.finding->fixture);
  }
}

TEST_CASE("what supports nothing is compared to nothing") {
  const FuzzResult result = fuzzed([](sdk::Harness& harness) { harness = sdk::Harness("empty", "1"); }, runs(1, 20));
  CHECK_FALSE(result.finding);
  CHECK(result.sessions == 20);
  CHECK(result.compared == 0);
}

}  // namespace swconform::judgement
