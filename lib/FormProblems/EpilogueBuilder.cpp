//===- EpilogueBuilder.cpp - From element-wise operations to a function ---===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EpilogueMatcher.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Analysis/Memory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::autotune;

TypedAttr autotune::getElementConstant(Value value) {
  Attribute attr;
  if (!matchPattern(value, m_Constant(&attr)))
    return {};
  if (auto splat = dyn_cast<SplatElementsAttr>(attr))
    attr = splat.getSplatValue<Attribute>();
  auto typed = dyn_cast<TypedAttr>(attr);
  return typed && typed.getType().isIntOrFloat() ? typed : TypedAttr();
}

//===----------------------------------------------------------------------===//
// What can be part of an epilogue
//===----------------------------------------------------------------------===//

static std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string autotune::findWhyNotRead(Value value, AffineMap map,
                                     unsigned depth) {
  if (getElementConstant(value))
    return "";
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!getReadKind(getElementTypeOrSelf(value.getType())))
    return "it reads elements of type " +
           describe(getElementTypeOrSelf(value.getType()));
  if (!type)
    return "";
  if (!isa<RankedTensorType, MemRefType>(type))
    return "it reads an operand that is no ranked tensor or memref";
  std::string whyNot;
  std::optional<EpilogueValue> read = matchRead(value, map, &whyNot);
  if (!read)
    return whyNot;
  EpilogueValue source = findSource(*read);
  if (findProducer(source, map.getNumDims(), depth))
    return "";
  for (auto [index, dim] : llvm::enumerate(source.dims))
    if (dim != EpilogueValue::kUnit && dim + 2 < map.getNumDims() &&
        source.getGroup(index) != 1)
      return "it reads an operand that groups of the batch share";
  auto tensor = dyn_cast<RankedTensorType>(source.value.getType());
  if (tensor && tensor.getEncoding())
    return "it reads a tensor with an encoding";
  if (!isAddressable(source.value.getType()))
    return "it reads an operand that no address space can hold";
  return "";
}

/// That a body computes with its arguments, constants and scalars alone.
static std::string checkBody(Block &block) {
  auto findWhyNot = [&](Operation &op) -> std::string {
    for (Value operand : op.getOperands()) {
      if (operand.getParentBlock() == &block)
        continue;
      if (isa<ShapedType>(operand.getType()) && !getElementConstant(operand))
        return "its body reads a value from outside that is no scalar";
      std::string why = findWhyNotRead(operand, AffineMap());
      if (!why.empty())
        return why;
    }
    return "";
  };
  for (Operation &op : block.without_terminator()) {
    if (!isMemoryEffectFree(&op) || op.getNumRegions())
      return "its body has more than arithmetic";
    std::string why = findWhyNot(op);
    if (!why.empty())
      return why;
  }
  return findWhyNot(*block.getTerminator());
}

BlockArgument mlir::autotune::getReadElement(linalg::LinalgOp op,
                                             OpOperand &operand) {
  Block *body = op.getBlock();
  if (operand.getOperandNumber() >= body->getNumArguments())
    return {};
  BlockArgument argument = body->getArgument(operand.getOperandNumber());
  return argument.use_empty() ? BlockArgument() : argument;
}

static std::string findWhyNotFused(linalg::LinalgOp op,
                                   function_ref<bool(Value)> isCurrent,
                                   ShapedType shape) {
  bool isTensor = isa<TensorType>(shape);
  if (op.getNumParallelLoops() != op.getNumLoops() ||
      int64_t(op.getNumLoops()) != shape.getRank())
    return "it is not element-wise";
  if (op.getNumDpsInits() < 1 || (op.getNumDpsInits() > 1 && !isTensor))
    return "it does not have exactly one result";
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!op.getMatchingIndexingMap(&init).isIdentity())
      return "it writes its result in another order";
  if (op.hasIndexSemantics())
    return "it computes with indices";
  for (OpOperand &operand : op->getOpOperands()) {
    bool isRead = bool(getReadElement(op, operand));
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (isCurrent(operand.get())) {
      if (isRead && !map.isIdentity())
        return "it reads the product in another order, or a part of it";
      continue;
    }
    std::string why = isRead ? findWhyNotRead(operand.get(), map) : "";
    if (!why.empty())
      return why;
  }
  return checkBody(*op.getBlock());
}

static std::string findWhyNotMapped(Operation *op,
                                    function_ref<bool(Value)> isCurrent,
                                    ShapedType shape) {
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type || type.getRank() != shape.getRank())
      return "it reads an operand that is no tensor of the product's rank";
    if (isCurrent(operand))
      continue;
    std::string why = findWhyNotRead(
        operand,
        AffineMap::getMultiDimIdentityMap(shape.getRank(), op->getContext()));
    if (!why.empty())
      return why;
  }
  return "";
}

std::string autotune::findWhyNotFused(Operation *op,
                                      function_ref<bool(Value)> isCurrent,
                                      ShapedType shape) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return ::findWhyNotFused(linalgOp, isCurrent, shape);
  if (OpTrait::hasElementwiseMappableTraits(op) && op->getNumResults() == 1 &&
      isa<RankedTensorType>(op->getResult(0).getType()))
    return findWhyNotMapped(op, isCurrent, shape);
  return "it is not element-wise, with one result";
}

//===----------------------------------------------------------------------===//
// EpilogueBuilder
//===----------------------------------------------------------------------===//

