//===- CombineAttention.cpp - Parts of the keys of an attention -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several CTAs have computed an attention of a part of the keys each. The
// result is the mean of their results, weighted by the sums of their
// exponentials. A CTA combines a row, and a thread some of its columns.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/CombineAttention.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/ScalarOps.h"
#include "mlir-autotune/Kernels/TileScheduler.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
enum CombinedArgument { kParts, kLogarithms, kResult };
constexpr int64_t kCombiningThreads = 128;
} // namespace

static Value createCombinedFloat(ImplicitLocOpBuilder &b, double value) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}

/// The element of a row: `parts` are those of its head, from `first` on.
static Value combineParts(ImplicitLocOpBuilder &b, Block &body, Value batch,
                          Value first, int64_t parts, Value row, Value column,
                          bool isZero) {
  Value zero = constant(b, 0);
  SmallVector<Value> logarithms, numbers;
  Value most = createCombinedFloat(b, -1e30);
  for (int64_t part = 0; part < parts; ++part) {
    numbers.push_back(add(b, first, constant(b, part)));
    logarithms.push_back(
        memref::LoadOp::create(b, body.getArgument(kLogarithms),
                               ValueRange{batch, numbers.back(), row, zero}));
    most = arith::MaxNumFOp::create(b, most, logarithms.back());
  }
  Value sum = createCombinedFloat(b, 0), weighted = sum, none = sum;
  for (auto [number, logarithm] : llvm::zip_equal(numbers, logarithms)) {
    Value difference = arith::SubFOp::create(b, logarithm, most);
    Value weight = math::Exp2Op::create(
        b, arith::MulFOp::create(b, difference,
                                 createCombinedFloat(b, llvm::numbers::log2e)));
    Value part = memref::LoadOp::create(b, body.getArgument(kParts),
                                        ValueRange{batch, number, row, column});
    sum = arith::AddFOp::create(b, sum, weight);
    // Of a part that sees no key, nothing counts.
    Value isSeen =
        arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, weight, none);
    Value product = arith::MulFOp::create(b, weight, part);
    weighted = arith::AddFOp::create(
        b, weighted, arith::SelectOp::create(b, isSeen, product, none));
  }
  Value mean = arith::DivFOp::create(b, weighted, sum);
  if (!isZero)
    return mean;
  Value isMasked =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, sum, none);
  return arith::SelectOp::create(b, isMasked, none, mean);
}

tile::KernelOp autotune::buildCombination(OpBuilder &builder, Location loc,
                                          StringRef name, ElementKind output,
                                          int64_t parts, bool isZero) {
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  Type element = getElementType(output, b.getContext());
  Type ofParts = getOperandType(b.getF32Type(), /*rank=*/4);
  LaunchShape shape;
  shape.threads = kCombiningThreads;
  tile::KernelOp kernel = createKernel(
      b, name, {ofParts, ofParts, getOperandType(element, /*rank=*/4)}, shape);
  Block *body = b.getInsertionBlock();
  // The kernel is launched while the last parts are computed.
  tile::WaitForPreviousOp::create(b);
  auto getSize = [&](int64_t dim) -> Value {
    return memref::DimOp::create(b, body->getArgument(kResult),
                                 constant(b, dim));
  };
  Value batch = getSize(0), heads = getSize(1), rows = getSize(2),
        columns = getSize(3);
  Value thread = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  TileScheduler scheduler({1, 1, 1}, tile::RasterOrder::AlongM, /*group=*/1,
                          /*persistent=*/false);
  tile::ForEachTileOp loop =
      scheduler.create(b, rows, heads, /*depth=*/constant(b, 1), batch);
  Value first = mul(b, loop.getN(), parts);
  auto ofThread =
      scf::ForOp::create(b, thread, columns, constant(b, kCombiningThreads));
  b.setInsertionPointToStart(ofThread.getBody());
  Value column = ofThread.getInductionVar();
  Value mean = combineParts(b, *body, loop.getBatchIndex(), first, parts,
                            loop.getM(), column, isZero);
  if (mean.getType() != element)
    mean = arith::TruncFOp::create(b, element, mean);
  memref::StoreOp::create(
      b, mean, body->getArgument(kResult),
      ValueRange{loop.getBatchIndex(), loop.getN(), loop.getM(), column});
  return kernel;
}
