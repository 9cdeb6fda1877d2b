// SPDX-License-Identifier: Apache-2.0
// A case as the engine runs it: rows expanded, names replaced, defaults filled in, typed values turned into steps.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "bindings/protocol/value.hpp"

namespace swconform::scenario {

/// 1-based; `file` as it was opened.
struct Place {
  std::string file;
  int line = 0;
  int column = 0;
};

struct Alternative;

/// What a fact, a returned value or an error must be. Expected values use the protocol's encoding ({"layout": [shape,
/// stride]}, {"shape": ...}, {"dtype": name}, ...); a stride "*" matches anything; {"ref": path} is another fact.
struct Matcher {
  enum class Kind {
    equal,        // `value`
    same_as,      // equal to the fact at `path`, after the step
    same_object,  // the identical object as at `path`
    not_object,   // another object than at `path`
    fresh,        // an object first seen in the facts of the judged step
    one_of,       // one of `alternatives`
    at_least,     // an integer >= `value`
    repeats,      // a list that is `value` (a list) once or several times over
    injective,    // a layout without two coordinates on one index
    raises,       // a query that fails with `value` (a kind, as text)
  };
  Kind kind = Kind::equal;
  Value value;
  std::string path;
  std::vector<Alternative> alternatives;
  Place place;
};

/// One of what `one_of` allows.
struct Alternative {
  std::string letter;  // of its reading, empty where not a reading
  Matcher matcher;
};

/// One thing to look at once the judged step has ended.
struct Check {
  enum class Subject {
    raises,    // the error's kind (`equal`, "any" for whichever) or its identity (`same_object`)
    returns,   // the value the step answered
    message,   // the error's exact text
    mentions,  // each item of the matcher's value (a list: text, integers, {"ref": path}; or an item {"one of": [...]})
               // is in the message
    fact,      // the fact at `path`
  };
  Subject subject = Subject::fact;
  std::string path;
  Matcher matcher;
  Place place;
};

/// What one key of `then` asserts.
struct Assertion {
  std::vector<int> clauses;
  std::vector<Check> checks;
  Place place;
};

/// A step of `when`, or the control.
struct CaseStep {
  Step step;
  std::string written;               // the step in the fixture's own notation, every name replaced, for people
  std::vector<std::string> changes;  // fact paths that may change
  std::optional<Check> raises;       // an earlier step that must fail; absent: it must succeed
  std::optional<Check> returns;
  std::vector<Check> gives;
  Place place;
};

/// A step that builds a given, or a typed value inside a later argument.
struct GivenStep {
  Step step;
  std::string written;
  std::vector<Check> declared;  // facts the implementation must show of it before anything is judged
  Place place;
};

/// One case, ready to run: givens, when (the last step is judged), control, then.
struct Case {
  std::string id;           // requirement/scenario/case, or requirement?reading/case for a probe
  std::string requirement;  // views.permute
  std::string scenario;     // views.permute/invalid; empty for a probe
  std::string reading;      // Q4; empty unless a probe
  std::vector<GivenStep> givens;
  std::vector<CaseStep> when;
  std::optional<CaseStep> control;
  std::vector<Assertion> then;
  std::vector<std::pair<std::string, Assertion>> letters;  // a probe: what each reading gives; `then` is empty
  bool expects_error = false;                              // of a probe: every letter does
  std::string because;
  Place place;
};

}  // namespace swconform::scenario
