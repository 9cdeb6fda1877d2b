// SPDX-License-Identifier: Apache-2.0
#include "bindings/protocol/channel.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace swconform {
namespace {

constexpr std::size_t block = std::size_t{64} * 1024;

// Whether to try again: after a signal at once, on a descriptor that does not block once it is ready.
bool again(int descriptor, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd ready{descriptor, events, 0};
  poll(&ready, 1, -1);
  return true;
}

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

}  // namespace

std::optional<std::string_view> LineReader::next() {
  while (true) {
    const std::size_t end = buffer_.find('\n', scanned_);
    if (end != std::string::npos) {
      const std::string_view line = std::string_view(buffer_).substr(begin_, end - begin_);
      begin_ = scanned_ = end + 1;
      return line;
    }
    buffer_.erase(0, begin_);
    begin_ = 0;
    scanned_ = buffer_.size();
    if (!read_more()) break;
  }
  if (buffer_.empty()) return std::nullopt;
  begin_ = scanned_ = buffer_.size();
  return buffer_;
}

bool LineReader::read_more() {
  if (ended_) return false;
  const std::size_t size = buffer_.size();
  buffer_.resize(size + block);
  ssize_t count = 0;
  while ((count = ::read(descriptor_, buffer_.data() + size, buffer_.size() - size)) < 0) {
    if (!again(descriptor_, POLLIN)) fail("reading requests");
  }
  buffer_.resize(size + static_cast<std::size_t>(count));
  ended_ = count == 0;
  return !ended_;
}

void write_line(int descriptor, std::string_view text) {
  std::string line;
  line.reserve(text.size() + 1);
  line.append(text).append(1, '\n');
  std::string_view rest = line;
  while (!rest.empty()) {
    const ssize_t count = ::write(descriptor, rest.data(), rest.size());
    if (count >= 0) {
      rest.remove_prefix(static_cast<std::size_t>(count));
    } else if (!again(descriptor, POLLOUT)) {
      fail("writing replies");
    }
  }
}

StandardChannel::StandardChannel()
    : in_(keep(STDIN_FILENO, "standard input")), out_(keep(STDOUT_FILENO, "standard output")), requests_(in_) {
  point_at_nothing(STDIN_FILENO);
  if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) point_at_nothing(STDOUT_FILENO);  // started without standard error
}

StandardChannel::~StandardChannel() {
  close(in_);
  close(out_);
}

}  // namespace swconform
