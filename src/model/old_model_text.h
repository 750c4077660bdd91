// model/old_model_text.h - the tables of winnow-model-1 and -2, which are text in the metadata.
// in: the metadata of such a file     out: a model's tables
// Nothing writes this any more. When the last such model is gone, so is this file: delete it, its
// .cc and its test, and the calls in model_file.cc and safetensors.cc.
//
// A line is a list, of keys or of numbers. Keys are sixteen hexadecimal digits each, with nothing
// between them. A number is written five bits at a time, the lowest first; all digits but the last
// are of the second half of the alphabet.
#pragma once

#include "model/model_file.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// Puts tables into a model whose options and nearest examples' vectors are there. All of these
// throw ContractError or what the JSON parser throws.
void put_old_tables(const std::map<std::string, std::string>& metadata, ModelFile& model);

LabelTable old_labels(std::string_view json);
FormulaTable old_keys(std::string_view text);
PrecedentTable old_precedents(std::string_view text);
ExampleTable old_nearest_examples(std::string_view text, std::size_t formulas);

// The JSON parser goes from character to character, which takes a third of the time of loading a
// model whose metadata holds megabytes of precedents. So long strings are taken out of a header
// before it sees it, and a number stands in their place; no value of metadata is a number
// otherwise.
struct OldHeader {
  explicit OldHeader(std::string_view text);

  std::string json;
  std::vector<std::string> long_strings;
};

// What a tensor of such a file is called now: nearest examples were neighbours.
std::string name_of_old_tensor(const std::string& name);

}  // namespace winnow
