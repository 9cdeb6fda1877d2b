// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A Markdown document as the flat list of its blocks: all the spec files need of it.
namespace swconform::spec {

struct Block {
  enum class Kind {
    heading,
    item,       ///< the first paragraph of a list item
    paragraph,  ///< any other paragraph, and a code block
    table_row,  ///< a line of a pipe table, its cells joined with tabs
    other       ///< raw HTML, a thematic break
  };
  Kind kind = Kind::other;
  int level = 0;         ///< of a heading, 1 to 6; of an item, how deeply it is nested, from 1
  std::string text;      ///< without marks; a wrapped line is joined with a blank, a hard break is '\n'
  std::size_t lead = 0;  ///< how much of `text` is a strong span at its very beginning
  int line = 0;          ///< first source line, from 1
  int last_line = 0;
  std::vector<std::pair<std::size_t, int>> lines;  ///< (offset in text, source line) of each inline piece, ascending

  /// The source line on which the character at `offset` of `text` stands.
  int line_at(std::size_t offset) const;
};

/// Whether code spans keep their backticks in Block::text.
enum class CodeMarks { keep, drop };

/// The blocks in document order. Every text is CommonMark; nothing is refused.
std::vector<Block> read_markdown(std::string_view markdown, CodeMarks marks);

}  // namespace swconform::spec
