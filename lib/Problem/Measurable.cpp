//===- Measurable.cpp - Which problems can be measured --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/Measurable.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Problem/Operands.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::autotune;
using llvm::StringRef;

/// Bytes of a matrix: no device holds 64 TiB, and byte counts stay in 64 bits.
static constexpr int64_t kMaxMatrixBytes = int64_t(1) << 46;

/// A factor or an output in a message, as in "A" or "C2".
static std::string getNameInMessage(const OperandOf<const OperandFact> &of) {
  std::string name = of.getName();
  bool isInput = of.role == OperandRole::EpilogueInput ||
                 of.role == OperandRole::PrologueInput ||
                 of.role == OperandRole::ScalesOfA ||
                 of.role == OperandRole::ScalesOfB ||
                 of.role == OperandRole::ScalesOfPairB;
  return isInput ? name : StringRef(name).upper();
}

/// Why an operand can't be allocated and filled, or empty.
static std::string getWhyNot(const OperandOf<const OperandFact> &of) {
  const OperandFact &operand = of.matrix;
  std::string name = getNameInMessage(of);
  int64_t rows = of.getStoredRows(), columns = of.getStoredColumns();
  if (of.isOutput() && of.matrices != 1 && operand.batchStride == 0)
    return "all products of its batch go to one " + name;
  if (!operand.unitInnerStride)
    return "the elements of a row of " + name + " are not adjacent";
  if (isDynamicSize(operand.rowStride))
    return "the row stride of " + name + " is known at run time only";
  if (operand.rowStride < columns || operand.rowStride > kMaxMatmulSize)
    return "the rows of " + name + " overlap or are too far apart";
  if (rows > kMaxMatrixBytes / 8 / operand.rowStride)
    return name + " is larger than any device's memory";
  if (operand.hasOuterBatch())
    return "the batch of " + name + " lies in two dimensions";
  if (operand.batchStride == 0)
    return "";
  if (isDynamicSize(operand.batchStride))
    return "the batch stride of " + name + " is known at run time only";
  // What compares goes from row to row, and then to the next matrix. What fills
  // may take rows of all matrices for those of one.
  bool isInterleaved =
      operand.batchStride >= columns &&
      operand.batchStride <= (operand.rowStride - columns) / (of.matrices - 1);
  if (operand.batchStride < rows * operand.rowStride &&
      !(of.isFactor() && isInterleaved))
    return "the matrices of " + name + " interleave";
  if (of.matrices > kMaxMatrixBytes / 8 / operand.batchStride)
    return name + " is larger than any device's memory";
  return "";
}

/// Whether the runner has a reference for products and sums of these types.
static bool isChecked(const MatmulFact &fact) {
  auto isSummed = [&](ElementKind factor, ElementKind other) {
    return cuda::isSummedIn(static_cast<int>(fact.getSumElement()),
                            static_cast<int>(factor), static_cast<int>(other));
  };
  auto isPackedAlone = [](ElementKind factor, ElementKind other) {
    return isInt4(factor) && !isFloat16(other);
  };
  if (isPackedAlone(fact.a.element, fact.b.element) ||
      isPackedAlone(fact.b.element, fact.a.element))
    return false;
  return isSummed(fact.a.element, fact.b.element) &&
         isSummed(fact.b.element, fact.a.element) &&
         (isSummed(fact.c.element, fact.c.element) || !fact.epilogue.isNone());
}

/// Whether integers of 4 bits lie as the runner, and kernels, take them.
static bool hasWholeBytes(const MatmulFact &fact) {
  return llvm::all_of(
      llvm::ArrayRef{&fact.a, &fact.b}, [&](const auto *operand) {
        return !isInt4(operand->element) ||
               (operand->transposed == (operand == &fact.b) &&
                fact.k % 2 == 0 && operand->rowStride % 2 == 0 &&
                (operand->element != ElementKind::I4R ||
                 (fact.k % cuda::kReorderedK == 0 &&
                  operand->rowStride % cuda::kReorderedK == 0)) &&
                !fact.isBatched() && !fact.hasParts() &&
                !fact.hasTwoProducts());
      });
}

