// SPDX-License-Identifier: Apache-2.0
// The builder's half that makes tensors of one and of several subtensors.
#include <fmt/format.h>

#include <algorithm>

#include "runner/scenario/builder.hpp"
#include "runner/scenario/builder_plans.hpp"
#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

const std::vector<std::string>& carrier_fields() {
  static const std::vector<std::string> fields{"stored",  "values",    "size",      "class",      "spy",
                                               "virtual", "fail-read", "fail-size", "fail-dtype", "watched"};
  return fields;
}

bool is_compact_layout(const Node& node) { return node.is_scalar() && (node.quoted || node.tag == "layout"); }

bool is_integer(const Node& node) {
  return (node.is_plain() && classify(node.text) == ScalarKind::integer) || node.tag == "int";
}

}  // namespace

std::string written_numbers(const Value::List& numbers) {
  std::string written = "[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (numbers.size() > 64 && i == 32) {
      written += ", ...";
      i = numbers.size() - 8;
    }
    const Value& number = numbers[i];
    if (i != 0) written += ", ";
    if (const bool* boolean = number.boolean()) {
      written += *boolean ? "true" : "false";
    } else if (const double* floating = number.floating()) {
      std::string text = fmt::format("{}", *floating);
      const bool word = text.find_first_of("in") != std::string::npos;
      if (word) text = fmt::format("!float \"{}\"", text);
      if (!word && text.find_first_of(".e") == std::string::npos) text += ".0";
      written += text;
    } else if (const Integer* integer = number.integer()) {
      written += integer->text();
    }
  }
  return written + "]";
}

Dtype Builder::float32(const Node& node) {
  Dtype result;
  result.built_in = "Float32";
  result.ref = built_in("Float32", node);
  return result;
}

std::shared_ptr<const LayoutText> Builder::known_layout(const Node& node) const {
  if (is_compact_layout(node)) return std::make_shared<LayoutText>(layout_of(node));
  if (!node.is_plain() || classify(node.text) != ScalarKind::word) return nullptr;
  const Path path = scope_.path(node);
  const bool whole = path.is_name() && path.binding->tag == "layout";
  const bool of_tensor = path.text == path.root + ".layout";
  return whole || of_tensor ? path.binding->layout : nullptr;
}

Value Builder::layout_argument(const Node& node, const std::shared_ptr<const LayoutText>& known) {
  if (is_compact_layout(node)) return layout(node, *known, hidden_name());
  return argument(node);
}

