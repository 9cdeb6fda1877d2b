// SPDX-License-Identifier: Apache-2.0
#include "tests/support/views.hpp"

#include <sstream>

#include "reference/error.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/catch.hpp"

namespace swconform::test {

using namespace strideweave;

namespace {

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char character : text) {
    if (character == separator) {
      parts.emplace_back();
    } else if (character != ' ') {
      parts.back() += character;
    }
  }
  return parts;
}

Argument integer_or_none(const std::string& text) { return text.empty() ? Argument() : Argument(Int::parse(text)); }

struct Condition {
  Int version;
  bool released;

  friend bool operator==(const Condition&, const Condition&) = default;
};

std::vector<Condition> conditions(const Tensor& tensor) {
  std::vector<Condition> result;
  for (const Subtensor& level : tensor.representation().subtensors()) {
    result.push_back({level.carrier->version(), level.carrier->is_released()});
  }
  return result;
}

void check_kept(const Tensor& source, const Tensor& view) {
  const auto before = source.representation().subtensors();
  const auto after = view.representation().subtensors();
  CHECK_FALSE(view == source);
  CHECK(view.dtype() == source.dtype());
  REQUIRE(after.size() == before.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK(after[i].carrier == before[i].carrier);
    CHECK(after[i].dtype == before[i].dtype);
    if (i > 0) CHECK(after[i].layout == before[i].layout);
    if (before.size() > 1) CHECK(after[i].offset == before[i].offset);
  }
  const auto adjacent_before = source.representation().adjacent_layouts();
  const auto adjacent_after = view.representation().adjacent_layouts();
  REQUIRE(adjacent_after.size() == adjacent_before.size());
  for (std::size_t i = 1; i < adjacent_before.size(); ++i) CHECK(adjacent_after[i] == adjacent_before[i]);
}

}  // namespace

Argument slice_of(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  return Argument::slice(integer_or_none(parts.at(0)), integer_or_none(parts.at(1)),
                         parts.size() > 2 ? integer_or_none(parts[2]) : Argument());
}

Argument key_of(const std::string& text) {
  Argument::List entries;
  if (text.empty()) return entries;
  for (const std::string& part : split(text, ',')) {
    entries.push_back(part.find(':') == std::string::npos ? Argument(Int::parse(part)) : slice_of(part));
  }
  return entries;
}

std::string outcome(const Tensor& source, const std::function<Tensor(const Tensor&)>& view) {
  const std::vector<Condition> before = conditions(source);
  std::string result;
  try {
    const Tensor made = view(source);
    check_kept(source, made);
    result = "+" + to_string(made.offset() - source.offset()) + " " + to_string(made.layout());
    for (const Layout& adjacent : made.representation().adjacent_layouts().first(
             std::min<std::size_t>(1, made.representation().adjacent_layouts().size()))) {
      result += " / " + to_string(adjacent);
    }
  } catch (const Error& error) {
    result = name(error.kind());
  }
  CHECK(conditions(source) == before);
  return result;
}

std::vector<double> numbers(const Tensor& tensor) {
  std::vector<double> result;
  for (const Int index : indices(tensor.layout())) {
    const Scalar value = tensor.carrier()->get(tensor.offset() + index);
    result.push_back(std::holds_alternative<Int>(value) ? static_cast<double>(std::get<Int>(value).raw())
                                                        : std::get<double>(value));
  }
  return result;
}

Tensor tensor_of(const char* layout_text, const std::vector<double>& logical_values) {
  const Layout layout = Layout::parse(layout_text);
  std::vector<Scalar> values(layout.cosize().to_size(), -77.0);
  const std::vector<Int> places = indices(layout);
  REQUIRE(places.size() == logical_values.size());
  for (std::size_t q = 0; q < places.size(); ++q) values[places[q].to_size()] = logical_values[q];
  return Tensor(std::make_shared<Host>(dtype::float32(), values), 0, layout);
}

Tensor counted(const char* layout) {
  std::vector<double> values;
  for (Int i = 1; i <= Layout::parse(layout).size(); i += 1) values.push_back(static_cast<double>(i.raw()));
  return tensor_of(layout, values);
}

}  // namespace swconform::test
