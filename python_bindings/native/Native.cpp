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

#include "Tools.h"

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Program/LoadedProgram.h"
#include "mlir-autotune/Program/ProgramCompiler.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace mlir::autotune;

using Buffer = std::pair<uint64_t, std::vector<int64_t>>;
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

static void raiseProgramError(llvm::Error error) {
  if (!error)
    return;
  std::string message = llvm::toString(std::move(error));
  PyErr_SetString(programError, message.c_str());
  throw nb::python_error();
}

template <typename T> static T getOrRaise(llvm::Expected<T> value) {
  if (!value)
    raiseProgramError(value.takeError());
  return std::move(*value);
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
                         const std::string &prepare,
                         const std::string &options) {
  ProgramOptions settings;
  settings.target = target;
  settings.format = parseFormat(format);
  settings.entry = entry;
  settings.prepare = prepare;
  settings.compile = options;
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

static std::vector<ProgramBuffer> toBuffers(const std::vector<Buffer> &given) {
  std::vector<ProgramBuffer> buffers;
  buffers.reserve(given.size());
  for (const auto &[address, sizes] : given)
    buffers.push_back({reinterpret_cast<void *>(address), sizes});
  return buffers;
}

namespace {
/// A loaded program, with those of its arguments that stay.
class BoundProgram {
public:
  BoundProgram(const ProgramImage &image, const std::string &runtime,
               int device, bool graphs) {
    const RuntimeLibrary *library = getOrRaise(RuntimeLibrary::open(runtime));
    auto loaded = [&] {
      nb::gil_scoped_release release;
      return LoadedProgram::load(image, *library, device, graphs);
    }();
    program = getOrRaise(std::move(loaded));
    arguments.resize(image.arguments.size());
  }

  ~BoundProgram() { close(); }

  void close() {
    nb::gil_scoped_release release;
    if (program)
      for (void *data : owned)
        program->free(data, nullptr);
    owned.clear();
    program.reset();
  }

  void bind(unsigned argument, uint64_t address, std::vector<int64_t> sizes) {
    arguments.at(argument) = {reinterpret_cast<void *>(address),
                              std::move(sizes)};
  }

  /// Calls with more arguments, each by its number, and places of results.
  /// Returns the results that the program has allocated.
  std::vector<Buffer> call(const std::vector<unsigned> &numbers,
                           const std::vector<Buffer> &given,
                           const std::vector<Buffer> &places, uint64_t stream) {
    return run(numbers, given, places, stream, nullptr);
  }

  /// The same, and the kernels that it launched: (name, grid, threads, CTAs of
  /// a cluster, shared bytes, start, end).
  nb::tuple trace(const std::vector<unsigned> &numbers,
                  const std::vector<Buffer> &given,
                  const std::vector<Buffer> &places, uint64_t stream) {
    std::vector<ProgramLaunch> launches;
    std::vector<Buffer> made = run(numbers, given, places, stream, &launches);
    nb::list list;
    for (const ProgramLaunch &launch : launches)
      list.append(nb::make_tuple(
          launch.name,
          nb::make_tuple(launch.grid[0], launch.grid[1], launch.grid[2]),
          launch.threads, launch.clusterSize, launch.sharedBytes, launch.start,
          launch.end));
    return nb::make_tuple(made, list);
  }

  std::vector<Buffer> run(const std::vector<unsigned> &numbers,
                          const std::vector<Buffer> &given,
                          const std::vector<Buffer> &places, uint64_t stream,
                          std::vector<ProgramLaunch> *launches) {
    check();
    if (numbers.size() != given.size())
      throw nb::value_error("each argument has a number");
    for (auto [number, buffer] : llvm::zip(numbers, given))
      bind(number, buffer.first, buffer.second);
    const ProgramImage &image = program->getImage();
    std::vector<ProgramBuffer> results = toBuffers(places);
    size_t own = llvm::count_if(image.results, [](const ProgramResult &result) {
      return !result.argument;
    });
    if (!image.resultsInPlace)
      results.resize(own);
    if (results.size() != own)
      throw nb::value_error("each result has a place");
    llvm::Error error = [&] {
      nb::gil_scoped_release release;
      auto *where = reinterpret_cast<void *>(stream);
      return launches ? program->trace(arguments, results, where, *launches)
                      : program->call(arguments, results, where);
    }();
    raiseProgramError(std::move(error));
    std::vector<Buffer> made;
    if (!image.resultsInPlace)
      for (ProgramBuffer &result : results)
        made.emplace_back(reinterpret_cast<uint64_t>(result.data),
                          std::move(result.sizes));
    return made;
  }

  /// Memory of the program's device with a copy of `bytes`.
  uint64_t upload(nb::bytes bytes) {
    check();
    void *data = getOrRaise(program->allocate(int64_t(bytes.size())));
    owned.push_back(data);
    raiseProgramError(
        program->copyIn(data, bytes.c_str(), int64_t(bytes.size())));
    return reinterpret_cast<uint64_t>(data);
  }

  void write(uint64_t address, nb::bytes bytes) {
    check();
    raiseProgramError(program->copyIn(reinterpret_cast<void *>(address),
                                      bytes.c_str(), int64_t(bytes.size())));
  }

  nb::bytes download(uint64_t address, size_t bytes) {
    check();
    std::string copy(bytes, '\0');
    raiseProgramError(program->copyOut(
        copy.data(), reinterpret_cast<void *>(address), int64_t(bytes)));
    return nb::bytes(copy.data(), copy.size());
  }

  void free(uint64_t address) {
    if (program)
      program->free(reinterpret_cast<void *>(address), nullptr);
  }

  uint64_t getReplays() {
    check();
    return program->getReplays();
  }

private:
  void check() {
    if (!program)
      throw nb::value_error("the program was closed");
  }

  std::unique_ptr<LoadedProgram> program;
  std::vector<ProgramBuffer> arguments;
  std::vector<void *> owned;
};

/// Memory that a program has allocated for a result, until nobody uses it.
struct ResultMemory {
  nb::object program;
  uint64_t address;
};
} // namespace

/// A result as an array that other libraries take over by DLPack.
static nb::ndarray<nb::array_api> wrapResult(nb::object program,
                                             const Buffer &buffer,
                                             const std::string &element,
                                             int device) {
  auto dtype = [&]() -> nb::dlpack::dtype {
    ProgramTensor tensor{element, {}};
    auto bits = uint8_t(8 * tensor.getElementBytes());
    if (element == "i1")
      return {uint8_t(nb::dlpack::dtype_code::Bool), 8, 1};
    if (element == "bf16")
      return {uint8_t(nb::dlpack::dtype_code::Bfloat), bits, 1};
    bool isFloat = element.front() == 'f';
    return {uint8_t(isFloat ? nb::dlpack::dtype_code::Float
                            : nb::dlpack::dtype_code::Int),
            bits, 1};
  }();
  nb::capsule owner(
      new ResultMemory{program, buffer.first}, [](void *pointer) noexcept {
        auto *memory = static_cast<ResultMemory *>(pointer);
        nb::cast<BoundProgram &>(memory->program).free(memory->address);
        delete memory;
      });
  std::vector<size_t> sizes(buffer.second.begin(), buffer.second.end());
  int kind = device < 0 ? nb::device::cpu::value : nb::device::cuda::value;
  return nb::ndarray<nb::array_api>(reinterpret_cast<void *>(buffer.first),
                                    sizes.size(), sizes.data(), owner, nullptr,
                                    dtype, kind, std::max(device, 0));
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
      .def("upload", &BoundProgram::upload)
      .def("download", &BoundProgram::download)
      .def("write", &BoundProgram::write)
      .def("close", &BoundProgram::close)
      .def_prop_ro("replays", &BoundProgram::getReplays);
  m.def("wrap_result", &wrapResult, "program"_a, "buffer"_a, "element"_a,
        "device"_a);
  m.def("compile", &compile, "source"_a, "target"_a, "format"_a, "entry"_a,
        "prepare"_a, "options"_a);
  m.def("run_passes", &runPasses, "source"_a, "pipeline"_a);
  m.def("device_count", &countDevices, "runtime"_a);
  m.def("device_name", &getDeviceName, "runtime"_a, "device"_a);
  m.def("targets", &listTargets);
  m.def("find_target", &findTarget, "device"_a);
  m.def("run_tool", &runTool, "arguments"_a);
}
