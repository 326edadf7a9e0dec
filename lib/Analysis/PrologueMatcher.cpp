//===- PrologueMatcher.cpp - What precedes a matmul -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an operand of a matmul back to integers: through element-wise
// operations, broadcasts and views, each time with the map from the operand's
// row along the output and its place along K to an element of what is read. The
// integers are what both index. What is indexed by rows or groups of K alone is
// a value that the prologue reads, as early as it is found: whoever makes it
// goes on to do so.
//
//===----------------------------------------------------------------------===//

#include "PrologueMatcher.h"
#include "EpilogueMatcher.h"

#include "mlir-autotune/Analysis/Prologue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

/// How many operations are gone through.
static constexpr int64_t kMaxOperations = 64;
/// Rows of the other factor, from which on weights are better dequantized once:
/// each tile of 256 converts them anew, which then takes longer than a pass
/// over memory (estimated for NVIDIA H100: a pass is 3 bytes of each element,
/// and a conversion five instructions).
static constexpr int64_t kManyRows = 2048;

namespace {

/// The dimensions of all maps.
enum Dim : unsigned { kRow = 0, kDepth = 1 };

class PrologueBuilder {
public:
  PrologueBuilder(MLIRContext *context, std::string &whyNot);

  /// The scalar that an element of a tensor is; null with the reason if it is
  /// none that a kernel makes.
  Value build(Value tensor, AffineMap map);
  LogicalResult finish(Value result, Dequantization &found);

  /// The integers, if there are any.
  Value integers;

private:
  Value refuse(const Twine &why) {
    if (whyNot.empty())
      whyNot = why.str();
    return {};
  }
  Value addInteger(Value tensor, AffineMap map);
  Value addParam(Value tensor, AffineMap map);
  Value buildBody(linalg::LinalgOp op, AffineMap map);
  Value buildMapped(Operation *op, AffineMap map);
  AffineMap getSourceMap(Operation *view, AffineMap map);

  std::string &whyNot;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  OpBuilder b;
  DenseMap<std::pair<Value, AffineMap>, Value> known;
  SmallVector<PrologueOperand> operands;
  SmallVector<EpilogueValue> values;
  int64_t left = kMaxOperations;
};

} // namespace

PrologueBuilder::PrologueBuilder(MLIRContext *context, std::string &whyNot)
    : whyNot(whyNot), b(context) {
  Location loc = UnknownLoc::get(context);
  module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  function =
      func::FuncOp::create(b, loc, kPrologueName, b.getFunctionType({}, {}));
  b.setInsertionPointToEnd(function.addEntryBlock());
}

static TypedAttr getConstant(Value value) {
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    attr = splat.getSplatValue<Attribute>();
  auto typed = dyn_cast<TypedAttr>(attr);
  return typed && typed.getType().isIntOrFloat() ? typed : TypedAttr();
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

/// Both dimensions index it, each one of its own.
Value PrologueBuilder::addInteger(Value tensor, AffineMap map) {
  if (integers)
    return refuse("two matrices of integers take part in it");
  integers = tensor;
  if (map.getResult(1) != b.getAffineDimExpr(kDepth))
    return refuse("K is not the last dimension of the integers");
  if (cast<RankedTensorType>(tensor.getType()).getEncoding())
    return refuse("the tensor type of the integers has an encoding");
  Block &block = function.getBody().front();
  return block.insertArgument(
      0u, cast<ShapedType>(tensor.getType()).getElementType(),
      function.getLoc());
}

/// A value for each row or group of K, or both; null where it is more.
Value PrologueBuilder::addParam(Value tensor, AffineMap map) {
  auto type = cast<RankedTensorType>(tensor.getType());
  std::optional<ElementKind> kind = getElementKind(type.getElementType());
  if (!kind || isFloat8(*kind) || type.getEncoding())
    return {};
  PrologueOperand operand;
  SmallVector<int64_t> order;
  for (auto [index, result] : llvm::enumerate(map.getResults())) {
    if (type.getDimSize(index) == 1) {
      order.push_back(EpilogueValue::kUnit);
      continue;
    }
    auto groups = dyn_cast<AffineBinaryOpExpr>(result);
    if (result == b.getAffineDimExpr(kRow) && !operand.overOutput) {
      operand.overOutput = true;
    } else if (groups && groups.getKind() == AffineExprKind::FloorDiv &&
               groups.getLHS() == b.getAffineDimExpr(kDepth) &&
               isa<AffineConstantExpr>(groups.getRHS()) && !operand.group) {
      operand.group = cast<AffineConstantExpr>(groups.getRHS()).getValue();
      operand.matrix.transposed = !operand.overOutput;
    } else {
      return {};
    }
    order.push_back(result == b.getAffineDimExpr(kRow) ? 0 : 1);
  }
  // As rows and columns of what is stored.
  if (operand.matrix.transposed && !operand.overOutput)
    operand.matrix.transposed = false;
  else if (operand.matrix.transposed)
    for (int64_t &dim : order)
      dim = dim == EpilogueValue::kUnit ? dim : 1 - dim;
  operand.matrix.element = *kind;
  operand.matrix.alignment = getKnownAlignment(tensor, getElementBytes(*kind));
  operand.matrix.rowStride = 1;
  for (auto [index, dim] : llvm::enumerate(order))
    if (dim == 1)
      operand.matrix.rowStride = type.getDimSize(index);
  operands.push_back(operand);
  values.push_back({tensor, order});
  return function.getBody().front().addArgument(type.getElementType(),
                                                function.getLoc());
}

//===----------------------------------------------------------------------===//
// What is gone through
//===----------------------------------------------------------------------===//

/// From the dimensions to the source of a view, by a map to its result.
AffineMap PrologueBuilder::getSourceMap(Operation *view, AffineMap map) {
  SmallVector<AffineExpr> results;
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(view)) {
    RankedTensorType source = collapse.getSrcType();
    for (auto [whole, group] : llvm::zip_equal(
             map.getResults(), collapse.getReassociationIndices())) {
      int64_t inner = 1;
      SmallVector<AffineExpr> parts;
      for (auto [position, dim] : llvm::enumerate(llvm::reverse(group))) {
        bool isOuter = position + 1 == group.size();
        int64_t size = source.getDimSize(dim);
        if (!isOuter && ShapedType::isDynamic(size))
          return {};
        AffineExpr part = whole.floorDiv(inner);
        parts.push_back(isOuter ? part : part % size);
        inner *= isOuter ? 1 : size;
      }
      results.append(parts.rbegin(), parts.rend());
    }
    return simplifyAffineMap(AffineMap::get(2, 0, results, view->getContext()));
  }
  auto expand = cast<tensor::ExpandShapeOp>(view);
  RankedTensorType type = expand.getResultType();
  for (ArrayRef<int64_t> group : expand.getReassociationIndices()) {
    AffineExpr whole = b.getAffineConstantExpr(0);
    for (int64_t dim : group) {
      if (dim != group.front() && type.isDynamicDim(dim))
        return {};
      whole = whole * (type.isDynamicDim(dim) ? 1 : type.getDimSize(dim)) +
              map.getResult(dim);
    }
    results.push_back(whole);
  }
  return simplifyAffineMap(AffineMap::get(2, 0, results, view->getContext()));
}

