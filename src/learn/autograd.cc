#include "learn/autograd.h"

#include "kernel/ops.h"

#include <array>

namespace winnow::autograd {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::tensor_list;

ConstMatrix view(const Tensor& x) {  // a vector is one row
  auto rows = x.dim() == 1 ? 1 : x.size(0);
  auto cols = x.dim() == 1 ? x.size(0) : x.size(1);
  return {x.data_ptr<float>(), static_cast<std::size_t>(rows), static_cast<std::size_t>(cols)};
}
Matrix writable(Tensor& x) {
  ConstMatrix matrix = view(x);
  return {x.data_ptr<float>(), matrix.rows, matrix.cols};
}
std::span<const float> values(const Tensor& x) {
  return {x.data_ptr<float>(), static_cast<std::size_t>(x.numel())};
}
std::span<float> values(Tensor& x) {
  return {x.data_ptr<float>(), static_cast<std::size_t>(x.numel())};
}
Tensor empty(std::size_t rows, std::size_t cols) {
  return torch::empty({static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols)});
}
Tensor empty(std::size_t size) { return torch::empty({static_cast<std::int64_t>(size)}); }

// A plan's list, kept in a context by address: it outlives the backward pass.
template <class T>
void keep(AutogradContext* context, const char* name, const T* pointer) {
  context->saved_data[name] = static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(pointer));
}
template <class T>
const T& kept(AutogradContext* context, const char* name) {
  const auto address = static_cast<std::intptr_t>(context->saved_data[name].toInt());
  return *reinterpret_cast<const T*>(address);  // NOLINT(performance-no-int-to-ptr): as kept above
}

struct Gather : Function<Gather> {
  static Tensor forward(AutogradContext* context, const Tensor& table, const RowList* rows) {
    keep(context, "rows", rows);
    context->saved_data["sizes"] = table.sizes();
    Tensor out = empty(rows->size(), view(table).cols);
    gather_rows(view(table), *rows, writable(out));
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    Tensor d_table = torch::zeros(context->saved_data["sizes"].toIntVector());
    scatter_add_rows(view(d[0].contiguous()), kept<RowList>(context, "rows"), writable(d_table));
    return {d_table, Tensor()};
  }
};

struct GatherSum : Function<GatherSum> {
  static Tensor forward(AutogradContext* context, const Tensor& a, const RowList* a_rows,
                        const Tensor& b, const RowList* b_rows, const Tensor& c,
                        const RowList* c_rows) {
    keep(context, "a", a_rows);
    keep(context, "b", b_rows);
    keep(context, "c", c_rows);
    context->saved_data["a_sizes"] = a.sizes();
    context->saved_data["b_sizes"] = b.sizes();
    context->saved_data["c_sizes"] = c.sizes();
    Tensor out = empty(a_rows->size(), view(a).cols);
    winnow::gather_sum(view(a), *a_rows, view(b), *b_rows, view(c), *c_rows, writable(out));
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    Tensor d_out = d[0].contiguous();
    auto part = [&](const char* rows, const char* sizes) {
      Tensor out = torch::zeros(context->saved_data[sizes].toIntVector());
      scatter_add_rows(view(d_out), kept<RowList>(context, rows), writable(out));
      return out;
    };
    return {part("a", "a_sizes"), Tensor(), part("b", "b_sizes"), Tensor(),
            part("c", "c_sizes"), Tensor()};
  }
};

struct Linear : Function<Linear> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& weight,
                        std::int64_t products) {
    context->save_for_backward({x, weight});
    context->saved_data["products"] = products;
    Tensor out = empty(view(x).rows, view(weight).rows);
    multiply_nt(view(x), view(weight), writable(out), false, Products(products));
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    auto saved = context->get_saved_variables();
    auto products = Products(context->saved_data["products"].toInt());
    Tensor d_out = d[0].contiguous();
    Tensor d_x = torch::empty_like(saved[0]), d_weight = torch::empty_like(saved[1]);
    multiply_nn(view(d_out), view(saved[1]), writable(d_x), false, products);
    multiply_tn(view(d_out), view(saved[0]), writable(d_weight), false, products);
    return {d_x, d_weight, Tensor()};
  }
};

