// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/rows.hpp"

#include <fmt/format.h>

#include "runner/scenario/scalars.hpp"

namespace swconform::scenario {
namespace {

const NodePtr& value_of(const Node& reference, std::string_view name, const Row& row) {
  if (const NodePtr* value = row.column(name)) return *value;
  if (row.node == nullptr) {
    reference.fail(fmt::format("`${}` names a column, and this entry has neither cases nor rows", name));
  }
  std::vector<std::string> names;
  for (const NodePtr& key : row.node->keys) names.push_back(key->text);
  reference.fail(fmt::format("the row `{}` (line {}) has no column `{}`", row.key_node->text, row.key_node->line, name),
                 suggest(name, names));
}

}  // namespace

const NodePtr* Row::column(std::string_view name) const {
  if (node == nullptr) return nullptr;
  for (std::size_t i = 0; i < node->keys.size(); ++i) {
    if (node->keys[i]->text == name) return &node->items[i];
  }
  return nullptr;
}

std::vector<Row> read_rows(const Node& table, std::string_view what) {
  if (!table.is_map() || !table.tag.empty()) {
    table.fail(fmt::format("{} is a map of rows, and this is {}", what, describe(table)), "{row-key: {column: value}}");
  }
  if (table.keys.empty()) table.fail(fmt::format("{} has no row", what));
  std::vector<Row> rows;
  for (std::size_t i = 0; i < table.keys.size(); ++i) {
    const Node& key = *table.keys[i];
    const Node& row = *table.items[i];
    if (!is_slug(key.text)) {
      key.fail(fmt::format("`{}` is no key of a row", key.text), "lower-case words joined by hyphens: past-the-end");
    }
    if (!row.is_map() || !row.tag.empty()) {
      row.fail(fmt::format("a row is a map of columns, and this is {}", describe(row)));
    }
    for (std::size_t j = 0; j < row.keys.size(); ++j) {
      if (!is_slug(row.keys[j]->text) && !is_identifier(row.keys[j]->text)) {
        row.keys[j]->fail(fmt::format("`{}` is no name of a column", row.keys[j]->text),
                          "letters, digits and hyphens; the `$` stands only where the value goes");
      }
      if (row.items[j]->has_columns) row.items[j]->fail("a row cannot refer to a column");
    }
    rows.push_back({key.text, &key, &row});
  }
  return rows;
}

void Tables::add(const Node& tables) {
  if (!tables.is_map() || !tables.tag.empty()) {
    tables.fail(fmt::format("`tables` is a map of tables, and this is {}", describe(tables)));
  }
  for (std::size_t i = 0; i < tables.keys.size(); ++i) {
    const Node& key = *tables.keys[i];
    if (!is_slug(key.text)) key.fail(fmt::format("`{}` is no name of a table", key.text), "words joined by hyphens");
    if (const auto other = tables_.find(key.text); other != tables_.end()) {
      const Node& first = *other->second.key;
      key.fail(fmt::format("there is a table `{}` already", key.text),
               fmt::format("in {}, line {}", first.source->file(), first.line));
    }
    tables_[key.text] = {&key, read_rows(*tables.items[i], fmt::format("the table `{}`", key.text)), false};
  }
}

const std::vector<Row>& Tables::use(const Node& name) {
  const auto found = tables_.find(text_of(name, "the name of a table"));
  if (found == tables_.end()) {
    std::vector<std::string> names;
    for (const auto& [key, table] : tables_) names.push_back(key);
    name.fail(fmt::format("there is no table `{}`", name.text), suggest(name.text, names));
  }
  found->second.used = true;
  return found->second.rows;
}

void Tables::check_all_used(const Source& source) const {
  for (const auto& [name, table] : tables_) {
    if (table.key->source == &source && !table.used) table.key->fail(fmt::format("no entry uses the table `{}`", name));
  }
}

NodePtr replace_columns(const NodePtr& node, const Row& row, bool replace_keys) {
  if (!node->has_columns && !replace_keys) return node;
  if (const std::string_view name = node->referred_column(); !name.empty()) return value_of(*node, name, row);
  auto copy = std::make_shared<Node>(*node);
  copy->has_columns = false;
  for (NodePtr& item : copy->items) item = replace_columns(item, row);
  for (NodePtr& key : copy->keys) {
    const std::string_view name = key->referred_column();
    if (name.empty()) continue;
    if (!replace_keys) key->fail("a `$name` is a key in `then` only");
    key = value_of(*key, name, row);
  }
  return copy;
}

void collect_columns(const Node& node, std::vector<std::string>& names) {
  if (const std::string_view name = node.referred_column(); !name.empty()) names.emplace_back(name);
  for (const NodePtr& key : node.keys) collect_columns(*key, names);
  for (const NodePtr& item : node.items) collect_columns(*item, names);
}

}  // namespace swconform::scenario
