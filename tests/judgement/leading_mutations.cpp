// SPDX-License-Identifier: Apache-2.0
#include "tests/judgement/leading_mutations.hpp"

#include <iterator>

#include "bindings/reference/conversions.hpp"
#include "reference/stride.hpp"

namespace swconform::judgement {

using strideweave::LayoutBuilder;
using strideweave::Leaves;
using strideweave::Profile;

Change result_of(std::string operation, std::function<void(Parts& result, const Tensor& source)> edit) {
  return around(std::move(operation), [edit = std::move(edit)](const Call& call) {
    const Item result = call();
    if (call.tensor() == nullptr || result.as<Tensor>() == nullptr) return result;
    Parts parts = parts_of(*result.as<Tensor>());
    edit(parts, *call.tensor());
    return Item::object(assemble(std::move(parts)));
  });
}

Change placement_of(std::string operation, Leading edit) {
  return result_of(std::move(operation), [edit = std::move(edit)](Parts& result, const Tensor& source) {
    result.levels[0].layout = edit(result.levels[0].layout, source.layout());
  });
}

Change adjacent_of(std::string operation, Leading edit) {
  return result_of(std::move(operation), [edit = std::move(edit)](Parts& result, const Tensor& source) {
    if (!result.adjacent.empty()) {
      result.adjacent[0] = edit(result.adjacent[0], source.representation().adjacent_layouts()[0]);
    }
  });
}

Change leading_of(std::string operation, Leading edit) {
  return result_of(std::move(operation), [edit = std::move(edit)](Parts& result, const Tensor& source) {
    result.levels[0].layout = edit(result.levels[0].layout, source.layout());
    if (!result.adjacent.empty()) {
      result.adjacent[0] = edit(result.adjacent[0], source.representation().adjacent_layouts()[0]);
    }
  });
}

Change argument_of(std::string operation, std::size_t place, std::function<Item(const Item&)> edit) {
  return around(std::move(operation), [place, edit = std::move(edit)](const Call& call) {
    return call.next(call.session, call.arguments.with(place, edit(call.arguments.item(place))));
  });
}

Change refuses_where(std::string operation, std::function<bool(const Call&)> unwanted, ErrorKind kind) {
  return around(std::move(operation), [kind, unwanted = std::move(unwanted)](const Call& call) {
    if (call.tensor() != nullptr && unwanted(call)) strideweave::raise(kind, "not like this");
    return call();
  });
}

Change accepts(std::string operation,
               std::function<std::optional<Layout>(const Call&, const Layout& leading)> instead) {
  return around(std::move(operation), [instead = std::move(instead)](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (error.kind() != ErrorKind::value_error || call.tensor() == nullptr) throw;
      Parts parts = parts_of(*call.tensor());
      const auto placement = instead(call, parts.levels[0].layout);
      if (!placement) throw;
      parts.levels[0].layout = *placement;
      if (!parts.adjacent.empty()) {
        const auto adjacent = instead(call, parts.adjacent[0]);
        if (!adjacent) throw;
        parts.adjacent[0] = *adjacent;
      }
      return Item::object(assemble(std::move(parts)));
    }
  });
}

Change source_where(std::string operation, std::function<bool(const Tensor& result, const Tensor& source)> where) {
  return around(std::move(operation), [where = std::move(where)](const Call& call) {
    const Item result = call();
    const bool same = call.tensor() != nullptr && where(*result.as<Tensor>(), *call.tensor());
    return same ? call.arguments.item(0) : result;
  });
}

Change kind_where(std::string operation, std::function<bool(const Call&)> concerns, ErrorKind kind) {
  return around(std::move(operation), [kind, concerns = std::move(concerns)](const Call& call) {
    try {
      return call();
    } catch (const strideweave::Error& error) {
      if (error.kind() == ErrorKind::value_error && concerns(call)) strideweave::raise(kind, error.message());
      throw;
    }
  });
}

const Shape* target_of(const Call& call) { return call.arguments.item(1).as<Shape>(); }

std::vector<Mutant> mutants_of_offsets(const std::string& clause, const std::string& operation) {
  return {
      {clause, operation + " drops the offset",
       result_of(operation, [](Parts& result, const Tensor&) { result.levels[0].offset = 0; })},
      {clause, operation + " drops the offsets of deeper levels",
       result_of(operation,
                 [](Parts& result, const Tensor&) {
                   for (std::size_t level = 1; level < result.levels.size(); ++level) result.levels[level].offset = 0;
                 })},
  };
}