struct AddBias : Function<AddBias> {
  static Tensor forward(AutogradContext*, const Tensor& x, Tensor bias) {
    Tensor out = x.clone();
    winnow::add_bias(writable(out), values(std::as_const(bias)));
    return out;
  }
  static tensor_list backward(AutogradContext*, tensor_list d) {
    Tensor d_out = d[0].contiguous();
    Tensor d_bias = torch::zeros({d_out.size(1)});
    sum_rows(view(d_out), values(d_bias));
    return {d_out, d_bias};
  }
};

struct Relu : Function<Relu> {
  static Tensor forward(AutogradContext* context, const Tensor& x) {
    Tensor out = torch::empty_like(x);
    winnow::relu(view(x), writable(out));
    context->save_for_backward({out});
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    Tensor out = context->get_saved_variables()[0];
    Tensor d_x = torch::empty_like(out);
    relu_backward(view(out), view(d[0].contiguous()), writable(d_x));
    return {d_x};
  }
};

struct BatchNorm : Function<BatchNorm> {
  static Tensor forward(AutogradContext* context, const Tensor& x, Tensor gain, Tensor bias,
                        const CountList* counts, bool with_relu, Tensor mean, Tensor variance) {
    Tensor out = torch::empty_like(x), hat = torch::empty_like(x);
    winnow::batch_norm(view(x), *counts, values(std::as_const(gain)), values(std::as_const(bias)),
                       with_relu, writable(out), writable(hat), values(mean), values(variance));
    context->save_for_backward({hat, variance, gain, out});
    context->saved_data["relu"] = with_relu;
    keep(context, "counts", counts);
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    auto saved = context->get_saved_variables();
    Tensor d_x = torch::empty_like(saved[0]);
    Tensor d_gain = torch::zeros_like(saved[2]), d_bias = torch::zeros_like(saved[2]);
    batch_norm_backward(view(saved[0]), values(std::as_const(saved[1])),
                        kept<CountList>(context, "counts"), values(std::as_const(saved[2])),
                        context->saved_data["relu"].toBool(), view(saved[3]),
                        view(d[0].contiguous()), writable(d_x), values(d_gain), values(d_bias));
    return {d_x, d_gain, d_bias, Tensor(), Tensor(), Tensor(), Tensor()};
  }
};

struct LayerNorm : Function<LayerNorm> {
  static Tensor forward(AutogradContext* context, const Tensor& x, Tensor gain, Tensor bias) {
    Tensor out = torch::empty_like(x), hat = torch::empty_like(x), scale = empty(view(x).rows);
    winnow::layer_norm(view(x), values(std::as_const(gain)), values(std::as_const(bias)),
                       writable(out), writable(hat), values(scale));
    context->save_for_backward({hat, scale, gain});
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    auto saved = context->get_saved_variables();
    Tensor d_x = torch::empty_like(saved[0]);
    Tensor d_gain = torch::zeros_like(saved[2]), d_bias = torch::zeros_like(saved[2]);
    layer_norm_backward(view(saved[0]), values(std::as_const(saved[1])),
                        values(std::as_const(saved[2])), view(d[0].contiguous()), writable(d_x),
                        values(d_gain), values(d_bias));
    return {d_x, d_gain, d_bias};
  }
};

struct SegmentSum : Function<SegmentSum> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const RowList* ends,
                        const RowList* rows, const CountList* weights) {
    keep(context, "ends", ends);
    keep(context, "rows", rows);
    keep(context, "weights", weights);
    context->saved_data["sizes"] = x.sizes();
    Tensor out = empty(ends->size(), view(x).cols);
    winnow::segment_sum(view(x), {*ends, *rows, *weights}, writable(out));
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    Tensor d_x = torch::zeros(context->saved_data["sizes"].toIntVector());
    segment_sum_backward(view(d[0].contiguous()),
                         {kept<RowList>(context, "ends"), kept<RowList>(context, "rows"),
                          kept<CountList>(context, "weights")},
                         writable(d_x));
    return {d_x, Tensor(), Tensor(), Tensor()};
  }
};

