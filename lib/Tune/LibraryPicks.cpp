//===- LibraryPicks.cpp - A library in place of the best kernel -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LibraryPicks.h"

#include "mlir-autotune/Tune/PickRule.h"

#include <algorithm>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using measure::Outcome;
using measure::Record;

const Record *tune::findFasterLibrary(const Record &kernel,
                                      llvm::ArrayRef<Record> libraries) {
  const Record *fastest = nullptr;
  double most = 0;
  for (const Record &library : libraries) {
    if (library.outcome != Outcome::Ok || library.disturbed ||
        kernel.outcome != Outcome::Ok || library.final != kernel.final ||
        library.device.name != kernel.device.name)
      continue;
    double gain = getLagsOf({&kernel, &library}).front().share;
    double noise = std::max({kLeastLibraryGain, kernel.spread, library.spread});
    if (gain > noise && gain > most) {
      most = gain;
      fastest = &library;
    }
  }
  return fastest;
}
