// tests/learn/tiny_store.h - a store so small that a run takes a second, with something to learn:
// premises about `good` are useful, those about `bad` are not.
#pragma once

#include "data/import.h"

#include <fmt/format.h>

#include <string>

namespace winnow::tiny {

inline std::string json_lines(int train = 24, int dev = 8) {
  std::string text;
  for (int i = 0; i < train + dev; ++i) {
    int p = i % 5;
    text += fmt::format(
        R"j({{"name": "e{}", "split": "{}", "conjecture": "p{}(f(a, b)) | q(c)", "premises": [)j",
        i, i < train ? "train" : "dev", p);
    for (int j = 0; j < 2 + i % 3; ++j) {
      bool useful = (i + j) % 2 == 0;
      text += fmt::format(R"j({}{{"formula": "![X, Y]: (p{}(f(X, Y)) => {}(X))", "label": {}}})j",
                          j == 0 ? "" : ", ", (i + j) % 5, useful ? "good" : "bad", useful ? 1 : 0);
    }
    text += "]}\n";
  }
  return text;
}

inline Store store(const std::string& text = json_lines()) {
  TermBank bank;
  StoreWriter writer(bank);
  import_jsonl_text(text, "tiny.jsonl", {}, bank, writer);
  return Store::from_bytes(writer.bytes());
}

}  // namespace winnow::tiny