struct SegmentMax : Function<SegmentMax> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const RowList* ends,
                        const RowList* rows) {
    std::size_t cols = view(x).cols;
    Tensor out = empty(ends->size(), cols);
    Tensor from = torch::empty({static_cast<std::int64_t>(ends->size() * cols)}, torch::kInt32);
    winnow::segment_max(view(x), {*ends, *rows, {}}, writable(out), rows_of(from));
    context->save_for_backward({from});
    context->saved_data["sizes"] = x.sizes();
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    Tensor from = context->get_saved_variables()[0];
    Tensor d_x = torch::zeros(context->saved_data["sizes"].toIntVector());
    segment_max_backward(view(d[0].contiguous()), rows_of(from), writable(d_x));
    return {d_x, Tensor(), Tensor()};
  }
  static std::span<std::uint32_t> rows_of(Tensor& x) {
    return {reinterpret_cast<std::uint32_t*>(x.data_ptr<std::int32_t>()),
            static_cast<std::size_t>(x.numel())};
  }
};

struct Attention : Function<Attention> {
  static AttentionPlan plan(const AttentionSide& side, std::uint32_t heads) {
    return {heads, side.queries, side.sets, side.set_ends, side.key_rows, side.key_counts};
  }
  static Tensor forward(AutogradContext* context, const Tensor& q, const Tensor& k, const Tensor& v,
                        const AttentionSide* side, std::int64_t heads) {
    Tensor out = empty(side->queries.size(), view(q).cols);
    Tensor log_sum = empty(side->queries.size() * static_cast<std::size_t>(heads));
    winnow::attention(view(q), view(k), view(v), plan(*side, static_cast<std::uint32_t>(heads)),
                      writable(out), values(log_sum));
    context->save_for_backward({q, k, v, out, log_sum});
    keep(context, "side", side);
    context->saved_data["heads"] = heads;
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    auto saved = context->get_saved_variables();
    Tensor d_q = torch::zeros_like(saved[0]), d_k = torch::zeros_like(saved[1]),
           d_v = torch::zeros_like(saved[2]);
    attention_backward(view(saved[0]), view(saved[1]), view(saved[2]),
                       plan(kept<AttentionSide>(context, "side"),
                            static_cast<std::uint32_t>(context->saved_data["heads"].toInt())),
                       view(saved[3]), values(std::as_const(saved[4])), view(d[0].contiguous()),
                       writable(d_q), writable(d_k), writable(d_v));
    return {d_q, d_k, d_v, Tensor(), Tensor()};
  }
};

struct Gate : Function<Gate> {
  static Tensor forward(AutogradContext* context, const Tensor& x, const Tensor& gates,
                        const RowList* kinds) {
    Tensor out = torch::empty_like(x);
    winnow::gate(view(x), view(gates), *kinds, writable(out));
    context->save_for_backward({x, gates});
    keep(context, "kinds", kinds);
    return out;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    auto saved = context->get_saved_variables();
    Tensor d_x = torch::empty_like(saved[0]), d_gates = torch::zeros_like(saved[1]);
    gate_backward(view(saved[0]), view(saved[1]), kept<RowList>(context, "kinds"),
                  view(d[0].contiguous()), writable(d_x), writable(d_gates));
    return {d_x, d_gates, Tensor()};
  }
};

// The tape of an LSTM pass lives in the autograd graph as a custom object.
struct TapeHolder : torch::CustomClassHolder {
  LstmTapePtr tape;
};

template <class Real, class Tensors>
LstmTensors<Real> lstm_tensors(Tensors& t) {  // w u b w_gain w_bias u_gain u_bias c_gain c_bias
  auto data = [](auto& x) -> Real* {
    return x.numel() != 0 ? x.template data_ptr<float>() : nullptr;
  };
  LstmTensors<Real> result;
  result.width = static_cast<std::size_t>(t[1].size(2));
  result.input_width = static_cast<std::size_t>(t[0].size(1));
  result.labels = static_cast<std::size_t>(t[1].size(0));
  result.w = data(t[0]);
  result.u = data(t[1]);
  result.b = data(t[2]);
  result.w_gain = data(t[3]);
  result.w_bias = data(t[4]);
  result.u_gain = data(t[5]);
  result.u_bias = data(t[6]);
  result.c_gain = data(t[7]);
  result.c_bias = data(t[8]);
  return result;
}

