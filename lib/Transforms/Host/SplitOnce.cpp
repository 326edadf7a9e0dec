//===- SplitOnce.cpp - What is the same in each call ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of a function that depend on no argument, or on frozen ones
// only, are *constant*. A constant operation whose result the rest of the
// function needs has two choices: its result is kept, or the operation stays
// and needs its operands. The choice is made from the last operation to the
// first, so that it is known whether a result is needed. What kept results need
// is copied to the new function.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Autotune/OnceName.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNESPLITONCE
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// What a function keeps, and what it takes to compute that.
class OnceSplitter {
public:
  OnceSplitter(func::FuncOp function, bool costlyOnly, int64_t maxBytes,
               int64_t maxFrozenBytes)
      : block(function.getBody().front()), function(function),
        costlyOnly(costlyOnly), bytesLeft(maxBytes),
        frozenBytesLeft(maxFrozenBytes) {}

  /// Fills `kept`.
  void choose();
  void split(ModuleOp module);

  SmallVector<OpResult> kept;
  int64_t keptBytes = 0, keptFrozenBytes = 0;

private:
  void findConstantOps();
  bool isPartOfFrozen(Operation *op) const;
  bool isNeeded(Value value) const;
  bool shouldKeep(Operation *op) const;
  bool tryKeep(Operation *op);

  Block &block;
  func::FuncOp function;
  bool costlyOnly;
  int64_t bytesLeft, frozenBytesLeft;
  llvm::DenseSet<Value> frozen;
  /// In their order. `costly` are those of them that need a costly operation,
  /// or are one; `ofFrozen` are those that need a frozen argument.
  llvm::SetVector<Operation *> constantOps;
  llvm::DenseSet<Operation *> costly, ofFrozen;
  /// Constant operations that the function itself computes.
  llvm::DenseSet<Operation *> staying;
};
} // namespace

//===----------------------------------------------------------------------===//
// Kinds of operations
//===----------------------------------------------------------------------===//

/// The bytes of a tensor of known size; 0 for any other value.
static int64_t getBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() ||
      !type.getElementType().isIntOrIndexOrFloat())
    return 0;
  int64_t bits =
      type.getElementType().isIndex() ? 64 : type.getElementTypeBitWidth();
  return type.getNumElements() * llvm::divideCeil(bits, 8);
}

