//===- Findings.h - What a cluster was found to do wrong --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings are kept once for each kind, place, and other place (of a race), so
// that a loop of a warp says what is wrong once and not 10,000 times.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_FINDINGS_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_FINDINGS_H

#include "Machine.h"

namespace mlir::autotune::sim {

class Findings {
public:
  /// More than `limit` are counted only.
  explicit Findings(unsigned limit) : limit(limit) {}
  /// `site` and `other` may be null: what no operation did is told apart by its
  /// message.
  void add(Finding finding, const Site *site, const Site *other);
  /// Those of another cluster.
  void add(const Findings &others);
  bool empty() const { return entries.empty(); }
  /// Appends them to a report.
  void moveTo(Report &report);

private:
  struct Entry {
    Finding finding;
    const Site *site, *other;
  };
  unsigned limit;
  std::vector<Entry> entries;
  uint64_t more = 0;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_FINDINGS_H
