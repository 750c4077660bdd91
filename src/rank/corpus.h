// rank/corpus.h - a data set, ready to be asked about any of its conjectures.
// in: a store with a chronology, perhaps a model     out: for an example its candidates and
// evidence
#pragma once

#include "rank/history.h"
#include "rank/ranker.h"
#include "score/network.h"

namespace winnow {

class Corpus {
 public:
  explicit Corpus(const Store& store);

  const Store& store() const { return store_; }

  // From now on there is a model's evidence, too. Its encodings of all formulas are computed here,
  // unless `encodings` is false: then no ranker may ask for `vectors`. `network` must outlive this.
  void use(const Network& network, bool encodings,
           const std::function<void(std::size_t)>& progress = {});

  // Evidence about one example points into the question, which must outlive it.
  struct Question {
    ExampleId example;
    KnownBefore known;
    std::vector<std::uint32_t> documents;  // the candidates' rows
    TermId goal;
  };
  Question question(ExampleId example) const;
  Evidence evidence(const Question& question) const;

 private:
  const Store& store_;
  History history_;
  FeatureTable table_;
  FeatureSets symbols_, shapes_;     // [formulas of the store]
  std::vector<std::uint64_t> keys_;  // [formulas of the store]
  const Network* network_ = nullptr;
  std::vector<std::uint16_t> encodings_;  // [formulas of the store, width], or empty
};

// recall[i]: which share of the useful candidates is among the best ks[i].
std::vector<double> recall_at(const Ranking& ranking, std::span<const std::uint32_t> useful,
                              std::span<const std::size_t> ks);

}  // namespace winnow
