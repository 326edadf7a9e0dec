//===- Kernel.cpp - The kernel of a config of simt_rows -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtRows/SimtRows.h"

#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Kernels/RowKernel.h"
#include "mlir-autotune/Kernels/RowsProblem.h"

using namespace mlir;
using namespace mlir::autotune;

static tile::KernelABI getABI(const RowLayout &layout,
                              const RowKernel &kernel) {
  tile::KernelABI abi;
  for (auto [operand, alignment] : llvm::enumerate(kernel.alignments)) {
    tile::KernelParam &param = abi.params.emplace_back();
    param.operand = operand;
    param.alignment = std::max<int64_t>(alignment, 1);
  }
  abi.ctas = layout.ctas;
  abi.threads = layout.getThreads();
  abi.sharedMemory = kernel.sharedMemory;
  return abi;
}

Operation *SimtRows::build(ImplicitLocOpBuilder &b, StringRef name,
                           const ProblemFact &fact,
                           const Config &config) const {
  std::string whyNot;
  OwningOpRef<ModuleOp> problem =
      parseRowsProblem(b.getContext(), fact.getRows(), whyNot);
  if (!problem) {
    emitError(b.getLoc()) << "can't build the rows: " << whyNot;
    return nullptr;
  }
  auto typed = SimtRowsConfig::fromConfig(config);
  RowLayout layout(typed.threadsPerRow, typed.rowsPerCta, typed.vector,
                   fact.getRows(), typed.passes, typed.rowsPerThread);
  FailureOr<RowKernel> kernel =
      createRowKernel(b, name, getRowsProblem(*problem), layout);
  if (failed(kernel))
    return nullptr;
  kernel->function->setAttr(
      tile::kKernelABIAttrName,
      tile::getKernelABIAttr(getABI(layout, *kernel), b.getContext()));
  return kernel->function;
}
