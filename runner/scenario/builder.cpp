// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/builder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

const std::vector<std::string>& object_tags() {
  static const std::vector<std::string> tags{"shape", "stride", "layout", "tree",     "dtype",    "carrier", "tensor",
                                             "multi", "rule",   "error",  "compound", "category", "simple",  "foreign"};
  return tags;
}

bool is_object_tag(std::string_view tag) {
  return std::find(object_tags().begin(), object_tags().end(), tag) != object_tags().end();
}

Value reference(std::string_view path) { return Value::tagged("ref", std::string(path)); }

/// A part of a slice's text: an integer, or nothing.
Value slice_part(const Node& node, std::string_view part, std::size_t offset) {
  if (part.empty()) return Value();
  if (classify(part) != ScalarKind::integer) {
    node.fail_inside(offset, fmt::format("`{}` is no integer", part), "other parts are written !slice [_, _, 1.0]");
  }
  return *Integer::parse(part);
}

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return hash;
}

}  // namespace

std::string Builder::hidden_name() { return fmt::format("${}", ++hidden_); }

std::string Builder::invented_name() {
  // Registries are global and outlive a case: a name of its own for each, the same in every run, in letters only.
  std::uint64_t hash = fnv1a(fmt::format("{}#{}", case_.id, ++invented_));
  std::string name = "D";
  for (int i = 0; i < 13; ++i, hash /= 26) name += static_cast<char>('a' + hash % 26);
  return name;
}

Value Builder::emit(Step step, const std::string& name, std::string written, const Node& node) {
  step.as = name;
  GivenStep given;
  given.step = std::move(step);
  // `t.$carrier` is `t.carrier` to people; `$1` has no name of its own.
  std::string shown = name;
  if (const std::size_t at = shown.find(".$"); at != std::string::npos) shown.erase(at + 1, 1);
  given.written = shown[0] == '$' ? std::move(written) : fmt::format("{}: {}", shown, written);
  given.place = node.place();
  case_.givens.push_back(std::move(given));
  return reference(name);
}

void Builder::given(const Node& name, const Node& value) {
  Binding binding;
  binding.tag = value.tag;
  std::optional<Value> inlined;
  if (value.is_plain() && classify(value.text) == ScalarKind::word) {
    value.fail(fmt::format("a given is a value or something built, and `{}` is a name", value.text),
               "a name stands for one object throughout a case");
  }
  scope_.check_new(name);
  if (is_object_tag(value.tag)) {
    build(value, name.text, binding);
  } else {
    inlined = argument(value);
  }
  binding.value = std::move(inlined);
  binding.line = name.line;
  scope_.bind(name, Binding::Origin::given) = std::move(binding);  // only now: it is not there while it is built
}

Value Builder::argument(const Node& node) {
  if (is_object_tag(node.tag)) {
    Binding unnamed;
    if (node.tag == "dtype") return build(node, {}, unnamed);
    return build(node, hidden_name(), unnamed);
  }
  if (node.tag == "str") {
    if (!node.is_scalar()) node.fail(fmt::format("!str holds a text, and this is {}", describe(node)));
    return Value(node.text);
  }
  if (node.tag == "int" || node.tag == "float") return number_of(node, "this");
  if (node.tag == "slice") return slice(node);
  if (node.tag == "list" || (node.tag.empty() && node.is_list())) return list(node);
  if (node.tag == "sub") return subtensor(node);
  if (!node.tag.empty()) {
    std::vector<std::string> known = object_tags();
    known.insert(known.end(), {"str", "int", "float", "slice", "list", "sub"});
    node.fail(fmt::format("there is no tag !{}", node.tag), suggest(node.tag, known));
  }
  if (node.is_map()) node.fail("an argument is no map", "a subtensor is !sub {...}");
  if (node.quoted) {
    node.fail("a quoted text as an argument needs a tag", "!str \"...\", !shape \"...\", !layout \"...\"");
  }
  switch (classify(node.text)) {
    case ScalarKind::none:
      return Value();
    case ScalarKind::word:
      return word(node);
    default:
      return number_of(node, "this");
  }
}

