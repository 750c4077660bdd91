// python/interruptible.h - long calls that leave the interpreter to others and hear Ctrl-C.
// in: work that takes a while, a Cancellation that ends it     out: its result
// Python handles signals in its main thread only, between two instructions of its own. So the work
// gets a thread, and the caller waits without the interpreter's lock and asks for signals.
#pragma once

#include <winnow/deadline.h>

#include <pybind11/pybind11.h>

#include <chrono>
#include <exception>
#include <future>
#include <mutex>
#include <utility>

namespace winnow::python {

namespace py = pybind11;

template <class Work>
auto interruptibly(const Cancellation& cancel, Work&& work) {
  using namespace std::chrono_literals;
  auto result = std::async(std::launch::async, std::forward<Work>(work));
  while (true) {
    {
      py::gil_scoped_release others_may_run;
      if (result.wait_for(50ms) == std::future_status::ready) break;
    }
    if (PyErr_CheckSignals() == 0) continue;
    cancel.request();
    py::error_already_set interrupt;  // KeyboardInterrupt, or what a handler raised
    {
      py::gil_scoped_release others_may_run;
      result.wait();
    }
    throw interrupt;
  }
  return result.get();
}

// A function of Python's that C++ calls from another thread. What it raises ends the work, and is
// raised again by `rethrow`, in the thread that called.
class Callback {
 public:
  Callback(py::object function, const Cancellation& cancel)
      : function_(std::move(function)), cancel_(cancel) {}
  explicit operator bool() const { return !function_.is_none(); }

  template <class... Values>
  void operator()(const Values&... values) {
    py::gil_scoped_acquire lock;
    try {
      if (!failure_) function_(values...);
    } catch (py::error_already_set&) {
      failure_ = std::current_exception();
      cancel_.request();
    }
  }
  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  py::object function_;
  const Cancellation& cancel_;
  std::exception_ptr failure_;  // guarded by the interpreter's lock
};

}  // namespace winnow::python
