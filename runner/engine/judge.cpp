// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "runner/engine/case_notes.hpp"
#include "runner/engine/matchers.hpp"
#include "runner/engine/moment.hpp"
#include "runner/engine/notation.hpp"
#include "runner/engine/probe.hpp"
#include "runner/engine/replies.hpp"
#include "runner/engine/standing.hpp"

namespace swconform {
namespace {

using scenario::Assertion;
using scenario::Case;
using scenario::CaseStep;
using scenario::Check;
using Ended = Outcome::Kind;

constexpr std::size_t most_violations_shown = 16;

/// The verdict on a case in which a step that had to succeed ended like this.
Verdict verdict_on(Ended ended) {
  switch (ended) {
    case Ended::internal:
      return Verdict::harness;
    case Ended::unsupported:
    case Ended::absent:
      return Verdict::unsupported;
    default:
      return Verdict::blocked;
  }
}

bool applies(spec::Standing standing, bool on_error) {
  return standing == spec::Standing::both ||
         standing == (on_error ? spec::Standing::on_error : spec::Standing::on_success);
}

std::string after_the_last_step(const std::string& what) { return what + ", after the last step"; }

/// One case, from the replies to it.
class Judge {
 public:
  Judge(const Case& what, const spec::Requirement* requirement, const Hello& hello, Replies replies)
      : case_(what), requirement_(requirement), hello_(hello), replies_(std::move(replies)), notes_(what) {
    fold();
  }

  CaseResult run() {
    if (replies_.fault) {
      broken_off(*replies_.fault);
    } else if (givens() && earlier_steps()) {
      judged_step();
    }
    if (notes_.result().verdict == Verdict::untested) notes_.note_all(Verdict::blocked, "the case asserts nothing");
    if (notes_.result().verdict != Verdict::pass) trace();
    return std::move(notes_.result());
  }

 private:
  std::size_t given_count() const { return case_.givens.size(); }
  std::size_t last() const { return case_.when.size() - 1; }

  /// snapshots_[0] is after the givens, [k + 1] after step k of `when`.
  void fold() {
    const auto fold_one = [this](const Snapshot& from, std::size_t step) {
      auto& facts = step < replies_.facts.size() ? replies_.facts[step] : none_;
      snapshots_.push_back(facts ? from.with(std::move(*facts)) : from);
    };
    snapshots_.reserve(case_.when.size() + 1);
    if (case_.givens.empty()) {
      snapshots_.emplace_back();
    } else {
      fold_one(Snapshot(), given_count() - 1);
    }
    for (std::size_t k = 0; k < case_.when.size(); ++k) fold_one(snapshots_[k], given_count() + k);
  }

  Moment after_givens() const { return {hello_, snapshots_[0], snapshots_[0], snapshots_[0]}; }
  Moment around(std::size_t k) const { return {hello_, snapshots_[0], snapshots_[k], snapshots_[k + 1]}; }

  void broken_off(const Replies::Fault& fault) {
    std::string where;
    if (fault.step < given_count()) {
      const scenario::GivenStep& given = case_.givens[fault.step];
      where = fmt::format("in `{}` ({})", given.written, notation(given.place));
    } else if (fault.step - given_count() < case_.when.size()) {
      const CaseStep& step = case_.when[fault.step - given_count()];
      where = fmt::format("in `{}` ({})", step.written, notation(step.place));
    } else if (case_.control && fault.step == given_count() + case_.when.size()) {
      where = fmt::format("in the control `{}` ({})", case_.control->written, notation(case_.control->place));
    }
    notes_.note_all(fault.verdict,
                    where.empty() ? after_the_last_step(fault.what) : fmt::format("{}, {}", fault.what, where));
  }

  bool givens() {
    for (std::size_t i = 0; i < given_count(); ++i) {
      const Outcome& outcome = replies_.outcomes[i];
      if (outcome.kind == Ended::value) continue;
      notes_.note_all(verdict_on(outcome.kind),
                      fmt::format("the given `{}` could not be built: {}", case_.givens[i].written,
                                  notation(outcome, after_givens())));
      return false;
    }
    for (const scenario::GivenStep& given : case_.givens) {
      for (const Check& check : given.declared) {
        const Finding finding = look(check, replies_.outcomes[0], after_givens());
        if (finding.kind != Finding::Kind::differs) continue;
        notes_.differ(finding, check.place);
        notes_.note_all(Verdict::blocked, fmt::format("the given `{}` is not what it was declared to be: {}",
                                                      given.written, finding.line()));
        return false;
      }
    }
    return true;
  }

