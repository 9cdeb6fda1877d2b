/* SPDX-License-Identifier: Apache-2.0 */
/* A whole plugin in plain C99: it answers hello, and each case of one step by the number of requests so far, which is
 * wrong of it (rule 11) and shows the tests which harness answered. PLUGIN_* make it wrong in one way each. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/c/swconform_plugin.h"

struct swconform_harness {
  unsigned requests;
};

#ifdef __GNUC__
__attribute__((constructor)) static void print_while_loading(void) {
  puts("a print while loading");
  fflush(stdout);
}
#endif

static swconform_harness* create(void) {
#ifdef PLUGIN_CREATES_NOTHING
  fputs("plugin.c: no harness today\n", stderr);
  return NULL;
#else
  return calloc(1, sizeof(swconform_harness));
#endif
}

static void destroy(swconform_harness* harness) { free(harness); }

static int say(swconform_reply reply, void* context, const char* line) { return reply(context, line, strlen(line)); }

static int contains(const char* text, size_t length, const char* part) {
  const size_t size = strlen(part);
  size_t i;
  for (i = 0; i + size <= length; ++i) {
    if (memcmp(text + i, part, size) == 0) return 1;
  }
  return 0;
}

static int answer(swconform_harness* harness, const char* request, size_t length, swconform_reply reply,
                  void* context) {
  char line[64];
  ++harness->requests;
  if (contains(request, length, "\"hello\"")) {
    puts("a print that harms nobody");
    return say(reply, context,
               "{\"name\":\"plain C\",\"version\":\"1\",\"language\":\"C\",\"protocol\":1,\"operations\":[\"count\"],"
               "\"facts\":[],\"options\":[]}");
  }
  if (!contains(request, length, "\"case\"")) {
    return say(reply, context, "{\"internal\":\"neither hello nor case\",\"done\":true}");
  }
  if (contains(request, length, "\"give up\"")) return 7;
  if (contains(request, length, "\"nonsense\"")) return say(reply, context, "nonsense");
  if (contains(request, length, "\"flood\"")) {
    while (say(reply, context, "{\"step\":0,\"value\":0}") == 0) {
    }
    return 0;
  }
  snprintf(line, sizeof line, "{\"step\":0,\"value\":%u}", harness->requests);
  if (say(reply, context, line) != 0) return 0;
  return say(reply, context, "{\"done\":true}");
}

static const swconform_plugin table = {
#ifdef PLUGIN_OF_ANOTHER_VERSION
    SWCONFORM_ABI_VERSION + 1,
#else
    SWCONFORM_ABI_VERSION,
#endif
    create, destroy,
#ifdef PLUGIN_WITHOUT_ANSWER
    NULL
#else
    answer
#endif
};

#ifdef PLUGIN_WITHOUT_ENTRY
const swconform_plugin* another_entry(void);
const swconform_plugin* another_entry(void) { return &table; }
#else
const swconform_plugin* swconform_plugin_entry(uint32_t abi_version) {
  (void)abi_version;
#ifdef PLUGIN_WITHOUT_TABLE
  return NULL;
#else
  return &table;
#endif
}
#endif
