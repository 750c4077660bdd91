#include "model/join.h"

#include "winnow/error.h"

namespace winnow {

ModelFile join_models(const ModelFile& reranker, const ModelFile& retriever) {
  if (reranker.options.rerank == 0 || reranker.options.retrieve != 0)
    throw InputError("the first model is no second stage",
                     "train one on lists of the best: experiment lists, preset mizar-rerank");
  if (retriever.options.retrieve == 0 || retriever.options.retrieve_from != "features")
    throw InputError("the second model does not retrieve by features alone",
                     "train one by the preset mizar-retrieve");
  ModelFile both = reranker;
  both.options.retrieve = retriever.options.retrieve;
  both.options.retrieve_from = retriever.options.retrieve_from;
  both.features = retriever.features;
  both.used = retriever.used;
  for (const auto& [name, tensor] : retriever.weights.tensors())
    if (name.starts_with("retrieve.")) both.weights.set(name, tensor);
  both.history = {{"rerank", reranker.history}, {"retrieve", retriever.history}};
  return both;
}

}  // namespace winnow
