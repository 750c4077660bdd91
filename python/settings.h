// python/settings.h - options as Python gives them: keywords, limits, functions to call back.
#pragma once

#include "python/interruptible.h"
#include "python/values.h"

#include <winnow/deadline.h>
#include <winnow/file_names.h>
#include <winnow/formula.h>

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace winnow::python {

// A deadline begins with the call. The switch is shared with Python; Ctrl-C sets it too.
struct Limits {
  std::optional<double> time_limit_s;
  std::shared_ptr<Cancellation> cancel;

  std::shared_ptr<Cancellation> token() const {
    return cancel != nullptr ? cancel : std::make_shared<Cancellation>();
  }
  Stop until(const Cancellation& token) const {
    if (time_limit_s && std::isnan(*time_limit_s))
      throw InputError("time_limit_s cannot be nan", "None is no limit");
    return Stop(time_limit_s ? Deadline::in(*time_limit_s) : Deadline::never(), &token);
  }
};
struct ReadSettings : ReadOptions, Limits {};

// Calls work(options) on a thread of its own, within the limits.
template <class Options, class Settings, class Work>
auto within_limits(const Settings& settings, Work&& work) {
  std::shared_ptr<Cancellation> token = settings.token();
  Options options = settings;
  options.stop = settings.until(*token);
  return interruptibly(*token, [&] { return work(options); });
}

// A file, or a list of files.
using FilesOf = std::variant<std::filesystem::path, std::vector<std::filesystem::path>>;
inline FileNames names(const FilesOf& given) {
  if (const auto* one = std::get_if<std::filesystem::path>(&given)) return one->string();
  FileNames files;
  for (const auto& each : std::get<std::vector<std::filesystem::path>>(given))
    files.push_back(each.string());
  return files;
}

// What every class of options has: keywords, and a text that shows what is set.
template <class Options>
py::class_<Options> bind_options(py::module_& m, const char* name, const char* doc) {
  return py::class_<Options>(m, name, doc).def(py::init([](const py::kwargs& options) {
    return options_of<Options>(options);
  }));
}

template <class Options>
void bind_limits(py::class_<Options>& options) {
  options
      .def_readwrite("time_limit_s", &Options::time_limit_s,
                     "Seconds from the call on; None: no limit.")
      .def_readwrite("cancel", &Options::cancel, "A Cancellation, or None.");
}

}  // namespace winnow::python
