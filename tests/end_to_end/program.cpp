// SPDX-License-Identifier: Apache-2.0
#include "tests/end_to_end/program.hpp"
#include "tests/support/source_dir.hpp"

#include <stdlib.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <fmt/format.h>

namespace swconform::test {

namespace fs = std::filesystem;

Program::Program() {
  std::string name = (fs::temp_directory_path() / "swconform-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("mkdtemp");
  folder_ = name;
}

Program::~Program() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

Ended Program::operator()(const std::string& arguments, const std::string& variables) const {
  const std::string out = path("stdout");
  const std::string err = path("stderr");
  const std::string command =
      fmt::format("cd '{}' && SWCONFORM_CACHE='{}' {} '{}' {} </dev/null >'{}' 2>'{}'",
                  swconform::test::source_dir().string(), path("cache"), variables, SW_PROGRAM, arguments, out, err);
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {code, read_file(out), read_file(err)};
}

std::string Program::scenarios_with(const std::string& file, const std::string& old_text,
                                    const std::string& new_text) const {
  const fs::path copy = copied_scenarios();
  std::string text = read_file(copy / file);
  const std::size_t at = text.find(old_text);
  if (at == std::string::npos) throw std::runtime_error(file + " no longer holds " + old_text);
  text.replace(at, old_text.size(), new_text);
  std::ofstream(copy / file) << text;
  return copy.string();
}

std::string Program::scenarios_without(const std::string& file) const {
  const fs::path copy = copied_scenarios();
  if (!fs::remove(copy / file)) throw std::runtime_error("there is no " + file);
  return copy.string();
}

fs::path Program::copied_scenarios() const {
  const fs::path copy = folder_ / "scenarios";
  fs::remove_all(copy);
  fs::copy(swconform::test::source_dir() / "scenarios", copy, fs::copy_options::recursive);
  return copy;
}

std::string read_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::size_t count_lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace swconform::test
