//===- FakeCuda.h - What the stand-ins share --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TEST_RUNTIME_FAKECUDA_H
#define AUTOTUNE_TEST_RUNTIME_FAKECUDA_H

#include "mlir-autotune/Runtime/CudaTypes.h"

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

/// A kernel of a module, as its text describes it.
struct mlir::autotune::cuda::FunctionImpl {
  std::string name, behaviour;
  double microseconds = 1;
  /// What follows "fake-" in its text: which parameters it takes.
  std::string kind;
};

namespace fake {

constexpr size_t kMemoryBytes = size_t(256) << 20;
constexpr int kSharedMemoryBytes = 200 * 1024;
constexpr double kPaceMicroseconds = 5000;

/// Something on a stream: what it does and how long it takes.
struct Work {
  std::function<void()> run;
  double microseconds = 1;
  /// Takes twice as long in every other order of SMs.
  bool mindsOrder = false;
  /// The kernel draws much power. When it has run for a while, everything takes
  /// so many times as long.
  double slowdown = 1;
};

/// What cuTensorMapEncodeTiled leaves in the map.
struct Map {
  float *base;
  uint64_t columns, rows, strideBytes;
  /// 0 for one matrix.
  uint64_t batchStrideBytes;
};

struct Machine {
  double microseconds = 0;
  bool capturing = false, hangs = false;
  /// Sticky, as a real context's is.
  mlir::autotune::cuda::Result error = mlir::autotune::cuda::kSuccess;
  std::vector<Work> captured;
  int lateLaunches = 0, strayLaunches = 0;
  /// Whether a kernel that is not the project's own was launched.
  bool hasCandidate = false;
  /// While another's load lasts, everything takes so many times as long.
  double loadFactor = 1, loadUntil = 0;
  int loads = 0;
  bool isOwnLoad = false;
  int encodedMaps = 0;
  /// How often the order in which SMs are given out has changed.
  int orders = 0;
  /// How many times as long all takes for the power that was drawn.
  double pace = 1;

  void pass(const Work &work) {
    double load = microseconds < loadUntil ? loadFactor : 1;
    double order = work.mindsOrder && orders % 2 ? 2 : 1;
    double time = work.microseconds * load * order * pace;
    microseconds += time;
    pace += (work.slowdown - pace) * -std::expm1(-time / kPaceMicroseconds);
  }
  void run(const Work &work) {
    work.run();
    pass(work);
  }
};

Machine &getMachine();
mlir::autotune::cuda::Result enqueue(Work work);

/// Something else begins to run on the device, and all takes longer: "load"
/// begins it once, for 45 ms of the fake's time, "load-on" once and for good.
/// "load-own" is one itself, as a kernel is that draws much power, and so is
/// "load-more", which is one more so after each pause.
void startLoad(const std::string &behaviour);

/// The kernel with its arguments as they are now; later changes don't matter.
Work bind(const mlir::autotune::cuda::FunctionImpl &function, void **params);

} // namespace fake

#endif // AUTOTUNE_TEST_RUNTIME_FAKECUDA_H
