// SPDX-License-Identifier: Apache-2.0
// The decoder of protocol lines, and of the messages they hold.
#include <exception>
#include <string>

#include "bindings/protocol/messages.hpp"
#include "bindings/protocol/value.hpp"
#include "tests/fuzz_targets/target.hpp"

namespace swconform::fuzz_targets {
namespace {

/// Whether it is such a message; then what is written of it reads back as the same.
template <class Parse>
bool is_message(const Value& value, const Parse& parse) {
  try {
    const Value written = to_value(parse(value));
    require(to_value(parse(written)) == written, "a message is read otherwise than written: " + to_json(written));
    return true;
  } catch (const ProtocolError&) {
    return false;
  }
}

}  // namespace

bool accepts(std::string_view input) {
  try {
    const Value value = from_json(input);
    const std::string line = to_json(value);
    require(line.find('\n') == std::string::npos, "a line break within a line");
    require(from_json(line) == value, "a value is read otherwise than written: " + line);
    // Each of them, whatever the others say.
    const bool hello = is_message(value, [](const Value& it) { return parse_hello(it); });
    const bool request = is_message(value, [](const Value& it) { return parse_case_request(it); });
    const bool outcome = is_message(value, [](const Value& it) { return parse_outcome(it); });
    const bool facts = is_message(value, [](const Value& it) { return parse_facts(it); });
    return hello || request || outcome || facts || is_done(value);
  } catch (const ProtocolError&) {
    return false;
  } catch (const std::exception& error) {
    require(false, std::string("not a ProtocolError: ") + error.what());
  }
  return false;
}

}  // namespace swconform::fuzz_targets