  bool earlier_steps() {
    for (std::size_t k = 0; k < last(); ++k) {
      if (!earlier_step(case_.when[k], replies_.outcomes[given_count() + k], around(k))) return false;
    }
    return true;
  }

  bool earlier_step(const CaseStep& step, const Outcome& outcome, const Moment& moment) {
    const auto stop = [&](Verdict verdict, const std::string& why) {
      notes_.note_all(verdict, fmt::format("the earlier step `{}`: {}", step.written, why));
      return false;
    };
    const auto says = [&](const Check& check) {
      const Finding finding = look(check, outcome, moment);
      if (finding.kind == Finding::Kind::holds) return true;
      notes_.differ(finding, check.place);
      return stop(finding.kind == Finding::Kind::untold ? Verdict::unsupported : Verdict::blocked, finding.line());
    };
    const bool plain = outcome.kind == Ended::value || (outcome.kind == Ended::error && step.raises);
    if (!plain) return stop(verdict_on(outcome.kind), "expected it to succeed, got " + notation(outcome, moment));
    if (step.raises && !says(*step.raises)) return false;
    if (!bound(step, outcome, moment)) return false;
    const std::vector<Violation> violations = standing_violations(step, outcome, moment);
    if (!violations.empty()) {
      differ(violations, step.place);
      return stop(Verdict::blocked, describe(violations));
    }
    return (!step.returns || says(*step.returns)) && std::all_of(step.gives.begin(), step.gives.end(), says);
  }

  /// Names are the SDK's business: where one was not bound, the harness is at fault.
  bool bound(const CaseStep& step, const Outcome& outcome, const Moment& moment) {
    if (outcome.kind != Ended::value || step.step.as.empty() || moment.after.name(step.step.as) != nullptr) return true;
    notes_.note_all(Verdict::harness,
                    fmt::format("the facts after `{}` do not say what {} is", step.written, step.step.as));
    return false;
  }

  static std::string describe(const std::vector<Violation>& violations) {
    const Violation& first = violations.front();
    std::string text = fmt::format("{} must not change: was {}, is {}", first.path, first.before, first.after);
    if (violations.size() > 1) text += fmt::format(", and {} more", violations.size() - 1);
    return text;
  }

  void differ(const std::vector<Violation>& violations, const scenario::Place& place) {
    for (std::size_t i = 0; i < violations.size() && i < most_violations_shown; ++i)
      notes_.differ({"standing: " + violations[i].path, violations[i].before, violations[i].after, place});
  }

  void judged_step() {
    const CaseStep& step = case_.when.back();
    const Outcome& outcome = replies_.outcomes[given_count() + last()];
    const Moment moment = around(last());
    const Outcome* control = case_.control ? &replies_.outcomes[given_count() + case_.when.size()] : nullptr;
    if (control != nullptr && control->kind == Ended::internal) {
      notes_.note_all(Verdict::harness, "the control: " + notation(*control, moment));
      return;
    }
    if (outcome.kind != Ended::value && outcome.kind != Ended::error) {
      const Verdict verdict =
          outcome.kind == Ended::absent && type_error_expected() ? Verdict::not_applicable : verdict_on(outcome.kind);
      notes_.note_all(verdict, fmt::format("`{}`: {}", step.written, notation(outcome, moment)));
      return;
    }
    if (!bound(step, outcome, moment)) return;
    if (control != nullptr && control->kind != Ended::value) {
      doubt_ = verdict_on(control->kind);
      doubt_why_ =
          fmt::format("the control `{}` must succeed, got {}", case_.control->written, notation(*control, moment));
    }
    if (!case_.letters.empty()) {
      probe(step, outcome, moment);
    } else {
      assertions(step, outcome, moment);
    }
  }

