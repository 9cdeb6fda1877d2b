// SPDX-License-Identifier: Apache-2.0
#include "runner/spec/markdown.hpp"

#include <cmark.h>

#include <algorithm>
#include <memory>

#include "runner/spec/fingerprint.hpp"

namespace swconform::spec {
namespace {

struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeIterator {
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};
using Document = std::unique_ptr<cmark_node, FreeNode>;

Document parse(std::string_view markdown) {
  return Document(cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_DEFAULT));
}

std::string_view literal(cmark_node* node) {
  const char* const text = cmark_node_get_literal(node);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

/// Adds the inline content below `parent` to `block`.
void add_inlines(cmark_node* parent, CodeMarks marks, Block& block) {
  const std::unique_ptr<cmark_iter, FreeIterator> iterator(cmark_iter_new(parent));
  for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iterator.get())) {
    cmark_node* const node = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (event == CMARK_EVENT_EXIT) {
      if (type == CMARK_NODE_STRONG && node == cmark_node_first_child(parent)) block.lead = block.text.size();
      continue;
    }
    if (node != parent && cmark_node_get_start_line(node) > 0) {
      block.lines.emplace_back(block.text.size(), cmark_node_get_start_line(node));
    }
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_HTML_INLINE) {
      block.text += literal(node);
    } else if (type == CMARK_NODE_CODE) {
      if (marks == CodeMarks::keep) block.text += '`';
      block.text += literal(node);
      if (marks == CodeMarks::keep) block.text += '`';
    } else if (type == CMARK_NODE_SOFTBREAK) {
      block.text += ' ';
    } else if (type == CMARK_NODE_LINEBREAK) {
      block.text += '\n';
    }
  }
}

Block block_of(cmark_node* node, Block::Kind kind, int level) {
  Block block;
  block.kind = kind;
  block.level = level;
  block.line = cmark_node_get_start_line(node);
  block.last_line = std::max(block.line, cmark_node_get_end_line(node));
  return block;
}

int nesting(cmark_node* item) {
  int depth = 0;
  for (cmark_node* node = item; node != nullptr; node = cmark_node_parent(node)) {
    if (cmark_node_get_type(node) == CMARK_NODE_ITEM) ++depth;
  }
  return depth;
}

class TableReader {
 public:
  TableReader(std::string_view markdown, CodeMarks marks) : marks_(marks) {
    for (std::size_t start = 0; start <= markdown.size();) {
      const std::size_t end = std::min(markdown.find('\n', start), markdown.size());
      lines_.push_back(trim(markdown.substr(start, end - start)));
      start = end + 1;
    }
  }

  /// Whether every line of the block begins with a pipe: CommonMark takes such a table for a paragraph.
  bool is_table(const Block& block) const {
    for (int line = block.line; line <= block.last_line; ++line) {
      if (!source(line).starts_with('|')) return false;
    }
    return true;
  }

  void add_rows(const Block& table, std::vector<Block>& blocks) const {
    for (int line = table.line; line <= table.last_line; ++line) {
      if (source(line).find_first_not_of("|-: \t") == std::string_view::npos) continue;  // the rule below the head
      Block row;
      row.kind = Block::Kind::table_row;
      row.line = row.last_line = line;
      for (const std::string& cell : cells(source(line))) {
        if (!row.text.empty()) row.text += '\t';
        const Document document = parse(cell);
        cmark_node* const content = cmark_node_first_child(document.get());
        if (content != nullptr) add_inlines(content, marks_, row);
      }
      row.lines.clear();  // of the cells' own little documents
      row.lead = 0;
      blocks.push_back(std::move(row));
    }
  }

 private:
  std::string_view source(int line) const {
    const auto index = static_cast<std::size_t>(line) - 1;
    return index < lines_.size() ? lines_[index] : std::string_view();
  }

  static std::vector<std::string> cells(std::string_view row) {
    std::vector<std::string> result(1);
    row.remove_prefix(1);
    if (row.ends_with('|')) row.remove_suffix(1);
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
        result.back() += row[++i];
      } else if (row[i] == '|') {
        result.emplace_back();
      } else {
        result.back() += row[i];
      }
    }
    for (std::string& cell : result) cell = trim(cell);
    return result;
  }

  CodeMarks marks_;
  std::vector<std::string_view> lines_;
};

}  // namespace

int Block::line_at(std::size_t offset) const {
  int result = line;
  for (const auto& [start, source_line] : lines) {
    if (start > offset) break;
    result = source_line;
  }
  return result;
}

std::vector<Block> read_markdown(std::string_view markdown, CodeMarks marks) {
  const Document document = parse(markdown);
  const TableReader tables(markdown, marks);
  std::vector<Block> blocks;
  const std::unique_ptr<cmark_iter, FreeIterator> iterator(cmark_iter_new(document.get()));
  for (cmark_event_type event = cmark_iter_next(iterator.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(iterator.get())) {
    if (event != CMARK_EVENT_ENTER) continue;
    cmark_node* const node = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_HEADING) {
      blocks.push_back(block_of(node, Block::Kind::heading, cmark_node_get_heading_level(node)));
      add_inlines(node, marks, blocks.back());
    } else if (type == CMARK_NODE_PARAGRAPH) {
      cmark_node* const parent = cmark_node_parent(node);
      const bool item = cmark_node_get_type(parent) == CMARK_NODE_ITEM && cmark_node_first_child(parent) == node;
      Block block = block_of(node, item ? Block::Kind::item : Block::Kind::paragraph, item ? nesting(parent) : 0);
      if (tables.is_table(block)) {
        tables.add_rows(block, blocks);
        continue;
      }
      add_inlines(node, marks, block);
      blocks.push_back(std::move(block));
    } else if (type == CMARK_NODE_CODE_BLOCK) {
      blocks.push_back(block_of(node, Block::Kind::paragraph, 0));
      blocks.back().text = literal(node);
    } else if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_THEMATIC_BREAK) {
      blocks.push_back(block_of(node, Block::Kind::other, 0));
      blocks.back().text = literal(node);
    }
  }
  return blocks;
}

}  // namespace swconform::spec
