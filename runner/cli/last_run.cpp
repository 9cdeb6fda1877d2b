// SPDX-License-Identifier: Apache-2.0
#include "runner/cli/last_run.hpp"

#include <unistd.h>

#include <fstream>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace swconform::cli {
namespace {

constexpr int schema_version = 1;

bool is_good(Verdict verdict) { return verdict == Verdict::pass || verdict == Verdict::not_applicable; }

}  // namespace

std::string LastRun::of(std::string_view id) const {
  const auto found = verdicts.find(id);
  return found == verdicts.end() ? "not run" : found->second;
}

LastRun summarize_last_run(const RunResult& result) {
  LastRun run;
  run.implementation = result.implementation;
  const auto note = [&](const std::string& id, Verdict verdict) {
    if (verdict != Verdict::untested) run.verdicts[id] = name(verdict);
  };
  for (const CapabilityResult& capability : result.capabilities) {
    for (const RequirementResult& requirement : capability.requirements) {
      note(requirement.id, requirement.verdict);
      for (const ClauseResult& clause : requirement.clauses) {
        note(fmt::format("{}.{}", requirement.id, clause.clause), clause.verdict);
      }
      for (const ScenarioResult& scenario : requirement.scenarios) note(scenario.id, scenario.verdict);
    }
  }
  for (const ReadingResult& reading : result.readings) {
    if (reading.cases.empty()) continue;
    run.verdicts[fmt::format("{}?{}", reading.requirement, reading.id)] =
        fmt::format("{}{}{}", name(reading.verdict), reading.taken.empty() ? "" : ", takes ", reading.taken);
  }
  for (const CaseResult& each : result.cases) {
    note(each.what->id, each.verdict);
    if (!is_good(each.verdict)) run.failed.push_back(each.what->id);
  }
  return run;
}

std::optional<LastRun> read_last_run(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return {};
  try {
    const nlohmann::json json = nlohmann::json::parse(in);
    if (json.at("schema").get<int>() != schema_version) return {};
    LastRun run;
    json.at("implementation").get_to(run.implementation);
    json.at("failed").get_to(run.failed);
    for (const auto& [id, verdict] : json.at("verdicts").items()) run.verdicts[id] = verdict.get<std::string>();
    return run;
  } catch (const nlohmann::json::exception&) {
    return {};
  }
}

bool write_last_run(const std::filesystem::path& file, const LastRun& run) {
  if (file.empty()) return false;
  nlohmann::json json{{"schema", schema_version}, {"implementation", run.implementation}, {"failed", run.failed}};
  json["verdicts"] = nlohmann::json::object();
  for (const auto& [id, verdict] : run.verdicts) json["verdicts"][id] = verdict;
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  std::filesystem::path partial = file;
  partial += fmt::format(".{}", getpid());
  std::ofstream out(partial, std::ios::trunc);
  out << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
  out.close();
  if (out) std::filesystem::rename(partial, file, error);
  if (out && !error) return true;
  std::filesystem::remove(partial, error);
  return false;
}

}  // namespace swconform::cli