std::vector<Mutant> mutants_of_sharing(const std::string& clause, const std::string& operation) {
  return {
      {clause, operation + " copies the carriers",
       result_of(operation,
                 [](Parts& result, const Tensor&) {
                   for (auto& level : result.levels) level.carrier = copy_of(level.carrier);
                 })},
      {clause, operation + " copies the carriers of deeper levels",
       result_of(operation,
                 [](Parts& result, const Tensor&) {
                   for (std::size_t level = 1; level < result.levels.size(); ++level) {
                     result.levels[level].carrier = copy_of(result.levels[level].carrier);
                   }
                 })},
      {clause, operation + " copies where there is an offset",
       result_of(operation,
                 [](Parts& result, const Tensor&) {
                   if (result.levels.size() == 1 && result.levels[0].offset > 0) {
                     result.levels[0].carrier = copy_of(result.levels[0].carrier);
                   }
                 })},
  };
}

std::vector<Mutant> mutants_of_wrong_targets(const std::string& clause, const std::string& operation) {
  const auto taking = [&](const std::string& what, std::function<Item(const Item&)> edit) {
    return Mutant{clause, "takes " + what + " for a Shape", argument_of(operation, 1, std::move(edit))};
  };
  return {
      taking("a list",
             [](const Item& target) {
               return target.list() != nullptr ? Item::object(Shape(reference::to_int_tuple(target))) : target;
             }),
      taking("an integer",
             [](const Item& target) {
               return target.integer() != nullptr ? Item::object(Shape(reference::to_int_tuple(target))) : target;
             }),
      taking("a layout",
             [](const Item& target) {
               return target.as<Layout>() != nullptr ? Item::object(target.as<Layout>()->shape()) : target;
             }),
      {clause, "refuses a wrong type with ValueError",
       other_kind(operation, ErrorKind::type_error, ErrorKind::value_error)},
  };
}

std::vector<Mutant> mutants_of_failures(const std::string& standing, const std::string& copying,
                                        const std::string& operation) {
  return {
      {standing, operation + " releases the carrier when it refuses",
       on_error(operation, [](strideweave::Carrier& carrier) { carrier.release(); })},
      {standing, operation + " writes when it refuses", on_error(operation, write_back)},
      {standing, operation + " writes when it refuses a type",
       around(operation,
              [](const Call& call) {
                try {
                  return call();
                } catch (const strideweave::Error& error) {
                  if (error.kind() == ErrorKind::type_error) write_back(*call.tensor()->carrier());
                  throw;
                }
              })},
      {copying, operation + " copies the values and then refuses",
       around(operation,
              [](const Call& call) {
                try {
                  return call();
                } catch (const std::exception&) {
                  copy_of(call.tensor()->carrier());
                  throw;
                }
              })},
      {copying, operation + " moves the values in place and then refuses", on_error(operation, write_back)},
  };
}

void append(std::vector<Mutant>& mutants, std::vector<Mutant> more) {
  std::move(more.begin(), more.end(), std::back_inserter(mutants));
}

Layout with_strides(const Layout& layout, const std::function<Int(std::size_t leaf, Int extent, Int stride)>& edit) {
  Leaves strides(layout.strides().begin(), layout.strides().end());
  for (std::size_t leaf = 0; leaf < strides.size(); ++leaf) {
    strides[leaf] = edit(leaf, layout.extents()[leaf], strides[leaf]);
  }
  return {layout.shape(), strides};
}

Layout with_strides_of(const Shape& shape, const Layout& strides) {
  return {shape, Leaves(strides.strides().begin(), strides.strides().end())};
}

Layout last_mode_fastest(const Shape& shape, Int base) {
  Leaves strides(shape.leaf_count(), Int(0));
  Int next = base;
  for (std::size_t leaf = strides.size(); leaf-- > 0;) {
    strides[leaf] = next;
    next = next * shape.extents()[leaf];
  }
  return {shape, strides};
}

Layout flat(const Layout& layout) {
  return {Shape(Profile::flat(layout.leaf_count()), Leaves(layout.extents().begin(), layout.extents().end())),
          Leaves(layout.strides().begin(), layout.strides().end())};
}

Layout singles_opened(const Layout& layout) {
  LayoutBuilder builder;
  for (const Profile::Mode& mode : layout.profile().modes()) {
    if (mode.leaf_count() == 1) {
      builder.leaf(layout.extents()[mode.first_leaf], layout.strides()[mode.first_leaf]);
    } else {
      builder.mode(layout, mode);
    }
  }
  return builder.build();
}

}  // namespace swconform::judgement
