// SPDX-License-Identifier: Apache-2.0
#include "bindings/protocol/value.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

namespace swconform {

std::optional<Integer> Integer::parse(std::string_view text) {
  const std::string_view digits = text.substr(text.starts_with('-') ? 1 : 0);
  const bool canonical = !digits.empty() &&
                         std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; }) &&
                         (digits.front() != '0' || text == "0");
  if (!canonical) return std::nullopt;
  Integer result;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result.small_);
  if (error == std::errc::result_out_of_range) {
    result.small_ = 0;
    result.big_ = text;
  }
  return result;
}

std::optional<std::int64_t> Integer::to_int64() const {
  if (!big_.empty()) return std::nullopt;
  return small_;
}

std::string Integer::text() const { return big_.empty() ? std::to_string(small_) : big_; }

Value Value::tagged(std::string tag, Value content) {
  Record record;
  record.emplace_back(std::move(tag), std::move(content));
  return record;
}

const Value* Value::find(std::string_view key) const {
  if (const Record* fields = record()) {
    for (const auto& [name, content] : *fields) {
      if (name == key) return &content;
    }
  }
  return nullptr;
}

const Value* Value::tagged_as(std::string_view tag) const {
  const Record* fields = record();
  if (fields == nullptr || fields->size() != 1 || fields->front().first != tag) return nullptr;
  return &fields->front().second;
}

namespace {

bool same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

// The order of the fields says nothing; mostly it is the same.
bool same(const Value::Record& a, const Value::Record& b) {
  if (a.size() != b.size()) return false;
  std::size_t hint = 0;
  for (const auto& [key, content] : a) {
    std::size_t tried = 0;
    while (tried < b.size() && b[hint].first != key) {
      hint = (hint + 1) % b.size();
      ++tried;
    }
    if (tried == b.size() || !(b[hint].second == content)) return false;
    hint = (hint + 1) % b.size();
  }
  return true;
}

}  // namespace

bool operator==(const Value& a, const Value& b) {
  if (a.kind() != b.kind()) return false;
  switch (a.kind()) {
    case Value::Kind::floating:
      return same(*a.floating(), *b.floating());
    case Value::Kind::record:
      return same(*a.record(), *b.record());
    default:
      return a.data_ == b.data_;
  }
}

}  // namespace swconform
