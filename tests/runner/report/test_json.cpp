// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "tests/runner/report/example_run.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

using namespace swconform;
using Json = nlohmann::ordered_json;

namespace {

Json schema() {
  std::ifstream in(test::source_dir() / "spec/report.schema.json");
  return Json::parse(in);
}

/// The subset of JSON Schema the file uses: $ref, const, enum, type, required, properties, additionalProperties, items,
/// minItems, minimum. Returns the first fault, or "".
std::string fault(const Json& value, const Json& rule, const Json& root, const std::string& path) {
  if (rule.contains("$ref")) {
    const std::string target = rule["$ref"].get<std::string>().substr(1);
    return fault(value, root.at(Json::json_pointer(target)), root, path);
  }
  if (rule.contains("const") && value != rule["const"]) return path + ": not the constant";
  if (rule.contains("enum")) {
    bool any = false;
    for (const Json& each : rule["enum"]) any = any || each == value;
    if (!any) return fmt::format("{}: {} is not one of the values", path, value.dump());
  }
  if (rule.contains("type")) {
    const std::string type = rule["type"];
    const bool right = type == "object"    ? value.is_object()
                       : type == "array"   ? value.is_array()
                       : type == "string"  ? value.is_string()
                       : type == "boolean" ? value.is_boolean()
                       : type == "integer" ? value.is_number_integer()
                       : type == "number"  ? value.is_number()
                                           : false;
    if (!right) return fmt::format("{}: not of type {}", path, type);
  }
  if (rule.contains("minimum") && value < rule["minimum"]) return path + ": too small";
  if (rule.contains("required")) {
    for (const Json& name : rule["required"]) {
      if (!value.contains(name.get<std::string>())) return fmt::format("{}: no {}", path, name.get<std::string>());
    }
  }
  if (value.is_object()) {
    for (const auto& [name, member] : value.items()) {
      const bool known = rule.contains("properties") && rule["properties"].contains(name);
      const Json& its = known ? rule["properties"][name] : rule.value("additionalProperties", Json::object());
      if (const std::string found = fault(member, its, root, path + "/" + name); !found.empty()) return found;
    }
  }
  if (value.is_array()) {
    if (rule.contains("minItems") && value.size() < rule["minItems"]) return path + ": too short";
    for (std::size_t i = 0; rule.contains("items") && i < value.size(); ++i) {
      const std::string found = fault(value[i], rule["items"], root, fmt::format("{}/{}", path, i));
      if (!found.empty()) return found;
    }
  }
  return "";
}

std::string fault(const Json& report) { return fault(report, schema(), schema(), ""); }

}  // namespace

TEST_CASE("the JSON report of a run with one of each verdict") {
  const test::ExampleRun run;
  CHECK(test::report_of("json", run.finished()) == test::golden("report.json"));
}

TEST_CASE("the JSON report is what the schema says") {
  const test::ExampleRun run;
  const Json report = Json::parse(test::report_of("json", run.finished()));
  CHECK(fault(report) == "");
  Json broken = report;
  broken["specs"][0]["requirements"][0]["scenarios"][0]["cases"][1].erase("place");
  CHECK(fault(broken) == "/specs/0/requirements/0/scenarios/0/cases/1: no place");
  broken = report;
  broken["specs"][0]["requirements"][0]["verdict"] = "perfect";
  CHECK(fault(broken) == "/specs/0/requirements/0/verdict: \"perfect\" is not one of the values");
  broken = report;
  broken["summary"]["cases"]["pass"] = "3";
  CHECK(fault(broken) == "/summary/cases/pass: not of type integer");
  broken = report;
  broken["schema"] = 2;
  CHECK(fault(broken) == "/schema: not the constant");
}

TEST_CASE("the JSON report passes python3-jsonschema, where that is installed") {
  if (std::system("python3 -c 'import jsonschema' >/dev/null 2>&1") != 0) {
    WARN("python3 has no jsonschema: not tried");
    return;
  }
  const auto path = std::filesystem::temp_directory_path() / fmt::format("swconform-report-{}.json", getpid());
  const test::ExampleRun run;
  std::ofstream(path) << test::report_of("json", run.finished());
  const std::string command = fmt::format(
      "python3 -W ignore -c 'import json, sys, jsonschema; jsonschema.validate(json.load(open(sys.argv[1])), "
      "json.load(open(sys.argv[2])))' '{}' '{}'",
      path.string(), (test::source_dir() / "spec/report.schema.json").string());
  CHECK(std::system(command.c_str()) == 0);
  std::filesystem::remove(path);
}

TEST_CASE("requirements outside of the selection are neither listed nor counted") {
  const test::ExampleRun run;
  const Json all = Json::parse(test::report_of("json", run.finished()));
  CHECK(all["specs"][0]["requirements"].size() == 5);
  CHECK(all["summary"]["requirements"]["untested"] == 1);
  CHECK(all["summary"]["not_selected"]["requirements"] == 1);
}

TEST_CASE("restarts and remarks are there where there are any") {
  test::ExampleRun run;
  const Json without = Json::parse(test::report_of("json", run.finished()));
  CHECK_FALSE(without.contains("remarks"));
  CHECK_FALSE(without["implementation"].contains("restarts"));
  run.result.restarts = 2;
  run.result.remarks = {"at bye: it answered"};
  const Json report = Json::parse(test::report_of("json", run.finished()));
  CHECK(report["implementation"]["restarts"] == 2);
  CHECK(report["remarks"] == Json::array({"at bye: it answered"}));
  CHECK(fault(report).empty());
}

TEST_CASE("bytes that are not UTF-8 leave the report readable") {
  test::ExampleRun run;
  run.at("sample.take/one/last").why = "\xff\x01";
  const Json report = Json::parse(test::report_of("json", run.finished()));
  CHECK(report["specs"][0]["requirements"][0]["scenarios"][0]["cases"][1]["why"] == "\xef\xbf\xbd\x01");
}
