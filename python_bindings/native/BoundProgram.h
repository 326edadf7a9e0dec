//===- BoundProgram.h - A loaded program for Python -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PYTHON_BINDINGS_NATIVE_BOUNDPROGRAM_H
#define MLIR_AUTOTUNE_PYTHON_BINDINGS_NATIVE_BOUNDPROGRAM_H

#include "mlir-autotune/Program/LoadedProgram.h"

#include "llvm/ADT/STLExtras.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <mutex>

namespace mlir::autotune {

namespace nb = nanobind;

/// An address, and sizes.
using Buffer = std::pair<uint64_t, std::vector<int64_t>>;

/// Raises a ProgramError of Python if there is an error.
void raiseProgramError(llvm::Error error);

template <typename T> T getOrRaise(llvm::Expected<T> value) {
  if (!value)
    raiseProgramError(value.takeError());
  return std::move(*value);
}

inline std::vector<ProgramBuffer> toBuffers(const std::vector<Buffer> &given) {
  std::vector<ProgramBuffer> buffers;
  buffers.reserve(given.size());
  for (const auto &[address, sizes] : given)
    buffers.push_back({reinterpret_cast<void *>(address), sizes});
  return buffers;
}

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
  /// a cluster, shared bytes, whether it computed what is kept, start, end).
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
          launch.threads, launch.clusterSize, launch.sharedBytes, launch.isKept,
          launch.start, launch.end));
    return nb::make_tuple(made, list);
  }

  /// The sizes of the results of such a call that are no arguments.
  std::vector<std::vector<int64_t>>
  getResultSizes(const std::vector<unsigned> &numbers,
                 const std::vector<Buffer> &given) {
    checkNumbers(numbers, given);
    std::vector<ProgramBuffer> buffers = toBuffers(given);
    return getOrRaise(get().use([&](LoadedProgram &program) {
      setArguments(numbers, buffers);
      return program.getResultSizes(arguments);
    }));
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

  void refresh() {
    raiseProgramError(
        get().use([](LoadedProgram &program) { return program.refresh(); }));
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

  void checkNumbers(const std::vector<unsigned> &numbers,
                    const std::vector<Buffer> &given) const {
    if (numbers.size() != given.size())
      throw nb::value_error("each argument has a number");
    for (unsigned number : numbers)
      if (number >= arguments.size())
        throw nb::index_error("there is no such argument");
  }

  void setArguments(const std::vector<unsigned> &numbers,
                    const std::vector<ProgramBuffer> &buffers) {
    for (auto [number, buffer] : llvm::zip(numbers, buffers))
      arguments[number] = buffer;
  }

  nb::list run(const std::vector<unsigned> &numbers,
               const std::vector<Buffer> &given,
               const std::vector<Buffer> &places, uint64_t stream, int device,
               std::vector<ProgramLaunch> *launches) {
    checkNumbers(numbers, given);
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
    auto *where = reinterpret_cast<void *>(stream);
    raiseProgramError(get().use([&](LoadedProgram &program) {
      setArguments(numbers, buffers);
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

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PYTHON_BINDINGS_NATIVE_BOUNDPROGRAM_H
