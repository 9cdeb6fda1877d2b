// SPDX-License-Identifier: Apache-2.0
#include "runner/fuzz/fuzzer.hpp"

#include <fmt/format.h>

#include <utility>

#include "runner/fuzz/claims.hpp"
#include "runner/fuzz/generator.hpp"
#include "runner/fuzz/player.hpp"
#include "runner/fuzz/random.hpp"
#include "runner/fuzz/shrink.hpp"

namespace swconform::fuzz {
namespace {

class Fuzzer {
 public:
  Fuzzer(const Implementation& reference, const Implementation& other, const spec::Catalogue& catalogue,
         const FuzzOptions& options)
      : catalogue_(catalogue),
        options_(options),
        reference_(reference, options.timeout),
        other_(other, options.timeout),
        spelling_(other.spelling) {
    vocabulary_.operations = {reference_.hello().operations.begin(), reference_.hello().operations.end()};
    offered_ = {other_.hello().operations.begin(), other_.hello().operations.end()};
  }

  FuzzResult run() {
    const auto start = std::chrono::steady_clock::now();
    Random random(options_.seed);
    FuzzResult result;
    const auto goes_on = [&] {
      if (options_.runs > 0 && result.sessions >= options_.runs) return false;
      return options_.time.count() == 0 || std::chrono::steady_clock::now() - start < options_.time;
    };
    while (!result.finding && goes_on()) {
      ++result.sessions;
      Session session = generate(random, offered_, [this](const Session& one) { return rehearse(one); });
      if (session.calls.empty()) continue;
      bool whole = false;
      if (departs(session, &whole)) result.finding = report(std::move(session));
      if (whole) ++result.compared;
    }
    return result;
  }

 private:
  std::optional<scenario::Case> read(const Session& session) {
    try {
      return read_session(session, {}, catalogue_, vocabulary_);
    } catch (const scenario::FixtureError&) {
      return std::nullopt;
    }
  }

  std::optional<Performance> rehearse(const Session& session) {
    Session played = session;
    if (played.calls.empty()) played.calls.push_back({"to_list", {reference(played.sources.front().name)}});
    const std::optional<scenario::Case> readable = read(played);
    if (!readable) return std::nullopt;
    Performance performance = reference_.play(*readable);
    if (session.calls.empty()) performance.outcomes.clear();
    return performance;
  }

  /// Whether the two part in this session, with every call but the last one succeeding in the reference.
  std::optional<Departure> departs(const Session& session, bool* whole = nullptr) {
    const std::optional<scenario::Case> readable = read(session);
    if (!readable) return std::nullopt;
    const Performance mine = reference_.play(*readable);
    if (!mine.given || mine.outcomes.size() != session.calls.size()) return std::nullopt;
    for (std::size_t i = 0; i + 1 < mine.outcomes.size(); ++i) {
      if (mine.outcomes[i].kind != Outcome::Kind::value) return std::nullopt;
    }
    const Performance theirs = other_.play(*readable);
    std::optional<Departure> found = compare(session, mine, theirs);
    if (whole != nullptr) {
      *whole = theirs.given && theirs.outcomes.size() == session.calls.size() &&
               (theirs.outcomes.back().kind == Outcome::Kind::value || theirs.outcomes.back().kind == Outcome::Kind::error);
    }
    return found;
  }

  Finding report(Session session) {
    Departure departure = *departs(session);
    session.calls.resize(departure.call + 1);
    session = shrink(std::move(session), [this](const Session& one) {
      const std::optional<Departure> found = departs(one);
      return found && found->call + 1 == one.calls.size();
    });
    departure = *departs(session);
    const Claims claims = claims_of(session, reference_.play(*read(session)));
    Finding finding{session, std::move(departure), {}, requirement_of(session.calls.back().operation)};
    finding.fixture = fmt::format(
        "# SPDX-License-Identifier: Apache-2.0\n"
        "# Found by `swconform fuzz --impl {} --seed {}`: {}.\n"
        "# What is expected here is what the reference did. Derive it from the sentence of the spec, and key it by the\n"
        "# clause that asks for it, before you keep it.\n{}",
        spelling_, options_.seed, finding.departure.what, fixture_text(session, claims, catalogue_));
    finding.fixture_fails = fails(session, claims);
    return finding;
  }

  /// Whether the fixture shows it: the reference passes and the other does not.
  bool fails(const Session& session, const Claims& claims) {
    const scenario::Case fixture = read_session(session, claims, catalogue_, vocabulary_);
    const spec::Requirement* requirement = catalogue_.requirement(fixture.requirement);
    return reference_.judge(fixture, requirement) == Verdict::pass && other_.judge(fixture, requirement) != Verdict::pass;
  }

  const spec::Catalogue& catalogue_;
  const FuzzOptions& options_;
  Player reference_;
  Player other_;
  const std::string spelling_;
  scenario::Vocabulary vocabulary_;
  std::set<std::string, std::less<>> offered_;
};

}  // namespace

FuzzResult fuzz(const Implementation& reference, const Implementation& other, const spec::Catalogue& catalogue,
                const FuzzOptions& options) {
  return Fuzzer(reference, other, catalogue, options).run();
}

}  // namespace swconform::fuzz
