// SPDX-License-Identifier: Apache-2.0
// views.rearrange: what is refused.
#include <algorithm>
#include <map>
#include <set>

#include "bindings/reference/conversions.hpp"
#include "tests/judgement/rearrange_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using namespace rearrangements;
using strideweave::Node;

/// A list or an integer as the Tree it might stand for; anything else as it is.
Item tree_of(const Item& item) {
  if (item.integer() != nullptr) return Item::object(Tree{Node::id(reference::to_int(*item.integer()))});
  if (item.list() == nullptr) return item;
  std::vector<Tree::Item> nodes;
  for (const Item& one : *item.list()) nodes.emplace_back(Node::id(reference::to_int(*one.integer())));
  return Item::object(Tree(nodes));
}

/// Every number of a list, or so many as an integer says, as an unnamed leaf.
Item selection_of(const Item& item) {
  if (item.integer() == nullptr && item.list() == nullptr) return item;
  const std::size_t count = item.list() != nullptr ? item.list()->size() : reference::to_int(*item.integer()).to_size();
  return Item::object(Tree(Profile::flat(count), std::vector<Node>(count)));
}

Tree identity(std::size_t count) {
  std::vector<Tree::Item> nodes;
  for (std::size_t id = 0; id < count; ++id) nodes.emplace_back(Node::id(Int(id)));
  return Tree(nodes);
}

/// Where the selection is a text, it is passed over.
Item without_text_selection(const Call& call) {
  return call.arguments.item(2).text() != nullptr ? call.next(call.session, call.arguments.with(2, Item())) : call();
}

bool is_text_with_selection(const Call& call) { return description(call) != nullptr && has_selection(call); }

Item identity_where_nothing_is_asked(const Call& call) {
  if (!call.arguments.item(1).is_none()) return call();
  return call.next(call.session, call.arguments.with(1, Item::object(identity(call.tensor()->layout().leaf_count()))));
}

Item shape_as_order(const Call& call) {
  const auto* shape = call.arguments.item(1).as<Shape>();
  if (shape == nullptr) return call();
  return call.next(call.session, call.arguments.with(1, Item::object(identity(shape->leaf_count()))));
}

/// TypeErrors that `concerns` become ValueErrors.
Change type_errors_as_values(std::function<bool(const Call&)> concerns) {
  return around(operation, [concerns = std::move(concerns)](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (error.kind() == ErrorKind::type_error && concerns(call)) strideweave::raise_value_error(error.message());
      throw;
    }
  });
}

Change on_error_of(ErrorKind kind, std::function<void(strideweave::Carrier&)> effect) {
  return around(operation, [kind, effect = std::move(effect)](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (error.kind() == kind) effect(*call.tensor()->carrier());
      throw;
    }
  });
}

std::string up_to_the_second_arrow(std::string text) {
  const std::size_t first = text.find("->");
  const std::size_t second = first == std::string::npos ? first : text.find("->", first + 2);
  return text.substr(0, second);
}

std::string identity_without_arrow(std::string text) {
  return text.find("->") == std::string::npos && !text.empty() ? text + " -> " + text : text;
}

std::string closed(std::string text) {
  const auto open = std::count(text.begin(), text.end(), '(') - std::count(text.begin(), text.end(), ')');
  return open > 0 ? text + std::string(static_cast<std::size_t>(open), ')') : text;
}

std::string without_unopened(const std::string& text) {
  std::string result;
  std::size_t open = 0;
  for (const char c : text) {
    if (c == '(') ++open;
    if (c == ')' && open == 0) continue;
    if (c == ')') --open;
    result += c;
  }
  return result;
}

std::string without_empty_groups(std::string text) {
  for (std::size_t at = text.find("()"); at != std::string::npos; at = text.find("()")) text.erase(at, 2);
  return text;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Every word by another one: what `replace` makes of it.
std::string reworded(const std::string& text, const std::function<std::string(const std::string&)>& replace) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word(text[end])) ++end;
    result += end > at ? replace(text.substr(at, end - at)) : text.substr(at, 1);
    at = std::max(end, at + 1);
  }
  return result;
}

