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
#include "mlir-autotune/Core/ElementIndex.h"
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

/// Where element `k` of a row of I4R is (Core/ElementIndex.h).
static Value getReorderedPlace(ImplicitLocOpBuilder &b, Value k) {
  // The parts of k, each `size` values, the slowest first; and the distance
  // of two neighbours.
  constexpr std::array<int64_t, 2> kParts[] = {
      {0, 256}, {2, 32}, {4, 8}, {2, 2}, {2, 1}, {4, 64}, {2, 4}};
  Value place;
  int64_t below = cuda::kReorderedK;
  for (auto [size, distance] : kParts) {
    if (size)
      below /= size;
    Value part = divide(b, k, below);
    if (size)
      part = remainder(b, part, size);
    part = mul(b, part, distance);
    place = place ? add(b, place, part) : part;
  }
  return place;
}

/// The element at `place` of a matrix. Of 4 bits the matrix is of bytes of two,
/// neighbours along K, the first in the low half.
static Value loadElement(ImplicitLocOpBuilder &b, Value stored,
                         ElementKind kind, ArrayRef<Value> place) {
  if (!isInt4(kind))
    return memref::LoadOp::create(b, stored, place);
  Value column =
      kind == ElementKind::I4R ? getReorderedPlace(b, place[2]) : place[2];
  Type element = b.getIntegerType(4);
  Value byte = memref::LoadOp::create(
      b, stored, ValueRange{place[0], place[1], divide(b, column, 2)});
  Value shift = arith::IndexCastOp::create(b, byte.getType(),
                                           mul(b, remainder(b, column, 2), 4));
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
  SmallVector<Type> types = {getType(isInt4(stored) ? ElementKind::I8 : stored),
                             getType(fact.getMultiplied())};
  for (const PrologueOperand &operand : fact.prologue.operands)
    types.push_back(getType(operand.matrix.element));
  return createElementwiseKernel(
      b, name, types, kResults, /*width=*/1,
      [&](Block &body, ArrayRef<Value> place) {
        Value output = place[0], row = place[1], k = place[2];
        SmallVector<Value> arguments = {
            loadElement(b, body.getArgument(kStored), stored, place)};
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
