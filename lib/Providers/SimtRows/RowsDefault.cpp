//===- RowsDefault.cpp - The seed for problems of rows --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Common/ProviderHeuristic.h"
#include "SimtRows/SimtRows.h"

#include "mlir-autotune/Kernels/RowKernel.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class RowsDefault : public ProviderHeuristic {
public:
  using ProviderHeuristic::ProviderHeuristic;

  StringRef getName() const override { return "rows-default"; }
  StringRef getSummary() const override {
    return "as many bytes at once as the columns of a problem of rows allow, "
           "and enough CTAs for all multiprocessors";
  }

  llvm::Expected<SmallVector<Config>>
  getSeedConfigs(const ProblemFact &fact,
                 const TargetInfo &target) const override {
    RowLayout layout = chooseRowLayout(fact.getRows(), target);
    SimtRowsConfig config;
    config.threadsPerRow = layout.threadsPerRow;
    config.rowsPerCta = layout.rowsPerCta;
    config.vector = layout.vector;
    config.rowsPerThread = layout.rowsPerThread;
    config.passes = layout.passes;
    return SmallVector<Config>{config.toConfig()};
  }
};
} // namespace

SmallVector<KernelProvider::RankedHeuristic>
SimtRows::createHeuristics() const {
  SmallVector<RankedHeuristic> heuristics;
  heuristics.push_back({600, std::make_unique<RowsDefault>(*this)});
  return heuristics;
}
