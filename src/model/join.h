// model/join.h - one model of two: the second stage of one, the first stage of the other.
// in: a model whose classifier reranks lists, a model that retrieves     out: a model that does both
// The two are trained for different goals and share no weights: a retriever that is made of
// features has no encoder to share.
#pragma once

#include "model/model_file.h"

namespace winnow {

// Throws InputError if the first does not rerank lists, or if the second does not retrieve by
// features alone.
ModelFile join_models(const ModelFile& reranker, const ModelFile& retriever);

}  // namespace winnow