Builder::Placed Builder::place(const Node& node, std::string_view what, const std::string& carrier_name,
                               const Dtype* default_dtype, bool lenient) {
  std::vector<std::string> allowed{"layout", "offset", "dtype", "carrier"};
  allowed.insert(allowed.end(), carrier_fields().begin(), carrier_fields().end());
  const Members members(node, what, std::move(allowed));
  const Node& layout_node = members.need("layout");
  const Node* carrier_node = members.find("carrier");
  const Node* dtype_node = members.find("dtype");
  const Node* offset_node = members.find("offset");

  Placed placed;
  for (const char* field : {"fail-size", "fail-dtype"}) {
    if (const Node* key = members.key(field); key != nullptr && !lenient) {
      key->fail("nothing can be built on a carrier that raises this", "!sub in a step, or a !carrier of its own");
    }
  }
  placed.layout = known_layout(layout_node);
  if (!placed.layout && !lenient && !is_compact_layout(layout_node) &&
      !(layout_node.is_plain() && classify(layout_node.text) == ScalarKind::word)) {
    layout_of(layout_node);  // says what is wrong with it
  }
  std::optional<Wide> offset = Wide{0};
  placed.offset = Value(0);
  if (offset_node != nullptr) {
    if (!lenient || is_integer(*offset_node)) {
      const Integer integer = integer_of(*offset_node, "the offset");
      offset = to_wide(integer);
      if (!lenient && integer.text().starts_with('-')) offset_node->fail("an offset is at least 0");
      placed.offset = Value(integer);
    } else {
      placed.offset = argument(*offset_node);
      offset = Wide{0};
    }
  }
  std::optional<Wide> needed;
  if (placed.layout && offset) {
    if (const std::optional<Wide> cosize = placed.layout->cosize()) {
      Wide sum = 0;
      if (!__builtin_add_overflow(*cosize, std::max(*offset, Wide{0}), &sum)) needed = sum;
    }
  }
  const bool any_dtype = dtype_node != nullptr && lenient && carrier_node != nullptr;
  if (any_dtype && !(dtype_node->is_plain() && is_built_in_dtype(dtype_node->text))) {
    placed.dtype = argument(*dtype_node);
  } else if (dtype_node != nullptr) {
    placed.known_dtype = dtype(*dtype_node);
  }

  if (carrier_node != nullptr) {
    use_carrier(*carrier_node, members, lenient, placed);
    if (!lenient && placed.carrier_info && placed.carrier_info->size &&
        (!needed || *needed > *placed.carrier_info->size)) {
      if (placed.layout) {
        layout_node.fail(fmt::format("this needs {} elements, and the carrier has {}",
                                     needed ? to_integer(*needed).text() : "very many",
                                     to_integer(*placed.carrier_info->size).text()),
                         "offset + cosize: what cannot be built is no given");
      }
    }
    if (dtype_node == nullptr) {
      if (default_dtype != nullptr) {
        placed.known_dtype = *default_dtype;
      } else if (placed.carrier_info) {
        placed.known_dtype = placed.carrier_info->dtype;
      } else if (lenient) {
        placed.known_dtype = float32(node);
      }
    }
  } else {
    if (!placed.layout) layout_node.fail("without a known layout the `carrier` must be named");
    if (dtype_node == nullptr) placed.known_dtype = default_dtype != nullptr ? *default_dtype : float32(node);
    std::string written = placed.known_dtype.built_in;
    if (dtype_node != nullptr) written = write(*dtype_node);
    if (written.empty()) written = placed.known_dtype.path;
    CarrierPlan carrier_plan = plan(members, placed.known_dtype, std::move(written));
    if (const Node* values = members.find("values")) {
      if (members.find("stored") != nullptr) values->fail("either `stored` or `values`");
      if (carrier_plan.is_virtual) values->fail("a virtual carrier stores nothing: it computes v(i) = i");
      if (!offset || *offset < 0 || *offset > largest_carrier) values->fail("values need a small offset");
      place_values(*values, *placed.layout, *offset, carrier_plan);
    }
    if (!carrier_plan.size) {
      if (!needed) layout_node.fail("the carrier of this layout is beyond counting", "name its `size`");
      carrier_plan.size = to_integer(*needed);
    } else if (!lenient) {
      const std::optional<Wide> size = to_wide(*carrier_plan.size);
      if (size && (!needed || *size < *needed)) {
        layout_node.fail(fmt::format("this needs {} elements, and the carrier has {}",
                                     needed ? to_integer(*needed).text() : "very many", carrier_plan.size->text()),
                         "offset + cosize: what cannot be built is no given");
      }
    }
    placed.carrier_info = emit_carrier(node, std::move(carrier_plan), carrier_name);
    placed.carrier = Value::tagged("ref", Value(carrier_name));
    placed.carrier_path = carrier_name;
    placed.own_carrier = true;
  }
  if (placed.dtype.is_null()) placed.dtype = placed.known_dtype.ref;
  placed.layout_ref = layout_argument(layout_node, placed.layout);
  return placed;
}

void Builder::use_carrier(const Node& node, const Members& members, bool lenient, Placed& placed) {
  std::vector<std::string> fields = carrier_fields();
  if (members.map().tag == "tensor") fields.emplace_back("dtype");
  for (const std::string& field : fields) {
    if (const Node* key = members.key(field)) {
      key->fail(fmt::format("`{}` belongs to the carrier, and that is named", field),
                "write it where the carrier is built");
    }
  }
  if (node.tag == "carrier") {
    Binding unnamed;
    placed.carrier_path = hidden_name();
    placed.carrier = build(node, placed.carrier_path, unnamed);
    placed.carrier_info = unnamed.carrier;
    return;
  }
  if (node.is_plain() && classify(node.text) == ScalarKind::word) {
    const Path path = scope_.path(node);
    const bool direct = path.is_name() && path.binding->tag == "carrier";
    const bool of_tensor = path.binding->tag == "tensor" && path.text == path.root + ".carrier";
    if (direct || of_tensor) placed.carrier_info = path.binding->carrier;
    placed.carrier_path = path.text;
  } else if (!lenient) {
    node.fail(fmt::format("a carrier is a bound name or a !carrier, and this is {}", describe(node)));
  }
  placed.carrier = argument(node);
}

Value Builder::tensor(const Node& node, const std::string& name, Binding& binding) {
  const Placed placed = place(node, "!tensor", name + ".$carrier", nullptr, false);
  binding.layout = placed.layout;
  binding.carrier = placed.carrier_info;
  const Value ref = emit(Step{"tensor", {placed.carrier, placed.offset, placed.layout_ref}, {}, {}, false, false}, name,
                         write(node), node);
  if (name[0] == '$') return ref;
  declare_placed(name, placed, node);
  return ref;
}

