// SPDX-License-Identifier: Apache-2.0
#include "bindings/reference/conversions.hpp"
#include "bindings/reference/families.hpp"
#include "bindings/reference/foreign.hpp"
#include "bindings/reference/prepared_error.hpp"
#include "reference/error.hpp"

namespace swconform::reference {
namespace {

using sdk::Arguments;
using sdk::Item;
using strideweave::ErrorKind;
using strideweave::Layout;
using strideweave::Shape;
using strideweave::Stride;
using strideweave::Tree;

std::exception_ptr make_error(const Arguments& arguments) {
  const auto kind = arguments.get<std::string>(0);
  const auto message = arguments.get_or<std::string>(1, "a prepared " + kind);
  for (const ErrorKind listed :
       {ErrorKind::type_error, ErrorKind::value_error, ErrorKind::index_error, ErrorKind::overflow_error,
        ErrorKind::not_implemented_error, ErrorKind::runtime_error, ErrorKind::attribute_error}) {
    if (name(listed) == kind) return std::make_exception_ptr(PreparedError(listed, message));
  }
  if (kind != "Other") sdk::internal("there is no kind of error " + kind);
  return std::make_exception_ptr(UnlistedError(message));
}

std::optional<sdk::ErrorReport> classify(const std::exception_ptr& exception) {
  try {
    std::rethrow_exception(exception);
  } catch (const strideweave::Error& error) {
    return sdk::ErrorReport{std::string(name(error.kind())), error.message()};
  } catch (const UnlistedError& error) {
    return sdk::ErrorReport{"Other", error.what()};
  } catch (...) {
    return std::nullopt;
  }
}

Shape to_shape(const Item& item) { return item.as<Shape>() != nullptr ? *item.as<Shape>() : Shape(to_int_tuple(item)); }
Stride to_stride(const Item& item) {
  return item.as<Stride>() != nullptr ? *item.as<Stride>() : Stride(to_int_tuple(item));
}

Tree to_tree(const Item& item) {
  if (item.list() == nullptr) sdk::absent_conversion("a list of leaves and lists", item);
  std::vector<Tree::Item> items;
  for (const Item& element : *item.list()) {
    if (element.is_none()) {
      items.emplace_back(strideweave::Node::leaf());
    } else if (element.integer() != nullptr) {
      items.emplace_back(strideweave::Node::id(to_int(*element.integer())));
    } else {
      items.emplace_back(to_tree(element));
    }
  }
  return Tree(items);
}

Item make_foreign(const Arguments& arguments) {
  const auto fields = [&](std::string_view parameter) -> Item::Map {
    if (!arguments.has(parameter)) return {};
    const Item& item = arguments.item(parameter);
    if (item.map() == nullptr) sdk::internal("attributes and methods are maps");
    return *item.map();
  };
  auto foreign = std::make_shared<ForeignObject>();
  foreign->given = fields("attributes");
  for (const auto& [name, content] : foreign->given) foreign->attributes.emplace(name, to_argument(content));
  for (const auto& [name, content] : fields("methods")) {
    foreign->methods.emplace(name, [answer = to_argument(content)] { return answer; });
  }
  return Item::object(std::shared_ptr<const strideweave::Foreign>(std::move(foreign)));
}

}  // namespace

void add_values(sdk::Harness& harness) {
  harness.classifier(classify);
  harness.operation("error", {"kind", "message?"}, make_error);
  harness.operation("shape", {"modes"}, [](const Arguments& arguments) { return to_shape(arguments.item(0)); });
  harness.operation("stride", {"modes"}, [](const Arguments& arguments) { return to_stride(arguments.item(0)); });
  harness.operation("layout", {"shape", "stride"}, [](const Arguments& arguments) {
    return Layout(to_shape(arguments.item(0)), to_stride(arguments.item(1)));
  });
  harness.operation("tree", {"items"}, [](const Arguments& arguments) { return to_tree(arguments.item(0)); });
  harness.operation("foreign", {"attributes?", "methods?"}, make_foreign);
  harness.operation("public_name", {"name"},
                    [](const Arguments& arguments) { return has_public_name(arguments.get<std::string>(0)); });

  harness.value_type<Shape>([](const Shape& shape) { return Value::tagged("shape", to_value(to_int_tuple(shape))); });
  harness.value_type<Stride>(
      [](const Stride& stride) { return Value::tagged("stride", to_value(to_int_tuple(stride))); });
  harness.value_type<Layout>([](const Layout& layout) { return to_value(layout); });
  harness.value_type<Tree>([](const Tree& tree) { return Value::tagged("tree", to_value(tree)); });
}

}  // namespace swconform::reference
