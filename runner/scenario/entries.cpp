// SPDX-License-Identifier: Apache-2.0
#include "runner/scenario/entries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "runner/scenario/builder.hpp"
#include "runner/scenario/scalars.hpp"
#include "runner/scenario/steps.hpp"
#include "runner/scenario/then.hpp"

namespace swconform::scenario {
namespace {

/// One entry of `scenarios` or `probes`.
struct Entry {
  const Node* node = nullptr;
  std::string id;        // views.permute/invalid or views.permute?Q4
  std::string scenario;  // one of these two is empty
  std::string reading;
  // Shared with the file's tree; null where not given.
  NodePtr given, control, when, then, because;
};

class EntryReader {
 public:
  EntryReader(const Context& context, const spec::Requirement& requirement)
      : context_(context), requirement_(requirement) {}

  void read(const Node& node, bool is_probe) {
    std::vector<std::string> allowed{"given", "control", "cases", "rows", "prefix", "when", "then", "because"};
    allowed.insert(allowed.begin(), is_probe ? "probe" : "scenario");
    const Members members(node, is_probe ? "a probe" : "a scenario", allowed);
    const Entry entry = identify(members, is_probe);
    const std::vector<Row> rows = rows_of(members, entry);
    check_columns(members, entry);
    const std::string prefix = prefix_of(members);
    for (const Row& row : rows) cases_.push_back(read_case(entry, row, prefix));
  }

  std::vector<Case> take() { return std::move(cases_); }

 private:
  Entry identify(const Members& members, bool is_probe) const {
    Entry entry;
    entry.node = &members.map();
    for (const auto& [name, member] :
         {std::pair{"given", &Entry::given}, std::pair{"control", &Entry::control}, std::pair{"when", &Entry::when},
          std::pair{"then", &Entry::then}, std::pair{"because", &Entry::because}}) {
      for (std::size_t i = 0; i < entry.node->keys.size(); ++i) {
        if (entry.node->keys[i]->text == name) entry.*member = entry.node->items[i];
      }
    }
    members.need("when");
    members.need("then");
    const Node& name = members.need(is_probe ? "probe" : "scenario");
    const std::string& text = text_of(name, is_probe ? "a probe" : "a scenario");
    if (is_probe) {
      check_reading(name);
      entry.reading = text;
      entry.id = fmt::format("{}?{}", requirement_.id, text);
      return entry;
    }
    entry.scenario = entry.id = fmt::format("{}/{}", requirement_.id, text);
    if (context_.catalogue.scenario(entry.id) == nullptr) {
      std::vector<std::string> known;
      for (const spec::Scenario& scenario : requirement_.scenarios) {
        known.push_back(scenario.id.substr(requirement_.id.size() + 1));
      }
      name.fail(fmt::format("{} has no scenario `{}`", requirement_.id, text), suggest(text, known));
    }
    return entry;
  }

  void check_reading(const Node& name) const {
    const spec::Reading* reading = context_.catalogue.reading(name.text);
    std::vector<std::string> known;
    for (const spec::Reading& candidate : context_.catalogue.readings()) {
      const auto& ids = candidate.requirements;
      if (std::find(ids.begin(), ids.end(), requirement_.id) != ids.end()) known.push_back(candidate.id);
    }
    if (reading == nullptr) {
      name.fail(fmt::format("there is no reading `{}`", name.text),
                known.empty() ? std::string() : fmt::format("of {}: {}", requirement_.id, fmt::join(known, ", ")));
    }
    if (std::find(known.begin(), known.end(), name.text) == known.end()) {
      name.fail(fmt::format("the reading {} is not about {}", name.text, requirement_.id),
                fmt::format("it is about {}", fmt::join(reading->requirements, ", ")));
    }
  }

  std::vector<Row> rows_of(const Members& members, const Entry& entry) {
    const Node* cases = members.find("cases");
    const Node* rows = members.find("rows");
    if (cases != nullptr && rows != nullptr) members.key("rows")->fail("either `cases` or `rows`");
    const auto [first, is_new] = first_entries_.emplace(entry.id, entry.node->line);
    if (cases == nullptr && rows == nullptr) {
      if (!is_new) {
        entry.node->fail(fmt::format("a further entry of `{}` names its cases", entry.id),
                         fmt::format("the first is in line {}: cases: {{another: {{}}}}", first->second));
      }
      return {Row{}};
    }
    return cases != nullptr ? read_rows(*cases, "`cases`") : context_.tables.use(*rows);
  }

  /// Every column of the entry's own cases stands somewhere.
  static void check_columns(const Members& members, const Entry& entry) {
    const Node* cases = members.find("cases");
    if (cases == nullptr) return;
    std::vector<std::string> used{"control", "because"};
    for (const NodePtr& node : {entry.given, entry.control, entry.when, entry.then, entry.because}) {
      if (node) collect_columns(*node, used);
    }
    for (const NodePtr& row : cases->items) {
      for (const NodePtr& key : row->keys) {
        if (std::find(used.begin(), used.end(), key->text) == used.end()) {
          key->fail(fmt::format("nothing uses the column `{}`", key->text),
                    fmt::format("`${}` stands nowhere", key->text));
        }
      }
    }
  }

