// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "runner/verdict/ledger.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

Ledger::Decision decided(const std::vector<Verdict>& verdicts) {
  Ledger ledger;
  int id = 0;
  for (const Verdict verdict : verdicts) ledger.note(std::to_string(id++), verdict);
  return ledger.finish();
}

}  // namespace

TEST_CASE("a run is as expected where every case passes or is not applicable, and there was one") {
  CHECK(decided({Verdict::pass}).as_expected);
  CHECK(decided({Verdict::pass, Verdict::not_applicable}).as_expected);
  CHECK(decided({Verdict::not_applicable}).as_expected);
  CHECK_FALSE(decided({}).as_expected);
  for (const Verdict verdict : {Verdict::untested, Verdict::partial, Verdict::unsupported, Verdict::blocked,
                                Verdict::fail, Verdict::crash, Verdict::harness}) {
    INFO(name(verdict));
    const Ledger::Decision decision = decided({Verdict::pass, verdict, Verdict::pass});
    CHECK_FALSE(decision.as_expected);
    CHECK(decision.unexpected == std::vector<std::string>{"1"});
    CHECK(Ledger::exit_code(decision) == 1);
  }
  CHECK(Ledger::exit_code(decided({Verdict::pass})) == 0);
}

TEST_CASE("a ledger is finished once") {
  Ledger ledger;
  ledger.note("a", Verdict::pass);
  ledger.finish();
  CHECK_THROWS_AS(ledger.finish(), std::logic_error);
  CHECK_THROWS_AS(ledger.note("b", Verdict::pass), std::logic_error);
}

TEST_CASE("verdicts have names") {
  CHECK(name(Verdict::pass) == "pass");
  CHECK(name(Verdict::not_applicable) == "not applicable");
  CHECK(name(Verdict::harness) == "harness");
}
