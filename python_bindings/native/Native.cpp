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

#include <map>
#include <mutex>

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
/// A loaded program, and who uses it: one thread at a time, without the
/// interpreter's lock.
struct SharedProgram {
  std::unique_ptr<LoadedProgram> program;
  std::mutex mutex;

  template <typename Use> auto use(Use &&use) {
    nb::gil_scoped_release release;
    std::lock_guard<std::mutex> lock(mutex);
    return use(*program);
  }
};

/// Memory that a program has allocated for results, until nobody uses it. Kept
/// by these, also when the program is closed.
struct ResultMemory {
  std::shared_ptr<SharedProgram> shared;
  void *data, *stream;

  ~ResultMemory() {
    shared->use([&](LoadedProgram &program) { program.free(data, stream); });
    nb::gil_scoped_release release;
    shared.reset();
  }
};

/// A program with those of its arguments that stay.
class BoundProgram {
public:
  BoundProgram(const ProgramImage &image, const std::string &runtime,
               int device, bool graphs) {
    const RuntimeLibrary *library = getOrRaise(RuntimeLibrary::open(runtime));
    auto loaded = [&] {
      nb::gil_scoped_release release;
      return LoadedProgram::load(image, *library, device, graphs);
    }();
    shared = std::make_shared<SharedProgram>();
    shared->program = getOrRaise(std::move(loaded));
    arguments.resize(image.arguments.size());
  }

  ~BoundProgram() { close(); }

  void close() {
    if (!shared)
      return;
    shared->use([&](LoadedProgram &program) {
      for (void *data : owned)
        program.free(data, nullptr);
    });
    owned.clear();
    nb::gil_scoped_release release;
    shared.reset();
  }

  void bind(unsigned argument, uint64_t address, std::vector<int64_t> sizes) {
    get().use([&](LoadedProgram &) {
      arguments.at(argument) = {reinterpret_cast<void *>(address),
                                std::move(sizes)};
    });
  }

  /// Calls with more arguments, each by its number, and places of results.
  /// Returns the results that the program has allocated, as arrays that other
  /// libraries take over by DLPack: of these element types, on this device, or
  /// the host if that is -1.
  nb::list call(const std::vector<unsigned> &numbers,
                const std::vector<Buffer> &given,
                const std::vector<Buffer> &places, uint64_t stream,
                int device) {
    return run(numbers, given, places, stream, device, nullptr);
  }

  /// The same, and the kernels that it launched: (name, grid, threads, CTAs of
  /// a cluster, shared bytes, start, end).
  nb::tuple trace(const std::vector<unsigned> &numbers,
                  const std::vector<Buffer> &given,
                  const std::vector<Buffer> &places, uint64_t stream,
                  int device) {
    std::vector<ProgramLaunch> launches;
    nb::list made = run(numbers, given, places, stream, device, &launches);
    nb::list list;
    for (const ProgramLaunch &launch : launches)
      list.append(nb::make_tuple(
          launch.name,
          nb::make_tuple(launch.grid[0], launch.grid[1], launch.grid[2]),
          launch.threads, launch.clusterSize, launch.sharedBytes, launch.start,
          launch.end));
    return nb::make_tuple(made, list);
  }

  /// Memory of the program's device with a copy of `bytes`.
  uint64_t upload(nb::bytes bytes) {
    const char *host = bytes.c_str();
    auto size = int64_t(bytes.size());
    void *data = getOrRaise(get().use(
        [&](LoadedProgram &program) { return program.allocate(size); }));
    owned.push_back(data);
    raiseProgramError(get().use([&](LoadedProgram &program) {
      return program.copyIn(data, host, size);
    }));
    return reinterpret_cast<uint64_t>(data);
  }

  void write(uint64_t address, nb::bytes bytes) {
    const char *host = bytes.c_str();
    auto size = int64_t(bytes.size());
    raiseProgramError(get().use([&](LoadedProgram &program) {
      return program.copyIn(reinterpret_cast<void *>(address), host, size);
    }));
  }

  nb::bytes download(uint64_t address, size_t bytes) {
    std::string copy(bytes, '\0');
    raiseProgramError(get().use([&](LoadedProgram &program) {
      return program.copyOut(copy.data(), reinterpret_cast<void *>(address),
                             int64_t(bytes));
    }));
    return nb::bytes(copy.data(), copy.size());
  }

