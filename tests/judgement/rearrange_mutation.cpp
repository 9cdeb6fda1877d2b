// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/rearrange_mutation.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

namespace swconform::judgement::rearrangements {

using strideweave::LayoutBuilder;
using strideweave::Mark;
using strideweave::Node;

const std::string operation = "rearrange";

const std::string* description(const Call& call) { return call.arguments.item(1).text(); }
const Tree* output_tree(const Call& call) { return call.arguments.item(1).as<Tree>(); }
bool has_selection(const Call& call) { return !call.arguments.item(2).is_none(); }

bool always(const Call&) { return true; }
bool has_default(const Call& call) { return output_tree(call) != nullptr && !has_selection(call); }

namespace {

/// Nothing where types are wrong or the description is.
std::optional<Rearrangement> request_of(const Call& call) {
  if (call.tensor() == nullptr || has_several(*call.tensor())) return std::nullopt;
  if (const std::string* text = description(call)) {
    if (has_selection(call)) return std::nullopt;
    try {
      return strideweave::parse_rearrangement(*text);
    } catch (const strideweave::Error&) {
      return std::nullopt;
    }
  }
  const Tree* output = output_tree(call);
  if (output == nullptr) return std::nullopt;
  if (!has_selection(call)) return Rearrangement{*output, default_selection(call.tensor()->layout().shape())};
  const Tree* selection = call.arguments.item(2).as<Tree>();
  if (selection == nullptr) return std::nullopt;
  return Rearrangement{*output, *selection};
}

Item with_request(const Call& call, const Rearrangement& request) {
  return call.next(call.session,
                   call.arguments.with(1, Item::object(request.output)).with(2, Item::object(request.selection)));
}

using Part = std::optional<Profile::Mode>;

/// The rearrangement with its checks as lenient as asked for; nothing where it refuses all the same.
class Lenient {
 public:
  Lenient(const Layout& layout, const Leniency& leniency) : layout_(layout), leniency_(leniency) {}

  std::optional<Layout> operator()(const Rearrangement& request) {
    const Profile& selection = request.selection.profile();
    if (!extract(layout_.profile().modes(), selection, selection.modes())) return std::nullopt;
    LayoutBuilder builder;
    std::size_t node = 0;
    for (const Mark mark : request.output.profile().marks()) {
      if (mark == Mark::push) {
        builder.push();
      } else if (mark == Mark::pop) {
        builder.pop();
      } else if (!place(builder, request.output.nodes()[node++])) {
        return std::nullopt;
      }
    }
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      if (!used_[part] && !leniency_.left_out && size_of(parts_[part]) != 1) return std::nullopt;
    }
    return builder.build();
  }

 private:
  bool extract(const Profile::Modes& modes, const Profile& profile, const Profile::Modes& selection) {
    if (selection.size() < modes.size() && !leniency_.too_short) return false;
    if (selection.size() > modes.size() && !leniency_.too_long) return false;
    for (std::size_t i = 0; i < selection.size(); ++i) {
      const Part source = i < modes.size() ? Part(modes[i]) : Part();
      if (selection[i].is_leaf()) {
        add(source);
      } else if (source && !source->is_leaf()) {
        if (!extract(layout_.profile().modes(*source), profile, profile.modes(selection[i]))) return false;
      } else if (leniency_.too_deep) {
        add(source);
        for (std::size_t more = 1; more < selection[i].leaf_count(); ++more) add({});
      } else {
        return false;
      }
    }
    return true;
  }

  void add(const Part& part) {
    parts_.push_back(part);
    used_.push_back(false);
  }

  bool place(LayoutBuilder& builder, const Node& node) {
    if (!node.id()) {
      builder.leaf(1, 0);
      return true;
    }
    if (*node.id() >= Int(parts_.size())) {
      builder.leaf(1, 0);
      return leniency_.past;
    }
    const std::size_t part = node.id()->to_size();
    if (used_[part] && !leniency_.twice && !(leniency_.unit_twice && size_of(parts_[part]) == 1)) return false;
    used_[part] = true;
    if (parts_[part]) {
      builder.mode(layout_, *parts_[part]);
    } else {
      builder.leaf(1, 0);
    }
    return true;
  }

  Int size_of(const Part& part) const {
    Int size = 1;
    for (std::size_t k = part ? part->first_leaf : 0; part && k < part->end_leaf; ++k) size *= layout_.extents()[k];
    return size;
  }

  const Layout& layout_;
  const Leniency& leniency_;
  std::vector<Part> parts_;
  std::vector<bool> used_;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

Change described(std::function<std::string(std::string)> edit) {
  return around(operation, [edit = std::move(edit)](const Call& call) {
    if (description(call) == nullptr || has_selection(call)) return call();
    return call.next(call.session, call.arguments.with(1, Item(edit(*description(call)))));
  });
}

Change trees(Concerns concerns, std::function<void(Rearrangement&, const Layout& source)> edit) {
  return around(operation, [concerns = std::move(concerns), edit = std::move(edit)](const Call& call) {
    std::optional<Rearrangement> request = concerns(call) ? request_of(call) : std::nullopt;
    if (!request) return call();
    edit(*request, call.tensor()->layout());
    return with_request(call, *request);
  });
}

void renumber(Rearrangement& request, const std::vector<std::size_t>& numbering) {
  std::vector<Node> nodes(request.output.nodes().begin(), request.output.nodes().end());
  for (Node& node : nodes) {
    if (node.id() && *node.id() < Int(numbering.size())) node = Node::id(Int(numbering[node.id()->to_size()]));
  }
  request.output = Tree(request.output.profile(), std::move(nodes));
}

Tree flat_tree(const Tree& tree) {
  return {Profile::flat(tree.nodes().size()), std::vector<Node>(tree.nodes().begin(), tree.nodes().end())};
}

Tree without(const Tree& tree, const std::function<bool(const Node&)>& unwanted) {
  std::vector<Tree::Item> kept;
  for (const Tree::Item& item : tree.items()) {
    const auto* node = std::get_if<Node>(&item);
    if (node == nullptr) {
      kept.emplace_back(without(std::get<Tree>(item), unwanted));
    } else if (!unwanted(*node)) {
      kept.push_back(item);
    }
  }
  return Tree(kept);
}

Tree top_level(const Layout& layout) { return {Profile::flat(layout.rank()), std::vector<Node>(layout.rank())}; }

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    if (end > at && std::isdigit(static_cast<unsigned char>(text[at])) == 0) names.push_back(text.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return names;
}

Sides sides_of(const std::string& text) {
  const std::size_t arrow = text.find("->");
  if (arrow == std::string::npos) return {text, ""};
  return {text.substr(0, arrow), text.substr(arrow + 2)};
}

std::string blanked(std::string text, const std::function<bool(char)>& unwanted) {
  std::replace_if(text.begin(), text.end(), unwanted, ' ');
  return text;
}

Change lets_pass(const Leniency& leniency) {
  return around(operation, [leniency](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      const auto request = request_of(call);
      if (error.kind() != ErrorKind::value_error || !request) throw;
      const auto layout = Lenient(call.tensor()->layout(), leniency)(*request);
      if (!layout) throw;
      return Item::object(at(*call.tensor(), call.tensor()->offset(), *layout));
    }
  });
}

Change kind_of(bool descriptions, ErrorKind kind) {
  return kind_where(
      operation, [descriptions](const Call& call) { return request_of(call).has_value() != descriptions; }, kind);
}

}  // namespace swconform::judgement::rearrangements
