// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/report_outputs.hpp"

#include <fstream>

#include "runner/spec/catalogue.hpp"
#include "tests/runner/cli/cli_support.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

using Requests = std::vector<std::string>;

std::string refusal(const Requests& requests) {
  test::TestEnvironment test;
  return test::message_of<cli::InputError>([&] { cli::ReportOutputs(requests, test.environment); });
}

/// What goes to stdout.
std::string written(const Requests& requests) {
  test::TestEnvironment test;
  const spec::Catalogue catalogue;
  const RunResult result;
  cli::ReportOutputs outputs(requests, test.environment);
  outputs.finish({catalogue, result, {}, 0, "0.0.0"});
  return test.out.str();
}

}  // namespace

TEST_CASE("the console report goes to stdout unless something else does") {
  const test::TemporaryFolder folder;
  CHECK(written({}).starts_with("swconform 0.0.0 judges"));
  CHECK(written({"console"}) == written({}));
  CHECK(written({"json"}).starts_with("{\n"));
  CHECK(written({"junit"}).starts_with("<?xml"));
  CHECK(written({"json:" + (folder / "a.json").string()}) == written({}));
  CHECK(written({"console:" + (folder / "a.txt").string()}) == "");
  CHECK(test::read(folder / "a.txt") == written({}));
  CHECK(test::read(folder / "a.json").starts_with("{\n"));
}

TEST_CASE("several reports at once") {
  const test::TemporaryFolder folder;
  const std::string json = (folder / "a.json").string();
  const std::string junit = (folder / "a:b.xml").string();
  CHECK(written({"json:" + json, "junit:" + junit, "console"}) == written({}));
  CHECK(test::read(json).starts_with("{\n"));
  CHECK(test::read(junit).starts_with("<?xml"));
  CHECK(refusal({"json", "junit"}) == "two reports cannot share stdout; give one a path: --report json:PATH");
}

TEST_CASE("an unknown format is refused with the known ones") {
  CHECK(refusal({"html"}) == "--report html: unknown format: html\nthe formats are console, json, junit");
  CHECK(refusal({"jsno:x"}) ==
        "--report jsno:x: unknown format: jsno; did you mean json?\nthe formats are console, json, junit");
  CHECK(refusal({"json:"}) == "--report json:: a path belongs after the colon");
}

TEST_CASE("a path that cannot be written is refused before anything runs") {
  const test::TemporaryFolder folder;
  CHECK(refusal({"json:/no/such/folder/a.json"}) ==
        "cannot write the report /no/such/folder/a.json: No such file or directory");
  CHECK(refusal({"json:" + (folder / "").string()}).starts_with("cannot write the report "));
}

TEST_CASE("an earlier report stays until there is a new one, and no empty one is left") {
  const test::TemporaryFolder folder;
  const std::filesystem::path old = folder / "old.json";
  std::ofstream(old) << "the old one";
  const std::filesystem::path fresh = folder / "fresh.json";
  {
    test::TestEnvironment test;
    const cli::ReportOutputs outputs({"json:" + old.string(), "json:" + fresh.string()}, test.environment);
    CHECK(test::read(old) == "the old one");
  }
  CHECK(test::read(old) == "the old one");
  CHECK_FALSE(std::filesystem::exists(fresh));
}

TEST_CASE("a device that takes nothing is an error in the end") {
  CHECK(test::message_of<cli::InputError>([] { written({"json:/dev/full"}); }) ==
        "cannot write the report /dev/full: No space left on device");
}