Value PrologueBuilder::buildBody(linalg::LinalgOp op, AffineMap map) {
  Block &body = *op.getBlock();
  IRMapping mapping;
  auto mapValue = [&](Value value) {
    if (mapping.contains(value))
      return true;
    if (TypedAttr constant = getConstant(value)) {
      mapping.map(value,
                  arith::ConstantOp::create(b, function.getLoc(), constant)
                      .getResult());
      return true;
    }
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &body) {
      refuse("it reads a scalar that is no constant");
      return false;
    }
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(operand)) {
      refuse("it reads what it overwrites");
      return false;
    }
    Value scalar;
    if (isa<RankedTensorType>(operand->get().getType()))
      scalar = build(
          operand->get(),
          simplifyAffineMap(op.getMatchingIndexingMap(operand).compose(map)));
    else if (TypedAttr constant = getConstant(operand->get()))
      scalar = arith::ConstantOp::create(b, function.getLoc(), constant);
    else
      refuse("it reads a scalar that is no constant");
    if (scalar)
      mapping.map(value, scalar);
    return bool(scalar);
  };
  for (Operation &inner : body.without_terminator()) {
    if (inner.hasTrait<OpTrait::ConstantLike>())
      continue;
    if (!isMemoryEffectFree(&inner) || inner.getNumRegions() ||
        inner.getNumResults() != 1)
      return refuse("a body has more than arithmetic");
    if (!llvm::all_of(inner.getOperands(), mapValue))
      return {};
    b.clone(inner, mapping);
  }
  Value result = body.getTerminator()->getOperand(0);
  return mapValue(result) ? mapping.lookup(result) : Value();
}

Value PrologueBuilder::buildMapped(Operation *op, AffineMap map) {
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    Value scalar = build(operand, map);
    if (!scalar)
      return {};
    mapping.map(operand, scalar);
  }
  Value result = b.clone(*op, mapping)->getResult(0);
  result.setType(getElementTypeOrSelf(result));
  return result;
}

Value PrologueBuilder::build(Value tensor, AffineMap map) {
  if (TypedAttr constant = getConstant(tensor))
    return arith::ConstantOp::create(b, function.getLoc(), constant);
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || left-- == 0)
    return refuse("it is made of more than can be looked through");
  if (Value scalar = known.lookup({tensor, map}))
    return scalar;
  auto note = [&, tensor = tensor](Value made) {
    return known[{tensor, map}] = made;
  };
  if (type.getElementType().isInteger(8) && type.getRank() == 2 &&
      map.isPermutation())
    return note(addInteger(tensor, map));
  if (Value param = addParam(tensor, map))
    return note(param);
  Operation *op = tensor.getDefiningOp();
  if (auto cast = dyn_cast_or_null<tensor::CastOp>(op))
    return note(build(cast.getSource(), map));
  if (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
    AffineMap source = getSourceMap(op, map);
    if (!source)
      return refuse("a view of it has sizes that are known at run time only");
    return note(build(op->getOperand(0), source));
  }
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op)) {
    if (TypedAttr constant = getConstant(fill.getInputs()[0]))
      return note(arith::ConstantOp::create(b, function.getLoc(), constant));
    return refuse("it reads a scalar that is no constant");
  }
  if (auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op))
    if (isElementwise(op) && linalgOp.hasPureTensorSemantics() &&
        linalgOp.getNumDpsInits() == 1 && !linalgOp.hasIndexSemantics() &&
        linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0))
            .isIdentity())
      return note(buildBody(linalgOp, map));
  if (op && OpTrait::hasElementwiseMappableTraits(op) &&
      op->getNumResults() == 1)
    return note(buildMapped(op, map));
  return refuse(
      "it reads " +
      std::string(map.getNumResults() == 2 ? "a matrix" : "a tensor") +
      " that varies otherwise than by rows and by groups of K");
}