  bool type_error_expected() const {
    return std::any_of(case_.then.begin(), case_.then.end(), expects_type_error) ||
           std::any_of(case_.letters.begin(), case_.letters.end(),
                       [](const auto& letter) { return expects_type_error(letter.second); });
  }

  void assertions(const CaseStep& step, const Outcome& outcome, const Moment& moment) {
    const bool failed = outcome.kind == Ended::error;
    const bool error_expected = case_.expects_error || std::any_of(case_.then.begin(), case_.then.end(), expects_error);
    const bool expected = failed == error_expected && (!failed || right_error(outcome, moment));
    if (expected) {
      for (const Assertion& assertion : case_.then) assert_one(assertion, outcome, moment);
    } else if (failed != error_expected) {
      wrong_ending(step, outcome, moment);
    }
    // What a call changed that should have been refused is no second fault.
    if (expected || failed) standing(step, outcome, moment, expected);
  }

  /// Whether the error is the expected one; otherwise the key that says so fails and the others are blocked.
  bool right_error(const Outcome& outcome, const Moment& moment) {
    for (const Assertion& assertion : case_.then) {
      for (const Check& check : assertion.checks) {
        if (check.subject != Check::Subject::raises) continue;
        const Finding finding = look(check, outcome, moment);
        if (finding.kind != Finding::Kind::differs) continue;
        notes_.differ(finding, check.place);
        if (doubt_) {
          notes_.note_all(*doubt_, doubt_why_);
        } else {
          notes_.note(assertion.clauses, Verdict::fail, finding.line());
          block_all_but(assertion);
        }
        return false;
      }
    }
    return true;
  }

  void wrong_ending(const CaseStep& step, const Outcome& outcome, const Moment& moment) {
    if (case_.then.empty()) return;
    const bool failed = outcome.kind == Ended::error;
    Finding finding{Finding::Kind::differs, "ending", "a value", notation(outcome, moment)};
    scenario::Place place = step.place;
    for (const Assertion& assertion : case_.then) {
      if (failed) break;
      const auto check = std::find_if(assertion.checks.begin(), assertion.checks.end(), is_of_error);
      if (check == assertion.checks.end()) continue;
      finding = look(*check, outcome, moment);
      place = check->place;
      break;
    }
    notes_.differ(finding, place);
    if (failed && doubt_) {
      notes_.note_all(*doubt_, doubt_why_);
      return;
    }
    notes_.note(case_.then.front().clauses, Verdict::fail, finding.line());
    block_all_but(case_.then.front());
  }

  void block_all_but(const Assertion& judged) {
    for (const Assertion& assertion : case_.then) {
      if (&assertion != &judged)
        notes_.note(assertion.clauses, Verdict::blocked, "not judged, because the step ended otherwise than expected");
    }
  }

  void assert_one(const Assertion& assertion, const Outcome& outcome, const Moment& moment) {
    if (assertion.checks.empty()) notes_.note(assertion.clauses, Verdict::blocked, "nothing is asserted here");
    const bool refused = doubt_ && expects_error(assertion);
    for (const Check& check : assertion.checks) {
      const Finding finding = look(check, outcome, moment);
      if (finding.kind != Finding::Kind::holds) notes_.differ(finding, check.place);
      if (refused || (doubt_ && finding.kind == Finding::Kind::holds)) {
        notes_.note(assertion.clauses, *doubt_, doubt_why_);
      } else if (finding.kind == Finding::Kind::holds) {
        notes_.note(assertion.clauses, Verdict::pass, "");
      } else {
        const bool untold = finding.kind == Finding::Kind::untold;
        notes_.note(assertion.clauses, untold ? Verdict::unsupported : Verdict::fail, finding.line());
      }
    }
  }

  void standing(const CaseStep& step, const Outcome& outcome, const Moment& moment, bool expected) {
    std::vector<int> clauses;
    if (requirement_ != nullptr && case_.letters.empty()) {
      for (const spec::Clause& clause : requirement_->clauses) {
        if (clause.untestable.empty() && applies(clause.standing, outcome.kind == Ended::error))
          clauses.push_back(clause.number);
      }
    }
    const std::vector<Violation> violations = standing_violations(step, outcome, moment);
    if (!violations.empty()) {
      differ(violations, step.place);
      notes_.note(clauses, Verdict::fail, describe(violations));
    } else if (expected && !doubt_) {
      if (!clauses.empty()) notes_.note(clauses, Verdict::pass, "");
    }
  }

