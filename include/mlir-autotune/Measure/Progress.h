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
#include <string>

namespace mlir::autotune::measure {

/// On a terminal one line that is drawn over, elsewhere one line for each tenth
/// of the way.
class Progress {
public:
  /// `os`, which must outlive this, is a terminal or is not. With `quiet`
  /// nothing is written.
  Progress(llvm::raw_ostream &os, size_t total, bool quiet);
  ~Progress();
  /// `done` of all candidates, and what is being done now.
  void update(size_t done, llvm::StringRef now);
  /// A line that stays.
  void say(llvm::StringRef line);

private:
  void erase();

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
