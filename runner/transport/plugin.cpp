// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/plugin.hpp"

#include <dlfcn.h>

#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace swconform {
namespace {

/// The system's last complaint, without the name of the file it may begin with.
std::string complaint(const std::string& file) {
  const char* text = dlerror();  // NOLINT(concurrency-mt-unsafe): its state is the thread's
  std::string why = text != nullptr ? text : "no reason given";
  if (why.starts_with(file + ": ")) why.erase(0, file.size() + 2);
  return why;
}

/// What the callback works with, and what it has caught: no exception may pass through the plugin.
struct Listener {
  const std::function<void(std::string_view)>& reply;
  std::exception_ptr exception;
};

int take_line(void* context, const char* line, std::size_t length) noexcept {
  auto& listener = *static_cast<Listener*>(context);
  if (listener.exception) return 1;
  try {
    listener.reply(std::string_view(line, length));
    return 0;
  } catch (...) {
    listener.exception = std::current_exception();
    return 1;
  }
}

/// Harnesses nobody uses at the moment.
class Idle {
 public:
  explicit Idle(const swconform_plugin& plugin) : plugin_(plugin) {}

  std::unique_ptr<PluginHarness> take() {
    {
      const std::scoped_lock lock(mutex_);
      if (!harnesses_.empty()) {
        std::unique_ptr<PluginHarness> harness = std::move(harnesses_.back());
        harnesses_.pop_back();
        return harness;
      }
    }
    return std::make_unique<PluginHarness>(plugin_);
  }

  void give_back(std::unique_ptr<PluginHarness> harness) {
    const std::scoped_lock lock(mutex_);
    harnesses_.push_back(std::move(harness));
  }

 private:
  const swconform_plugin& plugin_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<PluginHarness>> harnesses_;
};

}  // namespace

const swconform_plugin& load_plugin(const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::exists(file, error)) throw PluginError("there is no such file");
  if (std::filesystem::is_directory(file, error)) throw PluginError("it is a folder");
  const std::string path = std::filesystem::absolute(file).string();
  void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw PluginError("it cannot be loaded as a shared library: " + complaint(path));

  using Entry = const swconform_plugin* (*)(std::uint32_t);
  const auto entry = reinterpret_cast<Entry>(dlsym(library, "swconform_plugin_entry"));
  if (entry == nullptr) throw PluginError("it is no plugin: it has no function swconform_plugin_entry");
  const swconform_plugin* const plugin = entry(SWCONFORM_ABI_VERSION);
  if (plugin == nullptr) throw PluginError("its swconform_plugin_entry returns NULL");
  if (plugin->abi_version != SWCONFORM_ABI_VERSION) {
    throw PluginError("it was made for version " + std::to_string(plugin->abi_version) +
                      " of the plugin interface; this is version " + std::to_string(SWCONFORM_ABI_VERSION));
  }
  if (plugin->create == nullptr || plugin->destroy == nullptr || plugin->answer == nullptr) {
    throw PluginError("its table lacks a function");
  }
  return *plugin;
}

PluginHarness::PluginHarness(const swconform_plugin& plugin) : plugin_(plugin), harness_(plugin.create()) {
  if (harness_ == nullptr) throw PluginError("it makes no harness; it should have written why to standard error");
}

PluginHarness::~PluginHarness() { plugin_.destroy(harness_); }

void PluginHarness::answer(std::string_view request, const std::function<void(std::string_view)>& reply) {
  Listener listener{reply, nullptr};
  const int status = plugin_.answer(harness_, request.data(), request.size(), take_line, &listener);
  if (listener.exception) std::rethrow_exception(listener.exception);
  if (status != 0) throw std::runtime_error("the plugin could not go on: answer returned " + std::to_string(status));
}

Answerer plugin_answerer(const swconform_plugin& plugin) {
  return [idle = std::make_shared<Idle>(plugin)](const Value& request, const std::function<void(Value)>& reply) {
    std::unique_ptr<PluginHarness> harness = idle->take();
    harness->answer(to_json(request), [&reply](std::string_view line) { reply(from_json(line)); });
    idle->give_back(std::move(harness));
  };
}

}  // namespace swconform
