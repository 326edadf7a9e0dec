//===- Progress.h - How far a run has come ----------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_PROGRESS_H
#define MLIR_AUTOTUNE_MEASURE_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace mlir::autotune::measure {

/// Shows progress: on a terminal as one line that is redrawn, elsewhere as one
/// line for each tenth of the candidates. Threads may share one.
class Progress {
public:
  /// `os` may be a terminal or not, and must outlive this object. With `quiet`
  /// nothing is written.
  Progress(llvm::raw_ostream &os, size_t total, bool quiet);
  ~Progress();
  /// Shows that `done` candidates are finished, and that `now` is in progress.
  void update(size_t done, llvm::StringRef now);
  /// There are more candidates than was known before.
  void addToTotal(size_t count);
  /// Writes a line that is not overwritten.
  void say(llvm::StringRef line);

private:
  void erase();

  std::mutex mutex;
  llvm::raw_ostream &os;
  size_t total;
  bool quiet, isTerminal, drawn = false;
  size_t lastTenth = 0;
  std::chrono::steady_clock::time_point lastDrawn;
};

/// "[#####.....] 12/24 now", cut to `columns`.
std::string formatBar(size_t done, size_t total, llvm::StringRef now,
                      size_t columns);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_PROGRESS_H
