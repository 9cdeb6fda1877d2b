// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/protocol/value.hpp"
#include "runner/scenario/case.hpp"
#include "runner/scenario/fixtures.hpp"
#include "runner/spec/catalogue.hpp"

namespace swconform::fuzz {

/// One level of a tensor that is given.
struct Level {
  std::string dtype = "Float32";
  Value shape = Value::List{};
  Value stride = Value::List{};
  std::int64_t offset = 0;
};

/// A tensor that is given, of one level or of several.
struct Source {
  std::string name;
  std::vector<Level> levels;
  std::vector<Value> adjacent;     // strides; the shape is that of the level above
  std::vector<std::int64_t> values{};  // logical ones; none: as the carrier comes, v(i) = i
};

/// A call. Arguments are those of the protocol, shapes and trees as {"shape": ...}, {"stride": ...}, {"tree": ...}.
struct Call {
  std::string operation;
  Value::List arguments;
  std::string as{};  // empty where it answers no tensor
  bool no_grad = false;
};

/// Tensors that are given, and calls, of which the last is the one in question.
struct Session {
  std::vector<Source> sources;
  std::vector<Call> calls;
};

/// {"ref": name}
Value reference(std::string_view name);
/// The name an argument refers to, or "".
std::string_view referred(const Value& argument);
/// The tensor the call is about: the name its first argument refers to.
std::string_view subject(const Call& call);

/// Of tensors made by as_strided or reshape, and of their views, extents of one may have any stride (Q2, Q3): the names
/// of those this session makes.
std::set<std::string> with_idle_strides(const Session& session);

/// The requirement an operation belongs to: views.permute.
std::string requirement_of(std::string_view operation);

/// What a fixture says of the last call: `then`, in the fixture language, and for each call the facts it may change.
struct Claims {
  std::string then = "{raises: ValueError}";
  std::vector<std::vector<std::string>> changes{};
  bool control_omitted = false;
};
/// The session as a fixture: one case of the requirement of its last call.
std::string fixture_text(const Session& session, const Claims& claims, const spec::Catalogue& catalogue);
/// The same, read. Throws FixtureError where the session is none (a shape with an extent of zero, ...).
scenario::Case read_session(const Session& session, const Claims& claims, const spec::Catalogue& catalogue,
                            const scenario::Vocabulary& vocabulary);

}  // namespace swconform::fuzz