Value Builder::word(const Node& node) {
  const Path path = scope_.path(node);
  if (path.binding->value) return *path.binding->value;
  if (depth_ > 0 && path.binding->origin != Binding::Origin::given) {
    node.fail(fmt::format("`{}` is bound by a step, and this value is built before the first step", path.root),
              "build it in a step of its own");
  }
  return reference(path.text);
}

Value Builder::list(const Node& node) {
  if (!node.is_list()) node.fail(fmt::format("!list holds a list, and this is {}", describe(node)));
  Value::List items;
  items.reserve(node.items.size());
  for (const NodePtr& item : node.items) items.push_back(argument(*item));
  return Value(std::move(items));
}

Value Builder::slice(const Node& node) {
  Value::List parts;
  if (node.is_list()) {
    if (node.items.empty() || node.items.size() > 3) node.fail("a slice has one to three parts", "[start, stop, step]");
    for (const NodePtr& item : node.items) {
      const bool left_out = item->is_plain() && item->text == "_";
      parts.push_back(left_out ? Value() : argument(*item));
    }
  } else {
    if (!node.is_scalar()) node.fail(fmt::format("!slice holds a text or a list, and this is {}", describe(node)));
    std::size_t begin = 0;
    for (std::size_t end = 0; end <= node.text.size(); ++end) {
      if (end != node.text.size() && node.text[end] != ':') continue;
      parts.push_back(slice_part(node, std::string_view(node.text).substr(begin, end - begin), begin));
      begin = end + 1;
    }
    if (parts.size() < 2 || parts.size() > 3) {
      node.fail_inside(0, fmt::format("\"{}\" is no slice", node.text), "one or two colons: \"1:9\", \"1:9:2\", \":\"");
    }
  }
  parts.resize(3);
  return Value::tagged("slice", Value(std::move(parts)));
}

Value Builder::built_in(const std::string& name, const Node& node) {
  const auto [entry, is_new] = built_ins_.emplace(name, Value());
  if (is_new) {
    Step step{"dtype", {Value(name)}, {}, {}, false, false};
    entry->second = emit(std::move(step), hidden_name(), fmt::format("!dtype {}", name), node);
  }
  return entry->second;
}

Dtype Builder::dtype(const Node& node) {
  Dtype result;
  const bool tagged = node.is_scalar() && node.tag == "dtype";
  if (tagged || (node.is_plain() && is_built_in_dtype(node.text))) {
    if (!is_built_in_dtype(node.text)) {
      node.fail_inside(0, fmt::format("there is no built-in dtype `{}`", node.text),
                       suggest(node.text, built_in_dtypes()));
    }
    result.built_in = node.text;
    result.ref = built_in(node.text, node);
    return result;
  }
  if (node.tag == "compound" || node.tag == "category" || node.tag == "simple") {
    Binding unnamed;
    result.path = hidden_name();
    result.ref = build(node, result.path, unnamed);
    if (unnamed.dtype) result.planes = unnamed.dtype->planes;
    return result;
  }
  if (!node.is_plain() || classify(node.text) != ScalarKind::word) {
    node.fail(
        fmt::format("a dtype is a built-in's name, a bound name or a tagged dtype, and this is {}", describe(node)));
  }
  const std::string root = node.text.substr(0, node.text.find('.'));
  if (scope_.find(root) == nullptr) {
    const std::string near = nearest(node.text, built_in_dtypes());
    node.fail(fmt::format("there is no dtype `{}`, built-in or bound", node.text),
              near.empty() ? std::string() : fmt::format("did you mean `{}`?", near));
  }
  result.ref = word(node);
  const Path path = scope_.path(node);
  result.path = path.text;
  if (path.is_name() && path.binding->dtype) result = *path.binding->dtype;
  return result;
}

