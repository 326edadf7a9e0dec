//===- ConvolutionMatcher.cpp - What a convolution multiplies -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionMatcher.h"

#include "ConvolutionFactors.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Problem/ConvolutionDims.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

unsigned ConvolutionPattern::getLoop(unsigned dim) {
  AffineMap map = op.getIndexingMapMatchingResult(op->getResult(0));
  return cast<AffineDimExpr>(map.getResult(dim)).getPosition();
}

AffineMap
ConvolutionPattern::getMap(ArrayRef<AffineExpr> indicesOfLoops) const {
  MLIRContext *context = op->getContext();
  SmallVector<AffineExpr> dims(loops.size());
  for (auto [dim, loop] : llvm::enumerate(loops))
    dims[loop] = getAffineDimExpr(dim, context);
  SmallVector<AffineExpr> results;
  for (AffineExpr index : indicesOfLoops)
    results.push_back(index.replaceDims(dims));
  return AffineMap::get(loops.size(), /*symbolCount=*/0, results, context);
}

//===----------------------------------------------------------------------===//
// The sum of products
//===----------------------------------------------------------------------===//

/// Whether a value of the body is a zero point, as an argument and widened.
static BlockArgument getZeroPoint(Value value) {
  while (auto wide = value.getDefiningOp<arith::ExtSIOp>())
    value = wide.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getArgNumber() > 1 ? argument : BlockArgument();
}

/// Follows a factor of a product to the argument of the body that it is, if
/// only exact widenings are on the way. Null if it is something else.
static BlockArgument followFactor(linalg::LinalgOp op, Value value,
                                  std::string &whyNot) {
  while (Operation *each = value.getDefiningOp()) {
    if (isa<arith::ExtFOp, arith::ExtSIOp>(each)) {
      value = each->getOperand(0);
      continue;
    }
    if (isa<arith::ExtUIOp, arith::UIToFPOp>(each))
      whyNot = "it multiplies integers without a sign";
    else if (isa<arith::SIToFPOp>(each))
      whyNot = "it sums integers as floats";
    auto minus = dyn_cast<arith::SubIOp>(each);
    BlockArgument zeroPoint =
        minus ? getZeroPoint(minus.getRhs()) : BlockArgument();
    if (!zeroPoint)
      return {};
    if (!matchPattern(op.getMatchingOpOperand(zeroPoint)->get(), m_Zero())) {
      whyNot = "its zero points are not 0";
      return {};
    }
    value = minus.getLhs();
  }
  auto argument = cast<BlockArgument>(value);
  return argument.getOwner() == op.getBlock() ? argument : BlockArgument();
}

/// Whether the body adds the product of the inputs' elements to the output.
/// Fails with a clause if it is something like it.
static bool matchSumOfProducts(linalg::LinalgOp op, std::string &whyNot) {
  Block *body = op.getBlock();
  Operation *sum = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!isa_and_present<arith::AddFOp, arith::AddIOp>(sum))
    return false;
  Value out = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  Value added =
      sum->getOperand(0) == out ? sum->getOperand(1) : sum->getOperand(0);
  Operation *product = added.getDefiningOp();
  if (!isa_and_present<arith::MulFOp, arith::MulIOp>(product) ||
      !llvm::is_contained(sum->getOperands(), out))
    return false;
  BlockArgument one = followFactor(op, product->getOperand(0), whyNot),
                other = followFactor(op, product->getOperand(1), whyNot);
  if (!one || !other || one.getArgNumber() + other.getArgNumber() != 1) {
    if (whyNot.empty())
      whyNot = "it multiplies something else than elements of two tensors";
    return false;
  }
  return true;
}

