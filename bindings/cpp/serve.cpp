// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/serve.hpp"

#include <unistd.h>

#include <cstdio>
#include <system_error>

#include "bindings/cpp/answer_line.hpp"
#include "bindings/protocol/channel.hpp"

namespace swconform::sdk {

int serve(const Harness& harness) {
  if (isatty(STDIN_FILENO) == 1) {
    std::fprintf(stderr,
                 "This is a harness: it answers requests, one a line, and is started by\n"
                 "  swconform run --impl exec:PROGRAM\n");
  }
  try {
    StandardChannel channel;
    const auto reply = [&channel](std::string_view line) { channel.reply(line); };
    while (const auto request = channel.next()) {
      if (!answer_line(harness, *request, reply)) break;
    }
    return 0;
  } catch (const std::system_error& error) {
    std::fprintf(stderr, "harness: %s\n", error.what());
    return 1;
  }
}

}  // namespace swconform::sdk
