#include "kernel/product.h"

#include "kernel/blas.h"
#include "winnow/error.h"

namespace winnow {

void multiply_nt(ConstMatrix a, ConstMatrix b, Matrix out, bool add) {
  require(a.cols == b.cols && out.rows == a.rows && out.cols == b.rows, "a b^T: shapes differ");
  sgemm_nt(out.rows, out.cols, a.cols, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

void multiply_nn(ConstMatrix a, ConstMatrix b, Matrix out, bool add) {
  require(a.cols == b.rows && out.rows == a.rows && out.cols == b.cols, "a b: shapes differ");
  sgemm_nn(out.rows, out.cols, a.cols, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

void multiply_tn(ConstMatrix a, ConstMatrix b, Matrix out, bool add) {
  require(a.rows == b.rows && out.rows == a.cols && out.cols == b.cols, "a^T b: shapes differ");
  sgemm_tn(out.rows, out.cols, a.rows, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

}  // namespace winnow
