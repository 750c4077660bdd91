// kernel/blas_scope.h - how OpenBLAS is set up, for as long as winnow computes and no longer.
// OpenBLAS has one setting for the whole process: how many threads a product may start. Our threads
// each work on a batch of their own, so ours may start none; the host program may want something
// else. Hence scopes: the first one that opens sets it, the last one that closes sets it back.
#pragma once

namespace winnow {

class OneThreadedBlas {
 public:
  OneThreadedBlas();
  ~OneThreadedBlas();
  OneThreadedBlas(const OneThreadedBlas&) = delete;
  OneThreadedBlas& operator=(const OneThreadedBlas&) = delete;

 private:
  bool counted_;  // false: there was nothing to set
};

// Chooses the kernels for the instructions that the processor really has, where OpenBLAS does not
// know it; a user's OPENBLAS_CORETYPE is left alone. Needs: no other thread uses OpenBLAS or the
// environment. For the start of main().
void choose_blas_core();

}  // namespace winnow
