// SPDX-License-Identifier: Apache-2.0
#include "tests/runner/scenario/scenario_fixture.hpp"

#include <fstream>
#include <iterator>

#include "bindings/protocol/messages.hpp"
#include "tests/support/catch.hpp"

namespace swconform::scenario::test {
namespace {

spec::Clause clause(int number, std::string untestable = {}) {
  spec::Clause result;
  result.number = number;
  result.untestable = std::move(untestable);
  return result;
}

spec::Scenario scenario(std::string id) {
  spec::Scenario result;
  result.id = std::move(id);
  return result;
}

spec::Reading reading(std::string id, std::vector<std::string> requirements) {
  spec::Reading result;
  result.id = std::move(id);
  result.requirements = std::move(requirements);
  return result;
}

spec::Catalogue make_catalogue() {
  spec::Requirement slice;
  slice.id = "views.slice";
  slice.clauses = {clause(1), clause(2)};
  slice.scenarios = {scenario("views.slice/leaf-default-step")};
  spec::Requirement permute;
  permute.id = "views.permute";
  permute.clauses = {clause(1), clause(2), clause(3), clause(4, "a type annotation")};
  permute.scenarios = {scenario("views.permute/hierarchical"), scenario("views.permute/invalid")};
  spec::Capability views;
  views.id = "views";
  views.name = "core-tensor-views";
  views.requirements = {std::move(slice), std::move(permute)};
  std::vector<spec::Capability> capabilities;
  capabilities.push_back(std::move(views));
  return spec::Catalogue(std::move(capabilities),
                         {reading("Q4", {"views.slice", "views.permute"}), reading("Q6", {"views.slice"})});
}

}  // namespace

const spec::Catalogue& catalogue() {
  static const spec::Catalogue made = make_catalogue();
  return made;
}

const Vocabulary& vocabulary() {
  static const Vocabulary made{{"assign", "backward", "drop", "index", "item", "permute", "representation", "reshape"}};
  return made;
}

std::vector<Case> read(std::string_view text) { return read_fixture_text(text, "x.yaml", catalogue(), vocabulary()); }

std::string refusal(std::string_view text, std::string_view file_name) {
  try {
    read_fixture_text(text, file_name, catalogue(), vocabulary());
  } catch (const FixtureError& error) {
    return error.what();
  }
  return "(not refused)";
}

Case one(std::vector<std::string> members) {
  const auto has = [&](std::string_view key) {
    for (const std::string& member : members) {
      if (member.starts_with(key)) return true;
    }
    return false;
  };
  if (!has("when:")) members.emplace_back("when: {item: [1]}");
  if (!has("then:")) members.emplace_back("then: {1: {returns: 0}}");
  std::string text = "requirement: views.permute\nscenarios:\n  - scenario: invalid\n";
  for (const std::string& member : members) text += "    " + member + "\n";
  INFO(text);
  std::vector<Case> cases = read(text);
  REQUIRE(cases.size() == 1);
  return std::move(cases[0]);
}

std::string json(const Step& step) {
  CaseRequest request;
  request.steps = {step};
  return to_json(to_value(request).find("steps")->list()->at(0));
}

std::vector<std::string> givens(const Case& one) {
  std::vector<std::string> lines;
  for (const GivenStep& given : one.givens) lines.push_back(json(given.step));
  return lines;
}

std::vector<std::string> steps(const Case& one) {
  std::vector<std::string> lines;
  for (const CaseStep& step : one.when) lines.push_back(json(step.step));
  return lines;
}

std::vector<std::string> declared(const Case& one) {
  std::vector<std::string> lines;
  for (const GivenStep& given : one.givens) {
    for (const Check& check : given.declared) {
      REQUIRE(check.subject == Check::Subject::fact);
      lines.push_back(check.path + ": " + written(check.matcher));
    }
  }
  return lines;
}

std::string written(const Matcher& matcher) {
  std::string line;
  switch (matcher.kind) {
    case Matcher::Kind::equal:
      return to_json(matcher.value);
    case Matcher::Kind::same_as:
      return "same as " + matcher.path;
    case Matcher::Kind::same_object:
      return "same object as " + matcher.path;
    case Matcher::Kind::not_object:
      return "not " + matcher.path;
    case Matcher::Kind::fresh:
      return "fresh";
    case Matcher::Kind::injective:
      return "injective";
    case Matcher::Kind::at_least:
      return "at least " + to_json(matcher.value);
    case Matcher::Kind::repeats:
      return "repeats " + to_json(matcher.value);
    case Matcher::Kind::raises:
      return "raises " + to_json(matcher.value);
    case Matcher::Kind::one_of:
      break;
  }
  for (const auto& [letter, alternative] : matcher.alternatives) {
    line += (line.empty() ? "one of " : " | ") + letter + written(alternative);
  }
  return line;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  INFO(path);
  REQUIRE(stream.is_open());
  return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace swconform::scenario::test
