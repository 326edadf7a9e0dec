//===- PrologueBuilder.cpp - From operations to a prologue ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From an operand of a matmul back to what is stored: through element-wise
// operations, broadcasts and views, each time with the map from the operand's
// row along the output and its place along K to an element of what is read. The
// integers are what both index, or floats of 8 bits, or the floats that the
// matcher has chosen. What is indexed by rows, by groups of K or by K alone is
// a value that the prologue reads, as early as it is found: whoever makes it
// goes on to do so.
//
//===----------------------------------------------------------------------===//

#include "PrologueBuilder.h"
#include "EpilogueMatcher.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Float8.h"
#include "mlir-autotune/Analysis/Memory.h"
#include "mlir-autotune/Analysis/Prologue.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;

PrologueBuilder::PrologueBuilder(MLIRContext *context, Factor kind,
                                 std::string &whyNot, Value given)
    : kind(kind), given(given), whyNot(whyNot), b(context) {
  Location loc = UnknownLoc::get(context);
  module = ModuleOp::create(loc);
  b.setInsertionPointToEnd(module->getBody());
  function =
      func::FuncOp::create(b, loc, kPrologueName, b.getFunctionType({}, {}));
  b.setInsertionPointToEnd(function.addEntryBlock());
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

/// What the elements are called.
static std::string getName(Type element) {
  return isFloat8(element)         ? "floats of 8 bits"
         : isa<FloatType>(element) ? "floats"
                                   : "integers";
}

/// Whether it is what is stored: both dimensions index it, each one of its own.
bool PrologueBuilder::isFactor(Value tensor, AffineMap map) const {
  if (kind == Factor::Given)
    return tensor == given && map.isPermutation();
  auto type = cast<RankedTensorType>(tensor.getType());
  Type element = type.getElementType();
  bool isInteger = element.isInteger(8) || element.isSignlessInteger(4);
  bool isKind = isFloat8(element) || (kind == Factor::Weights && isInteger);
  return isKind && type.getRank() == 2 && map.isPermutation();
}

Value PrologueBuilder::addFactor(Value tensor, AffineMap map) {
  auto type = cast<RankedTensorType>(tensor.getType());
  std::string name = getName(type.getElementType());
  if (factor)
    return refuse(kind == Factor::Given
                      ? "it reads a matrix in two orders"
                      : "it reads two matrices of elements of 8 bits");
  factor = tensor;
  factorMap = map;
  // Threads load neighbours along K. What is of whole bytes, or words, they
  // transpose.
  int64_t bits = type.getElementTypeBitWidth();
  if (map.getResult(1) != b.getAffineDimExpr(kDepth) && bits != 8 && bits != 32)
    return refuse("K is not the last dimension of the " + name + " of " +
                  Twine(bits) + " bits");
  if (type.getEncoding())
    return refuse("the tensor type of the " + name + " has an encoding");
  Block &block = function.getBody().front();
  return block.insertArgument(
      0u, cast<ShapedType>(tensor.getType()).getElementType(),
      function.getLoc());
}

int64_t PrologueBuilder::getArgument(Value scalar) const {
  auto argument = dyn_cast<BlockArgument>(scalar);
  return argument ? int64_t(argument.getArgNumber()) : -1;
}

/// By what something is divided; 0 where that is no constant.
static int64_t getGroup(AffineBinaryOpExpr division) {
  auto constant = dyn_cast<AffineConstantExpr>(division.getRHS());
  return constant ? constant.getValue() : 0;
}

/// Makes an operand run along what indexes one of its dimensions: rows, groups
/// of K or each place there, or, of scales, groups of rows. Whether it does.
bool PrologueBuilder::addDimension(AffineExpr index, PrologueOperand &operand) {
  AffineExpr row = b.getAffineDimExpr(kRow), depth = b.getAffineDimExpr(kDepth);
  auto groups = dyn_cast<AffineBinaryOpExpr>(index);
  bool isDivided = groups && groups.getKind() == AffineExprKind::FloorDiv &&
                   getGroup(groups) > 0;
  bool isRowGroup =
      isDivided && groups.getLHS() == row && kind == Factor::Floats8;
  if ((index == row || isRowGroup) && !operand.overOutput) {
    operand.overOutput = true;
    operand.rowGroup = isRowGroup ? getGroup(groups) : 1;
    return true;
  }
  bool isDepth = index == depth && kind != Factor::Floats8;
  if ((!isDepth && (!isDivided || groups.getLHS() != depth)) || operand.group)
    return false;
  operand.group = isDepth ? 1 : getGroup(groups);
  operand.matrix.transposed = !operand.overOutput;
  return true;
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
    bool hadOutput = operand.overOutput;
    if (!addDimension(result, operand))
      return {};
    order.push_back(operand.overOutput != hadOutput ? 0 : 1);
  }
  // A value for each element is no less than these.
  if (operand.group == 1 && operand.overOutput)
    return {};
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
  operand.matrix.setDense();
  operands.push_back(operand);
  values.push_back({tensor, order, /*groups=*/{}});
  return function.getBody().front().addArgument(type.getElementType(),
                                                function.getLoc());
}

