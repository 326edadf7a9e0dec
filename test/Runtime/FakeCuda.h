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

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace fake {

constexpr size_t kMemoryBytes = size_t(256) << 20;
constexpr int kSharedMemoryBytes = 200 * 1024;

/// Something on a stream: what it does and how long it takes.
struct Work {
  std::function<void()> run;
  double microseconds = 1;
};

struct Machine {
  double microseconds = 0;
  bool capturing = false, hangs = false;
  /// Sticky, as a real context's is.
  mlir::autotune::cuda::Result error = mlir::autotune::cuda::kSuccess;
  std::vector<Work> captured;
  int lateLaunches = 0;
  mlir::autotune::cuda::LaunchConfig lastLaunch;
  unsigned lastCluster = 1;

  void run(const Work &work) {
    work.run();
    microseconds += work.microseconds;
  }
};

Machine &getMachine();
mlir::autotune::cuda::Result enqueue(Work work);

} // namespace fake

#endif // AUTOTUNE_TEST_RUNTIME_FAKECUDA_H
