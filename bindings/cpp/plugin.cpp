// SPDX-License-Identifier: Apache-2.0
#include "bindings/cpp/plugin.hpp"

#include <cstdio>
#include <exception>
#include <new>
#include <string_view>
#include <utility>

#include "bindings/cpp/answer_line.hpp"

struct swconform_harness {
  swconform::sdk::Harness harness;
};

namespace swconform::sdk {
namespace {

/// Leaves a call whose answers nobody takes any more.
struct Unheard {};

}  // namespace

swconform_harness* create_plugin_harness(Harness (*make)()) noexcept {
  try {
    return new swconform_harness{make()};
  } catch (const std::exception& error) {
    std::fprintf(stderr, "harness: %s\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "harness: making it raised an exception that is no std::exception\n");
  }
  return nullptr;
}

void destroy_plugin_harness(swconform_harness* harness) noexcept { delete harness; }

int answer_as_plugin(swconform_harness* harness, const char* request, std::size_t length, swconform_reply reply,
                     void* context) noexcept {
  try {
    answer_line(harness->harness, std::string_view(request, length), [&](std::string_view line) {
      if (reply(context, line.data(), line.size()) != 0) throw Unheard();
    });
    return 0;
  } catch (const Unheard&) {
    return 0;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "harness: out of memory\n");
    return 1;
  }
}

}  // namespace swconform::sdk
