//===- SinkViews.cpp - What comes after a product, on matrices ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SinkViews.h"

#include "ContractionViews.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

/// Views another operand of an element-wise operation, indexed by `map`: it
/// must have all the dimensions that one of the view collapses, or none of
/// them.
static std::optional<OperandView> viewOther(AffineMap map, ShapedType loops,
                                            const OperandView &view) {
  SmallVector<unsigned> dims, targets;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || (!dims.empty() && dims.back() >= dim.getPosition()))
      return std::nullopt;
    dims.push_back(dim.getPosition());
  }
  OperandView other;
  int64_t next = 0;
  for (auto [target, group] : llvm::enumerate(view.groups)) {
    ReassociationIndices here;
    bool isWhole = true;
    for (int64_t dim : group) {
      if (next < static_cast<int64_t>(dims.size()) && dims[next] == dim)
        here.push_back(next++);
      else
        isWhole &= loops.getDimSize(dim) == 1;
    }
    if (here.empty())
      continue;
    if (!isWhole)
      return std::nullopt;
    other.groups.push_back(here);
    targets.push_back(target);
  }
  other.map = AffineMap::getMultiDimMapWithTargets(view.groups.size(), targets,
                                                   map.getContext());
  return other;
}

/// Whether `op` computes each element of its result from that of `operand`.
static bool isElementwise(linalg::GenericOp op, OpOperand &operand) {
  auto isPlain = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? !tensor.getEncoding() : !isa<ShapedType>(type);
  };
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         hasPlainBody(op) && llvm::all_of(op->getOperandTypes(), isPlain) &&
         op.getNumReductionLoops() == 0 && !op.hasIndexSemantics() &&
         op.isDpsInput(&operand) &&
         op.getMatchingIndexingMap(&operand).isIdentity() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity();
}

/// Writes `op` on matrices, `product` in the place of `use`; null where another
/// operand is none.
static Value sinkInto(linalg::GenericOp op, OpOperand &use, Value product,
                      ShapedType type, const OperandView &view) {
  if (!isElementwise(op, use))
    return nullptr;
  SmallVector<OperandView> views;
  for (OpOperand *input : op.getDpsInputOperands()) {
    std::optional<OperandView> other =
        viewOther(op.getMatchingIndexingMap(input), type, view);
    if (!other)
      return nullptr;
    views.push_back(*other);
  }

  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  for (auto [input, other] : llvm::zip(op.getDpsInputOperands(), views)) {
    Value value = input->get();
    maps.push_back(input == &use
                       ? builder.getMultiDimIdentityMap(view.groups.size())
                       : other.map);
    auto tensor = dyn_cast<RankedTensorType>(value.getType());
    inputs.push_back(input == &use ? product
                     : tensor ? createView(builder, loc, value, tensor, other)
                              : value);
  }
  Value init = op.getDpsInits()[0];
  Type element = getElementTypeOrSelf(init);
  init = createInitView(builder, loc, init, type.clone(element), view);
  unsigned rank = view.groups.size();
  maps.push_back(builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto sunk = linalg::GenericOp::create(builder, loc, init.getType(), inputs,
                                        init, maps, iterators);
  IRMapping mapping;
  op.getRegion().cloneInto(&sunk.getRegion(), mapping);
  for (NamedAttribute attr : op->getDiscardableAttrs())
    sunk->setAttr(attr.getName(), attr.getValue());
  return sunk.getResult(0);
}

/// The same for an operation of whole tensors, such as arith.truncf.
static Value sinkInto(Operation *op, Value product) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      !OpTrait::hasElementwiseMappableTraits(op))
    return nullptr;
  OpBuilder builder(op);
  IRMapping mapping;
  mapping.map(op->getOperand(0), product);
  Operation *sunk = builder.clone(*op, mapping);
  sunk->getResult(0).setType(
      cast<RankedTensorType>(product.getType())
          .clone(getElementTypeOrSelf(op->getResult(0))));
  return sunk->getResult(0);
}

SmallVector<Value> autotune::sinkView(Value result, Value product, Value like,
                                      ShapedType type,
                                      const OperandView &view) {
  SmallVector<Value> unused;
  // Other operands would have to be transposed too.
  if (view.isIdentity() || !view.permutation.empty())
    return unused;
  while (result.hasOneUse()) {
    OpOperand &use = *result.getUses().begin();
    Operation *user = use.getOwner();
    auto generic = dyn_cast<linalg::GenericOp>(user);
    Value sunk = generic ? sinkInto(generic, use, product, type, view)
                         : sinkInto(user, product);
    if (!sunk)
      break;
    product = sunk;
    OpBuilder builder(user);
    type = type.clone(getElementTypeOrSelf(product));
    result = createResult(builder, user->getLoc(), product, like,
                          user->getResult(0).getType(), type, view);
    user->getResult(0).replaceAllUsesWith(result);
    llvm::append_range(unused, user->getOperands());
    user->erase();
  }
  return unused;
}
