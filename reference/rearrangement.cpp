// SPDX-License-Identifier: Apache-2.0
#include "reference/rearrangement.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "reference/error.hpp"
#include "reference/modes.hpp"

namespace strideweave {
namespace {

/// The source subtrees under the leaves of the selection, in order.
class Extraction {
 public:
  Extraction(const Layout& layout, const Tree& selection) : source_(layout.profile()), selection_(selection.profile()) {
    extract(source_.modes(), selection_.modes());
  }

  const std::vector<Profile::Mode>& parts() const { return parts_; }

 private:
  void extract(const Profile::Modes& source, const Profile::Modes& selection) {
    if (source.size() != selection.size()) {
      raise_value_error(fmt::format("the selection has {} items for {} modes", selection.size(), source.size()));
    }
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (selection[i].is_leaf()) {
        parts_.push_back(source[i]);
      } else if (source[i].is_leaf()) {
        raise_value_error("the selection has a group where the layout has a leaf");
      } else {
        extract(source_.modes(source[i]), selection_.modes(selection[i]));
      }
    }
  }

  const Profile& source_;
  const Profile& selection_;
  std::vector<Profile::Mode> parts_;
};

bool is_singleton(const Layout& layout, const Profile::Mode& mode) {
  for (std::size_t leaf = mode.first_leaf; leaf < mode.end_leaf; ++leaf) {
    if (layout.extents()[leaf] != 1) return false;
  }
  return true;
}

}  // namespace

Tree default_selection(const Shape& shape) { return Tree(shape.profile(), std::vector<Node>(shape.leaf_count())); }

Layout rearrange(const Layout& layout, const Tree& output) {
  return rearrange(layout, output, default_selection(layout.shape()));
}

Layout rearrange(const Layout& layout, const Tree& output, const Tree& selection) {
  const Extraction extraction(layout, selection);
  const std::vector<Profile::Mode>& parts = extraction.parts();
  std::vector<bool> used(parts.size(), false);
  LayoutBuilder result;
  std::size_t node = 0;
  for (const Mark mark : output.profile().marks()) {
    if (mark == Mark::push) {
      result.push();
    } else if (mark == Mark::pop) {
      result.pop();
    } else if (const std::optional<Int>& id = output.nodes()[node++].id(); !id) {
      result.leaf(1, 0);
    } else {
      if (*id >= parts.size()) {
        raise_value_error(fmt::format("id {} is out of range for {} extracted parts", to_string(*id), parts.size()));
      }
      const std::size_t part = id->to_size();
      if (used[part]) raise_value_error(fmt::format("id {} occurs twice in the output", part));
      used[part] = true;
      result.mode(layout, parts[part]);
    }
  }
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (!used[part] && !is_singleton(layout, parts[part])) {
      raise_value_error(fmt::format("part {} has more than one element and is left out of the output", part));
    }
  }
  return result.build();
}

}  // namespace strideweave
