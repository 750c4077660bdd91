#include "kernel/lstm.h"

#include "kernel/lstm_rows.h"
#include "kernel/panels.h"
#include "kernel/product.h"
#include "term/ragged.h"
#include "winnow/error.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace winnow {

struct LstmTape {
  Buffer w_hat;    // [inputs, 4d]
  Buffer w_scale;  // [inputs, 4]
  Buffer u_hat;    // [pairs, 4d]
  Buffer u_scale;  // [pairs, 4]
  Buffer pair_h;   // [pairs, d] h of the pairs' rows
  Buffer bias;     // [4d] b + bias of W's norms
  Buffer c;        // [rows, d]
  Buffer gates;    // [rows, 3d]
  Buffer c_norms;  // [rows, 2]
  Products products = Products::f32;
};

void LstmTapeDeleter::operator()(LstmTape* tape) const { delete tape; }

namespace {

constexpr std::uint32_t kChunk = 256;  // rows of a product that are still in L2 when it is done

template <class Work>
void each_chunk(std::uint32_t first, std::uint32_t last, const Work& work) {
  for (; first < last; first += kChunk) work(first, std::min(first + kChunk, last));
}

void check(const LstmPlan& plan, const LstmWeights& weights, ConstMatrix inputs, ConstMatrix h) {
  require(weights.width > 0 && weights.input_width > 0, "an LSTM has a width");
  require(plan.labels <= weights.labels, "every label of the plan has a matrix");
  require(inputs.rows == plan.input_rows && inputs.cols == weights.input_width,
          "inputs are [input_rows, input_width]");
  require(h.rows == plan.rows && h.cols == weights.width, "h is [rows, width]");
}

LstmRows rows_of(const LstmPlan& plan, const LstmWeights& weights, const LstmTape& tape) {
  return {.plan = &plan,
          .width = weights.width,
          .bias = tape.bias.data(),
          .w_gain = weights.w_gain,
          .u_gain = weights.u_gain,
          .u_bias = weights.u_bias,
          .c_gain = weights.c_gain,
          .c_bias = weights.c_bias,
          .w_hat = tape.w_hat.data(),
          .u_hat = tape.u_hat.data(),
          .c = tape.c.data(),
          .gates = tape.gates.data(),
          .c_norms = tape.c_norms.data()};
}

// Edges by the pair they use: the other way round than the plan has them.
struct PairUses {
  std::vector<std::uint32_t> ends;   // [pairs]
  std::vector<std::uint32_t> edges;  // [edges]
  std::vector<std::uint32_t> rows;   // [edges] row of each edge, in the plan's order
};

PairUses uses_of_pairs(const LstmPlan& plan) {
  PairUses uses{std::vector<std::uint32_t>(plan.pairs() + 1), {}, {}};
  uses.edges.resize(plan.edges());
  uses.rows.resize(plan.edges());
  for (std::uint32_t pair : plan.edge_pairs) ++uses.ends[pair + 1];
  for (std::uint32_t i = 0; i < plan.pairs(); ++i) uses.ends[i + 1] += uses.ends[i];
  for (std::uint32_t v = 0, e = 0; v < plan.rows; ++v) {
    for (; e < plan.edge_ends[v]; ++e) {
      uses.edges[uses.ends[plan.edge_pairs[e]]++] = e;
      uses.rows[e] = v;
    }
  }
  uses.ends.pop_back();  // each begin has moved to its end
  return uses;
}

// Rows by the input they use.
struct InputUses {
  std::vector<std::uint32_t> ends;  // [input_rows]
  std::vector<std::uint32_t> rows;  // [rows]
};

InputUses uses_of_inputs(const LstmPlan& plan) {
  InputUses uses{std::vector<std::uint32_t>(plan.input_rows + 1), {}};
  uses.rows.resize(plan.rows);
  for (std::uint32_t input : plan.inputs) ++uses.ends[input + 1];
  for (std::uint32_t i = 0; i < plan.input_rows; ++i) uses.ends[i + 1] += uses.ends[i];
  for (std::uint32_t v = 0; v < plan.rows; ++v) uses.rows[uses.ends[plan.inputs[v]]++] = v;
  uses.ends.pop_back();
  return uses;
}

enum class Layout { as_given, transposed };

// The matrices of the labels a plan uses, in panels. All in one piece of memory, which is then huge
// pages: blocks jump from label to label.
class LabelPanels {
 public:
  LabelPanels(const LstmPlan& plan, const LstmWeights& weights, Layout layout, Products products)
      : place_(plan.labels) {
    const std::size_t d = weights.width;
    const std::size_t size = layout == Layout::transposed ? Panels::size(d, 4 * d, products)
                                                          : Panels::size(4 * d, d, products);
    std::vector<std::uint32_t> used;
    for (std::uint32_t label = 0; label < plan.labels; ++label) {
      if (Ends(plan.label_ends).begin(label) < plan.label_ends[label]) used.push_back(label);
    }
    memory_ = Buffer(used.size() * size);
    panels_.reserve(used.size());
    for (std::uint32_t label : used) {
      place_[label] = panels_.size();
      const ConstMatrix u{weights.u + label * std::size_t{4} * d * d, 4 * d, d};
      float* memory = memory_.data() + panels_.size() * size;
      panels_.push_back(layout == Layout::transposed ? Panels::of_transposed(u, memory, products)
                                                     : Panels::of(u, memory, products));
    }
  }

