//===- Measuring.h - Checks and times kernels on a device ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that faults or hangs destroys its process's CUDA context. The
// measuring program therefore never touches the device. It starts a worker
// process, and starts another one after a candidate has killed the worker.
// Such a program has two entry points. When its user starts it, it calls
// measureBundle() or serve(); when it starts itself as a worker, it calls
// runBundleWorker() or runServingWorker() (tools/autotune-runner/main.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_MEASURING_H
#define MLIR_AUTOTUNE_MEASURE_MEASURING_H

#include "mlir-autotune/Measure/Options.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::autotune::measure {

/// How a worker is started.
struct WorkerCommand {
  /// The program to run; "/proc/self/exe" is this one.
  std::string program;
  /// The arguments, argv[0] included. With them, the program must call the
  /// worker function that the caller below names, with the same options.
  std::vector<std::string> arguments;
};

/// A worker ended with an error of its own, which it has already written to
/// stderr.
class WorkerError : public llvm::ErrorInfo<WorkerError, llvm::StringError> {
public:
  static char ID;

  WorkerError()
      : ErrorInfo("a worker reported an error",
                  llvm::inconvertibleErrorCode()) {}
};

/// Checks and times the candidates of a bundle in workers that call
/// runBundleWorker(), and writes a record for each to `options.output`. A
/// table for each problem goes to `tables`, progress to `messages`. Faults of
/// candidates are in their records. If this function fails, it writes no
/// records.
llvm::Error measureBundle(const Options &options, const WorkerCommand &worker,
                          llvm::raw_ostream &tables,
                          llvm::raw_ostream &messages);

/// Serves the requests read from descriptor `input` and writes answers to
/// `output` (docs/reference/runner-protocol.md). Workers that call
/// runServingWorker() do the work. Returns at the end of the input, or on a
/// quit request. A worker that says nothing for `silence` seconds counts as
/// stuck. Fails if nobody reads the answers.
llvm::Error serve(double silence, const WorkerCommand &worker, int input,
                  int output);

/// Runs the job given on stdin and writes events to descriptor 3. Call it in a
/// process of its own: it ends the process if a kernel hangs or faults, or if
/// nobody reads the events. Otherwise it returns the exit code.
llvm::Expected<int> runBundleWorker(const Options &options);

/// Like runBundleWorker(), for the requests that serve() passes on.
llvm::Expected<int> runServingWorker(int device);

/// The properties that the device reports (docs/reference/runner-protocol.md).
/// Creates a context on the device.
llvm::Expected<llvm::json::Value> describeDevice(int device);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_MEASURING_H
