// SPDX-License-Identifier: Apache-2.0
// representation.projection
#include <algorithm>
#include <memory>
#include <utility>

#include "bindings/reference/carrier_spy.hpp"
#include "bindings/reference/conversions.hpp"
#include "reference/no_grad.hpp"
#include "tests/judgement/leading_mutations.hpp"
#include "tests/judgement/representation_mutation.hpp"
#include "tests/judgement/rows.hpp"

namespace swconform::judgement {
namespace {

using sdk::FactSheet;
using Edit = std::function<void(const Tensor&, FactSheet&)>;

const std::vector<std::string> views = {"index",        "rearrange",        "permute", "reshape",  "as_strided",
                                        "broadcast_to", "broadcast_in_dim", "squeeze", "unsqueeze"};

std::span<const strideweave::Subtensor> levels(const Tensor& tensor) { return tensor.representation().subtensors(); }
const strideweave::Subtensor& last_level(const Tensor& tensor) { return levels(tensor).back(); }
Item number(Int value) { return {reference::to_integer(value)}; }
Item dtype_item(const DType* dtype) { return Item::object(dtype); }

/// The answer to one query, where it is another one.
Change query(const std::string& name, std::function<Item(const Tensor&)> answer,
             std::function<bool(const Tensor&)> where = {}) {
  return told_of_tensors(
      [name, answer = std::move(answer), where = std::move(where)](const Tensor& tensor, FactSheet& sheet) {
        if (!where || where(tensor)) sheet.set(name, answer(tensor));
      });
}

/// A field of the subtensors behind the first.
Change deeper(const std::string& field, std::function<Item(const strideweave::Subtensor& first)> same) {
  return told_of_tensors([field, same = std::move(same)](const Tensor& tensor, FactSheet& sheet) {
    retell_subtensors(sheet, field, [&](std::size_t level, const Item& told) {
      return level == 0 ? told : same(levels(tensor).front());
    });
  });
}

/// The list of subtensors, or of adjacent layouts.
Change sequence(const std::string& name, std::function<void(Item::List&)> edit) {
  return told_of_tensors([name, edit = std::move(edit)](const Tensor&, FactSheet& sheet) {
    Item::List list = *std::get<Item>(*sheet.find(name)).list();
    edit(list);
    sheet.set(name, Item(std::move(list)));
  });
}
void reverse(Item::List& list) { std::reverse(list.begin(), list.end()); }
void keep_first(Item::List& list) { list.resize(std::min<std::size_t>(list.size(), 1)); }

bool has_levels(const Tensor& tensor) { return levels(tensor).size() > 1; }
bool has_nested(const Tensor& tensor) { return has_nested_mode(tensor.layout()); }
bool is_rank_zero(const Tensor& tensor) { return tensor.layout().rank() == 0; }

/// Views, each with what it was made of.
struct Sources {
  std::vector<std::pair<std::weak_ptr<const void>, Tensor>> pairs;
};
using ViewEdit = std::function<void(const Tensor& view, const Tensor& source, FactSheet&)>;

/// What is told of the views that one operation returns.
Change told_of_views(const std::string& operation, ViewEdit edit, bool without_recording = false) {
  const auto note = [without_recording](const Call& call) {
    Item result = call();
    const Tensor* view = result.as<Tensor>();
    if (view != nullptr && !(without_recording && strideweave::is_grad_enabled())) {
      call.session.state<Sources>().pairs.emplace_back(view->object(), *call.tensor());
    }
    return result;
  };
  const auto tell = [edit = std::move(edit)](sdk::Session& session, const Tensor& tensor, FactSheet& sheet) {
    for (const auto& [view, source] : session.state<Sources>().pairs) {
      if (view.lock() == tensor.object()) edit(tensor, source, sheet);
    }
  };
  return all({around(operation, note), told_in_session(tell)});
}

void layout_of_source(const Tensor&, const Tensor& source, FactSheet& sheet) {
  sheet.set("layout", Item::object(source.layout()));
}
void size_of_source(const Tensor&, const Tensor& source, FactSheet& sheet) { sheet.set("size", number(source.size())); }
void offset_of_source(const Tensor&, const Tensor& source, FactSheet& sheet) {
  sheet.set("offset", number(source.offset()));
}

/// The source is told to be its view, once there is one.
Change turned_into_the_view(const std::string& operation) {
  const auto note = [](const Call& call) {
    Item result = call();
    if (const Tensor* view = result.as<Tensor>()) {
      call.session.state<Sources>().pairs.emplace_back(call.tensor()->object(), *view);
    }
    return result;
  };
  return all(
      {around(operation, note), told_in_session([](sdk::Session& session, const Tensor& tensor, FactSheet& sheet) {
         for (const auto& [source, view] : session.state<Sources>().pairs) {
           if (source.lock() != tensor.object()) continue;
           sheet.set("layout", Item::object(view.layout()));
           sheet.set("offset", number(view.offset()));
           sheet.set("size", number(view.size()));
         }
       })});
}

/// Tensors that nobody asked for are gradients.
Change told_of_gradients(Edit edit) {
  struct Asked {
    std::vector<std::weak_ptr<const void>> objects;
  };
  std::vector<std::string> makers = views;
  makers.insert(makers.end(), {"tensor", "representation", "add"});
  std::vector<Change> changes;
  for (const std::string& maker : makers) {
    changes.push_back(around(maker, [](const Call& call) {
      Item result = call();
      if (const Tensor* tensor = result.as<Tensor>()) {
        call.session.state<Asked>().objects.push_back(tensor->object());
      }
      return result;
    }));
  }
  changes.push_back(
      told_in_session([edit = std::move(edit)](sdk::Session& session, const Tensor& tensor, FactSheet& sheet) {
        const auto& asked = session.state<Asked>().objects;
        const bool known = std::any_of(asked.begin(), asked.end(),
                                       [&](const auto& object) { return object.lock() == tensor.object(); });
        if (!known) edit(tensor, sheet);
      }));
  return all(std::move(changes));
}

/// Told after a write to a carrier.
Change told_after_writes(Edit edit) {
  struct Written {
    bool yes = false;
  };
  return all({around("carrier_set",
                     [](const Call& call) {
                       call.session.state<Written>().yes = true;
                       return call();
                     }),
              told_in_session([edit = std::move(edit)](sdk::Session& session, const Tensor& tensor, FactSheet& sheet) {
                if (session.state<Written>().yes) edit(tensor, sheet);
              })});
}

/// Asking does something, where there is a spy to see it.
Change asking_does(std::function<void(sdk::Session&, const Tensor&, FactSheet&)> effect) {
  return told_in_session([effect = std::move(effect)](sdk::Session& session, const Tensor& tensor, FactSheet& sheet) {
    const auto* spy = dynamic_cast<const reference::CarrierSpy*>(tensor.carrier().get());
    if (spy != nullptr && spy->setup().counts) effect(session, tensor, sheet);
  });
}

struct Asked {
  std::int64_t times = 0;
};

/// The class that a class of carriers is derived from.
Item base_class(const Tensor& tensor) {
  const bool derived = dynamic_cast<const reference::SubCarrier*>(tensor.carrier().get()) != nullptr;
  return Item::object(derived ? strideweave::CarrierClass(typeid(reference::BaseCarrier)) : tensor.carrier_type());
}

Int size_of_leaf_modes(const Tensor& tensor) {
  Int size = 1;
  for (const auto& mode : tensor.layout().profile().modes()) {
    if (mode.is_leaf()) size *= tensor.layout().extents()[mode.first_leaf];
  }
  return size;
}
Int size_of_slots(const Tensor& tensor) {
  Int size = 1;
  for (std::size_t leaf = 0; leaf < tensor.layout().leaf_count(); ++leaf) {
    if (tensor.layout().strides()[leaf] != 0) size *= tensor.layout().extents()[leaf];
  }
  return size;
}
Int size_of_all_levels(const Tensor& tensor) {
  Int size = 0;
  for (const auto& level : levels(tensor)) size += level.layout.size();
  return size;
}

std::vector<Mutant> mutants_of_the_representation() {
  const std::string one = "representation.projection.1";
  const std::string subtensors = "representation.projection.2";
  const std::string adjacent = "representation.projection.3";
  const std::string dtype = "representation.projection.4";
  const std::string carrier = "representation.projection.5";
  const std::string offset = "representation.projection.6";
  const std::string layout = "representation.projection.7";
  return {
      {one, "indexing turns the source into the view", turned_into_the_view("index")},
      {one, "has the dtype of the first level where there are more",
       query("dtype", [](const Tensor& tensor) { return dtype_item(levels(tensor).front().dtype); })},
      {one, "has the category of truth values for its dtype",
       query(
           "dtype", [](const Tensor& tensor) { return dtype_item(tensor.dtype().supertype()); },
           [](const Tensor& tensor) { return tensor.dtype() == strideweave::dtype::boolean(); })},
      {subtensors, "keeps the first subtensor only", sequence("subtensors", keep_first)},
      {subtensors, "keeps the subtensors in reverse", sequence("subtensors", reverse)},
      {subtensors, "the result of an operation has no subtensors",
       told_of_results({"add"}, [](const Tensor&, FactSheet& sheet) { sheet.set("subtensors", Item(Item::List())); })},
      {subtensors, "a view has the subtensor of its source as well",
       told_of_views("index",
                     [](const Tensor&, const Tensor&, FactSheet& sheet) {
                       Item::List list = *std::get<Item>(*sheet.find("subtensors")).list();
                       list.push_back(list.front());
                       sheet.set("subtensors", Item(std::move(list)));
                     })},
      {adjacent, "keeps the first adjacent layout only", sequence("adjacent", keep_first)},
      {adjacent, "keeps the adjacent layouts in reverse", sequence("adjacent", reverse)},
      {adjacent, "a view keeps the adjacent layouts of its source",
       told_of_views("permute",
                     [](const Tensor&, const Tensor& source, FactSheet& sheet) {
                       Item::List list;
                       for (const Layout& between : source.representation().adjacent_layouts()) {
                         list.push_back(Item::object(between));
                       }
                       sheet.set("adjacent", Item(std::move(list)));
                     })},
      {adjacent, "the result of an operation leads to itself",
       told_of_results({"add"},
                       [](const Tensor& tensor, FactSheet& sheet) {
                         sheet.set("adjacent", Item(Item::List{Item::object(tensor.layout())}));
                       })},
      {dtype, "every level has the storage dtype of the first",
       deeper("dtype", [](const strideweave::Subtensor& first) { return dtype_item(first.dtype); })},
      {dtype, "every level has the logical dtype", told_of_tensors([](const Tensor& tensor, FactSheet& sheet) {
         retell_subtensors(sheet, "dtype", [&](std::size_t, const Item&) { return Item::object(&tensor.dtype()); });
       })},
      {carrier, "every level has the carrier of the first",
       deeper("carrier", [](const strideweave::Subtensor& first) { return Item::object(first.carrier); })},
      {carrier, "a view has copies of the deeper carriers",
       result_of("permute",
                 [](Parts& result, const Tensor&) {
                   for (std::size_t level = 1; level < result.levels.size(); ++level) {
                     result.levels[level].carrier = copy_of(result.levels[level].carrier);
                   }
                 })},
      {offset, "every level has the offset of the first",
       deeper("offset", [](const strideweave::Subtensor& first) { return number(first.offset); })},
      {offset, "the deeper levels have no offset",
       deeper("offset", [](const strideweave::Subtensor&) { return Item(0); })},
      {offset, "the subtensor of a view keeps the offset of the source",
       told_of_views("index",
                     [](const Tensor&, const Tensor& source, FactSheet& sheet) {
                       retell_subtensors(sheet, "offset",
                                         [&](std::size_t, const Item&) { return number(source.offset()); });
                     })},
      {layout, "every level has the layout of the first",
       deeper("layout", [](const strideweave::Subtensor& first) { return Item::object(first.layout); })},
      {layout, "the subtensor of a view keeps the layout of the source",
       told_of_views("broadcast_to",
                     [](const Tensor&, const Tensor& source, FactSheet& sheet) {
                       retell_subtensors(sheet, "layout",
                                         [&](std::size_t, const Item&) { return Item::object(source.layout()); });
                     })},
  };
}

std::vector<Mutant> mutants_of_the_queries() {
  const std::string carrier = "representation.projection.8";
  const std::string offset = "representation.projection.9";
  const std::string layout = "representation.projection.10";
  const std::string dtype = "representation.projection.11";
  const std::string size = "representation.projection.12";
  const std::string type = "representation.projection.13";
  const std::string unchanged = "representation.projection.14";
  return {
      {carrier, "the carrier is the last one",
       query("carrier", [](const Tensor& tensor) { return Item::object(last_level(tensor).carrier); })},
      {carrier, "the carrier is a copy that nobody else sees, of a foreign class",
       query(
           "carrier", [](const Tensor& tensor) { return Item::object(copy_of(tensor.carrier())); },
           [](const Tensor& tensor) {
             return dynamic_cast<const reference::CarrierSpy*>(tensor.carrier().get()) != nullptr;
           })},
      {carrier, "a written carrier is another one", told_after_writes([](const Tensor& tensor, FactSheet& sheet) {
         sheet.set("carrier", Item::object(copy_of(tensor.carrier())));
       })},
      {offset, "the offset is the last one",
       query("offset", [](const Tensor& tensor) { return number(last_level(tensor).offset); })},
      {offset, "the offset is a float where there is no mode",
       query(
           "offset", [](const Tensor& tensor) { return Item(static_cast<double>(tensor.offset().raw())); },
           is_rank_zero)},
      {offset, "the offset of a larger carrier counts bytes",
       query(
           "offset", [](const Tensor& tensor) { return number(tensor.offset() * 4); },
           [](const Tensor& tensor) { return tensor.dtype() == strideweave::dtype::int32(); })},
      {layout, "the layout is the last one",
       query("layout", [](const Tensor& tensor) { return Item::object(last_level(tensor).layout); })},
      {layout, "the layout is the first adjacent one",
       query(
           "layout",
           [](const Tensor& tensor) { return Item::object(tensor.representation().adjacent_layouts().front()); },
           has_levels)},
      {layout, "the layout is shown without nesting",
       query(
           "layout", [](const Tensor& tensor) { return Item::object(flat(tensor.layout())); }, has_nested)},
      {layout, "the layout is shown with stride zero for extent one",
       query("layout",
             [](const Tensor& tensor) {
               return Item::object(with_strides(
                   tensor.layout(), [](std::size_t, Int extent, Int stride) { return extent == 1 ? Int(0) : stride; }));
             })},
      {dtype, "the dtype is the storage dtype of the first level",
       query("dtype", [](const Tensor& tensor) { return dtype_item(levels(tensor).front().dtype); })},
      {dtype, "the dtype is that of the last level",
       query("dtype", [](const Tensor& tensor) { return dtype_item(last_level(tensor).dtype); })},
      {dtype, "the dtype is the category of integers",
       query(
           "dtype", [](const Tensor& tensor) { return dtype_item(tensor.dtype().supertype()); },
           [](const Tensor& tensor) { return tensor.dtype() == strideweave::dtype::int32(); })},
      {size, "the size is the cosize where nothing is aliased",
       query(
           "size", [](const Tensor& tensor) { return number(tensor.layout().cosize()); },
           [](const Tensor& tensor) { return tensor.layout().cosize() > tensor.size(); })},
      {size, "the size counts stored values",
       query("size", [](const Tensor& tensor) { return number(size_of_slots(tensor)); })},
      {size, "the size is that of the carrier where there is one element",
       query(
           "size", [](const Tensor& tensor) { return number(tensor.carrier()->size()); },
           [](const Tensor& tensor) { return tensor.size() == 1; })},
      {size, "the size leaves nested modes out",
       query("size", [](const Tensor& tensor) { return number(size_of_leaf_modes(tensor)); })},
      {size, "the size is that of the last level",
       query("size", [](const Tensor& tensor) { return number(last_level(tensor).layout.size()); })},
      {size, "the size is that of all levels",
       query("size", [](const Tensor& tensor) { return number(size_of_all_levels(tensor)); })},
      {size, "the size is kept in 32 bits",
       query("size", [](const Tensor& tensor) { return number(wrapped_unsigned(tensor.size(), 32)); })},
      {size, "the size is a float where there is no mode",
       query(
           "size", [](const Tensor& tensor) { return Item(static_cast<double>(tensor.size().raw())); }, is_rank_zero)},
      {type, "the class is a base of the exact one", query("class", base_class)},
      {type, "foreign classes are all one",
       query(
           "class", [](const Tensor&) { return Item::object(strideweave::CarrierClass(typeid(strideweave::Carrier))); },
           [](const Tensor& tensor) {
             return dynamic_cast<const reference::CarrierSpy*>(tensor.carrier().get()) != nullptr;
           })},
      {unchanged, "asking writes to the carrier",
       asking_does([](sdk::Session&, const Tensor& tensor, FactSheet&) { write_back(*tensor.carrier()); })},
      {unchanged, "asking twice releases the carrier",
       asking_does([](sdk::Session& session, const Tensor& tensor, FactSheet&) {
         if (++session.state<Asked>().times > 1) tensor.carrier()->release();
       })},
      {unchanged, "asking for the offset moves it",
       asking_does([](sdk::Session& session, const Tensor& tensor, FactSheet& sheet) {
         sheet.set("offset", number(tensor.offset() + session.state<Asked>().times++));
       })},
      {unchanged, "asking makes the layout compact from then on",
       asking_does([](sdk::Session& session, const Tensor& tensor, FactSheet& sheet) {
         if (++session.state<Asked>().times == 1) return;
         const Item other = Item::object(strideweave::compact(tensor.layout().shape()));
         retell_subtensors(sheet, "layout", [&](std::size_t, const Item&) { return other; });
       })},
  };
}

std::vector<Mutant> mutants_of_consistency() {
  const std::string constructed = "representation.projection.15";
  const std::string viewed = "representation.projection.16";
  const std::string computed = "representation.projection.17";
  std::vector<Mutant> mutants = {
      {constructed, "the layout asked for has no nesting, the one held has",
       query(
           "layout", [](const Tensor& tensor) { return Item::object(flat(tensor.layout())); }, has_nested)},
      {constructed, "the offset asked for is zero where nothing moves",
       query(
           "offset", [](const Tensor&) { return Item(0); },
           [](const Tensor& tensor) { return tensor.layout().cosize() == 1; })},
      {constructed, "the dtype asked for is not the carrier's",
       query(
           "dtype", [](const Tensor&) { return dtype_item(&strideweave::dtype::int8()); },
           [](const Tensor& tensor) { return tensor.dtype() == strideweave::dtype::boolean(); })},
      {viewed, "a view without recording keeps the size of its source",
       told_of_views(
           "reshape",
           [](const Tensor&, const Tensor& source, FactSheet& sheet) {
             sheet.set("layout", Item::object(source.layout()));
           },
           true)},
      {viewed, "a view of several levels has the dtype of the first",
       told_of_views("permute", [](const Tensor& view, const Tensor&,
                                   FactSheet& sheet) { sheet.set("dtype", dtype_item(levels(view).front().dtype)); })},
      {viewed, "a view has a carrier of its own",
       told_of_views("squeeze", [](const Tensor& view, const Tensor&,
                                   FactSheet& sheet) { sheet.set("carrier", Item::object(copy_of(view.carrier()))); })},
      {viewed, "a view of a derived class has the class it is derived from",
       told_of_views("unsqueeze", [](const Tensor& view, const Tensor&,
                                     FactSheet& sheet) { sheet.set("class", base_class(view)); })},
      {computed, "a sum has the offset of what was added",
       told_of_results(
           {"add"}, [](const Tensor& tensor, FactSheet& sheet) { sheet.set("offset", number(tensor.offset() + 1)); })},
      {computed, "a sum has a layout of its own, last mode fastest",
       told_of_results({"add"},
                       [](const Tensor& tensor, FactSheet& sheet) {
                         sheet.set("layout", Item::object(last_mode_fastest(tensor.layout().shape(), 2)));
                       })},
      {computed, "a sum tells the cosize of what was added for its size",
       told_of_results({"add"}, [](const Tensor& tensor,
                                   FactSheet& sheet) { sheet.set("size", number(tensor.layout().cosize() + 1)); })},
      {computed, "a sum tells another class than its carrier has",
       told_of_results({"add"},
                       [](const Tensor&, FactSheet& sheet) {
                         sheet.set("class", Item::object(strideweave::CarrierClass(typeid(strideweave::Carrier))));
                       })},
      {computed, "a gradient tells a layout it has not", told_of_gradients([](const Tensor& tensor, FactSheet& sheet) {
         sheet.set("layout", Item::object(strideweave::compact(tensor.layout().shape(), 3)));
       })},
      {computed, "a gradient tells an offset it has not", told_of_gradients([](const Tensor& tensor, FactSheet& sheet) {
         sheet.set("offset", number(tensor.offset() + 1));
       })},
  };
  for (const std::string& view : views) {
    mutants.push_back({viewed, view + " leaves the layout of the source", told_of_views(view, layout_of_source)});
  }
  for (const char* view : {"index", "as_strided", "broadcast_to", "broadcast_in_dim"}) {
    mutants.push_back(
        {viewed, std::string(view) + " leaves the size of the source", told_of_views(view, size_of_source)});
  }
  mutants.push_back({viewed, "index leaves the offset of the source", told_of_views("index", offset_of_source)});
  return mutants;
}

}  // namespace

std::vector<Mutant> mutants_of_projection() {
  std::vector<Mutant> mutants = mutants_of_the_representation();
  append(mutants, mutants_of_the_queries());
  append(mutants, mutants_of_consistency());
  return mutants;
}

}  // namespace swconform::judgement
