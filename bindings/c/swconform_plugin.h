/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The plugin interface of swconform, version 1: an implementation of StrideWeave as a shared library.
 *
 * C99, no dependency. The interface carries the protocol (bindings/protocol/protocol.md) and knows nothing else: a
 * request goes in as its line of JSON, and each line of the answer comes out. A plugin in C++ is one line over the SDK
 * (SWCONFORM_PLUGIN in bindings/cpp/plugin.hpp); in any other language with a C interface it is these four functions.
 *
 *   swconform run --impl ./libmine.so                 in a child process: a crash costs one case
 *   swconform run --impl ./libmine.so --in-process    in the runner itself, for a debugger
 *
 * The rules. "The host" is who loads the plugin.
 *
 *  1. Text is UTF-8 and comes with its length. It need not end in a NUL byte, and a line has no line break.
 *  2. A request belongs to the host: the plugin may read it until `answer` returns, and neither changes nor frees it.
 *  3. A line of an answer belongs to the plugin: the host has copied it when `reply` returns.
 *  4. The plugin calls `reply` only while `answer` runs, in the thread that called `answer`, with the `context` given
 *     there, once for each line, as soon as that line is known: a crash is blamed on the first line that is missing.
 *  5. Where `reply` returns other than 0, nobody listens any more: the plugin does not call it again, and returns soon.
 *  6. `answer` returns 0 when the last line of the answer has been given, anything else where it could not go on
 *     (out of memory, say), which counts as a crash. What is no request is answered as the protocol says.
 *  7. What `create` gives belongs to the host until it is handed to `destroy`, once, after the last `answer` of it has
 *     returned. NULL: no harness could be made; the plugin has written to standard error why.
 *  8. One harness is used by one thread at a time, not always the same; several harnesses by several threads at once.
 *     `swconform_plugin_entry` is called once, before anything else.
 *  9. Neither side lets an exception or a longjmp through any of these functions.
 * 10. The table is good and unchanged for as long as the library is loaded. The host does not unload it.
 * 11. The requests are `hello` and `case`; instead of `bye` there is `destroy`. Nothing of one case may be seen by the
 *     next one, in whatever harness.
 * 12. A later version of this interface keeps the first member of the table and the type of the entry function.
 */
#ifndef SWCONFORM_PLUGIN_H
#define SWCONFORM_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SWCONFORM_ABI_VERSION 1u

#if defined(_WIN32)
#define SWCONFORM_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define SWCONFORM_EXPORT __attribute__((visibility("default")))
#else
#define SWCONFORM_EXPORT
#endif

/* What the plugin likes it to be. */
typedef struct swconform_harness swconform_harness;

/* The host's: takes one line of an answer. 0 to go on (rules 3 to 5). */
typedef int (*swconform_reply)(void* context, const char* line, size_t length);

typedef struct swconform_plugin {
  uint32_t abi_version; /* SWCONFORM_ABI_VERSION of the header the plugin was compiled with */
  /* Rule 7. */
  swconform_harness* (*create)(void);
  void (*destroy)(swconform_harness* harness);
  /* Answers one request by calling `reply` for each line. 0 when all were given (rule 6). */
  int (*answer)(swconform_harness* harness, const char* request, size_t length, swconform_reply reply, void* context);
} swconform_plugin;

/* The one symbol a plugin exports. The argument is the host's SWCONFORM_ABI_VERSION, for plugins that can be used with
 * several: the plugin returns the table of that version, or the one it has. Never NULL. */
SWCONFORM_EXPORT const swconform_plugin* swconform_plugin_entry(uint32_t abi_version);

#ifdef __cplusplus
}
#endif

#endif
