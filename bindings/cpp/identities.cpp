// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/identities.hpp"

namespace swconform::sdk {

Known& Identities::add(const Harness::TypeRow& type) {
  Known& known = all_.emplace_back();
  known.token = static_cast<std::int64_t>(all_.size());
  known.type = &type;
  return known;
}

Known& Identities::of(const std::any& object, const Harness::TypeRow& type) {
  if (const auto* exception = std::any_cast<std::exception_ptr>(&object)) return of(*exception, type);
  const void* const address = type.identity(object);
  auto [entry, end] = by_address_.equal_range(address);
  while (entry != end) {
    Known& known = *entry->second;
    const bool dead = known.watch && !known.watch();
    if (!dead && known.type->kind == type.kind) return known;
    entry = dead ? by_address_.erase(entry) : std::next(entry);
  }
  Known& known = add(type);
  if (type.watch) {
    known.watch = type.watch(object);
  } else {
    known.kept = object;
  }
  by_address_.emplace(address, &known);
  return known;
}

Known& Identities::of(const std::exception_ptr& exception, const Harness::TypeRow& type) {
  for (const auto& [met, known] : exceptions_) {
    if (met == exception) return *known;
  }
  Known& known = add(type);
  exceptions_.emplace_back(exception, &known);
  return known;
}

}  // namespace swconform::sdk
