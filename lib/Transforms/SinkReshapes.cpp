//===- SinkReshapes.cpp - What comes after a product, on matrices ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layer works on sequences of tokens, and its product on all tokens one
// behind the other: front ends shape what they multiply, and shape the product
// back. The bias, the activation and the residual come behind that. Here each
// of them becomes an operation on the product's own shape, which views of the
// other operands have; the reshape goes behind it, and perhaps meets its
// inverse.
//
//===----------------------------------------------------------------------===//

#include "SinkReshapes.h"

#include "ContractionViews.h"
#include "MatmulParts.h"
#include "ReshapedOperand.h"
#include "TensorReads.h"

#include "mlir-autotune/Analysis/MatmulOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// The reshapes of one operation, and what is known of its tensors.
class Sinking {
public:
  explicit Sinking(Operation *root);

  void run();

private:
  bool isOfProduct(Value value, unsigned depth = 0);
  Value sinkInto(Operation *op, const Reshape &reshape);
  Value sinkUnary(Operation *op, const Reshape &reshape);
  Value createInit(OpBuilder &builder, Operation *op, const Reshape &reshape,
                   bool isRead);
  void visit(Operation *op);

  SmallVector<Operation *> worklist;
  DenseMap<Value, bool> known;
  /// What nobody may read any more.
  SmallVector<Value> unused;
};
} // namespace

Sinking::Sinking(Operation *root) {
  root->walk([&](Operation *op) {
    std::optional<Reshape> reshape = matchReshape(op);
    if (reshape && isOfProduct(reshape->source))
      worklist.push_back(op);
  });
  // The first is taken first.
  std::reverse(worklist.begin(), worklist.end());
}

/// Whether a tensor is a product, or what element-wise operations and reshapes
/// make of one.
bool Sinking::isOfProduct(Value value, unsigned depth) {
  // Deeper ones are no epilogue either.
  constexpr unsigned kMaxDepth = 64;
  Operation *op = value.getDefiningOp();
  if (!op || depth == kMaxDepth)
    return false;
  if (isMatmul(op))
    return true;
  auto found = known.find(value);
  if (found != known.end())
    return found->second;
  bool isMade = false;
  if (std::optional<Reshape> reshape = matchReshape(op))
    isMade = isOfProduct(reshape->source, depth + 1);
  else if (isElementwiseOnTensors(op))
    isMade = llvm::any_of(getReads(op), [&](const ElementRead &read) {
      return isa<RankedTensorType>(read.value.getType()) &&
             read.map.isIdentity() && isOfProduct(read.value, depth + 1);
    });
  return known[value] = isMade;
}

/// An operation of one whole tensor, such as arith.truncf, stays one.
Value Sinking::sinkUnary(Operation *op, const Reshape &reshape) {
  OpBuilder builder(op);
  IRMapping mapping;
  mapping.map(op->getOperand(0), reshape.source);
  Operation *sunk = builder.clone(*op, mapping);
  sunk->getResult(0).setType(
      cast<RankedTensorType>(reshape.source.getType())
          .clone(getElementTypeOrSelf(op->getResult(0))));
  return sunk->getResult(0);
}

/// Where the operation writes on the source's shape.
Value Sinking::createInit(OpBuilder &builder, Operation *op,
                          const Reshape &reshape, bool isRead) {
  Location loc = op->getLoc();
  auto type = cast<RankedTensorType>(reshape.source.getType())
                  .clone(getElementTypeOrSelf(op->getResult(0)));
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  Value init = linalgOp ? linalgOp.getDpsInits()[0] : Value();
  bool isEmpty = !init || isa_and_nonnull<tensor::EmptyOp, linalg::FillOp>(
                              init.getDefiningOp());
  if (!isRead && isEmpty)
    return tensor::EmptyOp::create(
        builder, loc, tensor::getMixedSizes(builder, loc, reshape.source),
        type.getElementType());
  ElementRead read{init, builder.getMultiDimIdentityMap(
                             cast<ShapedType>(init.getType()).getRank())};
  std::optional<ElementRead> view = reshapeRead(builder, loc, read, reshape);
  if (!view || !view->map.isIdentity())
    return nullptr;
  return view->value.getType() == type
             ? view->value
             : tensor::CastOp::create(builder, loc, type, view->value)
                   .getResult();
}

