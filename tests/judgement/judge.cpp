// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <future>
#include <iterator>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>

#include "runner/engine/engine.hpp"
#include "tests/judgement/emptied.hpp"

namespace swconform::judgement {
namespace {

struct ClauseId {
  std::string requirement;
  int number = 0;
};

ClauseId parse_clause(const std::string& id) {
  const std::size_t dot = id.rfind('.');
  ClauseId clause{id.substr(0, dot), 0};
  if (dot != std::string::npos) std::from_chars(id.data() + dot + 1, id.data() + id.size(), clause.number);
  return clause;
}

scenario::Vocabulary vocabulary_of(const sdk::Harness& harness) {
  scenario::Vocabulary vocabulary;
  for (std::string& operation : harness.hello().operations) vocabulary.operations.insert(std::move(operation));
  return vocabulary;
}

std::vector<int> failed_clauses(const CaseResult& result) {
  std::vector<int> failed;
  for (const ClauseResult& clause : result.clauses) {
    if (clause.verdict == Verdict::fail) failed.push_back(clause.clause);
  }
  return failed;
}

std::string_view empty_from(Empty empty) {
  switch (empty) {
    case Empty::throughout:
      return "throughout";
    case Empty::after_the_givens:
      return "once the givens are built";
    case Empty::where_judged:
      break;
  }
  return "where it is judged";
}

std::string describe(const CaseResult& result) {
  const std::vector<int> failed = failed_clauses(result);
  std::string text = fmt::format("{}: {}", result.what->id, name(result.verdict));
  if (!failed.empty()) text += fmt::format(" in {}", fmt::join(failed, ", "));
  if (!result.why.empty()) text += fmt::format(" ({})", result.why);
  return text;
}

/// What `judge` says of each, in their order, worked out on all processors. Throws the first of what it throws.
template <class T, class Function>
auto each_of(const std::vector<T>& all, const Function& judge) {
  std::vector<std::invoke_result_t<const Function&, const T&>> results(all.size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < all.size(); i = next++) results[i] = judge(all[i]);
  };
  std::vector<std::future<void>> workers;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
    workers.push_back(std::async(std::launch::async, work));
  for (std::future<void>& worker : workers) worker.get();
  return results;
}

}  // namespace

Judge::Judge(const std::filesystem::path& root, sdk::Harness reference)
    : catalogue_(spec::read_catalogue(root / "spec")),
      reference_(std::move(reference)),
      fixtures_(scenario::read_fixtures(root / "scenarios", catalogue_, vocabulary_of(reference_))) {}

std::vector<std::string> Judge::requirements() const {
  std::vector<std::string> ids = catalogue_.requirement_ids();
  std::erase_if(ids, [&](const std::string& id) { return fixtures_.of_requirement(id).empty(); });
  return ids;
}

RunResult Judge::run(std::string_view requirement, Answerer answerer) const {
  Implementation implementation;
  implementation.spelling = "changed";
  implementation.transport = "in-process";
  implementation.connect = [answerer = std::move(answerer)] { return connect_in_process(answerer); };
  RunOptions options;
  options.timeout = std::chrono::milliseconds::zero();
  const scenario::Fixtures::CasePointers& cases = fixtures_.of_requirement(requirement);
  return swconform::run(catalogue_, cases, cases, implementation, options);
}

RunResult Judge::run(std::string_view requirement, const Change& change) const {
  sdk::Harness changed = reference_;
  change(changed);
  return run(requirement, Answerer(std::move(changed)));
}

RunResult Judge::run(std::string_view requirement, const Vacuous& vacuous, Empty empty) const {
  return run(requirement, emptied(reference_, vacuous, empty, fixtures_.of_requirement(requirement)));
}

Judged Judge::judge(const Mutant& mutant) const {
  const ClauseId id = parse_clause(mutant.clause);
  const spec::Clause* clause = catalogue_.clause(id.requirement, id.number);
  if (clause == nullptr || !clause->untestable.empty() || fixtures_.of_requirement(id.requirement).empty()) {
    throw std::invalid_argument(
        fmt::format("{}: there is no testable clause {} with fixtures", mutant.name, mutant.clause));
  }
  Judged judged;
  judged.clause = mutant.clause;
  judged.name = mutant.name;
  const RunResult result = run(id.requirement, mutant.change);
  for (const CaseResult& one : result.cases) {
    const bool ordinary = one.what->reading.empty();
    judged.cases += ordinary ? 1 : 0;
    if (one.verdict == Verdict::pass) continue;
    judged.not_passing += ordinary ? 1 : 0;
    judged.seen.push_back(describe(one));
    const std::vector<int> failed = failed_clauses(one);
    if (std::find(failed.begin(), failed.end(), id.number) != failed.end()) {
      judged.fate = Judged::Fate::killed;
    } else if (one.verdict == Verdict::fail && judged.fate == Judged::Fate::survived) {
      judged.fate = Judged::Fate::died_elsewhere;
    }
  }
  return judged;
}

