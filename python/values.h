// python/values.h - values of C++ as Python sees them: arrays without copies, text, options.
#pragma once

#include "winnow/error.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace winnow::python {

namespace py = pybind11;

// The same memory, read-only; `owner` stays alive as long as the array does.
template <class Number>
py::array array_of(std::span<const Number> numbers, const std::vector<py::ssize_t>& shape,
                   const py::object& owner) {
  py::array_t<Number> array(shape, numbers.data(), owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}
template <class Number>
py::array array_of(std::span<const Number> numbers, const py::object& owner) {
  return array_of(numbers, {static_cast<py::ssize_t>(numbers.size())}, owner);
}

// What takes a while and cannot be interrupted: other threads run meanwhile. Only its result
// becomes an object of Python's, so the work must not touch any.
template <class Work>
auto unlocked(Work&& work) {
  py::gil_scoped_release others_may_run;
  return std::forward<Work>(work)();
}

// Formulas may hold any bytes; those that are no UTF-8 become what os.fsdecode makes of them.
inline py::str text_of(std::string_view text) {
  PyObject* object =
      PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), "surrogateescape");
  if (object == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(object);
}

inline py::list texts_of(std::span<const std::string> texts) {
  py::list result;
  for (const std::string& each : texts) result.append(text_of(each));
  return result;
}

// pybind11 says "(self: Options, arg0: int) -> None" and not which option that is.
inline void set_option(const py::object& options, const py::object& name, const py::object& value) {
  try {
    options.attr(name) = value;
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError)) throw;
    const std::string what = py::str("{} cannot be {!r}").format(name, value).cast<std::string>();
    const std::string said = py::str(error.value());
    const std::size_t at = said.find("arg0: "), end = said.find(") -> None", at);
    if (at == std::string::npos || end == std::string::npos) throw py::type_error(what);
    const std::string wanted = said.substr(at + 6, end - at - 6);
    if (wanted == "int" && PyLong_Check(value.ptr()))
      throw InputError(what, "the number is too small or too large");
    throw py::type_error(what + ": it takes " + wanted);
  }
}

// Options from keywords: each is an attribute of the bound struct, so a new one is a line there.
template <class Options>
Options options_of(const py::kwargs& given) {
  py::object options = py::cast(Options{});
  for (auto [name, value] : given) {
    if (!py::hasattr(options, name))
      throw py::type_error("no option is called '" + std::string(py::str(name)) + "'; see " +
                           std::string(py::str(py::type::of(options).attr("__name__"))));
    set_option(options, py::reinterpret_borrow<py::object>(name),
               py::reinterpret_borrow<py::object>(value));
  }
  return options.cast<Options>();
}

// Python counts from the end where the number is negative.
inline std::size_t index_of(py::ssize_t i, std::size_t size) {
  if (i < 0) i += static_cast<py::ssize_t>(size);
  if (i < 0 || static_cast<std::size_t>(i) >= size) throw py::index_error("past the last one");
  return static_cast<std::size_t>(i);
}

// A property that shares memory with its object.
template <class Owner, class Get>
auto shared(Get get) {
  return [get](const py::object& self) { return array_of(get(self.cast<const Owner&>()), self); };
}

template <class Owner, class Get>
auto text_property(Get get) {
  return [get](const Owner& self) { return text_of(std::invoke(get, self)); };
}

}  // namespace winnow::python
