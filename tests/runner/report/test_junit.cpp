// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <pugixml.hpp>

#include "tests/runner/report/example_run.hpp"
#include "tests/support/catch.hpp"

using namespace swconform;

namespace {

struct Parsed {
  explicit Parsed(const std::string& text) { well_formed = document.load_string(text.c_str()); }
  pugi::xml_node suite(const char* name) const {
    return document.child("testsuites").find_child_by_attribute("testsuite", "name", name);
  }
  pugi::xml_node test(const char* suite_name, const char* name) const {
    return suite(suite_name).find_child_by_attribute("testcase", "name", name);
  }
  pugi::xml_document document;
  bool well_formed = false;
};

}  // namespace

TEST_CASE("junit: a suite for each requirement, and verdicts as what they are") {
  const test::ExampleRun run;
  const Parsed xml(test::report_of("junit", run.finished()));
  REQUIRE(xml.well_formed);
  CHECK(xml.test("sample.take", "first").first_child().empty());
  CHECK(xml.test("sample.take", "last").first_child().name() == std::string("failure"));
  CHECK(xml.test("sample.take", "text").first_child().name() == std::string("skipped"));
  CHECK(xml.test("sample.take", "huge").first_child().name() == std::string("error"));
  CHECK(xml.test("sample.take", "nested").first_child().name() == std::string("error"));
  CHECK(xml.test("sample.put", "after-take").first_child().name() == std::string("failure"));
  CHECK(xml.test("sample.put", "complex").first_child().name() == std::string("skipped"));
  CHECK(xml.test("sample.later", "untested").first_child().name() == std::string("skipped"));
  CHECK(xml.test("sample.part", "partial").first_child().name() == std::string("skipped"));
  CHECK(xml.suite("sample.elsewhere").empty());
}

TEST_CASE("junit: the attributes servers read") {
  const test::ExampleRun run;
  const Parsed xml(test::report_of("junit", run.finished()));
  const pugi::xml_node root = xml.document.child("testsuites");
  // 11 cases, and one each for the requirement without and the one with too few.
  CHECK(root.attribute("tests").as_int() == 13);
  CHECK(root.attribute("failures").as_int() == 3);
  CHECK(root.attribute("errors").as_int() == 2);
  CHECK(root.attribute("skipped").as_int() == 4);
  CHECK(root.attribute("time").as_string() == std::string("4.000000"));
  CHECK(xml.suite("sample.take").attribute("tests").as_int() == 6);
  CHECK(xml.suite("sample.put").attribute("failures").as_int() == 2);

  const pugi::xml_node last = xml.test("sample.take", "last");
  CHECK(last.attribute("classname").as_string() == std::string("sample.take/one"));
  CHECK(last.attribute("file").as_string() == std::string("scenarios/sample-capability/take.yaml"));
  CHECK(last.attribute("line").as_int() == 6);
  CHECK(last.child("failure").attribute("message").as_string() == std::string("fail: expected 7, got 6"));
  CHECK(last.child("failure").text().as_string() ==
        std::string("t: !tensor {layout: \"[4,2]:[1,4]\"}\n  -> a tensor\ntake: [t, 7]\n  -> 6\n"
                    "returns: expected 7, actual 6 (scenarios/sample-capability/take.yaml:12)\nbecause 3*2 + 1\n"));
  CHECK(xml.test("sample.take", "true").attribute("classname").as_string() == std::string("sample.take?Q1"));
  CHECK(xml.test("sample.take", "huge").child("system-err").text().as_string() ==
        std::string("take: index 99\nvery \\x1b[31mbad\n"));
}

TEST_CASE("junit: text of any kind leaves the file well-formed") {
  test::ExampleRun run;
  run.at("sample.take/one/last").why = "]]> <&\"'\xff\x01";
  run.at("sample.take/one/last").trace[0].outcome = "]]>\xff\x01</failure>";
  const Parsed xml(test::report_of("junit", run.finished()));
  REQUIRE(xml.well_formed);
  CHECK(xml.test("sample.take", "last").child("failure").attribute("message").as_string() ==
        std::string("fail: ]]> <&\"'\\xff\\x01"));
}
