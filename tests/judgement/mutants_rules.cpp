// SPDX-License-Identifier: Apache-2.0
// representation.rules
#include <algorithm>
#include <memory>

#include "bindings/reference/rule_spy.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/judgement/view_mutations.hpp"

namespace swconform::judgement {
namespace {

using reference::RuleSpy;
using strideweave::CompoundDType;
using strideweave::RepresentationRule;
using Context = strideweave::RepresentationValidationContext;
using Rules = CompoundDType::Rules;

struct Descriptors {
  std::vector<std::unique_ptr<const DType>> all;
};
/// What a dtype was made of.
Rules rules_of(const Call& call) {
  Rules rules;
  for (auto& rule : call.arguments.get_or<std::vector<std::shared_ptr<RuleSpy>>>("rules", {})) rules.push_back(rule);
  return rules;
}
/// Dtypes have other rules than those they are given.
Change rules(std::function<Rules(sdk::Session&, Rules)> edit) {
  return around("compound", [edit = std::move(edit)](const Call& call) {
    CompoundDType::SimpleTypes planes;
    for (const DType* plane : call.arguments.get<std::vector<const DType*>>("planes")) {
      planes.push_back(dynamic_cast<const strideweave::SimpleDType*>(plane));
    }
    auto descriptor =
        std::make_unique<const CompoundDType>(call.arguments.get<std::string>("name"), std::move(planes),
                                              edit(call.session, rules_of(call)), strideweave::dtype::any());
    const DType* const object = descriptor.get();
    call.session.state<Descriptors>().all.push_back(std::move(descriptor));
    return Item::object(object);
  });
}

/// One validation: the context, the rules to ask, and how many validations of this dtype there were before.
struct Asking {
  const Context& context;
  const Rules& rules;
  std::size_t round;
  std::vector<std::unique_ptr<const Context>>& kept;  // for as long as the dtype lives

  void operator()() const {
    for (const auto& rule : rules) rule->validate(context);
  }
  const Context& keep(const Context& one) const { return *kept.emplace_back(std::make_unique<const Context>(one)); }
};
using Ask = std::function<void(const Asking&)>;

/// Stands for all the rules of a dtype.
class AllRules : public RepresentationRule {
 public:
  AllRules(Rules rules, Ask ask) : rules_(std::move(rules)), ask_(std::move(ask)) {}
  void validate(const Context& context) const override { ask_({context, rules_, round_++, kept_}); }