/// Writes `op` on the source of a reshape that it reads; null where another
/// operand has no view of that shape.
Value Sinking::sinkInto(Operation *op, const Reshape &reshape) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp && op->getNumOperands() == 1)
    return sinkUnary(op, reshape);
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<ElementRead> reads = getReads(op);
  bool readsInit = linalgOp && reads.size() == op->getNumOperands();
  if (readsInit && reads.back().value == reshape.result)
    return nullptr;
  // Views of the others are of the reshape's dimensions, which must be those of
  // the operation.
  if (llvm::any_of(reads, [&](const ElementRead &read) {
        return read.value == reshape.result && !read.map.isIdentity();
      }))
    return nullptr;
  unsigned rank = cast<ShapedType>(reshape.source.getType()).getRank();
  for (const ElementRead &read : ArrayRef(reads).drop_back(readsInit)) {
    std::optional<ElementRead> view;
    if (read.value == reshape.result)
      view = {reshape.source, builder.getMultiDimIdentityMap(rank)};
    else
      view = reshapeRead(builder, loc, findSource(read), reshape);
    // What is in another order there may be in order here.
    if (!view)
      view = reshapeRead(builder, loc, read, reshape);
    if (!view) {
      eraseIfDead(inputs);
      return nullptr;
    }
    inputs.push_back(view->value);
    maps.push_back(view->map);
  }
  Value init = createInit(builder, op, reshape, readsInit);
  if (!init) {
    eraseIfDead(inputs);
    return nullptr;
  }
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  auto body = [&](OpBuilder &b, Location loc, ValueRange elements) {
    linalg::YieldOp::create(
        b, loc, cloneBody(b, op, readsInit ? elements : elements.drop_back()));
  };
  auto sunk = createElementwise(builder, loc, inputs, init, maps, body);
  if (linalgOp)
    copyAttributes(linalgOp, sunk);
  return sunk.getResult(0);
}

void Sinking::visit(Operation *op) {
  Reshape reshape = *matchReshape(op);
  SmallVector<Operation *> users(reshape.result.getUsers());
  llvm::SmallPtrSet<Operation *, 8> seen;
  for (Operation *user : users) {
    if (!seen.insert(user).second)
      continue;
    std::optional<Reshape> other = matchReshape(user);
    if (other && isInverse(reshape, *other)) {
      other->result.replaceAllUsesWith(reshape.source);
      unused.push_back(other->result);
      continue;
    }
    if (other || !isElementwiseOnTensors(user))
      continue;
    Value sunk = sinkInto(user, reshape);
    if (!sunk)
      continue;
    OpBuilder builder(user);
    Value result =
        createReshape(builder, sunk, user->getResult(0).getType(), reshape);
    user->getResult(0).replaceAllUsesWith(result);
    // Other operations may be erased before these are.
    llvm::copy_if(user->getOperands(), std::back_inserter(unused),
                  [](Value operand) {
                    return isa_and_nonnull<tensor::EmptyOp, tensor::CastOp,
                                           tensor::CollapseShapeOp,
                                           tensor::ExpandShapeOp>(
                        operand.getDefiningOp());
                  });
    user->erase();
    worklist.push_back(result.getDefiningOp());
    // Of several reshapes, one behind the other, it is behind one less.
    Operation *made = reshape.source.getDefiningOp();
    if (made && matchReshape(made) && isOfProduct(made->getOperand(0)))
      worklist.push_back(made);
    if (auto cast = result.getDefiningOp<tensor::CastOp>();
        cast && !isa<tensor::CastOp>(op))
      worklist.push_back(cast.getSource().getDefiningOp());
  }
  unused.push_back(reshape.result);
}

void Sinking::run() {
  while (!worklist.empty())
    visit(worklist.pop_back_val());
  eraseIfDead(unused);
}

void autotune::sinkReshapes(Operation *root) { Sinking(root).run(); }
