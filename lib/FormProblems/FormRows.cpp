//===- FormRows.cpp - Problems of rows ------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/FormRows.h"

#include "FormScans.h"
#include "RowGroups.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class RowFormer {
public:
  RowFormer(RewriterBase &rewriter, Block &block, const RowGroup &group)
      : rewriter(rewriter), block(block), group(group) {
    members.insert(group.ops.begin(), group.ops.end());
  }
  /// Returns whether there is something to compute.
  bool form();

private:
  bool isInside(Operation *op);
  void addInput(Value value);
  void findInputs();
  void uniteInputs();
  void findOutputs();
  void erase();
  Value copyInside(Value value);
  void copyOp(DestinationStyleOpInterface op);
  Value createInit(OpResult output);
  Value createEmpty(Location loc, Type type);

  RewriterBase &rewriter;
  Block &block;
  const RowGroup &group;
  llvm::SmallPtrSet<Operation *, 8> members;
  llvm::SetVector<Value> inputs, outputs;
  IRMapping mapping;
};
} // namespace

/// Whether an operation moves into the body: it has nothing to compute.
static bool isCopied(Operation *op) {
  return isa<tensor::EmptyOp, linalg::FillOp>(op) ||
         (op->hasTrait<OpTrait::ConstantLike>() &&
          !isa<TensorType>(op->getResult(0).getType()));
}

void RowFormer::addInput(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && members.contains(op))
    return;
  if (op && isCopied(op)) {
    for (Value operand : op->getOperands())
      addInput(operand);
    return;
  }
  // Reshapes of the group's own values are copied.
  if (op && isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    Operation *source = getReshaped(value).getDefiningOp();
    if (source && members.contains(source))
      return addInput(op->getOperand(0));
  }
  inputs.insert(value);
}

void RowFormer::findInputs() {
  for (DestinationStyleOpInterface op : group.ops) {
    for (OpOperand &operand : op->getOpOperands())
      if (needsOperand(op, operand))
        addInput(operand.get());
    Region &body = op->getRegion(0);
    body.walk([&](Operation *inner) {
      for (Value value : inner->getOperands()) {
        if (value.getParentRegion() == &body)
          continue;
        // A gather is from memory.
        if (isa<TensorType>(value.getType()))
          inputs.insert(value);
        else
          addInput(value);
      }
    });
  }
}

/// One tensor that is read in several shapes is one input.
void RowFormer::uniteInputs() {
  llvm::SmallMapVector<Value, unsigned, 8> sources;
  for (Value input : inputs)
    ++sources[getReshaped(input)];
  llvm::SetVector<Value> united;
  for (Value input : inputs) {
    Value source = getReshaped(input);
    united.insert(sources[source] > 1 ? source : input);
  }
  inputs = std::move(united);
}

void RowFormer::findOutputs() {
  for (DestinationStyleOpInterface op : group.ops)
    for (Value result : op->getResults()) {
      SmallVector<Value> shapes = {result};
      bool isRead = false;
      while (!shapes.empty() && !isRead)
        for (Operation *user : shapes.pop_back_val().getUsers()) {
          if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user))
            shapes.push_back(user->getResult(0));
          else
            isRead |= !members.contains(block.findAncestorOpInBlock(*user));
        }
      if (isRead)
        outputs.insert(result);
    }
}

/// The value in the body that stands for one outside.
Value RowFormer::copyInside(Value value) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    copyInside(operand);
  rewriter.clone(*op, mapping);
  return mapping.lookup(value);
}

/// Where a result goes: the operation's own destination, if it has one.
Value RowFormer::createInit(OpResult output) {
  auto op = cast<DestinationStyleOpInterface>(output.getOwner());
  Value init = op.getDpsInitOperand(output.getResultNumber())->get();
  Operation *source = getReshaped(init).getDefiningOp();
  if (!source || (!members.contains(source) && !isCopied(source)))
    return init;
  return createEmpty(op.getLoc(), output.getType());
}

