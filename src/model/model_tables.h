// model/model_tables.h - what a model knows by name, as columns of its file and back.
// in: label tables, keys of formulas, earlier examples     out: lists of whole numbers
// docs/formats.md says what each of them is.
#pragma once

#include "model/columns.h"
#include "model/model_file.h"

#include <string>
#include <string_view>

namespace winnow {

Columns table_columns(const ModelFile& model);
// What of the labels is small: the names of kinds, and the heads of edges. JSON.
std::string label_names(const LabelTable& labels);

// Puts tables into a model whose options, weights and nearest examples are there. Throws
// ContractError that says which table is wrong, also if there is one too many.
void put_tables(const Columns& columns, std::string_view label_names, ModelFile& model);

}  // namespace winnow
