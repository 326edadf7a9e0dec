//===- HostCode.cpp - What the host can launch a kernel from --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/HostCode.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DepthFirstIterator.h"

using namespace mlir;
using namespace mlir::autotune;

/// Operations whose regions another processor runs. They go by name, for this
/// project needs nothing else of their dialects.
static bool isDeviceRegion(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "gpu" || dialect == "acc" ||
         op->getName().getStringRef() == "omp.target";
}

/// Functions that were marked as kernels.
static bool isDeviceFunction(Operation *op) {
  static constexpr StringLiteral kMarks[] = {
      "gpu.kernel", "nvvm.kernel", "rocdl.kernel", "spirv.entry_point_abi"};
  return llvm::any_of(kMarks,
                      [&](StringRef mark) { return op->hasAttr(mark); });
}

/// A loop whose iterations are to become blocks or threads.
static bool isMappedLoop(Operation *op) {
  auto mapping = op->getAttrOfType<ArrayAttr>("mapping");
  return mapping && llvm::any_of(mapping, [](Attribute attr) {
           return attr.getDialect().getNamespace() == "gpu";
         });
}

/// The operation around `op` in whose body values may be used before they are
/// made; null if there is none.
static Operation *getGraph(Operation *op) {
  for (; Region *region = op->getParentRegion(); op = op->getParentOp()) {
    if (!mayHaveSSADominance(*region))
      return op->getParentOp();
    if (op->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
  }
  return nullptr;
}

bool autotune::isReached(Operation *op) {
  for (; Block *block = op->getBlock(); op = block->getParentOp()) {
    Region &region = *block->getParent();
    if (!block->isEntryBlock() &&
        !llvm::is_contained(llvm::depth_first(&region.front()), block))
      return false;
    if (!block->getParentOp())
      break;
  }
  return true;
}

std::string autotune::getWhyNotOnHost(Operation *op) {
  for (Operation *parent = op->getParentOp(); parent && !isa<ModuleOp>(parent);
       parent = parent->getParentOp()) {
    std::string name = parent->getName().getStringRef().str();
    if (isDeviceRegion(parent) || isDeviceFunction(parent))
      return "it stands in a " + name +
             ", which is code for a device: only the host launches kernels";
    if (isMappedLoop(parent))
      return "it stands in a " + name +
             " that is mapped to a device: only the host launches kernels";
    if (!parent->isRegistered() || parent->hasTrait<OpTrait::SymbolTable>())
      return "it stands in a " + name +
             ", in which the symbol of its kernel is not found; only "
             "builtin.module may have symbols around it";
  }
  if (Operation *graph = getGraph(op))
    return "it stands in a " + graph->getName().getStringRef().str() +
           ", whose operations have no order; it must stand in a function";
  if (!isReached(op))
    return "it stands in a block that is never reached";
  return "";
}

void autotune::eraseUnreachableBlocks(Operation *root) {
  IRRewriter rewriter(root->getContext());
  (void)mlir::eraseUnreachableBlocks(rewriter, root->getRegions());
}
