// tune.h - settings of the whole process that make winnow faster, for programs that want them.
//
//   int main() {
//     winnow::tune_process();
//     ...
//
// Linking winnow changes nothing about a program: no environment variable, no signal handler, no
// setting of malloc or OpenBLAS. This does, and only when it is called: it chooses OpenBLAS's
// kernels for the processor, lets OpenBLAS start no threads, and lets malloc keep memory.
#pragma once

namespace winnow {

// Needs: no other thread is running. First thing in main().
void tune_process();

}  // namespace winnow
