// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/descriptor.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace swconform {
namespace {

constexpr int first_free = 3;

Descriptor above_the_standard_ones(Descriptor descriptor) {
  if (descriptor.get() >= first_free) return descriptor;
  const int moved = fcntl(descriptor.get(), F_DUPFD_CLOEXEC, first_free);
  if (moved < 0) throw std::system_error(errno, std::generic_category(), "fcntl");
  return Descriptor(moved);
}

}  // namespace

void Descriptor::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  Descriptor read(ends[0]);
  Descriptor write(ends[1]);
  return {above_the_standard_ones(std::move(read)), above_the_standard_ones(std::move(write))};
}

void set_nonblocking(const Descriptor& descriptor) {
  const int flags = fcntl(descriptor.get(), F_GETFL);
  if (flags < 0 || fcntl(descriptor.get(), F_SETFL, flags | O_NONBLOCK) != 0)
    throw std::system_error(errno, std::generic_category(), "fcntl");
}

}  // namespace swconform
