//===- Faults.h - Kernels with one thing wrong ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The faults that a test plants into emitted kernels to see whether the
// simulator finds them. A fault has sites: the places of a kernel into which it
// fits, found by kinds of operations and how they are connected, in the order
// in which they stand.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FAULTS_FAULTS_H
#define MLIR_AUTOTUNE_FAULTS_FAULTS_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"

#include <functional>

namespace mlir::autotune {

/// The form of a kernel into which a fault is planted.
enum class FaultLevel {
  /// A tile.kernel, before convert-tile-to-nvvm.
  Tile,
  /// An llvm.func of nvvm operations, after it.
  NVVM,
  /// A gpu.func, as autotune-lower-rows makes it.
  Rows
};
StringRef stringify(FaultLevel level);

/// A place where a fault fits, and the function that plants it there.
struct FaultSite {
  Operation *op;
  std::function<void()> plant;
};
using FaultSites = SmallVectorImpl<FaultSite>;

struct Fault {
  StringRef name;
  FaultLevel level;
  /// What the fault does to the kernel.
  StringRef what;
  /// Which places are sites.
  StringRef where;
  /// Kinds of findings, separated by spaces: the simulator's words, and
  /// "wrong-result". One of them must name the fault's cause.
  StringRef expected;
  /// Why the changed kernel is still right; empty for a real fault.
  StringRef equivalent;
  /// Adds the sites of one kernel.
  std::function<void(Operation *kernel, FaultSites &sites)> collect;
};

/// Every fault, grouped by what it changes.
ArrayRef<Fault> getFaults();
/// Null if there is no such fault.
const Fault *lookupFault(StringRef name);

/// The kernels of the module at a level, in the order in which they stand.
SmallVector<Operation *> getKernels(Operation *module, FaultLevel level);

/// The sites of a fault in all kernels of the module.
SmallVector<FaultSite> getFaultSites(const Fault &fault, Operation *module);

/// Plants a fault, with a remark at the site. An unknown fault, a site number
/// that the module does not have, and a module without kernels of the fault's
/// level are errors that list the valid choices.
LogicalResult plantFault(Operation *module, StringRef name, unsigned site);

/// Registers the dialects of the operations that planting creates.
void registerFaultDialects(DialectRegistry &registry);
/// Registers autotune-plant-fault and autotune-list-faults.
void registerAutotuneFaultPasses();

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FAULTS_FAULTS_H