/// The most bytes of a problem of rows: there are two sets of its operands, and
/// what the reference makes, on one device.
static constexpr double kMostRowBytes = 8e9;

static std::string getWhyNotMeasurable(const RowsFact &fact) {
  if (fact.isNamed())
    return "only the hash of its operation is known";
  if (fact.inputs.size() > kMostTensors || fact.outputs.size() > kMostTensors)
    return "it has more than " + std::to_string(kMostTensors) +
           " inputs or outputs";
  if (fact.getBytes() > kMostRowBytes)
    return "its operands have more than 8 GB";
  return "";
}

/// The reference of a convolution has a matrix of all windows.
static constexpr double kMostWindowBytes = 8e9;

/// Pairs of a query and a key, times their depth and columns, of which the
/// reference takes some 1e11 a second.
static constexpr double kMostAttentionWork = 4e12;

static std::string getWhyNotMeasurable(const AttentionFact &fact) {
  if (fact.isNamed())
    return "only the hash of its operation is known";
  if (!fact.hasStaticSizes())
    return "its sizes are known at run time only";
  if (fact.extras.size() > kMostTensors)
    return "its score function reads more than " +
           std::to_string(kMostTensors) + " tensors";
  if (fact.getBytes() > kMostRowBytes)
    return "its operands have more than 8 GB";
  if (double(fact.batch) * double(fact.heads) * double(fact.queries) *
          double(fact.keys) * double(fact.depth + fact.columns) >
      kMostAttentionWork)
    return "its reference would take longer than half a minute";
  return "";
}

std::string mlir::autotune::getWhyNotMeasurable(const ProblemFact &given) {
  if (given.isAttention())
    return ::getWhyNotMeasurable(given.getAttention());
  if (given.isRows())
    return ::getWhyNotMeasurable(given.getRows());
  const MatmulFact fact = given.getMatmul().getRaggedBatch();
  if (!fact.hasStaticSizes())
    return "its sizes are known at run time only";
  if (fact.epilogue.isNamed())
    return "only the hash of its epilogue is known";
  if (fact.prologue.isNamed())
    return "only the hash of its prologue is known";
  if (!isChecked(fact))
    return "it mixes integers and floats other than in products of i8 or i4 "
           "and floats";
  if (isFloat(fact.getSumElement()) &&
      getElementBytes(fact.getSumElement()) < 4)
    return "its sums are in " + stringifyElementKind(fact.accumulator).str() +
           "; only sums in f32 or wider can be checked, and f16 sums of f16 by "
           "f16";
  if (fact.isPair && fact.init == InitKind::Accumulate)
    return "it adds to C, but a pair overwrites C";
  if (fact.accumulator == ElementKind::F16 &&
      (fact.a.element != ElementKind::F16 ||
       fact.b.element != ElementKind::F16 || !fact.prologue.isNone()))
    return "its sums are in f16, but only f16 by f16 without a prologue can "
           "have them";
  if (!hasWholeBytes(fact))
    return "its integers of 4 bits are not stored two in a byte along K, or it "
           "has several products";
  for (int64_t size : {fact.m, fact.n, fact.k, fact.batch, fact.parts})
    if (size < 1 || size > kMaxMatmulSize)
      return "it has a size of " + std::to_string(size) + "; sizes from 1 to " +
             std::to_string(kMaxMatmulSize) + " can be measured";
  if (fact.added && (fact.added->k < 1 || fact.added->k > kMaxMatmulSize))
    return "the K of its second product is " + std::to_string(fact.added->k) +
           "; sizes from 1 to " + std::to_string(kMaxMatmulSize) +
           " can be measured";
  if (fact.windows &&
      double(fact.m) * fact.k * getElementBytes(fact.a.element) >
          kMostWindowBytes)
    return "the matrix of its windows has more than 8 GB";
  for (const auto &operand : listOperands(fact))
    if (std::string why = getWhyNot(operand); !why.empty())
      return why;
  return "";
}