  static std::string prefix_of(const Members& members) {
    const Node* prefix = members.find("prefix");
    if (prefix == nullptr) return {};
    if (members.find("cases") == nullptr && members.find("rows") == nullptr) {
      members.key("prefix")->fail("a prefix stands before the keys of `cases` or `rows`");
    }
    if (!is_slug(text_of(*prefix, "a prefix"))) {
      prefix->fail(fmt::format("`{}` is no prefix", prefix->text), "lower-case words joined by hyphens");
    }
    return prefix->text + "-";
  }

  Case read_case(const Entry& entry, const Row& row, const std::string& prefix) {
    Case result;
    const Node& place = row.key_node != nullptr ? *row.key_node : *entry.node;
    result.place = place.place();
    result.id = fmt::format("{}/{}{}", entry.id, prefix, row.key);
    result.requirement = requirement_.id;
    result.scenario = entry.scenario;
    result.reading = entry.reading;
    const auto [first, is_new] = ids_.emplace(result.id, entry.node->line);
    if (!is_new) {
      const bool own_key = place.source == entry.node->source;
      (own_key ? place : *entry.node)
          .fail(fmt::format("there is a case `{}` already", result.id),
                fmt::format("in the entry of line {}; `prefix: word` sets them apart", first->second));
    }

    Scope scope;
    Builder builder(result, scope, budget_);
    if (entry.given) read_given(*replace_columns(entry.given, row), builder);
    read_when(replace_columns(entry.when, row), builder, scope, result);
    const NodePtr then = replace_columns(entry.then, row, true);
    if (entry.reading.empty()) {
      read_then(*then, requirement_, scope, result);
    } else {
      read_letters(*then, scope, result);
    }
    read_control(entry, row, builder, scope, result);
    if (!result.givens.empty()) result.givens.back().step.facts = true;
    if (const NodePtr* own = row.column("because")) {
      result.because = text_of(**own, "`because`");
    } else if (entry.because) {
      result.because = text_of(*replace_columns(entry.because, row), "`because`");
    }
    return result;
  }

  static void read_given(const Node& given, Builder& builder) {
    if (!given.is_map() || !given.tag.empty()) {
      given.fail(fmt::format("`given` is a map, and this is {}", describe(given)), "{name: !tag {...}}");
    }
    for (std::size_t i = 0; i < given.keys.size(); ++i) builder.given(*given.keys[i], *given.items[i]);
  }

  void read_when(const NodePtr& when, Builder& builder, Scope& scope, Case& result) const {
    std::vector<NodePtr> steps{when};
    if (when->is_list()) steps = items_of(*when, "`when`");
    if (steps.empty()) when->fail("`when` has no step");
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const StepRole role = i + 1 == steps.size() ? StepRole::judged : StepRole::earlier;
      result.when.push_back(read_step(*steps[i], role, context_.vocabulary, builder, scope));
    }
  }

  void read_control(const Entry& entry, const Row& row, Builder& builder, Scope& scope, Case& result) const {
    NodePtr control;
    if (const NodePtr* own = row.column("control")) {
      control = *own;
    } else if (entry.control) {
      control = replace_columns(entry.control, row);
    }
    if (!control) {
      if (const std::string kind = needs_control(result); !kind.empty()) {
        const Node& place = row.key_node != nullptr ? *row.key_node : *entry.node;
        place.fail(fmt::format("a case that expects {} needs a `control`", kind == "any" ? "any error" : kind),
                   "the same operation on valid arguments, or `control: omitted`");
      }
      return;
    }
    if (control->is_plain() && control->text == "omitted") return;
    result.control = read_step(*control, StepRole::control, context_.vocabulary, builder, scope);
    const std::string& judged = result.when.back().step.operation;
    if (result.control->step.operation != judged) {
      control->fail(
          fmt::format("the control calls `{}`, and the judged step `{}`", result.control->step.operation, judged),
          "a control is the same operation on valid arguments");
    }
  }

  const Context& context_;
  const spec::Requirement& requirement_;
  std::map<std::string, int> first_entries_;  // by id: the line
  std::map<std::string, int> ids_;            // of cases: the line of the entry
  std::vector<Case> cases_;
  Budget budget_;
};

}  // namespace

const spec::Requirement& requirement_of(const Node& file, const spec::Catalogue& catalogue) {
  const Members members(file, "a fixture file", {"requirement", "tables", "scenarios", "probes"});
  const Node& id = members.need("requirement");
  if (const spec::Requirement* found = catalogue.requirement(text_of(id, "a requirement"))) return *found;
  id.fail(fmt::format("there is no requirement `{}`", id.text), suggest(id.text, catalogue.requirement_ids()));
}

std::vector<Case> read_entries(const Node& file, const Context& context) {
  const spec::Requirement& requirement = requirement_of(file, context.catalogue);
  const Members members(file, "a fixture file", {"requirement", "tables", "scenarios", "probes"});
  if (const Node* tables = members.find("tables")) context.tables.add(*tables);
  EntryReader reader(context, requirement);
  const Node* scenarios = members.find("scenarios");
  const Node* probes = members.find("probes");
  if (scenarios == nullptr && probes == nullptr) file.fail("a fixture file has `scenarios` or `probes`");
  for (const Node* list : {scenarios, probes}) {
    if (list == nullptr) continue;
    const bool is_probe = list == probes;
    const std::string_view what = is_probe ? "`probes`" : "`scenarios`";
    if (items_of(*list, what).empty()) list->fail(fmt::format("{} has no entry", what));
    for (const NodePtr& entry : list->items) reader.read(*entry, is_probe);
  }
  context.tables.check_all_used(*file.source);
  return reader.take();
}

}  // namespace swconform::scenario
