// SPDX-License-Identifier: Apache-2.0
// friendly.surface
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

Change without_name(std::string name) {
  return around("public_name", [name = std::move(name)](const Call& call) {
    return *call.arguments.item(0).text() == name ? Item(false) : call();
  });
}

}  // namespace

std::vector<Mutant> mutants_of_friendly_surface() {
  return {
      {"friendly.surface.1", "item is not exported", without_name("friendly.item")},
      {"friendly.surface.2", "to_list is not exported", without_name("friendly.to_list")},
      {"friendly.surface.3", "item returns a list of one",
       answer("item", [](const Item& value) { return Item(Item::List{value}); })},
      {"friendly.surface.3", "item returns a view of the element",
       around("item",
              [](const Call& call) {
                call();
                return Item::object(at(*call.tensor(), call.tensor()->offset(), Layout()));
              })},
      {"friendly.surface.3", "item returns nothing", answer("item", [](const Item&) { return Item(); })},
      {"friendly.surface.4", "to_list of one element returns it bare",
       answer("to_list", [](const Item& list) { return list.list()->size() == 1 ? list.list()->front() : list; })},
      {"friendly.surface.4", "to_list returns views of the elements",
       around("to_list",
              [](const Call& call) {
                Item::List views = *call().list();
                for (std::size_t key = 0; key < views.size(); ++key) {
                  const Tensor& source = *call.tensor();
                  views[key] = Item::object(at(source, source.offset() + source.layout()(key), Layout()));
                }
                return Item(std::move(views));
              })},
      {"friendly.surface.4", "to_list answers its first list again", one_list_answered_again()},
      {"friendly.surface.4", "to_list fills the list it handed out before", one_list_refilled()},
  };
}

}  // namespace swconform::judgement
