// SPDX-License-Identifier: Apache-2.0
// The judge itself: what it must see, and what it must not be fooled by.
#include <algorithm>
#include <map>
#include <new>

#include "bindings/reference/reference_harness.hpp"
#include "tests/judgement/mutation.hpp"
#include "tests/judgement/rows.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace swconform::judgement {
namespace {

using Fate = Judged::Fate;

const Judge& judge() {
  static const Judge judge(test::source_dir(), reference_harness());
  return judge;
}

void unchanged(sdk::Harness&) {}

Change drops_the_offset() {
  return instead("item", [](const Tensor& tensor) { return at(tensor, 0, tensor.layout()); });
}

std::size_t lines_with(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_CASE("the reference passes every case that mutants are judged by") {
  REQUIRE(judge().requirements().size() >= 5);
  for (const std::string& requirement : judge().requirements()) {
    const RunResult result = judge().run(requirement, unchanged);
    REQUIRE(result.cases.size() == judge().fixtures().of_requirement(requirement).size());
    for (const CaseResult& one : result.cases) {
      INFO(one.what->id << ": " << one.why);
      CHECK(one.verdict == Verdict::pass);
    }
  }
}

TEST_CASE("an implementation that is not wrong survives") {
  const Mutant mutant{"friendly.item.4", "wrapped for nothing",
                      around("item", [](const Call& call) { return call(); })};
  const Judged judged = judge().judge(mutant);
  CHECK(judged.fate == Fate::survived);
  CHECK(judged.not_passing == 0);
  CHECK(judged.seen.empty());
}

TEST_CASE("a mutant is killed by its own clause only") {
  CHECK(judge().judge({"friendly.item.4", "offset", drops_the_offset()}).fate == Fate::killed);
  const Mutant misnamed{"friendly.item.9", "offset", drops_the_offset()};
  const Judged judged = judge().judge(misnamed);
  CHECK(judged.fate == Fate::died_elsewhere);
  CHECK(judged.not_passing > 0);
  CHECK(judged.seen.size() == judged.not_passing);
}

TEST_CASE("a clause that could not be judged kills nothing") {
  // the wrong kind is clause 8; the message, clause 9, is then blocked
  const Change wrong_kind =
      other_kind("item", strideweave::ErrorKind::value_error, strideweave::ErrorKind::index_error);
  CHECK(judge().judge({"friendly.item.9", "kind", wrong_kind}).fate == Fate::died_elsewhere);
  CHECK(judge().judge({"friendly.item.8", "kind", wrong_kind}).fate == Fate::killed);
}

TEST_CASE("a standing clause is asserted without being written") {
  CHECK(judge().judge({"friendly.item.7", "write", on_success("item", write_back)}).fate == Fate::killed);
}

TEST_CASE("a crash, a broken harness and a case that is blocked kill nothing") {
  const auto fate = [](Change change) {
    const Judged judged = judge().judge({"friendly.item.4", "broken", std::move(change)});
    CHECK(judged.not_passing > 0);
    return judged.fate;
  };
  CHECK(fate(around("item", [](const Call&) -> Item { throw std::bad_alloc(); })) == Fate::survived);
  CHECK(fate(around("item", [](const Call&) -> Item { sdk::internal("broken"); })) == Fate::survived);
  CHECK(fate(around("tensor", [](const Call&) -> Item { strideweave::raise_value_error("no"); })) == Fate::survived);
  CHECK(fate(around("item", [](const Call&) -> Item { sdk::unsupported("no"); })) == Fate::survived);
}

TEST_CASE("a mutant names a testable clause of a requirement with fixtures") {
  for (const char* clause :
       {"friendly.values.4", "friendly.item.99", "friendly.nothing.1", "friendly", "", "views.permute."}) {
    INFO(clause);
    CHECK_THROWS_AS(judge().judge({clause, "nothing", unchanged}), std::invalid_argument);
  }
}

TEST_CASE("a testable clause without a mutant is named") {
  std::vector<Mutant> mutants = all_mutants();
  CHECK(judge().clauses_without("views.permute", mutants).empty());
  std::erase_if(mutants, [](const Mutant& mutant) { return mutant.clause == "views.permute.9"; });
  CHECK(judge().clauses_without("views.permute", mutants) == std::vector<std::string>{"views.permute.9"});
  CHECK(judge().clauses_without("friendly.values", {}).size() == 7);  // of eight one is untestable
}

TEST_CASE("the only mutant of a clause may not fail more than half of its requirement") {
  const Mutant broad{"friendly.item.5", "refuses all", around("item", [](const Call& call) -> Item {
                       return call.tensor() != nullptr && call.tensor()->size() == 1 ? Item("text") : call();
                     })};
  const Score alone = judge().score({broad}, {}, {});
  CHECK(alone.survivors.empty());
  CHECK(alone.too_broad == std::vector<std::string>{"friendly.item.5"});
  CHECK_FALSE(alone.perfect());
  CHECK(lines_with(alone.text(), "too broad: every mutant of friendly.item.5 fails more than half") == 1);
  const Mutant narrow{"friendly.item.5", "index", around("item", [](const Call& call) {
                        call();
                        return Item(static_cast<double>(call.tensor()->offset().raw()));
                      })};
  CHECK(judge().score({broad, narrow}, {}, {}).too_broad.empty());
}

TEST_CASE("a wrong variant is rejected, an incomplete one only where nothing is tolerated") {
  CHECK(judge().faults({"reference", unchanged}).empty());
  CHECK_FALSE(judge().faults({"wrong", drops_the_offset(), {Verdict::unsupported, Verdict::not_applicable}}).empty());
  const Change incomplete = around("public_name", [](const Call&) -> Item { sdk::unsupported("none"); });
  CHECK(judge().faults({"incomplete", incomplete, {Verdict::unsupported}}).empty());
  // the cases that ask for a public name: of surface two, of rules two, of projection one
  CHECK(judge().faults({"incomplete", incomplete}).size() == 5);
}

TEST_CASE("a variant takes the readings it says it takes, and the reference's elsewhere") {
  const auto faults = [](const Change& change, std::map<std::string, std::string> takes) {
    return judge().faults({"one", change, {}, std::move(takes)});
  };
  using Lines = std::vector<std::string>;
  const Change by_ordinals = around("index", [](const Call& call) -> Item {
    const Item::List* key = call.arguments.item(1).list();
    const bool ordinal = key != nullptr && key->size() == 1 && key->front().integer() != nullptr;
    if (!ordinal || call.tensor() == nullptr || call.tensor()->layout().rank() < 2) return call();
    return read(*call.tensor(), call.tensor()->offset() + call.tensor()->layout()(7));
  });
  CHECK(faults(by_ordinals, {{"views.slice?Q6", "B"}}) == Lines{});
  CHECK(faults(by_ordinals, {}) == Lines{"one: views.slice?Q6: takes B, not A"});
  CHECK(faults(unchanged, {{"views.slice?Q6", "B"}}) == Lines{"one: views.slice?Q6: takes A, not B"});
  CHECK(faults(unchanged, {{"views.slice?Q1", "A"}}) == Lines{"one: there is no probe views.slice?Q1"});
}

const Vacuous& the_reference() {
  static const Vacuous reference{
      "the reference", [](const sdk::Operation& next, sdk::Session& session, const sdk::Arguments& arguments) -> Item {
        return next(session, arguments);
      }};
  return reference;
}

TEST_CASE("what passes a requirement is not vacuous") {
  for (const Empty empty : all_empty)
    CHECK(judge().passes(the_reference(), empty).size() == judge().requirements().size());
}

TEST_CASE("what does nothing does nothing from that step on, and all before") {
  const Vacuous refuses{"refuses", [](const sdk::Operation&, sdk::Session&, const sdk::Arguments&) -> Item {
                          strideweave::raise_value_error("no");
                        }};
  const auto count = [&](Empty empty, Verdict verdict) {
    const RunResult result = judge().run("views.squeeze", refuses, empty);
    return std::count_if(result.cases.begin(), result.cases.end(),
                         [&](const CaseResult& one) { return one.verdict == verdict; });
  };
  CHECK(count(Empty::throughout, Verdict::fail) == 0);  // nothing is built that could be judged
  CHECK(count(Empty::throughout, Verdict::pass) == 0);
  CHECK(count(Empty::after_the_givens, Verdict::fail) > 0);
  CHECK(count(Empty::after_the_givens, Verdict::pass) > 0);  // where a ValueError is right
  CHECK(count(Empty::where_judged, Verdict::blocked) < count(Empty::after_the_givens, Verdict::blocked));
}

TEST_CASE("the score names every fault") {
  const Mutant survivor{"views.permute.4", "nothing wrong", unchanged};
  const Mutant misnamed{"friendly.item.9", "offset", drops_the_offset()};
  const Score score = judge().score({survivor, misnamed}, {{"wrong", drops_the_offset()}}, {the_reference()});
  CHECK_FALSE(score.perfect());
  const std::string text = score.text();
  INFO(text);
  CHECK(lines_with(text, "survived: views.permute.4 (nothing wrong)\n") == 1);
  CHECK(lines_with(text, "died elsewhere: friendly.item.9 (offset)\n") == 1);
  CHECK(lines_with(text, "  friendly.item/scalar") > 0);  // the cases seen
  CHECK(lines_with(text, "friendly.item: 0 of 1 mutants killed\n") == 1);
  CHECK(lines_with(text, "variant rejected: wrong: friendly.item/scalar") > 0);
  CHECK(lines_with(text, "vacuous pass: the reference, throughout: friendly.item\n") == 1);
  CHECK(lines_with(text, "without a mutant: friendly.item.8\n") == 1);
  CHECK(lines_with(text, "without a mutant: views.no-grad.1\n") == 1);  // nor has its requirement any
  CHECK(lines_with(text,
                   "judgement: mutants 0 of 2 killed · variants 0 of 1 accepted · vacuous 0 of 3 refused · testable "
                   "clauses without a mutant ") == 1);
}

TEST_CASE("nothing judged is no success") { CHECK_FALSE(judge().score({}, {}, {}).perfect()); }

}  // namespace
}  // namespace swconform::judgement
