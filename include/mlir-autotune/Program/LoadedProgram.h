//===- LoadedProgram.h - A program in this process --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROGRAM_LOADEDPROGRAM_H
#define MLIR_AUTOTUNE_PROGRAM_LOADEDPROGRAM_H

#include "mlir-autotune/Program/ProgramImage.h"
#include "mlir-autotune/Program/RuntimeLibrary.h"

#include "llvm/ADT/ArrayRef.h"

#include <map>
#include <memory>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::autotune {

/// A contiguous tensor in memory.
struct ProgramBuffer {
  void *data = nullptr;
  std::vector<int64_t> sizes;
};

/// A kernel that a call has launched.
struct ProgramLaunch {
  std::string name;
  int64_t grid[3] = {1, 1, 1};
  int64_t threads = 0, clusterSize = 1, sharedBytes = 0;
  /// Whether it computed what the program keeps for later calls.
  bool isKept = false;
  /// Microseconds since the first kernel began; negative without a device.
  double start = -1, end = -1;
};

/// A program that was loaded for one device, and the context that its calls
/// run in. One thread at a time may use it.
class LoadedProgram {
public:
  /// With `graphs`, calls whose buffers come again are captured in CUDA graphs:
  /// at most kMostGraphs, and the one that was not used for longest goes first.
  static llvm::Expected<std::unique_ptr<LoadedProgram>>
  load(ProgramImage image, const RuntimeLibrary &runtime, int device,
       bool graphs);
  /// Waits for the device, and gives memory back.
  ~LoadedProgram();
  LoadedProgram(const LoadedProgram &) = delete;
  LoadedProgram &operator=(const LoadedProgram &) = delete;

  const ProgramImage &getImage() const { return image; }
  const RuntimeLibrary &getRuntime() const { return runtime; }

  /// The sizes of each result that is no argument, if results are in place. An
  /// error is the program's own: the arguments' sizes do not fit each other.
  llvm::Expected<std::vector<std::vector<int64_t>>>
  getResultSizes(llvm::ArrayRef<ProgramBuffer> arguments);

  /// Enqueues the program on a CUstream. `arguments` are as the image says, and
  /// so are `results`, of which those that are arguments are left out. With
  /// results in place the caller has allocated these; else each gets memory,
  /// which free() gives back. Several may have the same. A call on another
  /// stream than the last one's waits for that one on the device. After an
  /// error nothing more is enqueued, and results have no defined elements.
  llvm::Error call(llvm::ArrayRef<ProgramBuffer> arguments,
                   llvm::MutableArrayRef<ProgramBuffer> results, void *stream);
  /// call() without a graph, after which `launches` has the kernels in their
  /// order. They do not overlap, as they do in call().
  llvm::Error trace(llvm::ArrayRef<ProgramBuffer> arguments,
                    llvm::MutableArrayRef<ProgramBuffer> results, void *stream,
                    std::vector<ProgramLaunch> &launches);

  /// Has the next call compute anew what the program computes once. Until then,
  /// a frozen argument must not change, unless it has another address.
  llvm::Error refresh();

  /// Memory of the program's device, null after an error; and an end to it.
  llvm::Expected<void *> allocate(int64_t bytes);
  void free(void *data, void *stream);
  /// Waits for the stream.
  llvm::Error synchronize(void *stream);
  llvm::Error copyIn(void *data, const void *host, int64_t bytes);
  llvm::Error copyOut(void *host, const void *data, int64_t bytes);

  /// How many calls replayed a graph.
  uint64_t getReplays() const { return replays; }

private:
  static constexpr size_t kMostGraphs = 16;

  LoadedProgram(ProgramImage image, const RuntimeLibrary &runtime);
  /// Runs `run` in the context on `stream`. An error of the runtime or of the
  /// program becomes an llvm::Error.
  template <typename Run> llvm::Error runInContext(void *stream, Run &&run);
  llvm::Error invoke(llvm::ArrayRef<ProgramBuffer> arguments,
                     llvm::MutableArrayRef<ProgramBuffer> results,
                     void *stream);
  /// invoke() on memory of the host, which the simulator must know.
  llvm::Error callLent(llvm::ArrayRef<ProgramBuffer> arguments,
                       llvm::MutableArrayRef<ProgramBuffer> results,
                       void *stream);
  llvm::Error callOnDevice(llvm::ArrayRef<ProgramBuffer> arguments,
                           llvm::MutableArrayRef<ProgramBuffer> results,
                           void *stream, bool isCaptured);
  llvm::Error evict();
  llvm::Error dropGraphs();
  /// Drops graphs if a frozen argument has another address than in the last
  /// call: they read what was computed of that.
  llvm::Error checkFrozen(llvm::ArrayRef<ProgramBuffer> arguments);
  llvm::Error capture(llvm::ArrayRef<ProgramBuffer> arguments,
                      llvm::MutableArrayRef<ProgramBuffer> results,
                      void *&graph);

  ProgramImage image;
  const RuntimeLibrary &runtime;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  ProgramImage::FinalizeFn finalize = nullptr;
  ProgramImage::InvokeFn invokeFn = nullptr;
  ProgramImage::GetSizesFn getSizesFn = nullptr;
  void *context = nullptr;
  bool graphs = false;

  /// The graph of a call that has succeeded, by its buffers; null after the
  /// first such call.
  struct KeptGraph {
    void *graph = nullptr;
    uint64_t lastUse = 0;
  };
  std::map<std::vector<int64_t>, KeptGraph> kept;
  uint64_t uses = 0, replays = 0;
  /// The addresses of frozen arguments in the last call.
  std::vector<void *> frozen;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROGRAM_LOADEDPROGRAM_H
