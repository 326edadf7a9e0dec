//===- Native.cpp - The compiler and programs for Python ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Python can't do itself: compile, load, call. Nothing here knows of
// PyTorch or NumPy: a buffer is a pointer and sizes. The package's own Python
// checks arguments before it gets here.
//
//===----------------------------------------------------------------------===//

#include "BoundProgram.h"
#include "Tools.h"

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Program/LoadedProgram.h"
#include "mlir-autotune/Program/ProgramCompiler.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace mlir;
using namespace mlir::autotune;

using Diagnostics = std::vector<ProgramDiagnostic>;

/// Python's classes of errors, made when the module is.
static PyObject *compileError = nullptr;
static PyObject *programError = nullptr;

/// CompileError(message, [(severity, location, message), ...]).
[[noreturn]] static void raiseCompileError(llvm::Error error,
                                           const Diagnostics &diagnostics) {
  nb::list list;
  for (const ProgramDiagnostic &diagnostic : diagnostics)
    list.append(nb::make_tuple(diagnostic.severity, diagnostic.location,
                               diagnostic.message));
  std::string message = llvm::toString(std::move(error));
  nb::tuple arguments = nb::make_tuple(message, list);
  PyErr_SetObject(compileError, arguments.ptr());
  throw nb::python_error();
}

void autotune::raiseProgramError(llvm::Error error) {
  if (!error)
    return;
  std::string message = llvm::toString(std::move(error));
  PyErr_SetString(programError, message.c_str());
  throw nb::python_error();
}

/// Runs `compile` without the interpreter's lock, and raises what went wrong.
template <typename Compile> static auto runCompiler(Compile &&compile) {
  Diagnostics diagnostics;
  auto result = [&] {
    nb::gil_scoped_release release;
    return compile([&](const ProgramDiagnostic &diagnostic) {
      diagnostics.push_back(diagnostic);
    });
  }();
  if (!result)
    raiseCompileError(result.takeError(), diagnostics);
  return std::make_pair(std::move(*result), std::move(diagnostics));
}

static nb::list toList(const Diagnostics &diagnostics) {
  nb::list list;
  for (const ProgramDiagnostic &told : diagnostics)
    list.append(nb::make_tuple(told.severity, told.location, told.message));
  return list;
}

static KernelFormat parseFormat(const std::string &name) {
  if (name == "isa")
    return KernelFormat::Isa;
  if (name == "bin")
    return KernelFormat::Bin;
  if (name == "fatbin")
    return KernelFormat::Fatbin;
  if (name == "sim")
    return KernelFormat::Sim;
  throw nb::value_error("a format is isa, bin, fatbin or sim");
}

static nb::tuple compile(nb::bytes source, const std::string &target,
                         const std::string &format, const std::string &entry,
                         const std::string &prepare, const std::string &options,
                         const std::vector<unsigned> &frozen) {
  ProgramOptions settings;
  settings.target = target;
  settings.format = parseFormat(format);
  settings.entry = entry;
  settings.prepare = prepare;
  settings.compile = options;
  settings.frozen = frozen;
  llvm::StringRef text(source.c_str(), source.size());
  auto [image, diagnostics] = runCompiler(
      [&](auto diagnose) { return compileProgram(text, settings, diagnose); });
  return nb::make_tuple(std::move(image), toList(diagnostics));
}

static nb::tuple runPasses(nb::bytes source, const std::string &pipeline) {
  llvm::StringRef text(source.c_str(), source.size());
  auto [module, diagnostics] = runCompiler(
      [&](auto diagnose) { return runPipeline(text, pipeline, diagnose); });
  return nb::make_tuple(module, toList(diagnostics));
}

static std::string freeze(nb::bytes source, const std::string &entry,
                          const std::vector<unsigned> &frozen) {
  llvm::StringRef text(source.c_str(), source.size());
  return runCompiler([&](auto diagnose) {
           return freezeArguments(text, entry, frozen, diagnose);
         })
      .first;
}

/// A library's function that may fail. Raises what it reports.
template <typename Run>
static auto callRuntime(const RuntimeLibrary &library, Run &&run) {
  static thread_local std::string message;
  message.clear();
  library.OnError([](const char *text) {
    if (message.empty())
      message = text;
  });
  auto result = run();
  library.OnError(nullptr);
  if (!message.empty())
    raiseProgramError(llvm::createStringError(message));
  return result;
}

static int countDevices(const std::string &path) {
  const RuntimeLibrary *library = getOrRaise(RuntimeLibrary::open(path));
  return callRuntime(*library, [&] { return library->DeviceCount(); });
}

