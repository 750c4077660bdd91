// python/parts.h - what bindings.cc puts together.
#pragma once

#include "python/settings.h"
#include "python/values.h"

#include <pybind11/pybind11.h>

namespace winnow::python {

void bind_errors(py::module_& m);
void bind_formulas(py::module_& m);
void bind_graphs(py::module_& m);
void bind_statistics(py::module_& m);
void bind_libraries(py::module_& m);
void bind_selector(py::module_& m);
void bind_prove(py::module_& m);
void bind_stores(py::module_& m);
void bind_scores(py::module_& m);
void bind_models(py::module_& m);

}  // namespace winnow::python
