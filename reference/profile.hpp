// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "reference/inline_vector.hpp"

namespace strideweave {

/// One step of a profile.
enum class Mark : unsigned char { leaf, push, pop };

/// The leaf/nesting recipe of a tree without its numbers: `[2,[3,4]]` is leaf, push, leaf, leaf, pop. The outermost
/// brackets are not marked.
class Profile {
 public:
  /// One mode, that is one subtree: a range of marks and the range of leaves under it.
  struct Mode {
    std::size_t first_mark = 0;
    std::size_t end_mark = 0;
    std::size_t first_leaf = 0;
    std::size_t end_leaf = 0;

    std::size_t leaf_count() const { return end_leaf - first_leaf; }
    /// A nested mode with one leaf is not a leaf: it has the three marks push, leaf, pop.
    bool is_leaf() const { return end_mark - first_mark == 1; }
  };
  using Modes = InlineVector<Mode, 8>;

  Profile() = default;
  /// n leaves side by side.
  static Profile flat(std::size_t n);

  void append_leaf() { marks_.push_back(Mark::leaf); }
  /// Opens a nested mode; every `push` needs its `pop` before the profile is used.
  void push() { marks_.push_back(Mark::push); }
  void pop() { marks_.push_back(Mark::pop); }
  /// Appends marks of another profile. Precondition: they are balanced.
  void append(std::span<const Mark> marks) { marks_.insert(marks_.end(), marks.begin(), marks.end()); }

  std::span<const Mark> marks() const { return {marks_.data(), marks_.size()}; }
  std::span<const Mark> marks(const Mode& mode) const;

  std::size_t leaf_count() const;
  /// The number of top-level modes.
  std::size_t rank() const;
  /// The top-level modes, left to right.
  Modes modes() const;
  /// The modes directly inside a nested mode. Precondition: !mode.is_leaf().
  Modes modes(const Mode& mode) const;
  /// Precondition: index < rank().
  Mode mode(std::size_t index) const;

  friend bool operator==(const Profile&, const Profile&) = default;

 private:
  InlineVector<Mark, 16> marks_;
};

}  // namespace strideweave