EpilogueBuilder::EpilogueBuilder(const MatmulFact &fact, ValueRange results)
    : fact(fact), rank(cast<ShapedType>(results[0].getType()).getRank()) {
  MLIRContext *context = results[0].getContext();
  Location loc = UnknownLoc::get(context);
  module = ModuleOp::create(loc);
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  function =
      func::FuncOp::create(b, loc, kEpilogueName, b.getFunctionType({}, {}));
  Block *block = function.addEntryBlock();
  b.setInsertionPointToEnd(block);
  Type accumulator = getElementType(fact.getSumElement(), context);
  for (Value result : results) {
    Type rounded = cast<ShapedType>(result.getType()).getElementType();
    Value sum = block->addArgument(accumulator, loc);
    if (rounded != accumulator)
      sum = isa<FloatType>(rounded)
                ? arith::TruncFOp::create(b, loc, rounded, sum).getResult()
                : arith::TruncIOp::create(b, loc, rounded, sum).getResult();
    scalars[result] = sum;
  }
}

Value EpilogueBuilder::getScalar(OpBuilder &b, EpilogueValue read) {
  Value value = read.value;
  if (Value known = scalars.lookup(value))
    return known;
  Location loc = function.getLoc();
  EpilogueValue source = findSource(std::move(read));
  // As is said of what has no groups.
  if (llvm::all_of(source.groups, [](int64_t group) { return group == 1; }))
    source.groups.clear();
  for (Value origin : {value, source.value})
    if (TypedAttr constant = getElementConstant(origin))
      return arith::ConstantOp::create(b, loc, constant);
  if (isa<ShapedType>(source.value.getType()))
    if (Operation *producer = findProducer(source, rank))
      return addProducer(b, producer, source);
  Block &block = function.getBody().front();
  Type element = getElementTypeOrSelf(source.value.getType());
  Type stored = getElementType(*getReadKind(element), b.getContext());
  // A boolean is a byte in memory.
  auto getRead = [&](Value argument) {
    return element == stored
               ? argument
               : arith::TruncIOp::create(b, loc, element, argument).getResult();
  };
  for (auto [index, known] : llvm::enumerate(values))
    if (known.value == source.value && known.dims == source.dims &&
        known.groups == source.groups)
      return getRead(block.getArgument(index + fact.getProducts()));
  values.push_back(std::move(source));
  return getRead(block.addArgument(stored, loc));
}

void EpilogueBuilder::add(linalg::LinalgOp op) {
  OpBuilder b = OpBuilder::atBlockEnd(&function.getBody().front());
  IRMapping mapping;
  for (OpOperand &operand : op->getOpOperands()) {
    BlockArgument element = getReadElement(op, operand);
    if (!element)
      continue;
    EpilogueValue scalar{operand.get(), {}, {}};
    if (isa<ShapedType>(operand.get().getType()))
      scalar = matchRead(operand.get(), op.getMatchingIndexingMap(&operand))
                   .value_or(scalar);
    mapping.map(element, getScalar(b, scalar));
  }
  auto mapOuter = [&](Value value) {
    if (value.getParentBlock() != op.getBlock() && !mapping.contains(value))
      mapping.map(value, getScalar(b, {value, {}, {}}));
  };
  for (Operation &inner : op.getBlock()->without_terminator()) {
    llvm::for_each(inner.getOperands(), mapOuter);
    b.clone(inner, mapping);
  }
  for (auto [index, result] :
       llvm::enumerate(op.getBlock()->getTerminator()->getOperands())) {
    mapOuter(result);
    scalars[op->getNumResults() ? Value(op->getResult(index))
                                : op.getDpsInits()[index]] =
        mapping.lookup(result);
  }
}

void EpilogueBuilder::addMapped(Operation *op) {
  OpBuilder b = OpBuilder::atBlockEnd(&function.getBody().front());
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(rank));
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, getScalar(b, {operand, dims, {}}));
  Value result = op->getResult(0);
  Value scalar = b.clone(*op, mapping)->getResult(0);
  scalar.setType(cast<ShapedType>(result.getType()).getElementType());
  scalars[result] = scalar;
}

FailureOr<EpilogueFact> EpilogueBuilder::finish(ValueRange outputs,
                                                ElementKind element,
                                                std::string &whyNot) {
  Block &block = function.getBody().front();
  OpBuilder b = OpBuilder::atBlockEnd(&block);
  auto results = llvm::map_to_vector(
      outputs, [&](Value output) { return scalars.lookup(output); });
  func::ReturnOp::create(b, function.getLoc(), results);
  SmallVector<Type> types(ValueRange(results).getTypes());
  types.front() = getElementType(element, b.getContext());
  function.setFunctionType(b.getFunctionType(block.getArgumentTypes(), types));
  EpilogueFact epilogue;
  FailureOr<std::string> body = getEpilogueBody(function, whyNot);
  if (failed(body))
    return failure();
  epilogue.body = std::move(*body);
  for (const EpilogueValue &value : values)
    epilogue.operands.push_back(getEpilogueOperand(fact, rank, value));
  // They become tensors of their own, which lie as C does.
  for (Value output : outputs.drop_front()) {
    OperandFact &matrix = epilogue.outputs.emplace_back();
    matrix.element = *getElementKind(getElementTypeOrSelf(output));
    matrix.rowStride = fact.c.rowStride;
    matrix.batchStride = fact.c.batchStride;
    matrix.dense = fact.c.dense;
    matrix.strideUnit = fact.c.strideUnit;
  }
  return epilogue;
}
