//===- PrologueReference.cpp - What stored elements must become -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements as they are multiplied, for a reference that multiplies what is
// in memory. A prologue rounds as it says: there is one right result.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseKernel.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Prologue.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// The kernel's arguments, in order; what the prologue reads follows.
enum Argument { kStored, kResults, kParams };
} // namespace

/// The element at `place` of a matrix. Of 4 bits the matrix is of bytes of two,
/// neighbours along K, the first in the low half.
static Value loadElement(ImplicitLocOpBuilder &b, Value stored, Type element,
                         ArrayRef<Value> place) {
  if (!element.isInteger(4))
    return memref::LoadOp::create(b, stored, place);
  Value byte = memref::LoadOp::create(
      b, stored, ValueRange{place[0], place[1], divide(b, place[2], 2)});
  Value shift = arith::IndexCastOp::create(
      b, byte.getType(), mul(b, remainder(b, place[2], 2), 4));
  return arith::TruncIOp::create(b, element,
                                 arith::ShRUIOp::create(b, byte, shift));
}

FailureOr<tile::KernelOp>
autotune::buildPrologueReference(OpBuilder &builder, Location loc,
                                 StringRef name, const MatmulFact &fact) {
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parsePrologue(b.getContext(), fact, whyNot);
  if (failed(module))
    return emitError(loc) << "can't build the prologue '" << fact.prologue.body
                          << "': " << whyNot;
  auto getType = [&](ElementKind kind) {
    return getBatchType(getElementType(kind, b.getContext()));
  };
  ElementKind stored = fact.getConverted().element;
  SmallVector<Type> types = {
      getType(stored == ElementKind::I4 ? ElementKind::I8 : stored),
      getType(fact.getMultiplied())};
  for (const PrologueOperand &operand : fact.prologue.operands)
    types.push_back(getType(operand.matrix.element));
  return createElementwiseKernel(
      b, name, types, kResults, /*width=*/1,
      [&](Block &body, ArrayRef<Value> place) {
        Value output = place[0], row = place[1], k = place[2];
        SmallVector<Value> arguments = {
            loadElement(b, body.getArgument(kStored),
                        getElementType(stored, b.getContext()), place)};
        for (auto [index, operand] : llvm::enumerate(fact.prologue.operands))
          arguments.push_back(memref::LoadOp::create(
              b, body.getArgument(kParams + index),
              ValueRange{output, row,
                         operand.group ? divide(b, k, operand.group) : k}));
        Block &function = getElementFunction(**module).getBody().front();
        memref::StoreOp::create(b, inlineBody(b, function, arguments).front(),
                                body.getArgument(kResults), place);
      });
}
