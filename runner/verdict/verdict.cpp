// SPDX-License-Identifier: Apache-2.0
#include "runner/verdict/verdict.hpp"

namespace swconform {

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::pass:
      return "pass";
    case Verdict::not_applicable:
      return "not applicable";
    case Verdict::untested:
      return "untested";
    case Verdict::partial:
      return "partial";
    case Verdict::unsupported:
      return "unsupported";
    case Verdict::blocked:
      return "blocked";
    case Verdict::fail:
      return "fail";
    case Verdict::crash:
      return "crash";
    case Verdict::harness:
      return "harness";
  }
  return "harness";
}

}  // namespace swconform
