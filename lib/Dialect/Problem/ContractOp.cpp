//===- ContractOp.cpp - What a problem.contract may be --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractMaps.h"
#include "VerifyProblem.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

#define GET_OP_CLASSES
#include "mlir-autotune/Dialect/Problem/ProblemOps.cpp.inc"

void ContractOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, /*readsInits=*/getAccumulate(), effects);
}

//===----------------------------------------------------------------------===//
// What goes together
//===----------------------------------------------------------------------===//

static bool isFloat8(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() == 8;
}

/// Whether two operands have the same sizes, elements and map.
static bool areAlike(ContractOp op, OpOperand &first, OpOperand &second) {
  auto one = cast<ShapedType>(first.get().getType());
  auto other = cast<ShapedType>(second.get().getType());
  return one.getShape() == other.getShape() &&
         one.getElementType() == other.getElementType() &&
         op.getMapOf(first) == op.getMapOf(second);
}

static LogicalResult verifyPair(ContractOp op) {
  if (op.getFactors().size() != 3)
    return op.emitOpError("'pair' has three factors, A, B and B2, not ")
           << op.getFactors().size();
  if (!op.hasEpilogue())
    return op.emitOpError("'pair' needs an epilogue, which makes one result of "
                          "both sums");
  if (op.getInits().size() != 1)
    return op.emitOpError("'pair' has one out, not ") << op.getInits().size();
  if (op.getAccumulate())
    return op.emitOpError("'pair' overwrites its out; 'accumulate' adds to one "
                          "sum");
  MutableOperandRange factors = op.getFactorsMutable();
  if (!areAlike(op, factors[1], factors[2]))
    return op.emitOpError("'pair' multiplies A by two matrices, which must "
                          "have the same type and map");
  return success();
}

static LogicalResult verifyPrologue(ContractOp op) {
  if (!op.getPrologueOf().has_value()) {
    if (op.hasPrologue() || !op.getPrologueInputs().empty())
      return op.emitOpError("a prologue needs the number of its factor: "
                            "'prologue 0' for A, 'prologue 1' for B");
    return success();
  }
  if (!op.hasPrologue())
    return op.emitOpError("has no body for its prologue");
  if (op.hasBatchDim() || op.getPair() || op.isSum() || !op.getScales().empty())
    return op.emitOpError(
        "a prologue needs one product, without a batch, pair, sum or scales");
  return success();
}

static LogicalResult verifyScales(ContractOp op) {
  if (op.getScales().empty())
    return success();
  if (op.getScales().size() != (op.getPair() ? 3 : 2))
    return op.emitOpError("must have two scales, of A and of B, three with "
                          "'pair', or none, not ")
           << op.getScales().size();
  if (op.hasBatchDim() || op.isSum())
    return op.emitOpError(
        "scales need one product or a pair, without a batch or sum");
  MutableOperandRange scales = op.getScalesMutable();
  if (op.getPair() && !areAlike(op, scales[1], scales[2]))
    return op.emitOpError("'pair' scales two matrices, whose scales must have "
                          "the same type and map");
  for (Value scale : op.getScales())
    if (!getElementTypeOrSelf(scale).isF32())
      return op.emitOpError("scales are f32, not ")
             << getElementTypeOrSelf(scale);
  for (Value factor : op.getFactors())
    if (!isFloat8(getElementTypeOrSelf(factor)))
      return op.emitOpError("scales need factors of 8-bit floats, not ")
             << getElementTypeOrSelf(factor);
  return success();
}

static LogicalResult verifyArithmetic(ContractOp op) {
  Type sum = op.getAccumulator();
  auto areF16 = [&] {
    return llvm::all_of(op.getFactors(), [](Value factor) {
      return getElementTypeOrSelf(factor).isF16();
    });
  };
  if (!sum.isF16() && !sum.isF32() && !sum.isF64() && !sum.isInteger(32) &&
      !sum.isInteger(64))
    return op.emitOpError("products are summed in f16, f32, f64, i32 or i64, "
                          "not ")
           << sum;
  if (sum.isF16() && !areF16())
    return op.emitOpError("only products of f16 are summed in f16");
  for (Value factor : op.getFactors())
    if (!op.hasPrologue() && isa<FloatType>(getElementTypeOrSelf(factor)) &&
        !isa<FloatType>(sum))
      return op.emitOpError("products of floats are summed as floats, not ")
             << sum;
  if (std::optional<StringRef> precision = op.getPrecision()) {
    if (*precision != "tf32" && *precision != "3xtf32")
      return op.emitOpError("f32 is multiplied as \"tf32\" or \"3xtf32\", not ")
             << "\"" << *precision << "\"";
    if (!sum.isF32() || !llvm::all_of(op.getFactors(), [](Value factor) {
          return getElementTypeOrSelf(factor).isF32();
        }))
      return op.emitOpError("only products of f32 are multiplied as ")
             << "\"" << *precision << "\"";
  }
  if (!op.hasEpilogue() && op.getInits().size() != 1)
    return op.emitOpError("without an epilogue must have one out, not ")
           << op.getInits().size();
  if (!op.hasEpilogue() && !op.getEpilogueInputs().empty())
    return op.emitOpError(
        "has operands in 'with', but no epilogue that reads them");
  bool areInteger = isa<IntegerType>(sum);
  if (!op.hasEpilogue() &&
      isa<IntegerType>(getElementTypeOrSelf(op.getC())) != areInteger)
    return op.emitOpError("without an epilogue, sums of ")
           << sum << " are not stored as " << getElementTypeOrSelf(op.getC());
  return success();
}

LogicalResult ContractOp::verify() {
  if (getInits().empty())
    return emitOpError("has no outs");
  if (failed(verifyOperandKinds(*this, "outs")))
    return failure();
  size_t factors = getFactors().size();
  if (getPair() ? failed(verifyPair(*this)) : factors != 2 && factors != 4)
    return getPair() ? failure()
                     : emitOpError(
                           "must have two factors, A and B, three with 'pair', "
                           "or four if a second product is added, not ")
                           << factors;
  if (getIndexingMaps().size() != getNumOperands())
    return emitOpError("must have a map for each of ")
           << getNumOperands() << " operands, not " << getIndexingMaps().size();
  return success(
      succeeded(verifyMaps(*this)) && succeeded(verifySizes(*this)) &&
      succeeded(verifyPrologue(*this)) && succeeded(verifyScales(*this)) &&
      succeeded(verifyArithmetic(*this)));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult ContractOp::verifyRegions() {
  if (hasPrologue()) {
    unsigned of = *getPrologueOf();
    SmallVector<Type> arguments = {getElementTypeOrSelf(getFactors()[of])};
    for (Value input : getPrologueInputs())
      arguments.push_back(getElementTypeOrSelf(input));
    Type made = getElementTypeOrSelf(getFactors()[1 - of]);
    if (failed(
            verifyFunction(*this, getPrologue(), "prologue", arguments, made)))
      return failure();
  }
  if (!hasEpilogue())
    return success();
  Type sum = getAccumulator();
  if (sum.isF16())
    sum = Float32Type::get(getContext());
  SmallVector<Type> arguments(getPair() ? 2 : 1, sum);
  llvm::append_range(arguments,
                     llvm::map_range(getEpilogueInputs(), getArgumentType));
  auto results = llvm::map_to_vector(
      getInits(), [](Value init) { return getElementTypeOrSelf(init); });
  return verifyFunction(*this, getEpilogue(), "epilogue", arguments, results);
}