std::vector<std::string> Judge::faults(const Variant& variant) const {
  std::vector<std::string> faults;
  std::map<std::string, std::string> unmet = variant.takes;
  for (const std::string& requirement : requirements()) {
    const RunResult result = run(requirement, variant.change);
    for (const CaseResult& one : result.cases) {
      if (one.verdict == Verdict::pass || variant.tolerated.contains(one.verdict)) continue;
      faults.push_back(fmt::format("{}: {}", variant.name, describe(one)));
    }
    for (const ReadingResult& probe : result.readings) {
      if (probe.requirement != requirement || probe.cases.empty()) continue;
      const std::string id = fmt::format("{}?{}", requirement, probe.id);
      const auto other = variant.takes.find(id);
      unmet.erase(id);
      const std::string expected =
          other != variant.takes.end() ? other->second : std::string(1, catalogue_.reading(probe.id)->taken);
      if (probe.taken == expected || probe.taken.empty()) continue;  // untried: its cases did not pass either
      faults.push_back(fmt::format("{}: {}: takes {}, not {}", variant.name, id, probe.taken, expected));
    }
  }
  for (const auto& [id, letter] : unmet) faults.push_back(fmt::format("{}: there is no probe {}", variant.name, id));
  return faults;
}

std::vector<std::string> Judge::passes(const Vacuous& vacuous, Empty empty) const {
  std::vector<std::string> passed;
  for (const std::string& requirement : requirements()) {
    const RunResult result = run(requirement, vacuous, empty);
    const bool pass = std::any_of(result.capabilities.begin(), result.capabilities.end(), [&](const auto& capability) {
      return std::any_of(capability.requirements.begin(), capability.requirements.end(), [&](const auto& one) {
        return one.id == requirement && (one.verdict == Verdict::pass || one.verdict == Verdict::not_applicable);
      });
    });
    if (pass || result.as_expected) {
      passed.push_back(fmt::format("{}, {}: {}", vacuous.name, empty_from(empty), requirement));
    }
  }
  return passed;
}

std::vector<std::string> Judge::clauses_without(const std::string& requirement,
                                                const std::vector<Mutant>& mutants) const {
  std::set<std::string> named;
  for (const Mutant& mutant : mutants) named.insert(mutant.clause);
  std::vector<std::string> without;
  const spec::Requirement& one = *catalogue_.requirement(requirement);
  for (const spec::Clause& clause : one.clauses) {
    const std::string id = spec::clause_id(one, clause);
    if (clause.untestable.empty() && !named.contains(id)) without.push_back(id);
  }
  return without;
}

Score Judge::score(const std::vector<Mutant>& mutants, const std::vector<Variant>& variants,
                   const std::vector<Vacuous>& vacuous) const {
  Score score;
  for (const std::string& id : requirements()) score.requirements.push_back({id, 0, 0});
  std::map<std::string, bool> narrow;  // by clause: whether a killed mutant of it leaves half of the cases alone
  for (Judged& judged : each_of(mutants, [this](const Mutant& mutant) { return judge(mutant); })) {
    const std::string requirement = parse_clause(judged.clause).requirement;
    const auto row = std::find_if(score.requirements.begin(), score.requirements.end(),
                                  [&](const auto& one) { return one.id == requirement; });
    ++row->mutants;
    if (judged.fate != Judged::Fate::killed) {
      score.survivors.push_back(std::move(judged));
      continue;
    }
    ++row->killed;
    narrow[judged.clause] |= 2 * judged.not_passing <= judged.cases;
  }
  for (const auto& [clause, is_narrow] : narrow) {
    if (!is_narrow) score.too_broad.push_back(clause);
  }
  for (const Score::Requirement& one : score.requirements) {
    for (std::string& clause : clauses_without(one.id, mutants)) score.without_mutant.push_back(std::move(clause));
  }
  score.variants = variants.size();
  const auto all_faults = each_of(variants, [this](const Variant& variant) { return faults(variant); });
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (!all_faults[i].empty()) score.rejected_names.insert(variants[i].name);
    score.rejected.insert(score.rejected.end(), all_faults[i].begin(), all_faults[i].end());
  }
  std::vector<std::pair<const Vacuous*, Empty>> beginnings;
  for (const Vacuous& one : vacuous) {
    for (const Empty empty : all_empty) {
      if (one.answer || empty == Empty::throughout) beginnings.emplace_back(&one, empty);  // else nothing to begin with
    }
  }
  score.vacuous = beginnings.size();
  for (const std::vector<std::string>& passed :
       each_of(beginnings, [this](const auto& beginning) { return passes(*beginning.first, beginning.second); })) {
    score.vacuous_passes += passed.empty() ? 0 : 1;
    score.passed.insert(score.passed.end(), passed.begin(), passed.end());
  }
  return score;
}

}  // namespace swconform::judgement
