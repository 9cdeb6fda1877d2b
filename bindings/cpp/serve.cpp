// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/serve.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "bindings/cpp/lines.hpp"

namespace swconform::sdk {
namespace {

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// A descriptor of our own for what `descriptor` leads to, closed in programs that are started.
int keep(int descriptor, const char* what) {
  const int kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (kept < 0) fail(what);
  return kept;
}

void point_at_nothing(int descriptor) {
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0 || dup2(nothing, descriptor) < 0) fail("/dev/null");
  if (nothing != descriptor) close(nothing);
}

struct Channel {
  int requests;
  int replies;
};

Channel claim_standard_descriptors() {
  const Channel channel{keep(STDIN_FILENO, "standard input"), keep(STDOUT_FILENO, "standard output")};
  point_at_nothing(STDIN_FILENO);
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) point_at_nothing(STDOUT_FILENO);  // started without standard error
  return channel;
}

}  // namespace

int serve_lines(const LineAnswerer& answer) {
  try {
    const Channel channel = claim_standard_descriptors();
    LineReader requests(channel.requests);
    const auto reply = [&channel](std::string_view line) { write_line(channel.replies, line); };
    while (const auto request = requests.next()) {
      if (!answer(*request, reply)) break;
    }
    return 0;
  } catch (const std::system_error& error) {
    std::fprintf(stderr, "harness: %s\n", error.what());
    return 1;
  }
}

int serve(const Harness& harness) {
  if (isatty(STDIN_FILENO) == 1) {
    std::fprintf(stderr,
                 "This is a harness. It answers requests, one a line, and is meant to be started by\n"
                 "  swconform run --impl exec:PROGRAM\n");
  }
  return serve_lines([&harness](std::string_view request, const std::function<void(std::string_view)>& reply) {
    return answer_line(harness, request, reply);
  });
}

}  // namespace swconform::sdk
