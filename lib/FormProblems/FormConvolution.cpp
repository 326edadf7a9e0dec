//===- FormConvolution.cpp - From linalg operations to a convolution ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormConvolution.h"

#include "AttentionViews.h"
#include "ConvolutionEpilogue.h"
#include "FormedProblem.h"

#include "mlir-autotune/Analysis/DeadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The size of a tensor's dimension. What only initializes a tensor is looked
/// through, so that it can be erased.
static OpFoldResult getSizeBehindInits(OpBuilder &b, Location loc, Value tensor,
                                       int64_t dim) {
  while (auto result = dyn_cast<OpResult>(tensor)) {
    auto op = dyn_cast<linalg::LinalgOp>(result.getOwner());
    if (!op)
      break;
    tensor = op.getDpsInits()[result.getResultNumber()];
  }
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  return tensor::getMixedSize(b, loc, tensor, dim);
}

/// Sizes of results are read from where the results got them, so that they are
/// no use of the results.
static void resolveSizes(RewriterBase &rewriter, Operation *root) {
  SmallVector<tensor::DimOp> ops;
  root->walk([&](tensor::DimOp op) {
    if (op.getConstantIndex() &&
        op.getSource().getDefiningOp<linalg::LinalgOp>())
      ops.push_back(op);
  });
  for (tensor::DimOp op : ops) {
    rewriter.setInsertionPoint(op);
    OpFoldResult size = getSizeBehindInits(
        rewriter, op.getLoc(), op.getSource(), *op.getConstantIndex());
    rewriter.replaceOp(
        op, getValueOrCreateConstantIndexOp(rewriter, op.getLoc(), size));
  }
}

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

namespace {
/// Makes the problem of one match.
class ConvolutionFormer {
public:
  ConvolutionFormer(RewriterBase &rewriter, ConvolutionPattern &pattern,
                    ConvolutionElements &elements)
      : b(elements.output.tensor.getLoc(), rewriter), pattern(pattern),
        elements(elements) {}

  /// Creates the problem in front of what it is to replace.
  problem::ConvolutionOp create();
  /// What takes the place of the output. Created by create().
  Value getResult() const { return result; }

private:
  AffineMap getMap(ArrayRef<Axis> axes);
  void addFactor(const ConvolutionFactor &factor);
  void addTensor(const MatchedTensor &tensor);
  void addScalar(Value scalar);
  Value createInit(ArrayRef<Axis> axes);

  ImplicitLocOpBuilder b;
  ConvolutionPattern &pattern;
  ConvolutionElements &elements;
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  Value result;
};
} // namespace

/// The map of a tensor whose dimensions have these axes.
AffineMap ConvolutionFormer::getMap(ArrayRef<Axis> axes) {
  SmallVector<AffineExpr> loops;
  for (Axis axis : axes)
    loops.push_back(b.getAffineDimExpr(pattern.getLoop(
        llvm::find(elements.axes, axis) - elements.axes.begin())));
  return pattern.getMap(loops);
}

void ConvolutionFormer::addFactor(const ConvolutionFactor &factor) {
  inputs.push_back(factor.create(b));
  maps.push_back(pattern.getMap(factor.indices));
}

void ConvolutionFormer::addTensor(const MatchedTensor &tensor) {
  SmallVector<Axis> axes = getViewAxes(tensor, {});
  inputs.push_back(createView(b, elements.graph, tensor, axes));
  maps.push_back(getMap(axes));
}

void ConvolutionFormer::addScalar(Value scalar) {
  inputs.push_back(createScalarInput(b, scalar));
  maps.push_back(getMap({}));
}

/// A tensor for the output, with sizes of the convolution's init.
Value ConvolutionFormer::createInit(ArrayRef<Axis> axes) {
  SmallVector<OpFoldResult> sizes;
  for (Axis axis : axes) {
    const ProductSize &size = elements.graph.getSize(axis);
    if (size.isStatic())
      sizes.push_back(b.getIndexAttr(size.number));
    else
      sizes.push_back(getSizeBehindInits(b, b.getLoc(), pattern.getInit(),
                                         llvm::find(elements.axes, axis) -
                                             elements.axes.begin()));
  }
  return tensor::EmptyOp::create(
      b, sizes, getElementTypeOrSelf(elements.output.tensor.getType()));
}

problem::ConvolutionOp ConvolutionFormer::create() {
  b.setInsertionPoint(elements.output.tensor.getDefiningOp());
  addFactor(pattern.x);
  addFactor(pattern.f);
  for (const MatchedTensor &tensor : elements.tensors)
    addTensor(tensor);
  for (Value scalar : elements.scalars)
    addScalar(scalar);
  SmallVector<Axis> axes = getViewAxes(elements.output, elements.missing);
  Value init = createInit(axes);
  maps.push_back(getMap(axes));
  auto convolution = problem::ConvolutionOp::create(
      b, init.getType(), inputs, init, b.getAffineMapArrayAttr(maps));
  {
    OpBuilder::InsertionGuard guard(b);
    Block *body =
        createFunction(b, convolution.getEpilogue(), convolution.getSumType(),
                       convolution.getEpilogueInputs(), /*indices=*/0);
    problem::YieldOp::create(b, createConvolutionEpilogue(b, elements, *body));
  }
  result = createResult(b, elements.graph, convolution->getResult(0),
                        elements.output, axes);
  return convolution;
}

//===----------------------------------------------------------------------===//
// All convolutions
//===----------------------------------------------------------------------===//

/// The elements of the furthest output that a problem can have.
static std::unique_ptr<ConvolutionElements>
findOutput(ConvolutionPattern &pattern) {
  SmallVector<ConvolutionCandidate> candidates =
      getConvolutionCandidates(pattern);
  for (const ConvolutionCandidate &candidate : llvm::reverse(candidates))
    if (auto elements = readConvolutionElements(pattern, candidate))
      return elements;
  return nullptr;
}

int64_t autotune::formConvolutions(RewriterBase &rewriter, Operation *root,
                                   WhyNotConvolution getWhyNot,
                                   TellConvolution tell) {
  SmallVector<linalg::LinalgOp> ops;
  root->walk([&](linalg::LinalgOp op) {
    if (hasWindows(op))
      ops.push_back(op);
  });
  if (ops.empty())
    return 0;
  resolveSizes(rewriter, root);
  llvm::SmallPtrSet<Operation *, 32> erased;
  auto eraseDead = [&](Value value) {
    eraseIfDead(
        value, [](Operation *) { return true; },
        [&](Operation *dead) { erased.insert(dead); });
  };
  int64_t formed = 0;
  for (linalg::LinalgOp op : ops) {
    if (erased.contains(op))
      continue;
    ConvolutionPattern pattern;
    std::string whyNot;
    if (!matchConvolution(op, pattern, whyNot)) {
      if (!whyNot.empty())
        tell(op, {}, whyNot);
      continue;
    }
    std::unique_ptr<ConvolutionElements> elements = findOutput(pattern);
    if (!elements) {
      tell(op, {}, "its init is not indexed by the dimensions of the result");
      continue;
    }
    ConvolutionFormer former(rewriter, pattern, *elements);
    problem::ConvolutionOp convolution = former.create();
    whyNot = getWhyNot(convolution);
    if (!whyNot.empty()) {
      eraseDead(former.getResult());
      tell(op, {}, whyNot);
      continue;
    }
    tell(op, convolution, "");
    Value output = elements->output.tensor;
    rewriter.replaceAllUsesWith(output, former.getResult());
    eraseDead(output);
    ++formed;
  }
  return formed;
}