 private:
  Rules rules_;
  Ask ask_;
  mutable std::size_t round_ = 0;
  mutable std::vector<std::unique_ptr<const Context>> kept_;
};

/// The rules are asked in another way.
Change asks(Ask ask) {
  return rules([ask = std::move(ask)](sdk::Session&, Rules given) {
    if (!given.empty()) given = {std::make_shared<AllRules>(std::move(given), ask)};
    return given;
  });
}
/// The same for all representations but the first of a dtype.
Change asks_later(Ask ask) {
  return asks([ask = std::move(ask)](const Asking& asking) {
    if (asking.round == 0) {
      asking();
    } else {
      ask(asking);
    }
  });
}
/// What happens where one of the rules raises. Called within the handler.
Ask where_one_raises(std::function<void(const Asking&, std::size_t which)> handler) {
  return [handler = std::move(handler)](const Asking& asking) {
    for (std::size_t which = 0; which < asking.rules.size(); ++which) {
      try {
        asking.rules[which]->validate(asking.context);
      } catch (...) {
        handler(asking, which);
      }
    }
  };
}
void backwards(const Asking& asking) {
  std::for_each(asking.rules.rbegin(), asking.rules.rend(), [&](const auto& rule) { rule->validate(asking.context); });
}
void nobody(const Asking&) {}
/// The rules are shown what they were shown first.
void of_the_first_context(const Asking& asking) {
  const Context& shown = asking.round == 0 ? asking.keep(asking.context) : *asking.kept.front();
  for (const auto& rule : asking.rules) rule->validate(shown);
}
void each_a_context(const Asking& asking) {
  for (const auto& rule : asking.rules) rule->validate(asking.keep(asking.context));
}
void the_last_another_context(const Asking& asking) {
  for (const auto& rule : asking.rules) {
    rule->validate(rule == asking.rules.back() ? asking.keep(asking.context) : asking.context);
  }
}

Rules reversed(sdk::Session&, Rules given) {
  std::reverse(given.begin(), given.end());
  return given;
}
Rules rotated(sdk::Session&, Rules given) {
  if (given.size() > 2) std::rotate(given.begin(), given.begin() + 1, given.end());
  return given;
}
Rules first_alone(sdk::Session&, Rules given) {
  if (!given.empty()) given.resize(1);
  return given;
}
Rules last_alone(sdk::Session&, Rules given) {
  if (!given.empty()) given.erase(given.begin(), given.end() - 1);
  return given;
}
Rules without_the_second(sdk::Session&, Rules given) {
  if (given.size() > 1) given.erase(given.begin() + 1);
  return given;
}
/// Sorted as they were made.
Change in_the_order_of_birth() {
  struct Born {
    std::vector<const RepresentationRule*> rules;
  };
  const auto place = [](const Born& born, const auto& rule) {
    return std::find(born.rules.begin(), born.rules.end(), rule.get());
  };
  return all({around("rule",
                     [](const Call& call) {
                       Item made = call();
                       call.session.state<Born>().rules.push_back(made.as<std::shared_ptr<RuleSpy>>()->get());
                       return made;
                     }),
              rules([place](sdk::Session& session, Rules given) {
                const auto& born = session.state<Born>();
                std::sort(given.begin(), given.end(),
                          [&](const auto& a, const auto& b) { return place(born, a) < place(born, b); });
                return given;
              })});
}
/// One list of rules for all dtypes.
Rules of_every_dtype(sdk::Session& session, Rules given) {
  struct Known {
    Rules rules;
  };
  auto& known = session.state<Known>().rules;
  known.insert(known.end(), given.begin(), given.end());
  return known;
}

/// Rules are asked although the representation is none.
Change asks_in_spite_of(Refusal why) {
  return with_effect("representation", why, [](const Refused& refused) { ask_rules(refused.asked); });
}
/// A view asks the rules before it looks at its arguments.
Change view_asks_first(std::string operation) {
  return around(std::move(operation), [](const Call& call) {
    if (call.tensor() != nullptr) {
      const Context context(call.tensor()->representation());
      for (const auto& rule : call.tensor()->dtype().representation_rules()) rule->validate(context);
    }
    return call();
  });
}

// What is told of a context.
Change field(const std::string& name, std::function<Item(const Item&)> edit) {
  return facts_of("context", [name, edit = std::move(edit)](sdk::Session&, sdk::FactSheet& sheet) {
    const Item told = std::get<Item>(*sheet.find(name));
    sheet.set(name, edit(told));
  });
}
Change list(const std::string& name, std::function<void(Item::List&)> edit) {
  return field(name, [edit = std::move(edit)](const Item& told) {
    Item::List items = *told.list();
    edit(items);
    return Item(std::move(items));
  });
}
void lose_last(Item::List& items) {
  if (items.size() > 1) items.pop_back();
}
void reverse(Item::List& items) { std::reverse(items.begin(), items.end()); }
void lose_repeats(Item::List& items) {
  const auto same = [](const Item& a, const Item& b) { return *a.as<const DType*>() == *b.as<const DType*>(); };
  items.erase(std::unique(items.begin(), items.end(), same), items.end());
}
void lose_all(Item::List& items) { items.clear(); }
void flatten_layouts(Item::List& items) {
  for (Item& item : items) item = Item::object(flat(*item.as<Layout>()));
}
void compact_layouts(Item::List& items) {
  for (Item& item : items) item = Item::object(strideweave::compact(item.as<Layout>()->shape()));
}
void flatten_shapes(Item::List& items) {
  for (Item& item : items) item = Item::object(flat(strideweave::compact(*item.as<Shape>())).shape());
}
void sizes_for_shapes(Item::List& items) {
  for (Item& item : items) item = Item::object(Shape{item.as<Shape>()->size()});
}
/// One field told as if it were another.
Change field_for(const std::string& wrong, const std::string& right) {
  return facts_of("context", [wrong, right](sdk::Session&, sdk::FactSheet& sheet) {
    sheet.set(wrong, std::get<Item>(*sheet.find(right)));
  });
}
/// The first entry of a list told for a single value.
Change first_of(const std::string& wrong, const std::string& of) {
  return facts_of("context", [wrong, of](sdk::Session&, sdk::FactSheet& sheet) {
    sheet.set(wrong, std::get<Item>(*sheet.find(of)).list()->front());
  });
}
Change unreadable(const std::string& name) {
  return facts_of("context", [name](sdk::Session&, sdk::FactSheet& sheet) {
    sheet.query(name, [&]() -> Item { strideweave::raise_attribute_error("there is no " + name); });
  });
}
/// Whoever looks for the second time finds the list empty.
Change spent_by_reading(const std::string& name) {
  struct Looks {
    std::size_t count = 0;
  };
  return facts_of("context", [name](sdk::Session& session, sdk::FactSheet& sheet) {
    if (session.state<Looks>().count++ > 0) sheet.set(name, Item(Item::List()));
  });
}
/// All contexts are one, and hold what was shown last.
Change one_context_for_all() {
  struct Last {
    std::shared_ptr<reference::SeenContext> context;
  };
  return [](sdk::Harness& harness) {
    harness.wrap_facts("context", [](const sdk::FactsFunction& next, sdk::Session& session, const std::any& object) {
      const auto& own = *std::any_cast<std::shared_ptr<reference::SeenContext>>(&object);
      auto& last = session.state<Last>().context;
      if (last == nullptr || own->seen_by.front()->log().last == own) last = own;
      return next(session, std::any(last));
    });
  };
}

/// A rule that writes this field is let.
Change writable(const std::string& name) {
  return around("rule", [name](const Call& call) {
    if (!call.arguments.has("write")) return call();
    Item::List left = *call.arguments.item("write").list();
    std::erase_if(left, [&](const Item& one) { return *one.text() == name; });
    return call.next(call.session, call.arguments.with("write", Item(std::move(left))));
  });
}
/// And what it writes is there.
Change written(const std::string& name) {
  struct Writers {
    bool any = false;
  };
  return all({around("rule",
                     [](const Call& call) {
                       if (call.arguments.has("write")) call.session.state<Writers>().any = true;
                       return call();
                     }),
              facts_of("context", [name](sdk::Session& session, sdk::FactSheet& sheet) {
                if (session.state<Writers>().any) sheet.set(name, Item(Item::List()));
              })});
}

// Exceptions of rules.
struct Raised {
  bool by_rule = false;
};
void swallow(const Asking&, std::size_t) {}
void wrap(const Asking&, std::size_t) {
  try {
    throw;
  } catch (const std::exception& error) {
    strideweave::raise_value_error(std::string("a rule refused: ") + error.what());
  }
}
void wrap_unlisted(const Asking&, std::size_t) {
  try {
    throw;
  } catch (const strideweave::Error&) {
    throw;
  } catch (const std::exception& error) {
    strideweave::raise_runtime_error(error.what());
  }
}
void copy(const Asking&, std::size_t) {
  try {
    throw;
  } catch (const strideweave::Error& error) {
    strideweave::raise(error.kind(), error.message());
  }
}
void swallow_not_implemented(const Asking&, std::size_t) {
  try {
    throw;
  } catch (const strideweave::Error& error) {
    if (error.kind() != ErrorKind::not_implemented_error) throw;
  }
}
void swallow_the_last(const Asking& asking, std::size_t which) {
  if (which + 1 < asking.rules.size()) throw;
}
/// The others are asked before the exception goes on.
void ask_the_others(const Asking& asking, std::size_t which) {
  const std::exception_ptr raised = std::current_exception();
  for (std::size_t later = which + 1; later < asking.rules.size(); ++later) {
    try {
      asking.rules[later]->validate(asking.context);
    } catch (...) {
      continue;  // the first counts
    }
  }
  std::rethrow_exception(raised);
}
void ask_the_next(const Asking& asking, std::size_t which) {
  if (which + 1 < asking.rules.size()) asking.rules[which + 1]->validate(asking.context);
  throw;
}
/// All are asked, and the last exception counts.
void last_exception(const Asking& asking) {
  std::exception_ptr raised;
  for (const auto& rule : asking.rules) {
    try {
      rule->validate(asking.context);
    } catch (...) {
      raised = std::current_exception();
    }
  }
  if (raised) std::rethrow_exception(raised);
}

/// Carriers are touched where an operation ends with the exception of a rule.
Change on_rule_failure(const Names& operations, std::function<void(const Call&)> effect) {
  std::vector<Change> changes;
  for (const std::string& operation : operations) {
    changes.push_back(around(operation, [effect](const Call& call) {
      try {
        return call();
      } catch (const std::exception& error) {
        if (std::string_view(error.what()).starts_with("a prepared ")) effect(call);
        throw;
      }
    }));
  }
  return all(std::move(changes));
}
CarrierPtr offered(const Call& call, std::size_t level) {
  const Item::List& levels = *call.arguments.item("subtensors").list();
  return *levels.at(std::min(level, levels.size() - 1)).find("carrier")->as<CarrierPtr>();
}
CarrierPtr of_source(const Call& call, std::size_t level) {
  return call.tensor()->representation().subtensors()[level].carrier;
}

std::vector<Mutant> mutants_of_the_order() {
  std::vector<Mutant> mutants = {
      {"representation.rules.1", "the rules are asked backwards", rules(reversed)},
      {"representation.rules.1", "the first of three rules is asked last", rules(rotated)},
      {"representation.rules.1", "rules are asked in the order they were made", in_the_order_of_birth()},
      {"representation.rules.1", "only the first rule is asked", rules(first_alone)},
      {"representation.rules.1", "only the last rule is asked", rules(last_alone)},
      {"representation.rules.1", "the second rule is left out", rules(without_the_second)},
      {"representation.rules.1", "a dtype has the rules of those before it as well", rules(of_every_dtype)},
      {"representation.rules.1", "the rules of a view are asked backwards", asks_later(backwards)},
      {"representation.rules.1", "the rules of a view are not asked", asks_later(nobody)},
      {"representation.rules.2", "no rule is ever asked", asks(nobody)},
      {"representation.rules.2", "a view asks the rules before it looks at the order", view_asks_first("permute")},
      {"representation.rules.2", "a view asks the rules before it looks at the target", view_asks_first("reshape")},
      {"representation.rules.2", "a view asks the rules before it looks at the bounds", view_asks_first("as_strided")},
  };
  const std::vector<std::pair<Refusal, std::string>> refusals = {
      {Refusal::count, "the number of subtensors"},
      {Refusal::adjacent_count, "the number of adjacent layouts"},
      {Refusal::storage_dtype, "the storage dtypes"},
      {Refusal::carrier_type, "the type of the carriers"},
      {Refusal::offset_type, "the type of the offsets"},
      {Refusal::layout_type, "the type of the placements"},
      {Refusal::classes, "the classes of the carriers"},
      {Refusal::carrier_dtype, "the dtypes of the carriers"},
      {Refusal::offset, "the sign of the offsets"},
      {Refusal::bounds, "the bounds of the carriers"},
      {Refusal::adjacent_shape, "the shapes of adjacent layouts"},
      {Refusal::adjacent_range, "the range of adjacent layouts"}};
  for (const auto& [why, what] : refusals) {
    mutants.push_back({"representation.rules.2", "the rules come before " + what, asks_in_spite_of(why)});
  }
  return mutants;
}

std::vector<Mutant> mutants_of_the_context() {
  std::vector<Mutant> mutants = {
      {"representation.rules.4", "the logical dtype is that of the first level",
       first_of("logical_dtype", "storage_dtypes")},
      {"representation.rules.4", "the logical dtype is not there",
       field("logical_dtype", [](const Item&) { return Item(); })},
      {"representation.rules.5", "storage dtypes: lacks the last level", list("storage_dtypes", lose_last)},
      {"representation.rules.5", "storage dtypes: backwards", list("storage_dtypes", reverse)},
      {"representation.rules.5", "storage dtypes: each once", list("storage_dtypes", lose_repeats)},
      {"representation.rules.5", "storage dtypes: the first alone", first_of("storage_dtypes", "storage_dtypes")},
      {"representation.rules.6", "placements: lacks the last level", list("placement_layouts", lose_last)},
      {"representation.rules.6", "placements: backwards", list("placement_layouts", reverse)},
      {"representation.rules.6", "placements: without nesting", list("placement_layouts", flatten_layouts)},
      {"representation.rules.6", "placements: compact", list("placement_layouts", compact_layouts)},
      {"representation.rules.6", "placements: those of the adjacent layouts",
       field_for("placement_layouts", "adjacent_layouts")},
      {"representation.rules.7", "adjacent layouts: lacks the last", list("adjacent_layouts", lose_last)},
      {"representation.rules.7", "adjacent layouts: none", list("adjacent_layouts", lose_all)},
      {"representation.rules.7", "adjacent layouts: backwards", list("adjacent_layouts", reverse)},
      {"representation.rules.7", "adjacent layouts: compact", list("adjacent_layouts", compact_layouts)},
      {"representation.rules.7", "adjacent layouts: the placements",
       field_for("adjacent_layouts", "placement_layouts")},
      {"representation.rules.8", "level shapes: lacks the last level", list("level_shapes", lose_last)},
      {"representation.rules.8", "level shapes: backwards", list("level_shapes", reverse)},
      {"representation.rules.8", "level shapes: without nesting", list("level_shapes", flatten_shapes)},
      {"representation.rules.8", "level shapes: sizes", list("level_shapes", sizes_for_shapes)},
      {"representation.rules.8", "level shapes: the first alone", first_of("level_shapes", "level_shapes")},
      {"representation.rules.6", "a view shows its rules the placements of its source", asks(of_the_first_context)},
  };
  for (const char* name :
       {"logical_dtype", "storage_dtypes", "placement_layouts", "adjacent_layouts", "level_shapes"}) {
    mutants.push_back({"representation.rules.3", std::string("may be written: ") + name, writable(name)});
    mutants.push_back({"representation.rules.16", std::string("cannot be read: ") + name, unreadable(name)});
    if (name == std::string("logical_dtype")) continue;
    mutants.push_back({"representation.rules.16", std::string("is what a rule has written: ") + name, written(name)});
    mutants.push_back({"representation.rules.17", std::string("is spent by reading: ") + name, spent_by_reading(name)});
  }
  append(mutants,
         {
             {"representation.rules.17", "a context shows what is validated next", one_context_for_all()},
             {"representation.rules.18", "each rule has a context of its own", asks(each_a_context)},
             {"representation.rules.18", "the last rule has a context of its own", asks(the_last_another_context)},
             {"representation.rules.18", "the rules of a view have contexts of their own", asks_later(each_a_context)},
         });
  return mutants;
}

std::vector<Mutant> mutants_of_answers() {
  const auto refuses_nothing_said = [](std::function<bool(const Construction&)> where) {
    return too_strict("representation", std::move(where), ErrorKind::type_error);
  };
  const auto rule_count = [](const Construction& asked) { return asked.logical()->representation_rules().size(); };
  return {
      {"representation.rules.9", "a rule that answers nothing has refused, where it is the only one",
       refuses_nothing_said([=](const Construction& asked) { return rule_count(asked) == 1; })},
      {"representation.rules.9", "a rule that answers nothing has refused, where there are several",
       refuses_nothing_said([=](const Construction& asked) { return rule_count(asked) > 1; })},
      {"representation.rules.9", "what the last of several rules answers is returned",
       constructing("representation",
                    [=](Construction& asked) {
                      const Item built = asked();
                      return rule_count(asked) > 1 ? Item() : built;
                    })},
      {"representation.rules.10", "the exception is swallowed", asks(where_one_raises(swallow))},
      {"representation.rules.10", "the exception of the last rule is swallowed",
       asks(where_one_raises(swallow_the_last))},
      {"representation.rules.10", "what is not implemented is let pass",
       asks(where_one_raises(swallow_not_implemented))},
      {"representation.rules.10", "the exception is wrapped", asks(where_one_raises(wrap))},
      {"representation.rules.10", "an exception of no known kind is wrapped", asks(where_one_raises(wrap_unlisted))},
      {"representation.rules.10", "a copy of the exception is raised", asks(where_one_raises(copy))},
      {"representation.rules.10", "the exception is wrapped where a view is made", asks_later(where_one_raises(wrap))},
      {"representation.rules.10", "the exception is swallowed where a view is made",
       asks_later(where_one_raises(swallow))},
      {"representation.rules.10", "the last exception counts", asks(last_exception)},
      {"representation.rules.11", "a rule's refusal releases the first carrier",
       on_rule_failure({"representation"}, [](const Call& call) { offered(call, 0)->release(); })},
      {"representation.rules.11", "a rule's refusal releases the second carrier",
       on_rule_failure({"representation"}, [](const Call& call) { offered(call, 1)->release(); })},
      {"representation.rules.11", "a rule's refusal writes to the first carrier",
       on_rule_failure({"representation"}, [](const Call& call) { write_back(*offered(call, 0)); })},
      {"representation.rules.11", "a rule's refusal of a view releases the carrier of its source",
       on_rule_failure(views(), [](const Call& call) { of_source(call, 0)->release(); })},
      {"representation.rules.11", "a rule's refusal of a view writes to the second carrier",
       on_rule_failure(views(), [](const Call& call) { write_back(*of_source(call, 1)); })},
      {"representation.rules.12", "all other rules are asked in spite of an exception",
       asks(where_one_raises(ask_the_others))},
      {"representation.rules.12", "one more rule is asked in spite of an exception",
       asks(where_one_raises(ask_the_next))},
      {"representation.rules.12", "all other rules of a view are asked in spite of an exception",
       asks_later(where_one_raises(ask_the_others))},
  };
}

std::vector<Mutant> mutants_of_public_protocol() {
  const auto lacks = [](const std::string& name) {
    return around("public_name",
                  [name](const Call& call) { return *call.arguments.item(0).text() == name ? Item(false) : call(); });
  };
  return {
      {"representation.rules.13", "the protocol is not in the top-level package",
       lacks("RepresentationValidationContext")},
      {"representation.rules.14", "the protocol is not in the dtype namespace",
       lacks("dtype.RepresentationValidationContext")},
  };
}

}  // namespace

std::vector<Mutant> mutants_of_rules() {
  std::vector<Mutant> mutants = mutants_of_the_order();
  append(mutants, mutants_of_the_context());
  append(mutants, mutants_of_answers());
  append(mutants, mutants_of_public_protocol());
  return mutants;
}

}  // namespace swconform::judgement