  const Panels& of(std::uint32_t label) const { return panels_[place_[label]]; }

 private:
  std::vector<std::size_t> place_;  // [labels] in panels_
  std::vector<Panels> panels_;      // [labels in use]
  Buffer memory_;
};

}  // namespace

LstmTapePtr lstm_forward(const LstmPlan& plan, const LstmWeights& weights, ConstMatrix inputs,
                         Matrix h, bool keep, Products products) {
  check(plan, weights, inputs, h);
  const std::size_t d = weights.width;
  LstmTapePtr tape(new LstmTape);
  tape->products = products;
  tape->w_hat = Buffer(plan.input_rows * std::size_t{4} * d);
  tape->w_scale = Buffer(plan.input_rows * std::size_t{4});
  tape->u_hat = Buffer(plan.pairs() * std::size_t{4} * d);
  tape->u_scale = Buffer(plan.pairs() * std::size_t{4});
  tape->bias = Buffer(4 * d);
  tape->c = Buffer(plan.rows * d);
  if (keep) {
    tape->pair_h = Buffer(plan.pairs() * d);
    tape->gates = Buffer(plan.rows * std::size_t{3} * d);
    tape->c_norms = Buffer(plan.rows * std::size_t{2});
  }
  for (std::size_t j = 0; j < 4 * d; ++j) tape->bias.data()[j] = weights.b[j] + weights.w_bias[j];

  const Buffer w_memory(Panels::size(weights.input_width, 4 * d, products));
  const Panels w =
      Panels::of_transposed({weights.w, 4 * d, weights.input_width}, w_memory.data(), products);
  each_chunk(0, plan.input_rows, [&](std::uint32_t first, std::uint32_t last) {
    float* to = tape->w_hat.data() + first * std::size_t{4} * d;
    w.multiply(last - first, {inputs.row(first).data(), inputs.cols}, to, 4 * d);
    normalise_gates(last - first, d, to, tape->w_scale.data() + first * std::size_t{4});
  });

  const LstmRows rows = rows_of(plan, weights, *tape);
  const LabelPanels u(plan, weights, Layout::transposed, products);
  const Buffer chunk_h(keep ? 0 : kChunk * d);
  for (std::uint32_t level = 0; level < plan.levels(); ++level) {
    lstm_cells(rows, Ends(plan.level_ends).begin(level), plan.level_ends[level], h.data);
    for (std::uint32_t b = Ends(plan.block_ends).begin(level); b < plan.block_ends[level]; ++b) {
      const LstmPlan::Block& block = plan.blocks[b];
      each_chunk(block.first, block.last, [&](std::uint32_t first, std::uint32_t last) {
        float* gathered = keep ? tape->pair_h.data() + first * d : chunk_h.data();
        for (std::uint32_t pair = first; pair < last; ++pair) {
          std::memcpy(gathered + (pair - first) * d, h.row(plan.pair_rows[pair]).data(),
                      d * sizeof(float));
        }
        float* to = tape->u_hat.data() + first * std::size_t{4} * d;
        u.of(block.label).multiply(last - first, {gathered, d}, to, 4 * d);
        normalise_gates(last - first, d, to, tape->u_scale.data() + first * std::size_t{4});
      });
    }
  }
  if (!keep) tape.reset();
  return tape;
}