Value Builder::multi(const Node& node, const std::string& name) {
  const Members members(node, "!multi", {"dtype", "subtensors", "adjacent"});
  const Dtype logical = dtype(members.need("dtype"));
  const Node& subtensors = members.need("subtensors");
  if (items_of(subtensors, "`subtensors`").empty()) {
    subtensors.fail("the subtensors are a list of maps, one at least", "[{layout: \"4:1\"}, ...]");
  }
  std::vector<Placed> planes;
  for (std::size_t i = 0; i < subtensors.items.size(); ++i) {
    const Node& item = *subtensors.items[i];
    const Dtype* plane = i < logical.planes.size() ? &logical.planes[i] : nullptr;
    planes.push_back(
        place(item, item.tag == "sub" ? "!sub" : "a subtensor", fmt::format("{}.$carrier.{}", name, i), plane, false));
    if (planes.back().dtype.is_null()) planes.back().dtype = float32(item).ref;
  }
  Value::List subtensor_values;
  for (const Placed& placed : planes) subtensor_values.push_back(subtensor_value(placed));
  Value::List adjacent_refs;
  Value::List adjacent_layouts;
  if (const Node* adjacent = members.find("adjacent")) {
    for (const NodePtr& item : items_of(*adjacent, "`adjacent`")) {
      const auto known = known_layout(*item);
      if (!known) layout_of(*item);
      adjacent_layouts.push_back(Value::tagged("layout", Value(Value::List{known->shape, known->stride})));
      adjacent_refs.push_back(layout_argument(*item, known));
    }
  }
  if (adjacent_refs.size() + 1 != planes.size()) {
    node.fail(fmt::format("{} adjacent layouts between {} subtensors", adjacent_refs.size(), planes.size()),
              "one fewer than there are subtensors");
  }
  Value::Record keywords{{"dtype", logical.ref},
                         {"subtensors", Value(std::move(subtensor_values))},
                         {"adjacent", Value(std::move(adjacent_refs))}};
  const Value ref = emit(Step{"representation", {}, std::move(keywords), {}, false, false}, name, write(node), node);
  if (name[0] == '$') return ref;
  declare_dtype(name + ".dtype", logical, node);
  declare(name + ".subtensors.count", Matcher::Kind::equal, Value(static_cast<std::int64_t>(planes.size())), node);
  for (std::size_t i = 0; i < planes.size(); ++i) {
    declare_placed(fmt::format("{}.subtensors.{}", name, i), planes[i], *subtensors.items[i]);
  }
  declare(name + ".adjacent", Matcher::Kind::equal, Value(std::move(adjacent_layouts)), node);
  return ref;
}

Value Builder::subtensor(const Node& node) {
  ++depth_;
  const Placed placed = place(node, "!sub", fmt::format("{}.$carrier", hidden_name()), nullptr, true);
  --depth_;
  return subtensor_value(placed);
}

Value Builder::subtensor_value(const Placed& placed) {
  return Value::tagged("map", Value(Value::Record{{"dtype", placed.dtype},
                                                  {"carrier", placed.carrier},
                                                  {"offset", placed.offset},
                                                  {"layout", placed.layout_ref}}));
}

void Builder::declare(const std::string& path, Matcher::Kind kind, Value value, const Node& node) {
  Check check;
  check.path = path;
  check.matcher.kind = kind;
  if (kind == Matcher::Kind::same_object) {
    check.matcher.path = *value.text();
  } else {
    check.matcher.value = std::move(value);
  }
  check.place = check.matcher.place = node.place();
  case_.givens.back().declared.push_back(std::move(check));
}

void Builder::declare_dtype(const std::string& path, const Dtype& dtype, const Node& node) {
  if (!dtype.built_in.empty()) {
    declare(path, Matcher::Kind::equal, Value::tagged("dtype", Value(dtype.built_in)), node);
  } else if (!dtype.path.empty()) {
    declare(path, Matcher::Kind::same_object, Value(dtype.path), node);
  }
}

void Builder::declare_stored(const std::string& path, const CarrierInfo& carrier, const Node& node) {
  if (carrier.stored) declare(path, Matcher::Kind::equal, Value(*carrier.stored), node);
}

void Builder::declare_placed(const std::string& prefix, const Placed& placed, const Node& node) {
  if (placed.layout) {
    Value layout = Value::tagged("layout", Value(Value::List{placed.layout->shape, placed.layout->stride}));
    declare(prefix + ".layout", Matcher::Kind::equal, std::move(layout), node);
  }
  declare(prefix + ".offset", Matcher::Kind::equal, placed.offset, node);
  declare_dtype(prefix + ".dtype", placed.known_dtype, node);
  declare(prefix + ".carrier", Matcher::Kind::same_object, Value(placed.carrier_path), node);
  if (placed.own_carrier) declare_stored(prefix + ".carrier.stored", *placed.carrier_info, node);
}

}  // namespace swconform::scenario