struct Lstm : Function<Lstm> {
  static Tensor forward(AutogradContext* context, const Tensor& inputs, const LstmPlan* plan,
                        const Tensor& w, const Tensor& u, const Tensor& b, const Tensor& w_gain,
                        const Tensor& w_bias, const Tensor& u_gain, const Tensor& u_bias,
                        const Tensor& c_gain, const Tensor& c_bias, std::int64_t products) {
    std::array<Tensor, 9> parameters = {w, u, b, w_gain, w_bias, u_gain, u_bias, c_gain, c_bias};
    auto weights = lstm_tensors<const float>(parameters);
    Tensor h = empty(plan->rows, weights.width);
    auto holder = c10::make_intrusive<TapeHolder>();
    holder->tape =
        lstm_forward(*plan, weights, view(inputs), writable(h), true, Products(products));
    context->saved_data["tape"] = c10::IValue::make_capsule(std::move(holder));
    keep(context, "plan", plan);
    tensor_list saved = {inputs, h};
    saved.insert(saved.end(), parameters.begin(), parameters.end());
    context->save_for_backward(saved);
    return h;
  }
  static tensor_list backward(AutogradContext* context, tensor_list d) {
    auto saved = context->get_saved_variables();
    std::array<Tensor, 9> parameters, gradients;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      parameters[i] = saved[2 + i];
      gradients[i] = torch::zeros_like(parameters[i]);
    }
    Tensor d_inputs = torch::empty_like(saved[0]);
    auto capsule = context->saved_data["tape"].toCapsule();
    lstm_backward(kept<LstmPlan>(context, "plan"), lstm_tensors<const float>(parameters),
                  *static_cast<TapeHolder*>(capsule.get())->tape, view(saved[0]), view(saved[1]),
                  view(d[0].contiguous()), lstm_tensors<float>(gradients), writable(d_inputs));
    tensor_list result = {d_inputs, Tensor()};
    result.insert(result.end(), gradients.begin(), gradients.end());
    result.emplace_back();
    return result;
  }
};

}  // namespace

Tensor gather(const Tensor& table, const RowList& rows) { return Gather::apply(table, &rows); }

Tensor gather_sum(const Tensor& a, const RowList& a_rows, const Tensor& b, const RowList& b_rows,
                  const Tensor& c, const RowList& c_rows) {
  return GatherSum::apply(a, &a_rows, b, &b_rows, c, &c_rows);
}

Tensor linear(const Tensor& x, const Tensor& weight, Products products) {
  return Linear::apply(x, weight, static_cast<std::int64_t>(products));
}
Tensor add_bias(const Tensor& x, const Tensor& bias) { return AddBias::apply(x, bias); }
Tensor relu(const Tensor& x) { return Relu::apply(x); }

Tensor batch_norm(const Tensor& x, const Tensor& gain, const Tensor& bias, const CountList& counts,
                  bool with_relu, const Tensor& mean, const Tensor& variance) {
  return BatchNorm::apply(x, gain, bias, &counts, with_relu, mean, variance);
}

Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias) {
  return LayerNorm::apply(x, gain, bias);
}

Tensor segment_sum(const Tensor& x, const RowList& ends, const RowList& rows,
                   const CountList& weights) {
  return SegmentSum::apply(x, &ends, &rows, &weights);
}

Tensor segment_max(const Tensor& x, const RowList& ends, const RowList& rows) {
  return SegmentMax::apply(x, &ends, &rows);
}

Tensor attention(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionSide& side,
                 std::uint32_t heads) {
  return Attention::apply(q, k, v, &side, static_cast<std::int64_t>(heads));
}

Tensor gate(const Tensor& x, const Tensor& gates, const RowList& kinds) {
  return Gate::apply(x, gates, &kinds);
}

Tensor lstm(const LstmPlan& plan, const Tensor& inputs, const LstmParameters& p,
            Products products) {
  return Lstm::apply(inputs, &plan, p.w, p.u, p.b, p.w_gain, p.w_bias, p.u_gain, p.u_bias, p.c_gain,
                     p.c_bias, static_cast<std::int64_t>(products));
}

}  // namespace winnow::autograd
