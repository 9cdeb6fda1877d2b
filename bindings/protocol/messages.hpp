// SPDX-License-Identifier: Apache-2.0
// The protocol's messages as plain structs. protocol.md describes the same to authors of harnesses in other languages.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings/protocol/value.hpp"

namespace swconform {

/// A message that does not follow the protocol. what() says where and what was expected.
class ProtocolError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::int64_t protocol_version = 1;

/// {"verb": "hello", "protocol": 1} is answered by this as one line.
struct Hello {
  std::string name;
  std::string version;
  std::string language;
  std::int64_t protocol = protocol_version;
  std::vector<std::string> operations;
  std::vector<std::string> facts;    // names of the facts it can answer
  std::vector<std::string> options;  // keywords of givens it knows beyond the mandatory ones, e.g. spy, virtual
};

/// One call. Arguments and keyword values are Values in which {"ref": "x.carrier"} names a bound object or a fact of
/// one, {"slice": [a, b, c]} a slice, {"map": {...}} a map, null None.
struct Step {
  std::string operation;
  Value::List arguments;
  Value::Record keywords;
  std::string as;        // the name to bind the answer to; empty: none
  bool no_grad = false;  // run with gradient recording disabled
  bool facts = false;    // send the facts after this step
};

/// {"verb": "case", "steps": [{"do": "permute", "arguments": [...], "keywords": {...}, "as": "v", "no_grad": true,
/// "facts": true}, ...]}; empty members are left out. Answered by one Outcome line a step, a Facts line after each step
/// that asks for it, and one {"done": true}. Steps run in order, whatever became of those before.
struct CaseRequest {
  std::vector<Step> steps;
};

/// How a step ended. {"step": i, "value": ...}, {"step": i, "error": {"kind", "message", "token"}},
/// {"step": i, "unsupported": "why"}, "absent", "skipped", "internal" likewise.
struct Outcome {
  enum class Kind {
    value,
    error,
    unsupported,  // the harness has no such operation or option
    absent,       // the language cannot express the call
    skipped,      // it names an object that was not bound
    internal,     // the harness itself failed
  };
  Kind kind = Kind::value;
  std::size_t step = 0;
  Value value;             // kind value
  std::string error_kind;  // kind error: TypeError ... or Other
  std::string message;     // kind error: its text; unsupported, absent, skipped, internal: why
  Value token;             // kind error: {"object": n}, or null where exceptions have no identity
};

/// The facts of one object. A fact's value is a Value in which {"object": n} is a token, {"layout": [shape, stride]},
/// {"shape": nested list}, {"dtype": name}, {"error": {"kind", "message"}} a query that failed, {"unreadable": why}.
struct ObjectFacts {
  std::string kind;  // tensor, carrier, rule, context, dtype, class, error, ... ; empty: kind and facts as before
  std::optional<bool> alive;  // absent where the object cannot be referred to weakly
  Value::Record facts;
};

/// What changed since the last facts of this case: {"facts": {"names": {"t": {"object": 3}}, "objects": {"3": {"kind":
/// "tensor", "alive": true, "facts": {...}}, "4": {"alive": false}}}}. A name that was dropped keeps its last value.
struct Facts {
  Value::Record names;
  std::map<std::int64_t, ObjectFacts> objects;
};

Value to_value(const Hello& hello);
Value to_value(const CaseRequest& request);
Value to_value(const Outcome& outcome);
Value to_value(Facts facts);

/// Each throws ProtocolError where the value is not such a message.
Hello parse_hello(const Value& value);
CaseRequest parse_case_request(const Value& value);
Outcome parse_outcome(const Value& value);
Facts parse_facts(Value value);
bool is_done(const Value& value);
bool is_facts(const Value& value);

Value hello_request();
Value bye_request();

}  // namespace swconform
