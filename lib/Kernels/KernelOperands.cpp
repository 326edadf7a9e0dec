//===- KernelOperands.cpp - A product as its kernel sees it ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/KernelOperands.h"

#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Space/Formulas.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <algorithm>

using namespace mlir;
using namespace mlir::autotune;

/// What TMA can't load for wgmma becomes a copy that it can.
static void packIfNeeded(ImplicitLocOpBuilder &b, ProductOperand &operand,
                         const MatmulFact &fact, bool isB) {
  if (isLoadedInPlace(fact, isB))
    return;
  bool isTransposed = needsTranspose(fact, isB);
  operand.memref =
      tile::PackOp::create(b, operand.memref, isTransposed, operand.alignment);
  if (isTransposed)
    operand.kMajor = true;
}

static Value roundUpTo(ImplicitLocOpBuilder &b, Value size, int64_t unit) {
  return mul(b, divide(b, add(b, size, constant(b, unit - 1)), unit), unit);
}

/// How many matrices along K there are: of A, or of B where all share one A.
/// They may lie in two dimensions.
static Value countParts(ImplicitLocOpBuilder &b, const MatmulFact &fact,
                        Block &body) {
  Value factor = body.getArgument(fact.a.batchStride == 0 ? 1 : 0);
  Value count = memref::DimOp::create(b, factor, constant(b, 0));
  if (cast<MemRefType>(factor.getType()).getRank() < 4)
    return count;
  return arith::MulIOp::create(
      b, count, memref::DimOp::create(b, factor, constant(b, 1)));
}

KernelOperands KernelOperands::create(ImplicitLocOpBuilder &b,
                                      tile::KernelOp kernel,
                                      const MatmulFact &fact, bool swap,
                                      bool pack, int64_t tileDepth) {
  MLIRContext *context = b.getContext();
  Block &body = kernel.getBody().front();
  auto isPacked = [](const OperandFact &operand) {
    return isInt4(operand.element);
  };
  ProductOperand a{body.getArgument(0),
                   getElementType(getHeldElement(fact.a), context),
                   getInputAlignment(fact.a),
                   /*kMajor=*/!fact.a.transposed,
                   isPacked(fact.a),
                   fact.a.element == ElementKind::I4R,
                   isCopiedAsync(fact.a)};
  ProductOperand bOperand{body.getArgument(1),
                          getElementType(getHeldElement(fact.b), context),
                          getInputAlignment(fact.b),
                          /*kMajor=*/fact.b.transposed,
                          isPacked(fact.b),
                          fact.b.element == ElementKind::I4R,
                          isCopiedAsync(fact.b)};
  if (pack) {
    packIfNeeded(b, a, fact, /*isB=*/false);
    packIfNeeded(b, bOperand, fact, /*isB=*/true);
  }
  Value c = body.getArgument(2);
  unsigned second = getSecondArgument(fact);
  SmallVector<Value> outputs(
      body.getArguments().slice(kFirstOutput, second - kFirstOutput));
  // Of a batch, the last two dimensions are the matrices'.
  auto size = [&](Value memref, int64_t dim) -> Value {
    int64_t outer = cast<MemRefType>(memref.getType()).getRank() - 2;
    return memref::DimOp::create(
        b, memref, arith::ConstantIndexOp::create(b, outer + dim));
  };
  Value m = size(c, 0), n = size(c, 1);
  auto depthOf = [&](Value a) { return size(a, fact.a.transposed ? 0 : 1); };
  // An A of bytes of two has half of it, and images have their channels only.
  Value k = a.packed || fact.windows
                ? size(body.getArgument(1), fact.b.transposed ? 1 : 0)
                : depthOf(body.getArgument(0));
  if (fact.windows) {
    auto pixels = tile::WindowSizeOp::create(b);
    Value count =
        arith::MulIOp::create(b, pixels.getRows(), pixels.getColumns());
    a.windows = {pixels.getColumns(), arith::DivUIOp::create(b, k, count),
                 fact.isBatched()};
  }
  Value batch;
  if (fact.isBatched() || fact.isGrouped())
    batch = memref::DimOp::create(b, c, arith::ConstantIndexOp::create(b, 0));
  Value partDepth, partStep;
  if (fact.hasParts()) {
    // A step is in one part, behind whose end loads find zeros.
    partDepth = k;
    partStep = roundUpTo(b, k, tileDepth);
    k = arith::MulIOp::create(b, partStep, countParts(b, fact, body));
  }
  std::optional<ProductOperand> gate;
  if (fact.isPair) {
    gate = bOperand;
    gate->memref = body.getArgument(second);
  }
  std::optional<AddedOperands> added;
  if (fact.added) {
    added = {a, bOperand, Value(), Value()};
    added->left.memref = body.getArgument(second);
    added->right.memref = body.getArgument(second + 1);
    added->left.alignment = getInputAlignment(fact.added->a);
    added->right.alignment = getInputAlignment(fact.added->b);
    added->depth = depthOf(added->left.memref);
    added->begin = roundUpTo(b, k, tileDepth);
    k = add(b, added->begin, added->depth);
    if (swap)
      std::swap(added->left, added->right);
  }
  auto read =
      body.getArguments().drop_front(second + countSecondArguments(fact));
  size_t ofEpilogue = fact.epilogue.operands.size();
  SmallVector<Value> extras(read.take_front(ofEpilogue)),
      params(read.drop_front(ofEpilogue));
  std::optional<OperandScales> scalesOfA, scalesOfB, gateScales;
  if (fact.scales) {
    scalesOfA = OperandScales{params[0], fact.scales->a};
    scalesOfB = OperandScales{params[1], fact.scales->b};
    if (fact.isPair)
      gateScales = OperandScales{params[2], fact.scales->b};
    params.clear();
  }
  if (swap) {
    std::swap(a, bOperand), std::swap(m, n);
    std::swap(scalesOfA, scalesOfB);
  }
  return {fact,    swap,   a,         bOperand,  gate,      added,    c,
          outputs, m,      n,         k,         partDepth, partStep, batch,
          extras,  params, scalesOfA, scalesOfB, gateScales};
}

SmallVector<Value, 4> ProductOperand::getIndices(ImplicitLocOpBuilder &b,
                                                 Value output, Value at,
                                                 Value k) const {
  if (windows) {
    // Each product of a batch has the channels behind those of the last one.
    Value channel = arith::RemUIOp::create(b, k, windows->channels);
    if (windows->isBatched)
      channel =
          add(b, channel, arith::MulIOp::create(b, output, windows->channels));
    return {at, channel};
  }
  SmallVector<Value, 4> indices;
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  if (rank == 4) {
    Value inner = memref::DimOp::create(b, memref, constant(b, 1));
    indices.push_back(arith::DivUIOp::create(b, output, inner));
    output = arith::RemUIOp::create(b, output, inner);
  }
  if (rank > 2)
    indices.push_back(output);
  indices.append({kMajor ? at : k, kMajor ? k : at});
  return indices;
}

SmallVector<Value, 2> ProductOperand::getPixel(ImplicitLocOpBuilder &b,
                                               Value k) const {
  if (!windows)
    return {};
  Value pixel = arith::DivUIOp::create(b, k, windows->channels);
  return {arith::DivUIOp::create(b, pixel, windows->columns),
          arith::RemUIOp::create(b, pixel, windows->columns)};
}

DepthPlace KernelOperands::locate(ImplicitLocOpBuilder &b, Value output,
                                  Value k) const {
  if (!partStep)
    return {output, k};
  Value part = arith::DivUIOp::create(b, k, partStep);
  return {part, arith::RemUIOp::create(b, k, partStep)};
}
