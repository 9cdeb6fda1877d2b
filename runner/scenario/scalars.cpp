// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/scalars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "runner/scenario/node.hpp"

namespace swconform::scenario {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// How many digits `text` begins with.
std::size_t digits(std::string_view text) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_digit) - text.begin());
}

/// -?(0|[1-9][0-9]*)
bool is_whole(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && digits(text) == text.size() && (text[0] != '0' || text.size() == 1);
}

/// An integer, a point, digits, and perhaps an exponent.
bool is_float(std::string_view text) {
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos || !is_whole(text.substr(0, point))) return false;
  text.remove_prefix(point + 1);
  const std::size_t fraction = digits(text);
  text.remove_prefix(fraction);
  if (fraction == 0) return false;
  if (text.empty()) return true;
  if (text[0] != 'e') return false;
  text.remove_prefix(1);
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && text.size() <= 4 && digits(text) == text.size();
}

}  // namespace

ScalarKind classify(std::string_view text) {
  if (text == "true" || text == "false") return ScalarKind::boolean;
  if (text == "none") return ScalarKind::none;
  if (is_whole(text) && text != "-0") return ScalarKind::integer;
  if (is_float(text)) return ScalarKind::floating;
  std::string_view unsigned_text = text;
  if (text.starts_with('-') || text.starts_with('+')) unsigned_text.remove_prefix(1);
  if (unsigned_text.starts_with('.')) unsigned_text.remove_prefix(1);
  if (unsigned_text.starts_with("inf") || unsigned_text.starts_with("nan")) {
    return unsigned_text.size() == text.size() ? ScalarKind::word : ScalarKind::malformed;
  }
  return !unsigned_text.empty() && is_digit(unsigned_text[0]) ? ScalarKind::malformed : ScalarKind::word;
}

double to_double(std::string_view text) {
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf") return -std::numeric_limits<double>::infinity();
  return std::strtod(std::string(text).c_str(), nullptr);
}

double to_double(const Integer& integer) { return std::strtod(integer.text().c_str(), nullptr); }

bool is_slug(std::string_view text) {
  char before = '-';
  for (const char c : text) {
    const bool fine = is_digit(c) || (c >= 'a' && c <= 'z') || (c == '-' && before != '-');
    if (!fine) return false;
    before = c;
  }
  return before != '-';
}

bool is_identifier(std::string_view text) {
  const auto fine = [](char c) { return is_digit(c) || is_letter(c) || c == '_'; };
  return !text.empty() && text != "_" && !is_digit(text[0]) && std::all_of(text.begin(), text.end(), fine);
}

bool is_plain_word(std::string_view text) {
  const auto fine = [](char c) { return is_digit(c) || is_letter(c) || c == '_' || c == '-' || c == '.'; };
  return !text.empty() && std::all_of(text.begin(), text.end(), fine);
}

void refuse_malformed(const Node& node) {
  const std::string_view text = node.text;
  std::string meant = "integers are decimal, without leading zero, sign or separators";
  if (text.find(':') != std::string_view::npos) {
    meant = fmt::format("a layout is quoted: \"{}\"", text);
  } else if (text == "-0") {
    meant = "write 0, or -0.0 for the float";
  } else if (text.find_first_of(".eE") != std::string_view::npos && !text.starts_with("0x")) {
    meant = text.find("inf") != std::string_view::npos || text.find("nan") != std::string_view::npos
                ? "write !float \"inf\", !float \"-inf\" or !float \"nan\""
                : "floats have digits on both sides of the point: 1.0, 0.5, 1.0e3";
  }
  node.fail(fmt::format("`{}` is not a number", text), meant);
}

Integer integer_of(const Node& node, std::string_view what) {
  const bool tagged = node.is_scalar() && node.tag == "int";
  if (node.is_plain() || tagged) {
    if (classify(node.text) == ScalarKind::integer) return *Integer::parse(node.text);
    if (tagged)
      node.fail_inside(0, fmt::format("`{}` is no integer", node.text), "digits, with a minus sign before them");
    if (classify(node.text) == ScalarKind::malformed) refuse_malformed(node);
  }
  node.fail(fmt::format("{} is an integer, and this is {}", what, describe(node)));
}

bool boolean_of(const Node& node, std::string_view what) {
  if (node.is_plain() && classify(node.text) == ScalarKind::boolean) return node.text == "true";
  node.fail(fmt::format("{} is `true` or `false`, and this is {}", what, describe(node)));
}

const std::string& text_of(const Node& node, std::string_view what) {
  if (!node.is_scalar() || !node.tag.empty()) {
    node.fail(fmt::format("{} is a word or a text, and this is {}", what, describe(node)));
  }
  return node.text;
}

Value number_of(const Node& node, std::string_view what) {
  if (node.is_scalar() && node.tag == "float") {
    const bool special = node.text == "nan" || node.text == "inf" || node.text == "-inf";
    if (!special && classify(node.text) != ScalarKind::floating) {
      node.fail_inside(0, fmt::format("`{}` is no float", node.text), "a number with a point, nan, inf or -inf");
    }
    return to_double(node.text);
  }
  if (node.is_scalar() && node.tag == "int") return integer_of(node, what);
  if (node.is_plain()) {
    switch (classify(node.text)) {
      case ScalarKind::boolean:
        return node.text == "true";
      case ScalarKind::integer:
        return integer_of(node, what);
      case ScalarKind::floating:
        return to_double(node.text);
      case ScalarKind::malformed:
        refuse_malformed(node);
      case ScalarKind::none:
      case ScalarKind::word:
        break;
    }
  }
  node.fail(fmt::format("{} is a number or a boolean, and this is {}", what, describe(node)));
}

}  // namespace swconform::scenario
