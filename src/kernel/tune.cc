#include "winnow/tune.h"

#include "kernel/blas_scope.h"
#include "kernel/heap.h"

#include <cblas.h>

namespace winnow {

void tune_process() {
  keep_memory();
  choose_blas_core();
  openblas_set_num_threads(1);
}

}  // namespace winnow