void lstm_backward(const LstmPlan& plan, const LstmWeights& weights, const LstmTape& tape,
                   ConstMatrix inputs, ConstMatrix h, ConstMatrix d_h,
                   const LstmGradients& gradients, Matrix d_inputs) {
  check(plan, weights, inputs, h);
  require(d_h.rows == h.rows && d_h.cols == h.cols, "d_h is [rows, width]");
  require(d_inputs.rows == inputs.rows && d_inputs.cols == inputs.cols,
          "d_inputs is [input_rows, input_width]");
  const std::size_t d = weights.width;
  const LstmRows rows = rows_of(plan, weights, tape);
  const PairUses uses = uses_of_pairs(plan);
  const Buffer d_c(plan.rows * d);
  const Buffer d_sum(plan.rows * std::size_t{4} * d);
  const Buffer d_products(plan.pairs() * std::size_t{4} * d);
  const LstmRowGradients row_gradients{.pair_edge_ends = uses.ends.data(),
                                       .pair_edges = uses.edges.data(),
                                       .edge_rows = uses.rows.data(),
                                       .d_c = d_c.data(),
                                       .d_sum = d_sum.data(),
                                       .c_gain = gradients.c_gain,
                                       .c_bias = gradients.c_bias};

  std::uint32_t largest_level = 0;
  for (std::uint32_t level = 0; level < plan.levels(); ++level) {
    largest_level =
        std::max(largest_level, plan.level_ends[level] - Ends(plan.level_ends).begin(level));
  }
  const Buffer level_d_h(largest_level * d);
  const Buffer chunk_d_h(kChunk * d);
  const LabelPanels u(plan, weights, Layout::as_given, tape.products);
  for (std::uint32_t level = plan.levels(); level-- > 0;) {
    const std::uint32_t first_row = Ends(plan.level_ends).begin(level);
    const std::uint32_t last_row = plan.level_ends[level];
    const std::size_t size = (last_row - first_row) * d;
    if (size == 0) continue;
    std::memcpy(level_d_h.data(), d_h.row(first_row).data(), size * sizeof(float));
    std::fill_n(d_c.data() + first_row * d, size, 0.0f);
    for (std::uint32_t b = Ends(plan.block_ends).begin(level); b < plan.block_ends[level]; ++b) {
      const LstmPlan::Block& block = plan.blocks[b];
      each_chunk(block.first, block.last, [&](std::uint32_t first, std::uint32_t last) {
        float* d_product = d_products.data() + first * std::size_t{4} * d;
        lstm_pairs_backward(rows, row_gradients, first, last, d_product);
        norm_gates_backward(last - first, d, tape.u_hat.data() + first * std::size_t{4} * d,
                            tape.u_scale.data() + first * std::size_t{4}, weights.u_gain, d_product,
                            gradients.u_gain, gradients.u_bias);
        u.of(block.label).multiply(last - first, {d_product, 4 * d}, chunk_d_h.data(), d);
        for (std::uint32_t pair = first; pair < last; ++pair) {
          add_vector(d, chunk_d_h.data() + (pair - first) * d,
                     level_d_h.data() + (plan.pair_rows[pair] - first_row) * d);
        }
      });
    }
    lstm_cells_backward(rows, row_gradients, first_row, last_row, level_d_h.data());
  }

  for (std::uint32_t label = 0; label < plan.labels; ++label) {
    const std::uint32_t first = Ends(plan.label_ends).begin(label);
    const std::uint32_t last = plan.label_ends[label];
    if (first == last) continue;
    multiply_tn({d_products.data() + first * std::size_t{4} * d, last - first, 4 * d},
                {tape.pair_h.data() + first * d, last - first, d},
                {gradients.u + label * std::size_t{4} * d * d, 4 * d, d}, true, tape.products);
  }

  const InputUses input_uses = uses_of_inputs(plan);
  const Buffer d_bias(4 * d);
  std::fill_n(d_bias.data(), 4 * d, 0.0f);
  const Buffer chunk(kChunk * std::size_t{4} * d);
  const Buffer w_memory(Panels::size(4 * d, weights.input_width, tape.products));
  const Panels w =
      Panels::of({weights.w, 4 * d, weights.input_width}, w_memory.data(), tape.products);
  each_chunk(0, plan.input_rows, [&](std::uint32_t first, std::uint32_t last) {
    std::fill_n(chunk.data(), (last - first) * std::size_t{4} * d, 0.0f);
    for (std::uint32_t input = first; input < last; ++input) {
      for (std::uint32_t i = Ends(input_uses.ends).begin(input); i < input_uses.ends[input]; ++i) {
        add_vector(4 * d, d_sum.data() + input_uses.rows[i] * std::size_t{4} * d,
                   chunk.data() + (input - first) * std::size_t{4} * d);
      }
    }
    norm_gates_backward(last - first, d, tape.w_hat.data() + first * std::size_t{4} * d,
                        tape.w_scale.data() + first * std::size_t{4}, weights.w_gain, chunk.data(),
                        gradients.w_gain, d_bias.data());
    w.multiply(last - first, {chunk.data(), 4 * d}, d_inputs.row(first).data(), d_inputs.cols);
    multiply_tn({chunk.data(), last - first, 4 * d},
                {inputs.row(first).data(), last - first, inputs.cols},
                {gradients.w, 4 * d, weights.input_width}, true, tape.products);
  });
  add_vector(4 * d, d_bias.data(), gradients.b);
  add_vector(4 * d, d_bias.data(), gradients.w_bias);
}

}  // namespace winnow
