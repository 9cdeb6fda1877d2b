// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runner/scenario/node.hpp"

// Tables of cases, and `$name`.
namespace swconform::scenario {

/// One case's own values. Without `node` it is the only case of an entry without a table.
struct Row {
  std::string key = "case";
  const Node* key_node = nullptr;
  const Node* node = nullptr;  // a map

  /// nullptr where the row has no such column.
  const NodePtr* column(std::string_view name) const;
};

/// The rows of a table, each a slug and a map. Throws FixtureError. `what`: "the cases", "table `x`".
std::vector<Row> read_rows(const Node& table, std::string_view what);

/// Tables by name.
class Tables {
 public:
  /// `tables: {name: {...}}`. Throws FixtureError, also for a name that is there already.
  void add(const Node& tables);
  /// Throws FixtureError where there is no such table.
  const std::vector<Row>& use(const Node& name);
  /// Throws FixtureError for the first table of this file that nothing has used.
  void check_all_used(const Source& source) const;

 private:
  struct Table {
    const Node* key = nullptr;
    std::vector<Row> rows;
    bool used = false;
  };
  std::map<std::string, Table, std::less<>> tables_;
};

/// `node` with every `$name` in it replaced by the row's value. Keys are left alone, except by `replace_keys` in the
/// outermost map. Throws FixtureError where the row has no such column.
NodePtr replace_columns(const NodePtr& node, const Row& row, bool replace_keys = false);

/// The names of the columns `node` refers to, keys of maps included.
void collect_columns(const Node& node, std::vector<std::string>& names);

}  // namespace swconform::scenario