  void probe(const CaseStep& step, const Outcome& outcome, const Moment& moment) {
    const ReadingTaken taken = reading_taken(case_, outcome, moment);
    const auto show_against = [&] {
      for (const ReadingTaken::Against& against : taken.against) {
        notes_.differ({against.letter + ": " + against.finding.subject, against.finding.expected,
                       against.finding.actual, against.place});
      }
    };
    if (doubt_) {
      notes_.note_case(*doubt_, doubt_why_);
    } else if (!taken.letters.empty()) {
      notes_.result().taken = taken.letters;
      notes_.note_case(Verdict::pass, "");
    } else {
      show_against();
      notes_.note_case(taken.untold ? Verdict::unsupported : Verdict::fail,
                       fmt::format("{} reading fits: got {}", taken.untold ? "nobody can tell which" : "neither",
                                   notation(outcome, moment)));
    }
    standing(step, outcome, moment, false);
  }

  void trace() {
    const Moment moment{hello_, snapshots_[0], snapshots_[0], snapshots_.back()};
    std::size_t step = 0;
    const auto add = [&](const std::string& written) {
      const bool answered = step < replies_.outcomes.size();
      const bool broke = replies_.fault && replies_.fault->step == step;
      std::string outcome = answered ? notation(replies_.outcomes[step], moment) : "";
      if (broke) outcome += (outcome.empty() ? "" : ", then ") + replies_.fault->what;
      if (!outcome.empty()) notes_.result().trace.push_back({written, std::move(outcome)});
      ++step;
    };
    for (const scenario::GivenStep& given : case_.givens) add(given.written);
    for (const CaseStep& when : case_.when) add(when.written);
    if (case_.control) add(case_.control->written);
  }

  const Case& case_;
  const spec::Requirement* requirement_;
  const Hello& hello_;
  Replies replies_;
  std::optional<Facts> none_;
  std::vector<Snapshot> snapshots_;
  CaseNotes notes_;
  std::optional<Verdict> doubt_;  // what is left of a pass where the control did not succeed
  std::string doubt_why_;
};

}  // namespace

CaseRequest request_for(const Case& what) {
  CaseRequest request;
  request.steps.reserve(what.givens.size() + what.when.size() + 1);
  const auto add = [&request](const Step& step, bool facts) {
    request.steps.push_back(step);
    request.steps.back().facts = facts;
  };
  for (const scenario::GivenStep& given : what.givens) add(given.step, &given == &what.givens.back());
  for (const CaseStep& step : what.when) add(step.step, true);
  if (what.control) add(what.control->step, false);
  return request;
}

CaseResult judge(const Case& what, const spec::Requirement* requirement, const CaseRequest& request, const Hello& hello,
                 Exchange exchange) {
  if (what.when.empty()) return whole_case(what, Verdict::blocked, "the case has no step to judge");
  const bool broken = exchange.ending != Exchange::Ending::done;
  std::string stderr_tail = std::move(exchange.stderr_tail);
  CaseResult result = Judge(what, requirement, hello, read_replies(request, std::move(exchange))).run();
  if (broken || result.verdict == Verdict::harness) result.stderr_tail = std::move(stderr_tail);
  return result;
}

void amend(CaseResult& result, const Exchange::Aftermath& aftermath) {
  const Verdict verdict = aftermath.ending == Exchange::Ending::malformed ? Verdict::harness : Verdict::crash;
  if (verdict <= result.verdict) return;
  CaseResult again = whole_case(*result.what, verdict, after_the_last_step(aftermath.what));
  result.verdict = again.verdict;
  result.why = std::move(again.why);
  result.clauses = std::move(again.clauses);
  result.taken.clear();
  result.stderr_tail = aftermath.stderr_tail;
}

CaseResult whole_case(const Case& what, Verdict verdict, std::string why) {
  CaseNotes notes(what);
  notes.note_all(verdict, why);
  return std::move(notes.result());
}

}  // namespace swconform
