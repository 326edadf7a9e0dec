//===- ReturnInPlace.cpp - Results where callers want them ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Autotune/OnceName.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNERETURNINPLACE
#include "mlir-autotune/Conversion/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// A contiguous memref.
static bool isPlain(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  return memref && memref.getLayout().isIdentity();
}

static bool isPlainOfKnownSize(Type type) {
  return isPlain(type) && cast<MemRefType>(type).hasStaticShape();
}

/// The allocation of which a contiguous value is another shape; null if it is
/// none. In between, dimensions may have another order, which must be undone
/// then: the operations keep all elements where they are.
static memref::AllocOp getReshapedAllocation(Value value) {
  if (!isPlain(value.getType()))
    return nullptr;
  while (isa_and_nonnull<memref::ExpandShapeOp, memref::CollapseShapeOp,
                         memref::CastOp, memref::TransposeOp>(
             value.getDefiningOp()) &&
         isa<MemRefType>(value.getDefiningOp()->getOperand(0).getType()))
    value = value.getDefiningOp()->getOperand(0);
  auto alloc = value.getDefiningOp<memref::AllocOp>();
  return alloc && isPlain(value.getType()) &&
                 alloc->getBlock()->isEntryBlock() &&
                 isa<func::FuncOp>(alloc->getParentOp())
             ? alloc
             : nullptr;
}

/// The place of a result in the shape of the allocation that it replaces, whose
/// sizes are known where it is.
static Value reshapePlace(memref::AllocOp alloc, Value place) {
  MemRefType wanted = alloc.getType();
  if (place.getType() == Type(wanted))
    return place;
  OpBuilder b(alloc);
  Location loc = alloc.getLoc();
  SmallVector<OpFoldResult> sizes =
      getMixedValues(wanted.getShape(), alloc.getDynamicSizes(), b);
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  AffineExpr x, y;
  bindDims(b.getContext(), x, y);
  for (size_t i = sizes.size(); i-- > 1;)
    strides[i - 1] = affine::makeComposedFoldedAffineApply(
        b, loc, x * y, {strides[i], sizes[i]});
  return memref::ReinterpretCastOp::create(b, loc, wanted, place,
                                           b.getIndexAttr(0), sizes, strides);
}

static void returnInPlace(func::FuncOp function) {
  Block &entry = function.getBody().front();
  SmallVector<func::ReturnOp> returns;
  function.walk([&](func::ReturnOp op) { returns.push_back(op); });
  unsigned first = entry.getNumArguments();
  for (Type type : function.getResultTypes())
    entry.addArgument(type, function.getLoc());
  llvm::DenseSet<Operation *> taken;
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    Value place = entry.getArgument(first + index);
    Value returned = returns.front().getOperand(index);
    memref::AllocOp alloc =
        returns.size() == 1 ? getReshapedAllocation(returned) : nullptr;
    if (alloc && taken.insert(alloc).second) {
      alloc.replaceAllUsesWith(reshapePlace(alloc, place));
      // Erased with the others, since it may be the next result's.
      continue;
    }
    for (func::ReturnOp op : returns) {
      OpBuilder b(op);
      memref::CopyOp::create(b, op.getLoc(), op.getOperand(index), place);
    }
  }
  for (Operation *alloc : taken)
    alloc->erase();
  for (func::ReturnOp op : returns)
    op->setOperands({});
  function.setFunctionType(FunctionType::get(
      function.getContext(), entry.getArgumentTypes(), TypeRange()));
  function.removeResAttrsAttr();
  if (ArrayAttr attrs = function.getArgAttrsAttr()) {
    SmallVector<Attribute> all(attrs.getValue());
    all.resize(entry.getNumArguments(),
               DictionaryAttr::get(function.getContext()));
    function.setArgAttrsAttr(ArrayAttr::get(function.getContext(), all));
  }
}

namespace {
struct AutotuneReturnInPlace
    : public autotune::impl::AutotuneReturnInPlaceBase<AutotuneReturnInPlace> {
  using AutotuneReturnInPlaceBase::AutotuneReturnInPlaceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        function->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                          UnitAttr::get(&getContext()));
    for (auto function : module.getOps<func::FuncOp>()) {
      bool areSizesKnown = function->hasAttr(kResultSizesAttrName);
      if (function.isPublic() && !function.isExternal() &&
          function.getNumResults() != 0 &&
          llvm::all_of(function.getResultTypes(),
                       areSizesKnown ? isPlain : isPlainOfKnownSize) &&
          SymbolTable::symbolKnownUseEmpty(function, module))
        returnInPlace(function);
      function->removeAttr(kResultSizesAttrName);
    }
  }
};
} // namespace
