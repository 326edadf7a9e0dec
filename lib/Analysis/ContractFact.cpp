//===- ContractFact.cpp - What is known of a problem ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/ContractFact.h"
#include "mlir-autotune/Analysis/Elements.h"

#include "mlir-autotune/Analysis/OperandLayout.h"
#include "mlir-autotune/Analysis/Prologue.h"
#include "mlir-autotune/Analysis/Refusal.h"
#include "mlir-autotune/Problem/SizeGuard.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::autotune;
using problem::ContractOp;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The size of a dimension, from a factor or C if one of them knows it.
static int64_t getSize(ContractOp op, unsigned dim) {
  AffineExpr wanted = getAffineDimExpr(dim, op.getContext());
  SmallVector<OpOperand *> operands = {&op.getDpsInitsMutable()[0]};
  for (unsigned number = 0; number < op.getFactors().size(); ++number)
    operands.push_back(&op->getOpOperand(number));
  for (OpOperand *operand : operands) {
    if (op.hasWindows(operand->getOperandNumber()))
      continue;
    for (auto [index, size] :
         llvm::zip_equal(op.getMapOf(*operand).getResults(),
                         cast<ShapedType>(operand->get().getType()).getShape()))
      if (index == wanted && ShapedType::isStatic(size))
        return size;
  }
  return ShapedType::kDynamic;
}

/// The number of products. One product takes matrices, which types must show
/// their operands to be.
static int64_t getCount(ContractOp op) {
  int64_t count = getSize(op, op.getBatchDim());
  for (Value operand : {op.getC(), op.getA(), op.getB()}) {
    auto type = cast<ShapedType>(operand.getType());
    if (count == 1 && type.getRank() >= 3 && type.isDynamicDim(0))
      return ShapedType::kDynamic;
  }
  return count;
}