static std::string getDeviceName(const std::string &path, int device) {
  const RuntimeLibrary *library = getOrRaise(RuntimeLibrary::open(path));
  return callRuntime(*library, [&] {
    char name[256] = {};
    library->DeviceName(device, name, sizeof(name) - 1);
    return std::string(name);
  });
}

static std::vector<std::string> listTargets() {
  std::vector<std::string> names;
  for (const TargetInfo &target : getKnownTargets())
    names.push_back(target.name);
  return names;
}

static std::optional<std::string> findTarget(const std::string &device) {
  std::optional<TargetInfo> target = findProduct(device);
  if (!target)
    return std::nullopt;
  return target->name;
}

/// A tensor as (element, sizes); an unknown size is None.
static nb::tuple describe(const ProgramTensor &tensor) {
  nb::list sizes;
  for (int64_t size : tensor.shape)
    sizes.append(size == ProgramTensor::kUnknown ? nb::object(nb::none())
                                                 : nb::object(nb::int_(size)));
  return nb::make_tuple(tensor.element, nb::tuple(sizes));
}

static void defineImage(nb::module_ &m) {
  nb::class_<ProgramImage>(m, "Image")
      .def_ro("target", &ProgramImage::target)
      .def_ro("chip", &ProgramImage::chip)
      .def_ro("simulated", &ProgramImage::simulated)
      .def_ro("results_in_place", &ProgramImage::resultsInPlace)
      .def_rw("annotation", &ProgramImage::annotation)
      .def_prop_ro("arguments",
                   [](const ProgramImage &image) {
                     nb::list list;
                     for (const ProgramTensor &argument : image.arguments)
                       list.append(describe(argument));
                     return list;
                   })
      .def_prop_ro("frozen",
                   [](const ProgramImage &image) {
                     nb::list list;
                     for (size_t i = 0; i < image.arguments.size(); ++i)
                       if (image.arguments[i].frozen)
                         list.append(i);
                     return list;
                   })
      .def_prop_ro(
          "results",
          [](const ProgramImage &image) {
            nb::list list;
            for (const ProgramResult &result : image.results)
              list.append(nb::make_tuple(
                  describe(result), result.argument
                                        ? nb::object(nb::int_(*result.argument))
                                        : nb::object(nb::none())));
            return list;
          })
      .def("to_bytes",
           [](const ProgramImage &image) {
             std::string bytes = image.serialize();
             return nb::bytes(bytes.data(), bytes.size());
           })
      .def_static("from_bytes", [](nb::bytes bytes) {
        return getOrRaise(
            ProgramImage::parse(llvm::StringRef(bytes.c_str(), bytes.size())));
      });
}

NB_MODULE(_native, m) {
  registerToolPasses();
  // Programs may live until the interpreter ends.
  nb::set_leak_warnings(false);
  compileError = PyErr_NewException("mlir_autotune._native.CompileError",
                                    PyExc_RuntimeError, nullptr);
  programError = PyErr_NewException("mlir_autotune._native.ProgramError",
                                    PyExc_RuntimeError, nullptr);
  m.attr("CompileError") = nb::borrow(compileError);
  m.attr("ProgramError") = nb::borrow(programError);
  defineImage(m);
  nb::class_<BoundProgram>(m, "Program")
      .def(nb::init<const ProgramImage &, const std::string &, int, bool>(),
           "image"_a, "runtime"_a, "device"_a, "graphs"_a)
      .def("bind", &BoundProgram::bind)
      .def("call", &BoundProgram::call)
      .def("trace", &BoundProgram::trace)
      .def("result_sizes", &BoundProgram::getResultSizes)
      .def("upload", &BoundProgram::upload)
      .def("download", &BoundProgram::download)
      .def("synchronize", &BoundProgram::synchronize)
      .def("write", &BoundProgram::write)
      .def("refresh", &BoundProgram::refresh)
      .def("close", &BoundProgram::close)
      .def_prop_ro("replays", &BoundProgram::getReplays);
  m.def("compile", &compile, "source"_a, "target"_a, "format"_a, "entry"_a,
        "prepare"_a, "options"_a, "frozen"_a = std::vector<unsigned>());
  m.def("freeze", &freeze, "source"_a, "entry"_a, "frozen"_a);
  m.def("run_passes", &runPasses, "source"_a, "pipeline"_a);
  m.def("device_count", &countDevices, "runtime"_a);
  m.def("device_name", &getDeviceName, "runtime"_a, "device"_a);
  m.def("targets", &listTargets);
  m.def("find_target", &findTarget, "device"_a);
  m.def("run_tool", &runTool, "arguments"_a);
}
