//===- Baseline.h - cuBLASLt, where the machine has it ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library is opened with dlopen; where it is missing, or has no algorithm
// for a problem, there is no baseline and a note says why. Its few types are
// declared in Baseline.cpp, from its documentation.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_BASELINE_H
#define AUTOTUNE_LIB_MEASURE_BASELINE_H

#include "LibraryAlgorithms.h"

namespace mlir::autotune::measure {

/// The library of baselines, as records name it.
inline constexpr llvm::StringLiteral kBaselineLibrary = "cublaslt";

class Baseline : public LibraryAlgorithms {
public:
  /// All algorithms that the library's heuristic returns for the problem, of at
  /// most 100. Of a group, a loop of calls, one for each problem with rows,
  /// with an algorithm of its own for each. Null, with `note` set, when there
  /// are none. A baseline leaves an epilogue out. `withEpilogue`, it must be a
  /// standard one (Problem/StandardEpilogue.h), and the library computes it.
  static std::unique_ptr<Baseline> create(const LibraryProduct &of,
                                          cuda::StreamHandle stream,
                                          std::string &note,
                                          bool withEpilogue = false);
  ~Baseline() override;

  /// Calls of the library, one but for groups, and what enqueue() does: all, or
  /// one alone.
  int64_t getCallCount() const;
  void setCall(std::optional<int64_t> call);
  /// Those of the call that is set, or else of the first.
  int64_t getAlgorithmCount() const override;
  /// Which algorithm enqueue() runs, of the call that is set, or of all.
  void select(int64_t algorithm) override;
  cuda::Status enqueue(int64_t set) override;

  /// Has the selected algorithm of the only call use the buffers' workspace, as
  /// much of it as the library says that it needs, in place of one of its own.
  void useSharedWorkspace() override;
  int64_t getWorkspaceBytes() const override;
  /// An algorithm of the only call as a config, by default the selected one.
  /// Its integers mean something to this version of the library alone.
  std::string getConfig(std::optional<int64_t> algorithm = {}) const override;

private:
  Baseline();
  struct Impl;
  std::unique_ptr<Impl> impl;
};

/// measureAlgorithms(), of each call. Of a group each call has another best
/// algorithm, and all are timed anew.
StepResult measureBaseline(Baseline &baseline, const Timer &timer,
                           const Buffers &buffers, double launchTimeout,
                           int64_t known, BaselineFigures &figures);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_BASELINE_H
