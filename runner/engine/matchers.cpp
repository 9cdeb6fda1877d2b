// SPDX-License-Identifier: Apache-2.0
#include "runner/engine/matchers.hpp"

#include <algorithm>

#include "runner/engine/layout_values.hpp"
#include "runner/engine/notation.hpp"
#include "runner/engine/numbers.hpp"

namespace swconform {
namespace {

using scenario::Check;
using scenario::Matcher;
using Kind = Matcher::Kind;

enum class Match { holds, differs, untold };

Match match_if(bool holds) { return holds ? Match::holds : Match::differs; }

/// Objects and built-in dtypes are the identical one or not; other values have no identity. A list has that of its
/// items.
bool has_identity(const Value& value) {
  if (const Value::List* list = value.list()) {
    return !list->empty() && std::all_of(list->begin(), list->end(), has_identity);
  }
  return token(value) || value.tagged_as("dtype") != nullptr;
}

/// Compares a thing that was found with what a fixture says of it.
class Comparison {
 public:
  Comparison(const Moment& moment, const Answer& actual) : moment_(moment), actual_(actual) {}

  Match with(const Matcher& matcher) {
    const Value& value = actual_.value();
    if (value.tagged_as("error") != nullptr && matcher.kind != Kind::raises && matcher.kind != Kind::one_of &&
        matcher.kind != Kind::same_as)
      return Match::differs;
    switch (matcher.kind) {
      case Kind::equal:
        return equal(matcher.value, value, false);
      case Kind::same_as: {
        const Answer other = moment_.at(matcher.path);
        if (other.kind() != Answer::Kind::value) return without(other);
        return match_if(equal_facts({other.value(), moment_.after}, {value, moment_.after},
                                    actual_.dtype().has_value() || other.dtype().has_value()));
      }
      case Kind::same_object:
      case Kind::not_object: {
        const Answer other = moment_.at(matcher.path);
        if (other.kind() != Answer::Kind::value) return without(other);
        const bool both = has_identity(value) && has_identity(other.value());
        return match_if(both && (value == other.value()) == (matcher.kind == Kind::same_object));
      }
      case Kind::fresh:
        return match_if(fresh(value));
      case Kind::one_of:
        return one_of(matcher);
      case Kind::at_least:
        return match_if(value.integer() != nullptr && matcher.value.integer() != nullptr &&
                        !less(*value.integer(), *matcher.value.integer()));
      case Kind::repeats:
        return repeats(matcher.value, value);
      case Kind::injective: {
        const auto found = leaves(value);
        if (!found) return Match::differs;
        const auto answer = injective(*found);
        return answer ? match_if(*answer)
                      : untold("whether a layout that large is injective takes too long to find out");
      }
      case Kind::raises:
        return raises(matcher.value, value);
    }
    return Match::differs;
  }

  /// Why nobody can tell, where that is what came of it.
  const std::string& why() const { return why_; }

 private:
  Match untold(std::string why) {
    why_ = std::move(why);
    return Match::untold;
  }

  Match without(const Answer& other) {
    return other.kind() == Answer::Kind::untold ? untold(other.why()) : Match::differs;
  }

  static Match worse(Match a, Match b) {
    if (a == Match::differs || b == Match::differs) return Match::differs;
    return a == Match::untold || b == Match::untold ? Match::untold : Match::holds;
  }

  /// `open`: inside strides, where "*" stands for any integer.
  Match equal(const Value& expected, const Value& actual, bool open) {
    if (const Value* path = expected.tagged_as("ref"); path != nullptr && path->text() != nullptr) {
      const Answer named = moment_.at(*path->text());
      return named.kind() == Answer::Kind::value ? equal(named.value(), actual, open) : without(named);
    }
    if (const Value::List* list = expected.list()) {
      const Value::List* other = actual.list();
      if (other == nullptr || other->size() != list->size()) return Match::differs;
      Match result = Match::holds;
      for (std::size_t i = 0; i < list->size() && result != Match::differs; ++i)
        result = worse(result, equal((*list)[i], (*other)[i], open));
      return result;
    }
    if (const Value::Record* record = expected.record()) return equal_records(*record, actual);
    if (open && expected.text() != nullptr && *expected.text() == "*") return match_if(actual.integer() != nullptr);
    if (actual_.dtype()) return match_if(same_number(expected, actual, *actual_.dtype()));
    return match_if(expected == actual);
  }

