// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

// How a published sentence is named: by what is left of it once everything a page may change freely is folded away.
namespace swconform::spec {

/// `text` (UTF-8) without white space, Unicode's included, and without the marks ` * and pilcrow; nothing else changes.
std::string fold(std::string_view text);

/// The first 16 hex digits, in lower case, of the SHA-256 of fold(text).
std::string fingerprint(std::string_view text);

/// Whether `text` has the form of a fingerprint.
bool is_fingerprint(std::string_view text);

/// The sentences of one paragraph, trimmed, as views into it. A sentence ends at . ! or ? before white space or the
/// end, but not after e.g. i.e. vs. etc.; what follows the last such mark is a sentence too.
std::vector<std::string_view> split_sentences(std::string_view paragraph);

/// Whether the word SHALL or MUST stands in `sentence`.
bool is_normative(std::string_view sentence);

/// `text` without white space (ASCII) at either end.
std::string_view trim(std::string_view text);

}  // namespace swconform::spec
