// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bindings/protocol/messages.hpp"
#include "runner/scenario/case.hpp"
#include "runner/spec/catalogue.hpp"
#include "runner/transport/transport.hpp"
#include "runner/verdict/verdict.hpp"

namespace swconform {

/// The steps of a case: givens, when, control. Facts are asked for after the last given and after each step of `when`.
CaseRequest request_for(const scenario::Case& what);

/// The verdict on one case, from what came back for `request`, which is request_for(what). `requirement` gives the
/// clauses the standing check asserts; nullptr where the catalogue has no such requirement.
CaseResult judge(const scenario::Case& what, const spec::Requirement* requirement, const CaseRequest& request,
                 const Hello& hello, Exchange exchange);

/// A case already judged whose process turned out to have broken down, or to have gone on talking, after its last line.
void amend(CaseResult& result, const Exchange::Aftermath& aftermath);

/// Every clause of the case gets this verdict, for this reason.
CaseResult whole_case(const scenario::Case& what, Verdict verdict, std::string why);

}  // namespace swconform