Value RowFormer::createEmpty(Location loc, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor::EmptyOp::create(rewriter, loc, tensor.getShape(),
                                 tensor.getElementType());
}

void RowFormer::copyOp(DestinationStyleOpInterface op) {
  IRMapping ofOp = mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    if (needsOperand(op, operand))
      ofOp.map(operand.get(), copyInside(operand.get()));
  }
  Region &body = op->getRegion(0);
  body.walk([&](Operation *inner) {
    for (Value value : inner->getOperands())
      if (value.getParentRegion() != &body)
        ofOp.map(value, copyInside(value));
  });
  auto copied = cast<DestinationStyleOpInterface>(rewriter.clone(*op, ofOp));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(copied);
  for (OpOperand &init : copied.getDpsInitsMutable())
    if (!needsOperand(copied, init))
      init.set(createEmpty(op.getLoc(), init.get().getType()));
  mapping.map(op->getResults(), copied->getResults());
}

bool RowFormer::form() {
  findInputs();
  uniteInputs();
  findOutputs();
  if (outputs.empty()) {
    erase();
    return false;
  }
  DestinationStyleOpInterface last = group.ops.back();
  Location loc = last.getLoc();
  rewriter.setInsertionPoint(last);
  SmallVector<Value> inits;
  for (Value output : outputs)
    inits.push_back(createInit(cast<OpResult>(output)));
  SmallVector<Type> types(
      llvm::map_range(outputs, [](Value output) { return output.getType(); }));
  auto problem = problem::RowsOp::create(
      rewriter, loc, types, rewriter.getI64IntegerAttr(group.rows),
      rewriter.getI64IntegerAttr(group.columns), inputs.getArrayRef(), inits);
  SmallVector<Type> inputTypes(
      llvm::map_range(inputs, [](Value input) { return input.getType(); }));
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body =
        rewriter.createBlock(&problem.getBody(), {}, inputTypes,
                             SmallVector<Location>(inputTypes.size(), loc));
    mapping.map(inputs.getArrayRef(), body->getArguments());
    for (DestinationStyleOpInterface op : group.ops)
      copyOp(op);
    problem::YieldOp::create(rewriter, loc,
                             llvm::map_to_vector(outputs, [&](Value output) {
                               return mapping.lookup(output);
                             }));
  }
  for (auto [output, result] : llvm::zip_equal(outputs, problem.getResults()))
    rewriter.replaceAllUsesWith(output, result);
  erase();
  return true;
}

/// With the reshapes that nobody reads. Assertions of elements that nobody
/// reads go, too.
void RowFormer::erase() {
  for (DestinationStyleOpInterface op : llvm::reverse(group.ops)) {
    SetVector<Operation *> users(op->user_begin(), op->user_end());
    for (Operation *user : users)
      if (isOpTriviallyDead(user))
        rewriter.eraseOp(user);
    if (op->use_empty())
      rewriter.eraseOp(op);
  }
}

int64_t autotune::formRows(RewriterBase &rewriter, Block &block) {
  formScans(rewriter, block);
  for (auto op :
       llvm::make_early_inc_range(block.getOps<linalg::TransposeOp>())) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
  // Assertions alone: fusion has copied them into operations with results.
  for (auto op : llvm::make_early_inc_range(block.getOps<linalg::GenericOp>()))
    if (op.getOutputs().empty() && op->use_empty() &&
        op.hasPureTensorSemantics())
      rewriter.eraseOp(op);
  SmallVector<RowGroup> groups = findRowGroups(block);
  int64_t formed = 0;
  for (const RowGroup &group : groups)
    formed += RowFormer(rewriter, block, group).form();
  // A problem stands where its last operation stood, and results of others may
  // be used before that. Operations with effects stay where they are.
  auto begin = block.begin();
  for (auto it = block.begin(); it != block.end();) {
    Operation *op = &*it++;
    if (!isOrdered(op) && !op->hasTrait<OpTrait::IsTerminator>())
      continue;
    sortTopologically(&block, llvm::make_range(begin, op->getIterator()));
    begin = it;
  }
  return formed;
}
