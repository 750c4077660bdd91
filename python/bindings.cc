// python/bindings.cc - winnow for Python: the public interface (include/winnow), the same names.
// What tells something is a property (graph.nodes), what does something is a method. Options are
// keywords: the fields of the struct in C++. There is no logic here.
#include "python/parts.h"

#include <winnow/error_code.h>
#include <winnow/tune.h>
#include <winnow/version.h>

#include <system_error>

namespace winnow::python {

void bind_errors(py::module_& m) {
  // Python keeps exception classes; these live as long as the interpreter does.
  static PyObject *input_error, *contract_error, *stopped;
  auto make = [&](const char* name, PyObject* base, const char* doc) {
    PyObject* type =
        PyErr_NewExceptionWithDoc((std::string("winnow.") + name).c_str(), doc, base, nullptr);
    if (type == nullptr) throw py::error_already_set();
    m.add_object(name, py::reinterpret_borrow<py::object>(type));
    return type;
  };
  input_error = make("InputError", PyExc_ValueError,
                     R"doc(A file, a formula or an option is wrong.

file, line and column say where (line and column count from 1; 0: not known), hint what to do.
code says what is wrong to programs ('no_goal', 'other', ...), names what it is about.

>>> try:
...     winnow.Formulas.parse("fof(a, axiom, p(X).", name="mine.p")
... except winnow.InputError as error:
...     print(error.file, error.line, error.column)
mine.p 1 19
)doc");
  contract_error = make("ContractError", PyExc_RuntimeError, "A precondition of a call is broken.");
  stopped = make("Stopped", PyExc_RuntimeError,
                 R"doc(A time limit passed, or a Cancellation was requested: reason says which.

>>> cancel = winnow.Cancellation()
>>> cancel.request()
>>> try:
...     winnow.Formulas.parse("fof(a, axiom, p).", cancel=cancel)
... except winnow.Stopped as stopped:
...     print(stopped.reason)
cancelled
)doc");
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      py::object raised = py::handle(input_error)(text_of(error.what()));
      raised.attr("file") = text_of(error.place().file);
      raised.attr("line") = error.place().line;
      raised.attr("column") = error.place().column;
      raised.attr("hint") = text_of(error.hint());
      raised.attr("code") = text_of(to_string(code_of(error)));
      const auto* coded = dynamic_cast<const CodedError*>(&error);
      raised.attr("names") = coded != nullptr ? texts_of(coded->names()) : py::list();
      if (!error.hint().empty() && py::hasattr(raised, "add_note"))
        raised.attr("add_note")(text_of("hint: " + error.hint()));
      PyErr_SetObject(input_error, raised.ptr());
    } catch (const ContractError& error) {
      PyErr_SetString(contract_error, error.what());
    } catch (const Stopped& error) {
      py::object raised = py::handle(stopped)(error.what());
      raised.attr("reason") =
          error.reason() == Stopped::Reason::deadline ? "deadline" : "cancelled";
      PyErr_SetObject(stopped, raised.ptr());
    } catch (const std::system_error& error) {
      PyErr_SetObject(PyExc_OSError, py::make_tuple(error.code().value(), error.what()).ptr());
    }
  });
  py::class_<Cancellation, std::shared_ptr<Cancellation>>(
      m, "Cancellation",
      R"doc(A switch that ends work before its time.

Give it to a call as cancel=, and request it from another thread. It stays set; Ctrl-C sets it too.

>>> cancel = winnow.Cancellation()
>>> cancel.requested
False
>>> cancel.request()
>>> cancel.requested
True
)doc")
      .def(py::init<>())
      .def("request", &Cancellation::request, "Ends the work.")
      .def_property_readonly("requested", &Cancellation::requested, "Whether it is set.");
}

PYBIND11_MODULE(_winnow, m) {
  m.attr("__version__") = std::string(version());
  m.def("tune_process", &tune_process, R"doc(Makes models faster by settings of the whole process.

Call it first, before threads start and before numpy computes. It chooses OpenBLAS's kernels for the
processor, lets OpenBLAS start no threads, and lets malloc keep memory.

>>> winnow.tune_process()
)doc");
  bind_errors(m);
  bind_formulas(m);
  bind_graphs(m);
  bind_statistics(m);
  bind_libraries(m);
  bind_selector(m);
  bind_prove(m);
  bind_stores(m);
  bind_scores(m);
  bind_models(m);
}

}  // namespace winnow::python