static void setSizes(ContractOp op, MatmulFact &fact) {
  fact.m = getSize(op, op.getDimM());
  fact.n = getSize(op, op.getDimN());
  fact.k = getSize(op, op.getDimK());
  if (op.hasBatchDim())
    (op.sumsParts() ? fact.parts : fact.batch) = getCount(op);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static StringRef getFactorName(ContractOp op, unsigned number) {
  bool isA = number == 0 || (op.isSum() && number == 2);
  return isA ? "A" : "B";
}

/// How a factor lies. The numbers of sizes are set.
static LogicalResult matchFactor(ContractOp op, unsigned number,
                                 const MatmulFact &fact, OperandFact &operand,
                                 std::string *whyNot) {
  Value factor = op.getFactors()[number];
  StringRef name = getFactorName(op, number);
  if (failed(matchElement(getElementTypeOrSelf(factor), name, operand.element,
                          whyNot)))
    return failure();
  operand.element = getFactorElement(factor);
  if (std::optional<StringRef> precision = op.getPrecision())
    operand.element = *symbolizeElementKind(*precision);
  // Rows of A and columns of B come first where they are as facts count them.
  ArrayRef<AffineExpr> results = op.getMap(number).getResults().take_back(2);
  unsigned row = name == "A" ? op.getDimM() : op.getDimN();
  bool isRowFirst = results[0] == getAffineDimExpr(row, op.getContext());
  operand.transposed = isRowFirst != (name == "A");
  return matchLayout(factor, name, fact.getFactorMatrices(), operand, whyNot);
}

/// Refuses two of a kind for the products of a pair that don't lie alike. The
/// first gets the alignment of both.
static LogicalResult matchAlike(OperandFact &first, OperandFact second,
                                StringRef name, std::string *whyNot) {
  first.alignment = second.alignment =
      std::min(first.alignment, second.alignment);
  return first == second ? success()
                         : refuse(whyNot, name + " must have the same layout");
}

/// The windows of A, whose layout is that of a matrix with a row for each pixel
/// of the images.
static LogicalResult matchWindows(ContractOp op, MatmulFact &fact,
                                  std::string *whyNot) {
  if (!op.getWindows())
    return success();
  auto images = cast<ShapedType>(op.getA().getType());
  WindowsFact &windows = fact.windows.emplace();
  windows.images = images.getDimSize(0);
  windows.height = images.getDimSize(1);
  windows.width = images.getDimSize(2);
  windows.channels = images.getDimSize(3);
  windows.setWindow(*op.getWindow());
  fact.a.batchStride = 0;
  fact.a.innerBatch = -1;
  fact.a.outerStride = 0;
  if (std::string why = fact.getWhyWindowsInvalid(); !why.empty())
    return refuse(whyNot, why);
  if (auto memref = dyn_cast<MemRefType>(images)) {
    SmallVector<int64_t> strides;
    int64_t offset;
    (void)memref.getStridesAndOffset(strides, offset);
    for (int dim : {0, 1})
      if (ShapedType::isDynamic(strides[dim]) ||
          ShapedType::isDynamic(strides[dim + 1]) ||
          strides[dim] != strides[dim + 1] * memref.getDimSize(dim + 1))
        return refuse(whyNot, "there are gaps between rows or images, or their "
                              "strides are not known");
  }
  return success();
}

static LogicalResult matchFactors(ContractOp op, MatmulFact &fact,
                                  std::string *whyNot) {
  if (failed(matchFactor(op, 0, fact, fact.a, whyNot)) ||
      failed(matchFactor(op, 1, fact, fact.b, whyNot)) ||
      failed(matchWindows(op, fact, whyNot)))
    return failure();
  if (op.isSum()) {
    AddedProduct &added = fact.added.emplace();
    added.k = getSize(op, op.getAddedDim());
    return success(succeeded(matchFactor(op, 2, fact, added.a, whyNot)) &&
                   succeeded(matchFactor(op, 3, fact, added.b, whyNot)));
  }
  if (!op.getPair())
    return success();
  fact.isPair = true;
  OperandFact other;
  if (failed(matchFactor(op, 2, fact, other, whyNot)))
    return failure();
  return matchAlike(fact.b, other, "both matrices that A is multiplied by",
                    whyNot);
}

static LogicalResult matchOutput(Value value, const MatmulFact &fact,
                                 OperandFact &output, std::string *whyNot) {
  return success(
      succeeded(matchElement(getElementTypeOrSelf(value), "C", output.element,
                             whyNot)) &&
      succeeded(matchLayout(value, "C", fact.batch, output, whyNot)) &&
      succeeded(checkOutput(value, whyNot)));
}

/// What an index is divided by: 1 for the dimension itself, 0 for no dimension.
static int64_t getGroup(AffineExpr index) {
  if (isa<AffineConstantExpr>(index))
    return 0;
  auto division = dyn_cast<AffineBinaryOpExpr>(index);
  return division ? cast<AffineConstantExpr>(division.getRHS()).getValue() : 1;
}

PrologueOperand autotune::getValuesFact(Value value, AffineMap map,
                                        unsigned depth) {
  PrologueOperand operand;
  bool isDepthFirst = map.getResult(0).isFunctionOfDim(depth);
  int64_t along = getGroup(map.getResult(isDepthFirst));
  operand.overOutput = along != 0;
  operand.rowGroup = std::max<int64_t>(along, 1);
  operand.group = getGroup(map.getResult(!isDepthFirst));
  OperandFact &matrix = operand.matrix;
  matrix.transposed = isDepthFirst;
  matrix.element = *getElementKind(getElementTypeOrSelf(value));
  matrix.alignment = getKnownAlignment(value, getElementBytes(matrix.element));
  matrix.rowStride = cast<ShapedType>(value.getType()).getShape().back();
  SmallVector<int64_t> strides;
  int64_t offset;
  auto memref = dyn_cast<MemRefType>(value.getType());
  if (memref && succeeded(memref.getStridesAndOffset(strides, offset))) {
    matrix.rowStride = strides.front();
    matrix.unitInnerStride = strides.back() == 1;
  }
  if (!memref || memref.getLayout().isIdentity())
    matrix.setDense();
  return operand;
}

/// A value that the epilogue reads, with the dimensions of the output.
static EpilogueValue getEpilogueValue(ContractOp op, OpOperand &operand,
                                      int64_t rank) {
  EpilogueValue value{operand.get(), {}, {}};
  for (AffineExpr index : op.getMapOf(operand).getResults()) {
    int64_t group = getGroup(index);
    value.groups.push_back(std::max<int64_t>(group, 1));
    int64_t dim = EpilogueValue::kUnit;
    if (group != 0)
      for (unsigned i = 0; i < op.getMap(0).getNumDims(); ++i)
        if (index.isFunctionOfDim(i))
          dim = int64_t(i) - int64_t(op.getDimM()) + rank - 2;
    value.dims.push_back(dim);
  }
  return value;
}

/// The operands of a segment.
static auto getOperandsOf(ContractOp op, OperandRange segment) {
  return op->getOpOperands().slice(segment.getBeginOperandIndex(),
                                   segment.size());
}

/// `getKind` is getElementKind, or getReadKind.
static LogicalResult
checkElements(OperandRange values,
              function_ref<std::optional<ElementKind>(Type)> getKind,
              std::string *whyNot) {
  for (Value value : values)
    if (!getKind(getElementTypeOrSelf(value)))
      return refuse(whyNot, "a fused function reads elements of an unsupported "
                            "type; supported are " +
                                listElementKinds(/*inMemory=*/true));
  return success();
}

static LogicalResult matchScales(ContractOp op, MatmulFact &fact,
                                 std::string *whyNot) {
  SmallVector<PrologueOperand, 3> scales;
  for (OpOperand &operand : getOperandsOf(op, op.getScales()))
    scales.push_back(
        getValuesFact(operand.get(), op.getMapOf(operand), op.getDimK()));
  if (scales.empty())
    return success();
  fact.scales = BlockScales{scales[0], scales[1]};
  if (!op.getPair())
    return success();
  return matchAlike(fact.scales->b.matrix, scales[2].matrix,
                    "the scales of both matrices that A is multiplied by",
                    whyNot);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A region as a function of its own module.
static OwningOpRef<ModuleOp> cloneFunction(Region &region, StringRef name) {
  MLIRContext *context = region.getContext();
  Location loc = region.getLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(context));
  OpBuilder b = OpBuilder::atBlockEnd(module->getBody());
  Operation *yield = region.front().getTerminator();
  auto type =
      b.getFunctionType(region.getArgumentTypes(), yield->getOperandTypes());
  auto function = func::FuncOp::create(b, loc, name, type);
  IRMapping mapping;
  region.cloneInto(&function.getBody(), mapping);
  Operation *end = function.getBody().front().getTerminator();
  b.setInsertionPoint(end);
  func::ReturnOp::create(b, end->getLoc(), end->getOperands());
  end->erase();
  return module;
}

static LogicalResult matchFunctions(ContractOp op, MatmulFact &fact,
                                    std::string *whyNot) {
  std::string why;
  auto take = [&](FailureOr<std::string> body, std::string &into) {
    if (succeeded(body))
      into = std::move(*body);
    return succeeded(body) ? success() : refuse(whyNot, why);
  };
  if (op.hasPrologue()) {
    OwningOpRef<ModuleOp> module =
        cloneFunction(op.getPrologue(), kPrologueName);
    if (failed(take(getPrologueBody(getElementFunction(*module), why),
                    fact.prologue.body)))
      return failure();
  }
  if (!op.hasEpilogue())
    return success();
  OwningOpRef<ModuleOp> module = cloneFunction(op.getEpilogue(), kEpilogueName);
  return take(getEpilogueBody(getElementFunction(*module), why),
              fact.epilogue.body);
}

/// Of a K of 0 no kernel is launched. What makes more of the sums than their
/// zeros, which C holds, needs one.
static LogicalResult checkDepth(ContractOp op, std::string *whyNot) {
  if (!op.hasEpilogue() && !op.isSum())
    return success();
  SmallVector<unsigned, 2> dims = {op.getDimK()};
  if (op.isSum())
    dims.push_back(op.getAddedDim());
  for (unsigned dim : dims)
    if (int64_t size = getSize(op, dim);
        size == 0 || ShapedType::isDynamic(size))
      return refuse(whyNot, "a K is 0, or known at run time only; no kernel is "
                            "launched for a K of 0");
  return success();
}

FailureOr<MatmulFact> autotune::getContractFact(ContractOp op,
                                                std::string *whyNot) {
  MatmulFact fact;
  setSizes(op, fact);
  if (failed(checkDepth(op, whyNot)) ||
      failed(matchFactors(op, fact, whyNot)) ||
      failed(matchOutput(op.getC(), fact, fact.c, whyNot)) ||
      failed(checkElements(op.getPrologueInputs(), getElementKind, whyNot)) ||
      failed(checkElements(op.getEpilogueInputs(), getReadKind, whyNot)))
    return failure();
  fact.accumulator = *getElementKind(op.getAccumulator());
  fact.init = op.getAccumulate() ? InitKind::Accumulate : InitKind::Zero;
  fact.zeroExtend = op.getZeroExtend();
  if (std::optional<uint64_t> number = op.getPrologueOf())
    fact.prologue.number = *number;
  for (OpOperand &operand : getOperandsOf(op, op.getPrologueInputs()))
    fact.prologue.operands.push_back(
        getValuesFact(operand.get(), op.getMapOf(operand), op.getDimK()));
  if (failed(matchScales(op, fact, whyNot)))
    return failure();
  int64_t rank = op.getMapOfC().getNumResults();
  for (OpOperand &operand : getOperandsOf(op, op.getEpilogueInputs()))
    fact.epilogue.operands.push_back(
        getEpilogueOperand(fact, rank, getEpilogueValue(op, operand, rank)));
  for (Value output : llvm::drop_begin(op.getInits()))
    if (failed(matchOutput(output, fact, fact.epilogue.outputs.emplace_back(),
                           whyNot)))
      return failure();
  if (failed(matchFunctions(op, fact, whyNot)))
    return failure();
  // Sizes that one operand's type has are strides of others.
  return restrictTo(fact, SizeGuard()).getMatmul();
}