/// The second of two equal names becomes a name of its own, on each side.
std::string told_apart(std::string text) {
  const auto rename = [](const std::string& side) {
    std::map<std::string, int> seen;
    return reworded(side, [&](const std::string& word) {
      return word != "1" && seen[word]++ > 0 ? word + "_" + std::to_string(seen[word]) : word;
    });
  };
  const Sides sides = sides_of(text);
  return sides.output.empty() ? text : rename(sides.input) + "->" + rename(sides.output);
}

std::string placed_once(std::string text) {
  const Sides sides = sides_of(text);
  std::set<std::string> seen;
  return sides.output.empty() ? text : sides.input + "->" + reworded(sides.output, [&](const std::string& word) {
           return word == "1" || seen.insert(word).second ? word : std::string();
         });
}

std::string unknown_as_one(std::string text) {
  const Sides sides = sides_of(text);
  const std::vector<std::string> names = names_in(sides.input);
  return sides.output.empty() ? text : sides.input + "->" + reworded(sides.output, [&](const std::string& word) {
           return std::find(names.begin(), names.end(), word) == names.end() ? std::string("1") : word;
         });
}

std::string digits_as_ones(std::string text) {
  return reworded(text, [](const std::string& word) {
    return word.find_first_not_of("23456789") == std::string::npos ? std::string("1") : word;
  });
}

/// What begins like no name begins with a letter instead.
Change begins_with(const std::function<bool(const std::string&)>& concerns) {
  return described([concerns](const std::string& text) {
    return reworded(text, [&](const std::string& word) { return concerns(word) ? "x" + word : word; });
  });
}

std::string any_letters(std::string text) {
  std::replace_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) > 127; }, 'u');
  return text;
}

Item identity_of_nothing(const Call& call) {
  const std::string* text = description(call);
  if (text == nullptr || has_selection(call) || !text->empty()) return call();
  const std::size_t count = call.tensor()->layout().leaf_count();
  return call.next(call.session, call.arguments.with(1, Item::object(identity(count))));
}

Item nothing_of_nothing(const Call& call) {
  const std::string* text = description(call);
  if (text == nullptr || call.tensor() == nullptr || *text != "->") return call();
  return call.next(call.session, call.arguments.with(1, Item::object(Tree())));
}

Item leading_level(const Call& call) {
  if (call.tensor() == nullptr || !has_several(*call.tensor())) return call();
  return call.with(at(*call.tensor(), call.tensor()->offset(), call.tensor()->layout()));
}

bool of_several(const Call& call) { return has_several(*call.tensor()); }
bool text_of_several(const Call& call) { return of_several(call) && description(call) != nullptr; }

std::vector<Mutant> mutants_of_types() {
  return {
      {"views.rearrange.6", "takes a list for a Tree", argument_of(operation, 1, tree_of)},
      {"views.rearrange.9", "passes over the selection beside a string", around(operation, [](const Call& call) {
         return is_text_with_selection(call) ? call.next(call.session, call.arguments.with(2, Item())) : call();
       })},
      {"views.rearrange.9", "refuses a selection beside a string with ValueError",
       type_errors_as_values(is_text_with_selection)},
      {"views.rearrange.10", "takes a list for a Tree", argument_of(operation, 1, tree_of)},
      {"views.rearrange.10", "takes nothing for the identity", around(operation, identity_where_nothing_is_asked)},
      {"views.rearrange.10", "takes a Shape for its leaves in order", around(operation, shape_as_order)},
      {"views.rearrange.10", "refuses an output of a wrong type with ValueError",
       type_errors_as_values(
           [](const Call& call) { return description(call) == nullptr && output_tree(call) == nullptr; })},
      {"views.rearrange.11", "takes a list or a count for a selection", argument_of(operation, 2, selection_of)},
      {"views.rearrange.11", "passes over a selection that is a text", around(operation, without_text_selection)},
      {"views.rearrange.11", "refuses a selection of a wrong type with ValueError",
       type_errors_as_values([](const Call& call) { return output_tree(call) != nullptr && has_selection(call); })},
      {"views.rearrange.14", "rearranges the leading level of several", around(operation, leading_level)},
      {"views.rearrange.14", "refuses several with ValueError", refuses_where(operation, of_several)},
      {"views.rearrange.14", "refuses several with TypeError",
       refuses_where(operation, of_several, ErrorKind::type_error)},
      {"views.rearrange.14", "refuses several with RuntimeError where there is a string",
       refuses_where(operation, text_of_several, ErrorKind::runtime_error)},
      {"views.rearrange.15", "releases the carrier when it refuses", on_error_everywhere(operation, release)},
      {"views.rearrange.15", "writes when it refuses", on_error(operation, write_back)},
      {"views.rearrange.15", "writes when it refuses a type", on_error_of(ErrorKind::type_error, write_back)},
      {"views.rearrange.15", "releases when it refuses several",
       on_error_of(ErrorKind::not_implemented_error, release)},
      {"views.rearrange.15", "writes to the deepest carrier when it refuses several",
       on_error_deepest(operation, write_back)},
  };
}