static SmallVector<Value> getAllOperands(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

/// Whether an operation is a view that a launch takes, or a view of which does.
template <typename LaunchOp> static bool isViewFor(Operation *op) {
  return isa<tensor::ExtractSliceOp, tile::PermuteOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp, tensor::CastOp>(op) &&
         llvm::any_of(op->getUsers(), [](Operation *user) {
           return isa<LaunchOp>(user) || isViewFor<LaunchOp>(user);
         });
}

/// Whether no kernel computes the operation: it is another shape of a tensor, a
/// constant, the host's, or a view that a matmul's kernel was built for, with
/// its strides. Other slices may be copied.
static bool isFree(Operation *op) {
  if (isViewFor<tile::LaunchOp>(op) ||
      isa<tensor::EmptyOp, tensor::ExpandShapeOp, tensor::CollapseShapeOp,
          tensor::CastOp>(op) ||
      op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return llvm::all_of(op->getResults(),
                      [](Value result) { return getBytes(result) == 0; });
}

/// Whether an operation in the body of a linalg.generic takes a few
/// instructions.
static bool isSimple(Operation *op) {
  if (isa<math::MathDialect>(op->getDialect()))
    return isa<math::AbsFOp, math::AbsIOp, math::CeilOp, math::CopySignOp,
               math::FloorOp, math::FmaOp, math::RoundEvenOp, math::TruncOp>(
        op);
  return !isa<tensor::ExtractOp>(op) && op->getNumRegions() == 0;
}

static bool isCostly(Operation *op) {
  if (isFree(op) || isa<tensor::ExtractSliceOp>(op))
    return false;
  if (op->hasTrait<OpTrait::Elementwise>())
    return !isSimple(op);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return !linalgOp || linalgOp.getNumReductionLoops() != 0 ||
         !llvm::all_of(*linalgOp.getBlock(),
                       [](Operation &inner) { return isSimple(&inner); });
}

/// Whether an operation can be computed elsewhere, with the same results.
static bool canMove(Operation *op) {
  return isMemoryEffectFree(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::all_of(op->getResults(), [](Value result) {
           return getBytes(result) != 0 ||
                  result.getType().isIntOrIndexOrFloat();
         });
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

void OnceSplitter::findConstantOps() {
  // Arguments of unknown sizes stay out: the function that runs once would have
  // to be told the sizes.
  for (BlockArgument argument : block.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), kFrozenAttrName) &&
        getBytes(argument) != 0)
      frozen.insert(argument);
  for (Operation &op : block) {
    auto isConstant = [&](Value value) {
      return frozen.contains(value) ||
             constantOps.contains(value.getDefiningOp());
    };
    SmallVector<Value> operands = getAllOperands(&op);
    if (!canMove(&op) || !llvm::all_of(operands, isConstant))
      continue;
    constantOps.insert(&op);
    if (isCostly(&op) || llvm::any_of(operands, [&](Value value) {
          return costly.contains(value.getDefiningOp());
        }))
      costly.insert(&op);
    if (llvm::any_of(operands, [&](Value value) {
          return frozen.contains(value) ||
                 ofFrozen.contains(value.getDefiningOp());
        }))
      ofFrozen.insert(&op);
  }
}

/// Whether an operation is a part of a frozen argument whose elements are next
/// to each other. Kernels read that where it is, and a copy gains nothing, but
/// for kernels that take whole buffers: the launch would copy it in each call.
bool OnceSplitter::isPartOfFrozen(Operation *op) const {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice || !slice.hasUnitStride() || isViewFor<tile::RunOp>(op))
    return false;
  Value source = slice.getSource();
  while (Operation *view = source.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(view))
      return false;
    source = view->getOperand(0);
  }
  if (!frozen.contains(source))
    return false;
  // Behind the first dimension of several indices, all dimensions are whole.
  bool isPart = false;
  for (auto [size, whole] : llvm::zip_equal(slice.getStaticSizes(),
                                            slice.getSourceType().getShape())) {
    if (isPart && size != whole)
      return false;
    isPart |= size != 1;
  }
  return true;
}

/// Whether something that is not moved uses the value.
bool OnceSplitter::isNeeded(Value value) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    Operation *ancestor = block.findAncestorOpInBlock(*user);
    return !constantOps.contains(ancestor) || staying.contains(ancestor);
  });
}

/// Whether the value is overwritten, so that a kept one would be copied in each
/// call.
static bool isOverwritten(Value value) {
  return llvm::any_of(value.getUses(), [](OpOperand &use) {
    auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return op && op.isDpsInit(&use);
  });
}

bool OnceSplitter::shouldKeep(Operation *op) const {
  if (isFree(op) || isPartOfFrozen(op) ||
      (isa<linalg::FillOp>(op) && isOverwritten(op->getResult(0))))
    return false;
  if (!costlyOnly || isCostly(op))
    return true;
  int64_t operandBytes = 0, resultBytes = 0;
  for (Value operand : getAllOperands(op))
    if (costly.contains(operand.getDefiningOp()))
      operandBytes += getBytes(operand);
  for (Value result : op->getResults())
    resultBytes += getBytes(result);
  return costly.contains(op) && operandBytes >= resultBytes;
}

/// Keeps what is needed of the results, if that is tensors, and they fit.
bool OnceSplitter::tryKeep(Operation *op) {
  SmallVector<OpResult> needed;
  int64_t bytes = 0;
  for (OpResult result : op->getResults()) {
    if (!isNeeded(result))
      continue;
    if (getBytes(result) == 0)
      return false;
    needed.push_back(result);
    bytes += getBytes(result);
  }
  bool isOfFrozen = ofFrozen.contains(op);
  int64_t &left = isOfFrozen ? frozenBytesLeft : bytesLeft;
  if (bytes > left)
    return false;
  left -= bytes;
  (isOfFrozen ? keptFrozenBytes : keptBytes) += bytes;
  kept.append(needed);
  return true;
}