  void synchronize(uint64_t stream) {
    raiseProgramError(get().use([&](LoadedProgram &program) {
      return program.synchronize(reinterpret_cast<void *>(stream));
    }));
  }

  uint64_t getReplays() {
    return get().use(
        [](LoadedProgram &program) { return program.getReplays(); });
  }

private:
  SharedProgram &get() {
    if (!shared)
      throw nb::value_error("the program was closed");
    return *shared;
  }

  nb::list run(const std::vector<unsigned> &numbers,
               const std::vector<Buffer> &given,
               const std::vector<Buffer> &places, uint64_t stream, int device,
               std::vector<ProgramLaunch> *launches) {
    if (numbers.size() != given.size())
      throw nb::value_error("each argument has a number");
    const ProgramImage &image = get().program->getImage();
    std::vector<ProgramBuffer> buffers = toBuffers(given);
    std::vector<ProgramBuffer> results = toBuffers(places);
    size_t own = llvm::count_if(image.results, [](const ProgramResult &result) {
      return !result.argument;
    });
    if (!image.resultsInPlace)
      results.resize(own);
    if (results.size() != own)
      throw nb::value_error("each result has a place");
    for (unsigned number : numbers)
      if (number >= arguments.size())
        throw nb::index_error("there is no such argument");
    auto *where = reinterpret_cast<void *>(stream);
    raiseProgramError(get().use([&](LoadedProgram &program) {
      for (auto [number, buffer] : llvm::zip(numbers, buffers))
        arguments[number] = buffer;
      return launches ? program.trace(arguments, results, where, *launches)
                      : program.call(arguments, results, where);
    }));
    return image.resultsInPlace ? nb::list() : wrap(results, where, device);
  }

  /// Results that are one value, in several shapes, share its memory.
  nb::list wrap(const std::vector<ProgramBuffer> &results, void *stream,
                int device) {
    std::map<void *, nb::capsule> owners;
    for (const ProgramBuffer &result : results)
      if (!owners.count(result.data))
        owners[result.data] =
            nb::capsule(new ResultMemory{shared, result.data, stream},
                        [](void *memory) noexcept {
                          delete static_cast<ResultMemory *>(memory);
                        });
    nb::list list;
    size_t number = 0;
    for (const ProgramResult &described : shared->program->getImage().results) {
      if (described.argument)
        continue;
      const ProgramBuffer &result = results[number++];
      std::vector<size_t> sizes(result.sizes.begin(), result.sizes.end());
      int kind = device < 0 ? nb::device::cpu::value : nb::device::cuda::value;
      list.append(nb::make_tuple(
          nb::ndarray<nb::array_api>(
              result.data, sizes.size(), sizes.data(), owners[result.data],
              nullptr, getType(described), kind, std::max(device, 0)),
          reinterpret_cast<uint64_t>(result.data), result.sizes));
    }
    return list;
  }

  static nb::dlpack::dtype getType(const ProgramTensor &tensor) {
    auto bits = uint8_t(8 * tensor.getElementBytes());
    if (tensor.element == "i1")
      return {uint8_t(nb::dlpack::dtype_code::Bool), 8, 1};
    if (tensor.element == "bf16")
      return {uint8_t(nb::dlpack::dtype_code::Bfloat), bits, 1};
    bool isFloat = tensor.element.front() == 'f';
    return {uint8_t(isFloat ? nb::dlpack::dtype_code::Float
                            : nb::dlpack::dtype_code::Int),
            bits, 1};
  }

  std::shared_ptr<SharedProgram> shared;
  std::vector<ProgramBuffer> arguments;
  std::vector<void *> owned;
};
} // namespace

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
      .def("synchronize", &BoundProgram::synchronize)
      .def("write", &BoundProgram::write)
      .def("close", &BoundProgram::close)
      .def_prop_ro("replays", &BoundProgram::getReplays);
  m.def("compile", &compile, "source"_a, "target"_a, "format"_a, "entry"_a,
        "prepare"_a, "options"_a);
  m.def("run_passes", &runPasses, "source"_a, "pipeline"_a);
  m.def("device_count", &countDevices, "runtime"_a);
  m.def("device_name", &getDeviceName, "runtime"_a, "device"_a);
  m.def("targets", &listTargets);
  m.def("find_target", &findTarget, "device"_a);
  m.def("run_tool", &runTool, "arguments"_a);
}