std::vector<Mutant> mutants_of_descriptions() {
  const auto taking = [](const std::string& what, std::function<std::string(std::string)> edit) {
    return Mutant{"views.rearrange.12", what, described(std::move(edit))};
  };
  return {
      taking("takes commas for blanks",
             [](std::string text) { return blanked(std::move(text), [](char c) { return c == ','; }); }),
      taking("passes over dots and semicolons",
             [](std::string text) { return blanked(std::move(text), [](char c) { return c == '.' || c == ';'; }); }),
      taking("passes over a second arrow", up_to_the_second_arrow),
      taking("needs no arrow", identity_without_arrow),
      taking("closes what is open in the end", closed),
      taking("passes over what closes nothing", without_unopened),
      taking("passes over empty groups", without_empty_groups),
      taking("lets a name stand twice in the input", told_apart),
      taking("places a name where it stands first", placed_once),
      taking("takes an unknown name for a one", unknown_as_one),
      taking("takes every digit for a one", digits_as_ones),
      taking("takes the letters of every language", any_letters),
      {"views.rearrange.12", "lets a name begin with a digit", begins_with([](const std::string& word) {
         return word.size() > 1 && std::isdigit(static_cast<unsigned char>(word[0])) != 0;
       })},
      {"views.rearrange.12", "lets a name begin with an underscore",
       begins_with([](const std::string& word) { return word[0] == '_'; })},
      {"views.rearrange.12", "takes no text at all for the identity", around(operation, identity_of_nothing)},
      {"views.rearrange.12", "takes an arrow alone for no mode", around(operation, nothing_of_nothing)},
      {"views.rearrange.12", "refuses a description with RuntimeError", kind_of(true, ErrorKind::runtime_error)},
      {"views.rearrange.12", "refuses a description with TypeError", kind_of(true, ErrorKind::type_error)},
  };
}

std::vector<Mutant> mutants_of_requests() {
  const auto passing = [](const std::string& what, bool Leniency::*flag) {
    Leniency leniency;
    leniency.*flag = true;
    return Mutant{"views.rearrange.13", what, lets_pass(leniency)};
  };
  return {
      passing("drops what is not placed", &Leniency::left_out),
      passing("places a part as often as it is asked to", &Leniency::twice),
      passing("places a part of one element as often as it is asked to", &Leniency::unit_twice),
      passing("inserts a unit for an id that is none", &Leniency::past),
      passing("drops modes that the selection does not reach", &Leniency::too_short),
      passing("takes units for modes that are not there", &Leniency::too_long),
      passing("takes a leaf for a group", &Leniency::too_deep),
      {"views.rearrange.13", "refuses a rearrangement with IndexError", kind_of(false, ErrorKind::index_error)},
      {"views.rearrange.13", "refuses a rearrangement with RuntimeError", kind_of(false, ErrorKind::runtime_error)},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_refused_rearrangements() {
  std::vector<Mutant> mutants = mutants_of_types();
  append(mutants, mutants_of_descriptions());
  append(mutants, mutants_of_requests());
  return mutants;
}

}  // namespace swconform::judgement
