//===- PlaceChecks.cpp - The module around a kernel -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Architecture.h"
#include "KernelChecks.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The version of PTX that a target's features ask for; 0 if they name none.
static unsigned getPtxVersion(NVVM::NVVMTargetAttr target) {
  unsigned version = 0;
  SmallVector<StringRef> features;
  target.getFeatures().split(features, ',');
  for (StringRef feature : features)
    if (feature.consume_front("+ptx"))
      (void)feature.getAsInteger(10, version);
  return version;
}

/// The number in a chip's name.
static unsigned getChipCapability(StringRef chip) {
  unsigned capability = 0;
  chip.consume_front("sm_");
  chip.consumeInteger(10, capability);
  return capability;
}

unsigned tile::getCapability(KernelOp kernel) {
  auto module = dyn_cast<gpu::GPUModuleOp>(kernel->getParentOp());
  if (!module || !module.getTargetsAttr() || module.getTargetsAttr().empty())
    return 0;
  unsigned lowest = std::numeric_limits<unsigned>::max();
  for (Attribute attr : module.getTargetsAttr()) {
    auto target = dyn_cast<NVVM::NVVMTargetAttr>(attr);
    lowest = std::min(lowest, target ? getChipCapability(target.getChip()) : 0);
  }
  return lowest;
}

bool tile::hasGrid(KernelOp kernel) {
  auto roles = kernel.getBody().getOps<RoleOp>();
  return !roles.empty() && (*roles.begin()).getGrid();
}

/// Whether the chip has the instructions that the kernel's roles become.
static LogicalResult checkChip(KernelOp kernel, StringRef chip) {
  return askArchitectures([&](const Architecture &architecture) {
    return architecture.checkChip(kernel, chip, getChipCapability(chip));
  });
}

LogicalResult tile::checkPlace(KernelOp kernel) {
  // Relaxed arrives at clusters' barriers are of PTX ISA 8.0, parameters of
  // more than 4352 bytes of 8.1.
  const unsigned minPtx = kernel.getGroup() ? 81 : 80;
  auto module = dyn_cast<gpu::GPUModuleOp>(kernel->getParentOp());
  if (!module)
    return kernel.emitOpError("must stand in a gpu.module");
  Operation *symbol = SymbolTable::lookupSymbolIn(module, kSharedSymbol);
  if (symbol && !isa<LLVM::GlobalOp>(symbol))
    return kernel.emitOpError("needs the symbol @")
           << kSharedSymbol
           << " for its shared memory, but the symbol is taken";
  if (kernel.getBody().getOps<RoleOp>().empty() || !module.getTargetsAttr())
    return success();
  for (Attribute attr : module.getTargetsAttr()) {
    auto target = dyn_cast<NVVM::NVVMTargetAttr>(attr);
    if (!target)
      continue;
    if (failed(checkChip(kernel, target.getChip())))
      return failure();
    if (getPtxVersion(target) < minPtx)
      return kernel.emitOpError("needs PTX ISA 8.")
             << minPtx % 10
             << ": the #nvvm.target of its gpu.module must have features = "
                "\"+ptx"
             << minPtx << "\" or later, not \"" << target.getFeatures() << "\"";
  }
  return success();
}
