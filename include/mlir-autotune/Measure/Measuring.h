//===- Measuring.h - Checks and times kernels on a device ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that faults or hangs takes its process's CUDA context with it. So
// what measures never touches the device: a worker does, which is another
// process, and is started again after a candidate has taken it along. A program
// that measures is therefore started in two ways: by its user, when it calls
// measureBundle() or serve(), and by itself, when it calls runBundleWorker() or
// runServingWorker() (tools/autotune-runner/main.cpp).
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
  /// "/proc/self/exe" is this program.
  std::string program;
  /// With argv[0]. So started, the program calls the function that is named
  /// below, with the same options.
  std::vector<std::string> arguments;
};

/// A worker ended with an error of its own, which it has written to the
/// standard error output.
class WorkerError : public llvm::ErrorInfo<WorkerError, llvm::StringError> {
public:
  static char ID;

  WorkerError()
      : ErrorInfo("a worker reported an error",
                  llvm::inconvertibleErrorCode()) {}
};

/// Checks and times the candidates of a bundle, by workers that call
/// runBundleWorker(), and writes a record for each to `options.output`. A table
/// for each problem goes to `tables`, progress to `messages`. What is wrong
/// with candidates is in their records. No record is written where this fails.
llvm::Error measureBundle(const Options &options, const WorkerCommand &worker,
                          llvm::raw_ostream &tables,
                          llvm::raw_ostream &messages);

/// Does what the requests that come from the descriptor `input` ask for, and
/// answers to `output` (docs/reference/runner-protocol.md), by workers that
/// call runServingWorker(). Ends with the input, or when it is asked to quit. A
/// worker that says nothing for `silence` seconds is taken for stuck. Fails
/// when nobody reads the answers.
llvm::Error serve(double silence, const WorkerCommand &worker, int input,
                  int output);

/// Does what a job on stdin asks for, and tells events on descriptor 3. For a
/// process of its own: ends it when a kernel hangs or faults, and when nobody
/// reads the events. Else the exit code is returned.
llvm::Expected<int> runBundleWorker(const Options &options);

/// The same for the requests that serve() passes on.
llvm::Expected<int> runServingWorker(int device);

/// What the device says of itself (docs/reference/runner-protocol.md). Makes a
/// context on it.
llvm::Expected<llvm::json::Value> describeDevice(int device);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_MEASURING_H