static std::string printType(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Whether the problem sums as the operation does, or more exactly.
static bool checkSums(ConvolutionPattern &pattern, std::string &whyNot) {
  Type sum = getElementTypeOrSelf(pattern.getResult().getType());
  Type x = pattern.x.getElementType(), f = pattern.f.getElementType();
  auto isNarrow = [](Type type) {
    return type.getIntOrFloatBitWidth() <= 32 && !type.isInteger(1);
  };
  if (isa<FloatType>(sum) ? sum.getIntOrFloatBitWidth() > 32
                          : !sum.isInteger(32))
    whyNot = "it sums elements of " + printType(sum);
  else if (x != f)
    whyNot =
        "it multiplies elements of " + printType(x) + " and " + printType(f);
  else if (!isNarrow(x) || isa<FloatType>(x) != isa<FloatType>(sum))
    whyNot = "it multiplies elements of " + printType(x);
  return whyNot.empty();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Orders the loops by their kinds. Fails if one has no part in a convolution.
static bool orderLoops(ConvolutionPattern &pattern) {
  AffineMap x = pattern.op.getMatchingIndexingMap(
                pattern.op.getDpsInputOperand(0)),
            f = pattern.op.getMatchingIndexingMap(
                pattern.op.getDpsInputOperand(1)),
            y = pattern.op.getIndexingMapMatchingResult(
                pattern.op->getResult(0));
  if (!f.isProjectedPermutation() || !y.isProjectedPermutation())
    return false;
  llvm::SmallDenseSet<unsigned> spatial;
  SmallVector<std::pair<unsigned, unsigned>> windows;
  for (AffineExpr index : x.getResults()) {
    if (isa<AffineDimExpr>(index))
      continue;
    std::optional<problem::WindowExpr> window = problem::matchWindow(index);
    if (!window)
      return false;
    unsigned output = window->terms[0].dim, tap = window->terms[1].dim;
    if (f.isFunctionOfDim(output))
      std::swap(output, tap);
    if (!y.isFunctionOfDim(output) || f.isFunctionOfDim(output) ||
        !f.isFunctionOfDim(tap) || y.isFunctionOfDim(tap) ||
        !spatial.insert(output).second || !spatial.insert(tap).second)
      return false;
    windows.push_back({output, tap});
  }
  if (windows.empty() || windows.size() > 3)
    return false;
  // Batch, groups, output channels and channels.
  SmallVector<unsigned> others[4];
  for (unsigned loop = 0; loop < x.getNumDims(); ++loop) {
    if (spatial.contains(loop))
      continue;
    bool inX = x.isFunctionOfDim(loop), inF = f.isFunctionOfDim(loop),
         inY = y.isFunctionOfDim(loop);
    if (inX + inF + inY < 2)
      return false;
    others[!inF ? 0 : !inX ? 2 : inY ? 1 : 3].push_back(loop);
  }
  llvm::sort(windows);
  SmallVector<unsigned> &loops = pattern.loops;
  loops.assign(others[0]);
  llvm::append_range(loops, others[1]);
  llvm::append_range(loops, llvm::make_first_range(windows));
  llvm::append_range(loops, others[2]);
  llvm::append_range(loops, llvm::make_second_range(windows));
  llvm::append_range(loops, others[3]);
  return true;
}

bool autotune::hasWindows(linalg::LinalgOp op) {
  // Upstream infers no dimensions of operations with zero points.
  return op.hasPureTensorSemantics() && op.getNumDpsInits() == 1 &&
         op.getNumDpsInputs() >= 2 && op.getNumReductionLoops() != 0 &&
         (isa<linalg::ConvolutionOpInterface>(op.getOperation()) ||
          succeeded(linalg::inferConvolutionDims(op)));
}

bool autotune::matchConvolution(linalg::LinalgOp op,
                                ConvolutionPattern &pattern,
                                std::string &whyNot) {
  if (!hasWindows(op) || !matchSumOfProducts(op, whyNot))
    return false;
  pattern.op = op;
  if (op->hasAttr(kConfigAttrName)) {
    whyNot = "it has a config of its own";
    return false;
  }
  if (!orderLoops(pattern)) {
    whyNot = "its loops are not those of a convolution alone";
    return false;
  }
  pattern.x = peelFactor(op, /*number=*/0, /*narrows=*/true);
  pattern.f = peelFactor(op, /*number=*/1, /*narrows=*/true);
  if (pattern.x.getElementType() != pattern.f.getElementType()) {
    pattern.x = peelFactor(op, /*number=*/0, /*narrows=*/false);
    pattern.f = peelFactor(op, /*number=*/1, /*narrows=*/false);
  }
  return checkSums(pattern, whyNot);
}
