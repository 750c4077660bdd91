// model/model.h - a trained model, ready to score. Needs no libtorch.
//
//   Model model = Model::load("mizar.safetensors");
//   std::vector<float> logits = model.score(plan);
#pragma once

#include "model/config.h"
#include "model/model_file.h"
#include "model/weights.h"

#include <filesystem>
#include <vector>

namespace winnow {

class Model {
 public:
  static Model load(const std::filesystem::path& path);
  explicit Model(ModelFile file);

  const ModelConfig& config() const { return config_; }
  const LabelTable& labels() const { return file_.labels; }
  const FormulaTable& memory() const { return file_.memory; }
  const PrecedentTable& precedents() const { return file_.precedents; }
  const ModelFile& file() const { return file_; }

  // One logit per item of the plan, which was made for this model's architecture and labels.
  // May be called from several threads at once.
  std::vector<float> score(const BatchPlan& plan) const;

 private:
  ModelFile file_;
  ModelConfig config_;
};

}  // namespace winnow