  Match equal_records(const Value::Record& expected, const Value& actual) {
    if (actual.record() == nullptr || actual.record()->size() != expected.size()) return Match::differs;
    Match result = Match::holds;
    for (const auto& [name, value] : expected) {
      const Value* other = actual.find(name);
      if (other == nullptr) return Match::differs;
      if (name == "layout" && value.list() != nullptr && value.list()->size() == 2) {
        if (other->list() == nullptr || other->list()->size() != 2) return Match::differs;
        result = worse(result, equal((*value.list())[0], (*other->list())[0], false));
        result = worse(result, equal((*value.list())[1], (*other->list())[1], true));
      } else {
        result = worse(result, equal(value, *other, name == "stride"));
      }
    }
    return result;
  }

  bool fresh(const Value& value) const {
    if (const Value::List* list = value.list()) {
      return !list->empty() &&
             std::all_of(list->begin(), list->end(), [this](const Value& item) { return fresh(item); });
    }
    const auto key = token(value);
    return key && moment_.before.object(*key) == nullptr && moment_.after.object(*key) != nullptr;
  }

  Match one_of(const Matcher& matcher) {
    Match result = Match::differs;
    for (const auto& [letter, alternative] : matcher.alternatives) {
      const Match match = with(alternative);
      if (match == Match::holds) return match;
      if (match == Match::untold) result = match;
    }
    return result;
  }

  Match repeats(const Value& expected, const Value& actual) {
    const Value::List* once = expected.list();
    const Value::List* all = actual.list();
    if (once == nullptr || all == nullptr || once->empty() || all->empty() || all->size() % once->size() != 0)
      return Match::differs;
    Match result = Match::holds;
    for (std::size_t i = 0; i < all->size() && result != Match::differs; ++i)
      result = worse(result, equal((*once)[i % once->size()], (*all)[i], false));
    return result;
  }

  static Match raises(const Value& kind, const Value& actual) {
    const Value* failure = actual.tagged_as("error");
    const Value* found = failure != nullptr ? failure->find("kind") : nullptr;
    return match_if(found != nullptr && (*found == kind || kind == Value("any")));
  }

