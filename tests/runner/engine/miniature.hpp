// SPDX-License-Identifier: Apache-2.0
// Cases, catalogues and implementations written by hand, a few lines each.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/protocol/messages.hpp"
#include "runner/engine/engine.hpp"
#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/transport/transport.hpp"

namespace swconform::miniature {

using Lines = std::vector<Value>;
using Objects = std::vector<std::pair<std::int64_t, ObjectFacts>>;

// Protocol values.
Value object(std::int64_t token);
Value layout(Value::List shape, Value::List stride);
Value dtype(const char* name);
Value ref(const char* path);
Value iota(int count);

// Reply lines.
Value answer(int step, Value value);
Value error(int step, const char* kind, const char* message, Value token = {});
Value ended(int step, const char* how, const char* why);
Value facts(Value::Record names, Objects objects);
Value done();

ObjectFacts tensor(Value layout, int offset, std::int64_t carrier, Value::Record more = {});
ObjectFacts carrier(Value stored, int version = 0, Value::Record more = {});
ObjectFacts plain(const char* kind, Value::Record facts = {});

// Cases.
scenario::Matcher equal(Value value);
scenario::Matcher matching(scenario::Matcher::Kind kind, const char* path);
scenario::Matcher either(std::vector<scenario::Alternative> alternatives);
scenario::Check fact_is(const char* path, scenario::Matcher matcher);
scenario::Check raises(scenario::Matcher matcher);
scenario::Check returns(scenario::Matcher matcher);
scenario::Assertion assertion(std::vector<int> clauses, std::vector<scenario::Check> checks);
scenario::GivenStep given(const char* operation, const char* name, std::vector<scenario::Check> declared = {});
scenario::CaseStep when(const char* operation, Value::List arguments, const char* as = "");

/// views.permute/hierarchical/<slug>: given t = [2,3]:[1,2], when permute as v, then 2: the layout, 13: the carriers.
scenario::Case permute_case(const char* slug = "transpose");
/// What an honest implementation answers to it.
Lines permute_lines();
/// views.permute/invalid/<slug>: permute with a bad order; then 8: TypeError, 12: nothing was written. With a control.
scenario::Case refusal_case(const char* slug = "text");
Lines refusal_lines();
/// The facts after its given, of a spied carrier.
Value refusal_givens();

/// views.permute with clauses 2, 8, 13, 12 (standing on error), 14 (standing on success), 15 (untestable); scenarios
/// hierarchical and invalid; readings Q4 and Q5.
spec::Catalogue catalogue();

Hello hello();
/// Answers hello, and every case by what `play` does.
Implementation implementation(std::function<void(const Value& request, const std::function<void(Value)>& reply)> play,
                              bool through_json = false);
/// Answers every case with the same lines.
Implementation playing(Lines lines, bool through_json = false);

/// One case against one implementation.
CaseResult result_of(const scenario::Case& what, const Implementation& implementation);
CaseResult result_of(const scenario::Case& what, Lines lines);

/// Of one clause of a case; untested where it was not noted.
Verdict verdict_of(const CaseResult& result, int clause);

}  // namespace swconform::miniature