/// One value for all, which is known now, or lies where the host puts it: in a
/// tensor of one element.
Value PrologueBuilder::addScalar(Value scalar) {
  if (isa<ShapedType>(scalar.getType()))
    return refuse("a body reads a tensor that is none of its operands");
  if (TypedAttr constant = getElementConstant(scalar))
    return arith::ConstantOp::create(b, function.getLoc(), constant);
  Value &argument = known[{scalar, b.getEmptyAffineMap()}];
  if (argument)
    return argument;
  std::optional<ElementKind> kind = getElementKind(scalar.getType());
  if (!kind || isFloat8(*kind)) {
    std::string type;
    llvm::raw_string_ostream(type) << scalar.getType();
    return refuse("it reads a scalar of type " + type);
  }
  PrologueOperand operand;
  operand.matrix.element = *kind;
  operand.matrix.rowStride = 1;
  operands.push_back(operand);
  values.push_back({scalar, /*dims=*/{}, /*groups=*/{}});
  return argument = function.getBody().front().addArgument(scalar.getType(),
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
        // Of a size of 0 there are no elements to be found.
        if (!isOuter && (ShapedType::isDynamic(size) || size == 0))
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
    Value scalar;
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &body) {
      scalar = addScalar(value);
      if (scalar)
        mapping.map(value, scalar);
      return bool(scalar);
    }
    OpOperand *operand = op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(operand)) {
      refuse("it reads its output operand");
      return false;
    }
    if (isa<RankedTensorType>(operand->get().getType()))
      scalar = build(
          operand->get(),
          simplifyAffineMap(op.getMatchingIndexingMap(operand).compose(map)));
    else
      scalar = addScalar(operand->get());
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

/// Whether it is made of loops, one after the other, that each give an element.
static bool isElementwiseLoops(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && isElementwise(op) && linalgOp.hasPureTensorSemantics() &&
         linalgOp.getNumDpsInits() == 1 && !linalgOp.hasIndexSemantics() &&
         linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0))
             .isIdentity();
}

/// Whether it is an operation of scalars that is applied to whole tensors.
static bool isMappedScalar(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) && op->getNumResults() == 1;
}

bool PrologueBuilder::seesThrough(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
             op) ||
         isElementwiseLoops(op) || isMappedScalar(op);
}

Value PrologueBuilder::build(Value tensor, AffineMap map) {
  if (TypedAttr constant = getElementConstant(tensor))
    return arith::ConstantOp::create(b, function.getLoc(), constant);
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || left-- == 0)
    return refuse(
        "it is computed by too many operations, or not from ranked tensors");
  if (!isAddressable(type))
    return refuse("it reads a tensor that no address space can hold");
  if (Value scalar = known.lookup({tensor, map}))
    return scalar;
  auto note = [&, tensor = tensor](Value made) {
    return known[{tensor, map}] = made;
  };
  if (isFactor(tensor, map))
    return note(addFactor(tensor, map));
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
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(op))
    return note(addScalar(splat.getInput()));
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op)) {
    // It converts what is of another type.
    Value element = fill.getInputs()[0];
    if (element.getType() != type.getElementType())
      return refuse("it reads a linalg.fill that converts its value");
    return note(addScalar(element));
  }
  if (op && isElementwiseLoops(op))
    return note(buildBody(cast<linalg::LinalgOp>(op), map));
  if (op && isMappedScalar(op))
    return note(buildMapped(op, map));
  if (type.getElementType().isSignlessInteger(4))
    return refuse("it reads integers of 4 bits beside the matrix that is "
                  "multiplied; kernels read whole bytes");
  return refuse(
      "it reads " +
      std::string(map.getNumResults() == 2 ? "a matrix" : "a tensor") +
      " that varies other than by rows and by groups of K");
}

LogicalResult PrologueBuilder::finish(Value result, MatchedPrologue &found) {
  // Views alone are none.
  if (kind == Factor::Given && getArgument(result) == 0)
    return failure();
  Block &block = function.getBody().front();
  func::ReturnOp::create(b, function.getLoc(), result);
  function.setFunctionType(
      b.getFunctionType(block.getArgumentTypes(), {result.getType()}));
  FailureOr<std::string> body = getPrologueBody(function, whyNot);
  if (failed(body))
    return failure();
  // A conversion alone is what products of two widths do anyway.
  bool isConversion =
      isa<arith::SIToFPOp>(block.front()) || isFloat8Argument(&block.front());
  if (!isConversion || !llvm::hasNItems(block, 2))
    found.prologue.body = std::move(*body);
  found.stored = factor;
  found.isDepthFirst = factorMap.getResult(0) == b.getAffineDimExpr(kDepth);
  found.prologue.number = found.number;
  found.prologue.operands.assign(operands.begin(), operands.end());
  found.params = values;
  return success();
}