LogicalResult PrologueBuilder::finish(Value result, Dequantization &found) {
  Block &block = function.getBody().front();
  func::ReturnOp::create(b, function.getLoc(), result);
  function.setFunctionType(
      b.getFunctionType(block.getArgumentTypes(), {result.getType()}));
  FailureOr<std::string> body = getPrologueBody(function, whyNot);
  if (failed(body))
    return failure();
  // A conversion alone is what products of integers and floats do anyway.
  auto conversion = dyn_cast<arith::SIToFPOp>(block.front());
  if (!conversion || !llvm::hasNItems(block, 2))
    found.prologue.body = std::move(*body);
  found.integers = integers;
  found.prologue.operands.assign(operands.begin(), operands.end());
  found.params = values;
  return success();
}

//===----------------------------------------------------------------------===//
// The operands of a matmul
//===----------------------------------------------------------------------===//

/// Of operand number `number`, whose map has rows and K in either order.
static std::optional<Dequantization>
matchOperand(linalg::LinalgOp op, unsigned number, std::string &whyNot) {
  MLIRContext *context = op.getContext();
  AffineMap loops = op.getIndexingMapsArray()[number];
  Value operand = op.getDpsInputs()[number];
  Operation *made = operand.getDefiningOp();
  auto type = cast<RankedTensorType>(operand.getType());
  Type element = type.getElementType();
  if (!made || !(element.isBF16() || element.isF16()) ||
      getElementTypeOrSelf(op.getDpsInputs()[1 - number]) != element)
    return std::nullopt;
  // Those of linalg.matmul are M, N and K.
  constexpr unsigned kLoopOfDepth = 2;
  unsigned row = number;
  bool isDepthLast =
      loops.getResult(1) == getAffineDimExpr(kLoopOfDepth, context);
  AffineExpr along = getAffineDimExpr(kRow, context);
  AffineExpr depth = getAffineDimExpr(kDepth, context);
  if (loops.getResult(isDepthLast ? 0 : 1) != getAffineDimExpr(row, context))
    return std::nullopt;
  AffineMap map =
      AffineMap::get(2, 0,
                     isDepthLast ? ArrayRef<AffineExpr>{along, depth}
                                 : ArrayRef<AffineExpr>{depth, along},
                     context);
  std::string why;
  PrologueBuilder builder(context, why);
  Dequantization found;
  found.number = number;
  Value result = builder.build(operand, map);
  bool isFound = result && builder.integers;
  if (isFound && succeeded(builder.finish(result, found)))
    return found;
  // Whoever has no integers has nothing to hear.
  if (builder.integers)
    whyNot = why;
  return std::nullopt;
}

std::optional<Dequantization> autotune::matchPrologue(linalg::LinalgOp op,
                                                      std::string &whyNot) {
  MLIRContext *context = op.getContext();
  if (!isa<linalg::MatmulOp>(op.getOperation()) ||
      !op.hasPureTensorSemantics() ||
      !context->getLoadedDialect<func::FuncDialect>() ||
      !context->getLoadedDialect<math::MathDialect>() ||
      !context->getLoadedDialect("vector"))
    return std::nullopt;
  for (Value operand : op->getOperands())
    if (!isa<RankedTensorType>(operand.getType()) ||
        cast<RankedTensorType>(operand.getType()).getRank() != 2)
      return std::nullopt;
  for (AffineMap map : op.getIndexingMapsArray())
    if (map.getNumResults() != 2)
      return std::nullopt;
  // Weights are B, most times.
  for (unsigned number : {1u, 0u}) {
    std::optional<Dequantization> found = matchOperand(op, number, whyNot);
    if (!found)
      continue;
    AffineMap other = op.getIndexingMapsArray()[1 - number];
    auto type = cast<RankedTensorType>(op.getDpsInputs()[1 - number].getType());
    bool isDepthLast = other.getResult(1) == getAffineDimExpr(2, context);
    int64_t rows = type.getDimSize(isDepthLast ? 0 : 1);
    if (ShapedType::isDynamic(rows) || rows < kManyRows)
      return found;
    whyNot = "the other factor has " + std::to_string(rows) + " rows; of " +
             std::to_string(kManyRows) +
             " or more it is faster to dequantize once";
  }
  return std::nullopt;
}
