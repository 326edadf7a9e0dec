//===- Faults.cpp - Finding and planting faults ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

StringRef autotune::stringify(FaultLevel level) {
  switch (level) {
  case FaultLevel::Tile:
    return "tile";
  case FaultLevel::NVVM:
    return "nvvm";
  case FaultLevel::Rows:
    return "rows";
  }
  llvm_unreachable("every level is listed");
}

static SmallVector<Fault> makeTable() {
  SmallVector<Fault> table;
  addFences(table);
  addWaits(table);
  addArrives(table);
  addRings(table);
  addRoles(table);
  addCopies(table);
  addDescriptors(table);
  addProducts(table);
  addStagedStores(table);
  addDirectStores(table);
  addClusters(table);
  addLoops(table);
  addPacks(table);
  addParts(table);
  addDependentLaunch(table);
  addTilePrograms(table);
  addSoftmax(table);
  addCudaCores(table);
  addStreams(table);
  addWarpGrids(table);
  addRows(table);
  return table;
}

ArrayRef<Fault> autotune::getFaults() {
  static const SmallVector<Fault> table = makeTable();
  return table;
}

const Fault *autotune::lookupFault(StringRef name) {
  for (const Fault &fault : getFaults())
    if (fault.name == name)
      return &fault;
  return nullptr;
}

static bool isKernel(Operation *op, FaultLevel level) {
  if (level == FaultLevel::Tile)
    return isa<tile::KernelOp>(op);
  if (!isa_and_nonnull<gpu::GPUModuleOp>(op->getParentOp()))
    return false;
  if (auto rows = dyn_cast<gpu::GPUFuncOp>(op))
    return level == FaultLevel::Rows && rows.isKernel();
  return level == FaultLevel::NVVM && isa<LLVM::LLVMFuncOp>(op) &&
         op->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName());
}

SmallVector<Operation *> autotune::getKernels(Operation *module,
                                              FaultLevel level) {
  SmallVector<Operation *> kernels;
  module->walk([&](Operation *op) {
    if (isKernel(op, level))
      kernels.push_back(op);
  });
  return kernels;
}

SmallVector<FaultSite> autotune::getFaultSites(const Fault &fault,
                                               Operation *module) {
  SmallVector<FaultSite> sites;
  for (Operation *kernel : getKernels(module, fault.level))
    fault.collect(kernel, sites);
  return sites;
}

static LogicalResult reportUnknown(Operation *module, StringRef name) {
  InFlightDiagnostic error = module->emitError("no fault is named '")
                             << name << "'; there are ";
  llvm::interleaveComma(getFaults(), error,
                        [&](const Fault &fault) { error << fault.name; });
  return error;
}

/// The name of kernels of a level, and the place where they stand.
static StringRef describe(FaultLevel level) {
  switch (level) {
  case FaultLevel::Tile:
    return "tile kernels, before convert-tile-to-nvvm";
  case FaultLevel::NVVM:
    return "lowered kernels, after convert-tile-to-nvvm";
  case FaultLevel::Rows:
    return "kernels of rows, after autotune-lower-rows";
  }
  llvm_unreachable("every level is listed");
}

/// A module has no sites for a fault of another level.
static LogicalResult reportNoKernel(Operation *module, const Fault &fault) {
  InFlightDiagnostic error = module->emitError("the fault '")
                             << fault.name << "' is planted into "
                             << describe(fault.level) << "; this module has ";
  for (FaultLevel level :
       {FaultLevel::Tile, FaultLevel::NVVM, FaultLevel::Rows})
    if (size_t count = getKernels(module, level).size()) {
      error << count
            << (level == FaultLevel::Tile   ? " tile"
                : level == FaultLevel::NVVM ? " lowered"
                                            : "")
            << " kernel" << (count == 1 ? "" : "s");
      return error << (level == FaultLevel::Rows ? " of rows only" : " only");
    }
  return error << "no kernel";
}

LogicalResult autotune::plantFault(Operation *module, StringRef name,
                                   unsigned site) {
  const Fault *fault = lookupFault(name);
  if (!fault)
    return reportUnknown(module, name);
  if (getKernels(module, fault->level).empty())
    return reportNoKernel(module, *fault);
  SmallVector<FaultSite> sites = getFaultSites(*fault, module);
  if (site >= sites.size()) {
    InFlightDiagnostic error = module->emitError("the fault '")
                               << name << "' (" << fault->what << ") has ";
    if (sites.empty())
      return error << "no site in this module; its sites are " << fault->where;
    return error << "the sites 0 to " << sites.size() - 1
                 << " in this module, not " << site;
  }
  sites[site].op->emitRemark("planted '")
      << name << "': " << fault->what << " (site " << site << " of "
      << sites.size() << ")";
  sites[site].plant();
  return success();
}

void autotune::registerFaultDialects(DialectRegistry &registry) {
  registry.insert<arith::ArithDialect, LLVM::LLVMDialect, NVVM::NVVMDialect,
                  scf::SCFDialect>();
}