Value Builder::build(const Node& node, const std::string& name, Binding& binding) {
  struct Depth {
    explicit Depth(int& depth) : depth_(depth) { ++depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth_; }
    int& depth_;
  };
  const Depth inside(depth_);
  if (node.tag == "shape" || node.tag == "stride") return int_tuple(node, name);
  if (node.tag == "layout") {
    binding.layout = std::make_shared<LayoutText>(layout_of(node));
    return layout(node, *binding.layout, name);
  }
  if (node.tag == "tree") return tree(node, name);
  if (node.tag == "dtype") {
    Dtype built = dtype(node);
    if (!name.empty()) {
      built.ref = emit(Step{"dtype", {Value(built.built_in)}, {}, {}, false, false}, name, write(node), node);
    }
    binding.dtype = std::make_shared<Dtype>(built);
    return built.ref;
  }
  if (node.tag == "error") return error(node, name);
  if (node.tag == "category") return category(node, name);
  if (node.tag == "simple") return simple(node, name);
  if (node.tag == "compound") return compound(node, name, binding);
  if (node.tag == "rule") return rule(node, name);
  if (node.tag == "foreign") return foreign(node, name);
  if (node.tag == "carrier") return carrier(node, name, binding);
  if (node.tag == "tensor") return tensor(node, name, binding);
  return multi(node, name);
}

Value Builder::int_tuple(const Node& node, const std::string& name) {
  const bool is_shape = node.tag == "shape";
  Value tuple = int_tuple_of(node, is_shape ? 1 : 0, is_shape ? "an extent" : "a stride");
  return emit(Step{node.tag, {std::move(tuple)}, {}, {}, false, false}, name, write(node), node);
}

Value Builder::layout(const Node& node, const LayoutText& layout, const std::string& name) {
  std::string written = node.tag.empty() ? fmt::format("!layout {}", write(node)) : write(node);
  return emit(Step{"layout", {layout.shape, layout.stride}, {}, {}, false, false}, name, std::move(written), node);
}

Value Builder::tree(const Node& node, const std::string& name) {
  struct Reader {
    static Value read(const Node& item) {
      if (item.is_list()) {
        Value::List items;
        for (const NodePtr& child : items_of(item, "a branch of a tree")) items.push_back(read(*child));
        return Value(std::move(items));
      }
      if (item.is_plain() && item.text == "_") return Value();
      Integer id = integer_of(item, "a leaf of a tree");
      if (id.text().starts_with('-')) item.fail("an id is at least 0");
      return Value(std::move(id));
    }
  };
  if (!node.is_list())
    node.fail(fmt::format("!tree holds a list, and this is {}", describe(node)), "!tree [0, _, [1]]");
  Value::List branches;
  for (const NodePtr& item : node.items) branches.push_back(Reader::read(*item));
  return emit(Step{"tree", {Value(std::move(branches))}, {}, {}, false, false}, name, write(node), node);
}

Value Builder::error(const Node& node, const std::string& name) {
  if (!node.is_scalar() || !is_error_kind(node.text)) {
    node.fail(fmt::format("!error holds a kind, and `{}` is none", write(node)), suggest(node.text, error_kinds()));
  }
  return emit(Step{"error", {Value(node.text)}, {}, {}, false, false}, name, write(node), node);
}

Value Builder::category(const Node& node, const std::string& name) {
  const bool empty = node.is_map() ? node.keys.empty() : node.is_scalar() && node.text.empty();
  if (!empty) node.fail("a category has no fields: its name is invented", "!category {}");
  return emit(Step{"category", {}, {{"name", Value(invented_name())}}, {}, false, false}, name, "!category {}", node);
}

Value Builder::simple(const Node& node, const std::string& name) {
  const Members members(node, "!simple", {"bits"});
  Integer bits = integer_of(members.need("bits"), "the width");
  if (bits.text() == "0" || bits.text().starts_with('-'))
    members.need("bits").fail("a simple dtype has at least 1 bit");
  Value::Record keywords{{"name", Value(invented_name())}, {"bits", Value(std::move(bits))}};
  return emit(Step{"simple", {}, std::move(keywords), {}, false, false}, name, write(node), node);
}

