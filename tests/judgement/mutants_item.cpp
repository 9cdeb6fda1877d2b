// SPDX-License-Identifier: Apache-2.0
// friendly.item
#include <fmt/format.h>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using strideweave::ErrorKind;

constexpr const char* not_one = "item requires a tensor with exactly one element";

bool has_one(const Call& call) { return call.tensor() != nullptr && call.tensor()->size() == 1; }

/// Where item of a Tensor with one element reads, changed.
Change reads_at(std::function<Int(const Tensor&)> index) {
  return around("item", [index = std::move(index)](const Call& call) {
    return has_one(call) ? read(*call.tensor(), index(*call.tensor())) : call();
  });
}

/// Before item refuses a Tensor of another size.
Change on_refusal(std::function<Item(const Call&)> body) {
  return around("item", [body = std::move(body)](const Call& call) {
    return call.tensor() != nullptr && !has_one(call) ? body(call) : call();
  });
}

Change refuses_with(ErrorKind kind, std::function<std::string(const Tensor&)> message) {
  return on_refusal([kind, message = std::move(message)](const Call& call) -> Item {
    strideweave::raise(kind, message(*call.tensor()));
  });
}

Item first_element(const Call& call) { return call.with(at(*call.tensor(), call.tensor()->offset(), Layout())); }

/// What a Foreign has to offer, taken without its size.
Item through_layout(const Call& call) {
  if (call.foreign() == nullptr) return call();
  const auto& attributes = (*call.foreign())->attributes;
  return call.with(Tensor(attributes.at("carrier"), attributes.at("offset"), attributes.at("layout")));
}

}  // namespace

std::vector<Mutant> mutants_of_friendly_item() {
  return {
      {"friendly.item.1", "extracts from the Tensor made last", last_tensor_made("item")},
      {"friendly.item.2", "takes key one for key zero", reads_at([](const Tensor& t) {
         return t.offset() + (t.layout().leaf_count() == 0 ? Int(0) : t.layout().strides()[0]);
       })},
      {"friendly.item.2", "takes the carrier's last value",
       reads_at([](const Tensor& t) { return t.carrier()->size() - 1; })},
      {"friendly.item.2", "takes the carrier's middle value",
       reads_at([](const Tensor& t) { return t.carrier()->size() / 2; })},
      {"friendly.item.3", "counts coordinates inside a nested mode from one", reads_at([](const Tensor& t) {
         Int index = t.offset();
         for (const auto& mode : t.layout().profile().modes()) {
           if (!mode.is_leaf()) index += t.layout().strides()[mode.first_leaf];
         }
         return index;
       })},
      {"friendly.item.3", "takes the cosize for the index",
       reads_at([](const Tensor& t) { return t.offset() + t.layout().cosize(); })},
      {"friendly.item.4", "drops the offset", reads_at([](const Tensor&) { return Int(0); })},
      {"friendly.item.4", "adds the offset twice", reads_at([](const Tensor& t) { return t.offset() * 2; })},
      {"friendly.item.4", "counts the offset from one",
       reads_at([](const Tensor& t) { return t.offset() == 0 ? Int(0) : t.offset() - 1; })},
      {"friendly.item.5", "returns a whole float as an integer",
       answer("item", [](const Item& value) { return Item(static_cast<std::int64_t>(*value.floating())); })},
      {"friendly.item.5", "returns the index of the value",
       around("item",
              [](const Call& call) {
                call();
                return Item(static_cast<double>(call.tensor()->offset().raw()));
              })},
      {"friendly.item.5", "returns zero without a read from other people's carriers",
       around("item",
              [](const Call& call) {
                const bool own = !has_one(call) ||
                                 call.tensor()->carrier_type().name().starts_with("strideweave::");
                return own ? call() : Item(0.0);
              })},
      {"friendly.item.6", "moves the Tensor to offset zero",
       told_after(
           "item", [](const Tensor& t) { return t.size() == 1; }, "tensor",
           [](sdk::FactSheet& sheet) { sheet.set("offset", Item(0)); })},
      {"friendly.item.6", "flattens the Tensor",
       told_after(
           "item", [](const Tensor& t) { return has_nested_mode(t.layout()); }, "tensor",
           [](sdk::FactSheet& sheet) { sheet.set("layout", Item::object(Layout())); })},
      {"friendly.item.7", "writes back what it has read", on_success("item", write_back)},
      {"friendly.item.7", "writes when it refuses", on_refusal([](const Call& call) {
         write_back(*call.tensor()->carrier());
         return call();
       })},
      {"friendly.item.8", "gives the first of several elements", on_refusal(first_element)},
      {"friendly.item.8", "counts storage instead of coordinates", on_refusal([](const Call& call) {
         return call.tensor()->layout().cosize() == 1 ? first_element(call) : call();
       })},
      {"friendly.item.8", "returns a list of several elements", on_refusal([](const Call&) {
         return Item(Item::List{1.0, 2.0});
       })},
      {"friendly.item.8", "refuses with IndexError",
       refuses_with(ErrorKind::index_error, [](auto&) { return not_one; })},
      {"friendly.item.8", "refuses with TypeError", refuses_with(ErrorKind::type_error, [](auto&) { return not_one; })},
      {"friendly.item.9", "says it in other words",
       refuses_with(ErrorKind::value_error, [](auto&) { return "item requires exactly one element"; })},
      {"friendly.item.9", "ends its message with a full stop",
       refuses_with(ErrorKind::value_error, [](auto&) { return std::string(not_one) + "."; })},
      {"friendly.item.9", "adds the size where it is larger than two",
       refuses_with(ErrorKind::value_error,
                    [](const Tensor& t) {
                      return t.size() == 2 ? not_one
                                           : fmt::format("{}, not {}", not_one, strideweave::to_string(t.size()));
                    })},
      {"friendly.item.10", "reads before it looks at the size", on_refusal([](const Call& call) {
         read(*call.tensor(), call.tensor()->offset());
         return call();
       })},
      {"friendly.item.11", "refuses an object without size with TypeError",
       other_kind("item", ErrorKind::attribute_error, ErrorKind::type_error)},
      {"friendly.item.11", "asks the layout for the size", around("item", through_layout)},
      {"friendly.item.12", "reads before it asks for the size", reads_foreign_first("item")},
      {"friendly.item.13", "wraps a read failure",
       on_read_failure("item",
                       [](const Call&) -> Item { strideweave::raise_runtime_error("the value cannot be read"); })},
      {"friendly.item.13", "raises a copy of the read failure", on_read_failure("item", raise_a_copy)},
      {"friendly.item.13", "gives nothing where a read fails",
       on_read_failure("item", [](const Call&) { return Item(); })},
      {"friendly.item.13", "reads once more after a failure, elsewhere",
       on_read_failure("item", [](const Call& call) { return read(*call.tensor(), 0); })},
  };
}

}  // namespace swconform::judgement
