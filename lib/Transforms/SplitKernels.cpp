//===- SplitKernels.cpp - A gpu.module for each kernel --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNESPLITKERNELS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// The kernels of a module that are referred to from outside of it, in the
/// module's order; other symbols are theirs.
class KernelSplitter {
public:
  explicit KernelSplitter(ModuleOp module) : module(module), symbols(module) {}

  void findKernels();
  void split(gpu::GPUModuleOp kernels);
  void updateReferences();

private:
  void copyNeeded(Operation *op, gpu::GPUModuleOp from, gpu::GPUModuleOp into);

  ModuleOp module;
  SymbolTable symbols;
  llvm::SetVector<Attribute> references;
  DenseMap<Attribute, SymbolRefAttr> moved;
};
} // namespace

/// References from host code.
void KernelSplitter::findKernels() {
  AttrTypeWalker walker;
  walker.addWalk([&](SymbolRefAttr reference) {
    if (reference.getNestedReferences().size() == 1)
      references.insert(reference);
  });
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    walker.walk(op->getAttrDictionary());
    return WalkResult::advance();
  });
}

/// Shared memory and constants, which a kernel refers to.
void KernelSplitter::copyNeeded(Operation *op, gpu::GPUModuleOp from,
                                gpu::GPUModuleOp into) {
  std::optional<SymbolTable::UseRange> uses = SymbolTable::getSymbolUses(op);
  if (!uses)
    return;
  for (SymbolTable::SymbolUse use : *uses) {
    StringAttr name = use.getSymbolRef().getRootReference();
    Operation *symbol = SymbolTable::lookupSymbolIn(from, name);
    if (!symbol || SymbolTable::lookupSymbolIn(into, name))
      continue;
    OpBuilder builder = OpBuilder::atBlockBegin(into.getBody());
    builder.clone(*symbol);
    copyNeeded(symbol, from, into);
  }
}

void KernelSplitter::split(gpu::GPUModuleOp kernels) {
  SmallVector<Operation *> found;
  for (Operation &op : *kernels.getBody())
    if (auto symbol = dyn_cast<SymbolOpInterface>(op))
      if (references.contains(
              SymbolRefAttr::get(kernels.getNameAttr(),
                                 FlatSymbolRefAttr::get(symbol.getNameAttr()))))
        found.push_back(&op);
  if (found.size() < 2)
    return;
  OpBuilder builder(kernels);
  Operation *last = kernels;
  // Symbols that only the moved kernels need are erased here.
  llvm::SetVector<StringAttr> copied;
  for (Operation *kernel : ArrayRef(found).drop_front()) {
    auto own = cast<gpu::GPUModuleOp>(
        builder.cloneWithoutRegions(*kernels.getOperation()));
    own.getBodyRegion().emplaceBlock();
    symbols.insert(own);
    own->moveAfter(last);
    last = own;
    StringAttr name = SymbolTable::getSymbolName(kernel);
    auto leaf = FlatSymbolRefAttr::get(name);
    moved[SymbolRefAttr::get(kernels.getNameAttr(), leaf)] =
        SymbolRefAttr::get(own.getNameAttr(), leaf);
    kernel->moveBefore(own.getBody(), own.getBody()->end());
    copyNeeded(kernel, kernels, own);
    for (Operation &op : *own.getBody())
      if (&op != kernel)
        copied.insert(SymbolTable::getSymbolName(&op));
  }
  // A symbol comes behind those that it refers to, so it is erased first.
  for (StringAttr name : llvm::reverse(copied))
    if (Operation *left = SymbolTable::lookupSymbolIn(kernels, name))
      if (SymbolTable::symbolKnownUseEmpty(name, kernels))
        left->erase();
}

void KernelSplitter::updateReferences() {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](SymbolRefAttr reference) {
    auto to = moved.find(reference);
    return to == moved.end() ? reference : to->second;
  });
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<gpu::GPUModuleOp>(op))
      return WalkResult::skip();
    replacer.replaceElementsIn(op);
    return WalkResult::advance();
  });
}

namespace {
struct SplitKernels
    : public autotune::impl::AutotuneSplitKernelsBase<SplitKernels> {
  void runOnOperation() override {
    KernelSplitter splitter(getOperation());
    splitter.findKernels();
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp kernels : modules)
      splitter.split(kernels);
    splitter.updateReferences();
  }
};
} // namespace