Value Builder::compound(const Node& node, const std::string& name, Binding& binding) {
  const Members members(node, "!compound", {"planes", "rules"});
  const Node& planes = members.need("planes");
  if (items_of(planes, "`planes`").empty()) planes.fail("the planes are a list of dtypes, one at least");
  auto dtype_info = std::make_shared<Dtype>();
  Value::List plane_refs;
  for (const NodePtr& plane : planes.items) {
    dtype_info->planes.push_back(dtype(*plane));
    plane_refs.push_back(dtype_info->planes.back().ref);
  }
  Value::Record keywords{{"name", Value(invented_name())}, {"planes", Value(std::move(plane_refs))}};
  if (const Node* rules = members.find("rules")) {
    Value::List rule_refs;
    for (const NodePtr& item : items_of(*rules, "`rules`")) rule_refs.push_back(argument(*item));
    keywords.emplace_back("rules", Value(std::move(rule_refs)));
  }
  dtype_info->path = name;
  dtype_info->ref = emit(Step{"compound", {}, std::move(keywords), {}, false, false}, name, write(node), node);
  binding.dtype = dtype_info;
  return dtype_info->ref;
}

Value Builder::object_map(const Node& node) {
  if (!node.is_map() || !node.tag.empty()) node.fail(fmt::format("this is a map of names, not {}", describe(node)));
  Value::Record fields;
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    if (!is_identifier(node.keys[i]->text)) node.keys[i]->fail(fmt::format("`{}` is no name", node.keys[i]->text));
    fields.emplace_back(node.keys[i]->text, argument(*node.items[i]));
  }
  return Value::tagged("map", Value(std::move(fields)));
}

Value Builder::foreign(const Node& node, const std::string& name) {
  const Members members(node, "!foreign", {"attributes", "methods"});
  Value::Record keywords;
  for (const char* field : {"attributes", "methods"}) {
    if (const Node* found = members.find(field)) keywords.emplace_back(field, object_map(*found));
  }
  return emit(Step{"foreign", {}, std::move(keywords), {}, false, false}, name, write(node), node);
}

Value Builder::rule(const Node& node, const std::string& name) {
  const Members members(node, "!rule", {"raise", "armed", "write", "returns"});
  Value::Record keywords;
  if (const Node* raise = members.find("raise")) keywords.emplace_back("raise", error_reference(*raise));
  if (const Node* armed = members.find("armed"); armed != nullptr && boolean_of(*armed, "`armed`")) {
    keywords.emplace_back("armed", Value(true));
  }
  if (const Node* fields = members.find("write")) {
    const std::vector<std::string> known{"logical_dtype", "storage_dtypes", "placement_layouts", "adjacent_layouts",
                                         "level_shapes"};
    Value::List names;
    for (const NodePtr& field : items_of(*fields, "`write`")) {
      const std::string& text = text_of(*field, "a field");
      if (std::find(known.begin(), known.end(), text) == known.end()) {
        field->fail(fmt::format("a context has no field `{}`", text), suggest(text, known));
      }
      names.emplace_back(text);
    }
    keywords.emplace_back("write", Value(std::move(names)));
  }
  if (const Node* returns = members.find("returns")) keywords.emplace_back("returns", argument(*returns));
  return emit(Step{"rule", {}, std::move(keywords), {}, false, false}, name, write(node), node);
}

Value Builder::error_reference(const Node& node) {
  if (node.tag == "error") return argument(node);
  const Path path = scope_.path(node);
  if (!path.is_name() || path.binding->tag != "error") {
    node.fail(fmt::format("`{}` is no exception", node.text), "what is raised is a given: boom: !error ValueError");
  }
  return word(node);
}

}  // namespace swconform::scenario
