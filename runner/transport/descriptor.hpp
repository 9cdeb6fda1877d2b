// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

namespace swconform {

/// A file descriptor, closed at the end. Never inherited by a program that is started: all are made close-on-exec.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) {
      close();
      number_ = std::exchange(other.number_, -1);
    }
    return *this;
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  /// -1 where there is none.
  int get() const { return number_; }
  void close();

 private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// Both ends above the three standard descriptors, so that none of these is overwritten while they are set up for a
/// child. Throws std::system_error.
Pipe make_pipe();
/// Throws std::system_error.
void set_nonblocking(const Descriptor& descriptor);

}  // namespace swconform