void OnceSplitter::choose() {
  findConstantOps();
  for (Operation *op : llvm::reverse(constantOps))
    if (llvm::any_of(op->getResults(),
                     [&](Value result) { return isNeeded(result); }) &&
        (!shouldKeep(op) || !tryKeep(op)))
      staying.insert(op);
  // In the order in which they are computed.
  std::reverse(kept.begin(), kept.end());
}

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

void OnceSplitter::split(ModuleOp module) {
  // What kept results need.
  llvm::DenseSet<Operation *> needed;
  llvm::DenseSet<Value> neededArguments;
  for (OpResult result : kept)
    needed.insert(result.getOwner());
  for (Operation *op : llvm::reverse(constantOps))
    if (needed.contains(op))
      for (Value operand : getAllOperands(op)) {
        if (isa<BlockArgument>(operand))
          neededArguments.insert(operand);
        else
          needed.insert(operand.getDefiningOp());
      }
  SmallVector<Value> inputs;
  for (BlockArgument argument : block.getArguments())
    if (neededArguments.contains(argument))
      inputs.push_back(argument);

  OpBuilder b(function);
  Location loc = function.getLoc();
  SmallVector<Type> types = llvm::map_to_vector(
      kept, [](OpResult result) { return result.getType(); });
  auto once = func::FuncOp::create(b, loc, (function.getName() + ".once").str(),
                                   b.getFunctionType(TypeRange(inputs), types));
  once.setPrivate();
  once->setAttr(kOnceAttrName, b.getUnitAttr());
  b.setInsertionPointToStart(once.addEntryBlock());
  IRMapping mapping;
  mapping.map(inputs, once.getArguments());
  for (Operation *op : constantOps)
    if (needed.contains(op))
      b.clone(*op, mapping);
  SmallVector<Value> results = llvm::map_to_vector(
      kept, [&](Value result) { return mapping.lookup(result); });
  func::ReturnOp::create(b, loc, results);
  SymbolTable(module).insert(once);

  b.setInsertionPointToStart(&block);
  auto call = func::CallOp::create(b, loc, once, inputs);
  for (auto [old, result] : llvm::zip_equal(kept, call.getResults()))
    old.replaceAllUsesWith(result);
  for (Operation *op : llvm::reverse(constantOps))
    if (op->use_empty() && needed.contains(op))
      op->erase();
}

/// Takes back what an earlier run has moved.
static void inlineOnce(ModuleOp module) {
  for (auto once : llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
    if (!isa_and_nonnull<UnitAttr>(once->getAttr(kOnceAttrName)) ||
        !once.getBody().hasOneBlock())
      continue;
    SmallVector<func::CallOp> calls;
    module.walk([&](func::CallOp call) {
      if (call.getCallee() == once.getName())
        calls.push_back(call);
    });
    Block &body = once.getBody().front();
    for (func::CallOp call : calls) {
      OpBuilder b(call);
      IRMapping mapping;
      mapping.map(body.getArguments(), call.getOperands());
      for (Operation &op : body.without_terminator())
        b.clone(op, mapping);
      call->replaceAllUsesWith(llvm::map_to_vector(
          body.getTerminator()->getOperands(),
          [&](Value result) { return mapping.lookup(result); }));
      call.erase();
    }
    if (SymbolTable::symbolKnownUseEmpty(once, module))
      once.erase();
  }
}

namespace {
struct SplitOnce : public autotune::impl::AutotuneSplitOnceBase<SplitOnce> {
  using AutotuneSplitOnceBase::AutotuneSplitOnceBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    inlineOnce(module);
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>())) {
      // Nobody calls a function without arguments for its results twice.
      if (function.isExternal() || function.getNumArguments() == 0 ||
          function->hasAttr(kOnceAttrName) || !function.getBody().hasOneBlock())
        continue;
      OnceSplitter splitter(function, costly, maxBytes, maxFrozenBytes);
      splitter.choose();
      if (splitter.kept.empty())
        continue;
      numKept += splitter.kept.size();
      keptBytes += splitter.keptBytes + splitter.keptFrozenBytes;
      keptFrozenBytes += splitter.keptFrozenBytes;
      splitter.split(module);
    }
  }
};
} // namespace
