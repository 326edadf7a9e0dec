//===- PlanProfile.h - How often each size occurs ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_RUNTIME_PLANPROFILE_H
#define MLIR_AUTOTUNE_LIB_RUNTIME_PLANPROFILE_H

#include "mlir-autotune/Core/SizeGuard.h"

#include <map>
#include <mutex>
#include <string>
#include <utility>

namespace mlir::autotune::cuda {

/// Counts the calls of plans, by the matmul and its sizes. Thread-safe.
class PlanProfile {
public:
  void count(const std::string &fact, const ProblemSizes &sizes) {
    std::lock_guard<std::mutex> lock(mutex);
    ++counts[{fact, sizes}];
  }
  /// A line of JSON for each fact and sizes, in their order: the fact as text,
  /// m, n, k, batch and count as numbers.
  std::string getLines() const;
  /// Appends the lines to a file, in one write. An error is a line on stderr.
  void append(const std::string &path) const;

private:
  mutable std::mutex mutex;
  std::map<std::pair<std::string, ProblemSizes>, uint64_t> counts;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_LIB_RUNTIME_PLANPROFILE_H
