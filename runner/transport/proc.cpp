// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/proc.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <memory>

#include "runner/transport/descriptor.hpp"

namespace swconform {
namespace {

using Folder = std::unique_ptr<DIR, int (*)(DIR*)>;

std::string path_of(pid_t pid, const char* rest) {
  std::string path = "/proc/";
  path += std::to_string(pid);
  path += rest;
  return path;
}

std::optional<std::string> read_file(const std::string& path) {
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) return std::nullopt;
  std::string text;
  char piece[4096];
  while (true) {
    const ssize_t count = read(file.get(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::nullopt;
    if (count == 0) return text;
    text.append(piece, static_cast<std::size_t>(count));
  }
}

template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

/// Calls `visit` with the name of every entry that is a number.
template <class Visit>
bool for_each_number(const std::string& folder, Visit visit) {
  const Folder open_folder(opendir(folder.c_str()), &closedir);
  if (!open_folder) return false;
  while (const dirent* entry = readdir(open_folder.get())) {  // NOLINT(concurrency-mt-unsafe): a stream of its own
    std::string_view name = entry->d_name;
    if (const auto number = take_number<pid_t>(name); number && name.empty()) visit(*number);
  }
  return true;
}

/// By the parent of every process there is: for kernels without the list of children.
std::vector<pid_t> children_by_search(pid_t parent) {
  std::vector<pid_t> children;
  for_each_number("/proc", [&](pid_t pid) {
    const auto entry = read_process(pid);
    if (entry && entry->parent == parent) children.push_back(pid);
  });
  return children;
}

}  // namespace

std::optional<ProcessEntry> read_process(pid_t pid) {
  const auto text = read_file(path_of(pid, "/stat"));
  if (!text) return std::nullopt;
  // The name is in parentheses and may hold anything, parentheses too.
  const std::size_t name = text->find('(');
  const std::size_t end = text->rfind(')');
  if (name == std::string::npos || end == std::string::npos || end < name || end + 2 >= text->size())
    return std::nullopt;
  ProcessEntry entry;
  entry.pid = pid;
  entry.name = text->substr(name + 1, end - name - 1);
  std::string_view rest = std::string_view(*text).substr(end + 2);
  entry.state = rest.front();
  rest.remove_prefix(1);
  std::optional<std::int64_t> field;
  constexpr int field_of_start = 22;  // proc(5); the state is the third
  for (int number = 4; number <= field_of_start; ++number) {
    if (!(field = take_number<std::int64_t>(rest))) return std::nullopt;
    if (number == 4) entry.parent = static_cast<pid_t>(*field);
    if (number == 5) entry.group = static_cast<pid_t>(*field);
    if (number == 6) entry.session = static_cast<pid_t>(*field);
  }
  entry.started = static_cast<std::uint64_t>(*field);
  return entry;
}

std::vector<pid_t> children_of(pid_t pid) {
  std::vector<pid_t> children;
  bool listed = false;
  bool threads = false;
  for_each_number(path_of(pid, "/task"), [&](pid_t thread) {
    threads = true;
    const auto text = read_file(path_of(pid, ("/task/" + std::to_string(thread) + "/children").c_str()));
    if (!text) return;
    listed = true;
    std::string_view rest = *text;
    while (const auto child = take_number<pid_t>(rest)) children.push_back(*child);
  });
  return threads && !listed ? children_by_search(pid) : children;
}

std::size_t resident_size(pid_t pid) {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto text = read_file(path_of(pid, "/statm"));
  if (!text) return 0;
  std::string_view rest = *text;
  if (!take_number<std::size_t>(rest)) return 0;  // the virtual size
  const auto pages = take_number<std::size_t>(rest);
  return pages ? *pages * page : 0;
}

bool was_started_with(pid_t pid, std::string_view assignment) {
  const auto text = read_file(path_of(pid, "/environ"));
  if (!text) return false;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::string_view entry = rest.substr(0, rest.find('\0'));
    if (entry == assignment) return true;
    rest.remove_prefix(std::min(entry.size() + 1, rest.size()));
  }
  return false;
}

}  // namespace swconform
