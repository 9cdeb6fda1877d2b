// SPDX-License-Identifier: Apache-2.0
#include "runner/transport/words.hpp"

#include <stdexcept>
#include <utility>

namespace swconform {
namespace {

class Splitter {
 public:
  explicit Splitter(std::string_view command) : rest_(command) {}

  std::vector<std::string> run() {
    while (!rest_.empty()) {
      const char c = take();
      if (c == ' ' || c == '\t' || c == '\n') {
        end_word();
      } else if (c == '\'') {
        single_quoted();
      } else if (c == '"') {
        double_quoted();
      } else if (c == '\\') {
        escaped();
      } else {
        add(c);
      }
    }
    end_word();
    return std::move(words_);
  }

 private:
  char take() {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  void add(char c) {
    word_ += c;
    in_word_ = true;
  }

  void end_word() {
    if (in_word_) words_.push_back(std::move(word_));
    word_.clear();
    in_word_ = false;
  }

  void escaped() {
    if (rest_.empty()) throw std::invalid_argument("nothing follows the backslash at the end");
    const char c = take();
    if (c != '\n') add(c);  // a line continued
  }

  void single_quoted() {
    in_word_ = true;  // '' is a word
    const std::size_t end = rest_.find('\'');
    if (end == std::string_view::npos) throw std::invalid_argument("the quote ' has no end");
    word_ += rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
  }

  void double_quoted() {
    constexpr std::string_view special = "$`\"\\\n";
    in_word_ = true;
    while (!rest_.empty()) {
      const char c = take();
      if (c == '"') return;
      if (c == '\\' && !rest_.empty() && special.find(rest_.front()) != std::string_view::npos) {
        escaped();
      } else {
        word_ += c;
      }
    }
    throw std::invalid_argument("the quote \" has no end");
  }

  std::string_view rest_;
  std::vector<std::string> words_;
  std::string word_;
  bool in_word_ = false;
};

}  // namespace

std::vector<std::string> split_words(std::string_view command) { return Splitter(command).run(); }

}  // namespace swconform
