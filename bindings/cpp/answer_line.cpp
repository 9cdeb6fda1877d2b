// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/answer_line.hpp"

#include "bindings/cpp/refusal.hpp"

namespace swconform::sdk {

bool answer_line(const Harness& harness, std::string_view request, const std::function<void(std::string_view)>& reply) {
  const auto reply_value = [&reply](const Value& line) { reply(to_json(line)); };
  Value value;
  try {
    value = from_json(request);
  } catch (const ProtocolError& error) {
    reply_value(refusal(error.what()));
    return true;
  }
  harness.answer(value, reply_value);
  const Value* verb = value.find("verb");
  return verb == nullptr || !(*verb == Value("bye"));
}

}  // namespace swconform::sdk
