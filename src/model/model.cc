#include "model/model.h"

#include "kernel/blas_scope.h"
#include "model/forward.h"
#include "model/plain_ops.h"

namespace winnow {

Model Model::load(const std::filesystem::path& path) { return Model(read_model(path)); }

Model::Model(ModelFile file) : file_(std::move(file)), config_(make_config(file_.options)) {}

std::vector<float> Model::score(const BatchPlan& plan) const {
  if (plan.items() == 0) return {};
  const OneThreadedBlas alone;  // once, rather than for every product
  PlainOps ops(file_.weights);
  auto logits = Forward<PlainOps>(ops, config_, plan).logits();
  auto values = logits.matrix().all();
  return {values.begin(), values.end()};
}

}  // namespace winnow