  const Moment& moment_;
  const Answer& actual_;
  std::string why_;
};

std::string subject(const Check& check) {
  switch (check.subject) {
    case Check::Subject::raises:
      return "raises";
    case Check::Subject::returns:
      return "returns";
    case Check::Subject::message:
      return "message";
    case Check::Subject::mentions:
      return "mentions";
    case Check::Subject::fact:
      return check.path;
  }
  return {};
}

Finding finding(Finding::Kind kind, const Check& check, const Moment& moment, std::string actual) {
  std::string expected = notation(check.matcher, moment);
  if (check.matcher.kind == Kind::same_as || check.matcher.kind == Kind::same_object) {
    const Answer other = moment.at(check.matcher.path);
    const bool told = other.kind() == Answer::Kind::value && !token(other.value());
    if (told) expected += ", which is " + notation(other.value(), moment);
  }
  return {kind, subject(check), std::move(expected), std::move(actual)};
}

Finding compare(const Check& check, const Answer& actual, const Moment& moment, const std::string& shown) {
  Comparison comparison(moment, actual);
  switch (comparison.with(check.matcher)) {
    case Match::holds:
      return {};
    case Match::untold:
      return finding(Finding::Kind::untold, check, moment, comparison.why());
    case Match::differs:
      break;
  }
  return finding(Finding::Kind::differs, check, moment, shown.empty() ? notation(actual.value(), moment) : shown);
}

/// The kind of an error, or its identity where the fixture asks for that.
Finding look_at_error(const Check& check, const Outcome& outcome, const Moment& moment) {
  const Kind kind = check.matcher.kind;
  const std::string shown = notation(outcome, moment);
  if (kind == Kind::same_object || kind == Kind::not_object || kind == Kind::fresh) {
    if (outcome.token.is_null())
      return finding(Finding::Kind::untold, check, moment, shown + ", and exceptions have no identity here");
    return compare(check, Answer::borrowed(outcome.token), moment, shown);
  }
  if (kind == Kind::equal && check.matcher.value == Value("any")) return {};
  return compare(check, Answer::owned(outcome.error_kind), moment, shown);
}

/// Whether one item of `mentions` is in the message.
Match mentions(const Value& item, const std::string& message, const Moment& moment, std::string& why) {
  if (const Value* alternatives = item.tagged_as("one of");
      alternatives != nullptr && alternatives->list() != nullptr) {
    Match result = Match::differs;
    for (const Value& alternative : *alternatives->list()) {
      const Match match = mentions(alternative, message, moment, why);
      if (match == Match::holds) return match;
      if (match == Match::untold) result = match;
    }
    return result;
  }
  if (const Value* path = item.tagged_as("ref"); path != nullptr && path->text() != nullptr) {
    const Answer named = moment.at(*path->text());
    if (named.kind() == Answer::Kind::value) return mentions(named.value(), message, moment, why);
    why = named.why();
    return named.kind() == Answer::Kind::untold ? Match::untold : Match::differs;
  }
  if (const Value* dtype = item.tagged_as("dtype")) return mentions(*dtype, message, moment, why);
  if (const auto key = token(item)) {
    const ObjectFacts* object = moment.after.object(*key);
    const Value* name = object != nullptr ? fact(*object, "name") : nullptr;
    if (name != nullptr && name->text() != nullptr) return mentions(*name, message, moment, why);
    why = moment.name_of(*key) + " does not tell its name";
    return Match::untold;
  }
  if (item.text() != nullptr) return match_if(mentioned(message, *item.text(), false));
  return match_if(mentioned(message, notation(item, moment), true));
}

Finding look_at_mentions(const Check& check, const Outcome& outcome, const Moment& moment) {
  const Value& items = check.matcher.value;
  const Value::List one = {items};
  for (const Value& item : items.list() != nullptr ? *items.list() : one) {
    std::string why;
    const Match match = mentions(item, outcome.message, moment, why);
    if (match == Match::holds) continue;
    const bool untold = match == Match::untold;
    return {untold ? Finding::Kind::untold : Finding::Kind::differs, "mentions", notation(item, moment),
            untold ? why : notation(outcome, moment)};
  }
  return {};
}

bool word(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string Finding::line() const {
  if (kind == Kind::untold) return subject + ": expected " + expected + ", but nobody can tell: " + actual;
  return subject + ": expected " + expected + ", got " + actual;
}

Finding look(const Check& check, const Outcome& outcome, const Moment& moment) {
  using Subject = Check::Subject;
  if (check.subject == Subject::fact) {
    const Answer answer = moment.at(check.path);
    if (answer.kind() == Answer::Kind::value) return compare(check, answer, moment, "");
    const bool untold = answer.kind() == Answer::Kind::untold;
    return finding(untold ? Finding::Kind::untold : Finding::Kind::differs, check, moment, answer.why());
  }
  if (check.subject == Subject::returns) {
    if (outcome.kind != Outcome::Kind::value)
      return finding(Finding::Kind::differs, check, moment, notation(outcome, moment));
    return compare(check, Answer::borrowed(outcome.value), moment, "");
  }
  if (outcome.kind != Outcome::Kind::error) {
    const std::string value = outcome.kind == Outcome::Kind::value ? "no error but the value " : "";
    return finding(Finding::Kind::differs, check, moment, value + notation(outcome, moment));
  }
  if (check.subject == Subject::raises) return look_at_error(check, outcome, moment);
  if (check.subject == Subject::message)
    return compare(check, Answer::owned(outcome.message), moment, notation(outcome, moment));
  return look_at_mentions(check, outcome, moment);
}

bool mentioned(std::string_view message, std::string_view item, bool integer) {
  if (item.empty()) return false;
  for (std::size_t at = message.find(item); at != std::string_view::npos; at = message.find(item, at + 1)) {
    const std::string_view left = message.substr(0, at);
    const std::string_view right = message.substr(at + item.size());
    bool inside = (word(item.front()) && !left.empty() && word(left.back())) ||
                  (word(item.back()) && !right.empty() && word(right.front()));
    if (integer) {
      const auto decimal = [](char point, char next) { return point == '.' && digit(next); };
      inside = inside || (left.size() > 1 && decimal(left.back(), left[left.size() - 2])) ||
               (right.size() > 1 && decimal(right[0], right[1]));
      // A sign makes another number, a hyphen does not.
      const bool minus = digit(item.front()) && !left.empty() && left.back() == '-';
      inside = inside || (minus && (left.size() == 1 || !word(left[left.size() - 2])));
    }
    if (!inside) return true;
  }
  return false;
}

}  // namespace swconform
