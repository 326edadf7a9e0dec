//===- ProblemFact.cpp - What is known of a problem -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/ProblemFact.h"

#include "MatmulOperands.h"
#include "mlir-autotune/Analysis/ContractFact.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Analysis/Refusal.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// What must be the same in all.
static bool areAlike(const OperandFact &first, const OperandFact &other) {
  return first.element == other.element && first.transposed == other.transposed;
}

/// Of the distances between rows, one that says of all that TMA takes them, or
/// that not all are known to be so. A tensor map has each problem's own.
static int64_t mergeStrides(const OperandFact &first,
                            const OperandFact &other) {
  // What TMA asks of a stride, in bytes (CUDA driver API).
  constexpr int64_t kBytes = 16;
  if (first.rowStride == other.rowStride)
    return first.rowStride;
  int64_t unit = kBytes / std::min(kBytes, getElementBytes(first.element));
  bool isKnown = !ShapedType::isDynamic(first.rowStride) &&
                 !ShapedType::isDynamic(other.rowStride) &&
                 first.rowStride % unit == 0 && other.rowStride % unit == 0;
  return isKnown ? std::max(first.rowStride, other.rowStride)
                 : ShapedType::kDynamic;
}

static void merge(OperandFact &first, const OperandFact &other) {
  first.rowStride = mergeStrides(first, other);
  first.dense &= other.dense;
  first.strideUnit = std::gcd(first.strideUnit, other.strideUnit);
  first.unitInnerStride &= other.unitInnerStride;
  first.alignment = std::min(first.alignment, other.alignment);
}

/// The same of scales, which threads read one by one.
static void mergeScales(PrologueOperand &first, const PrologueOperand &other) {
  int64_t stride = first.matrix.rowStride, of = other.matrix.rowStride;
  bool isKnown = !ShapedType::isDynamic(stride) && !ShapedType::isDynamic(of);
  merge(first.matrix, other.matrix);
  first.matrix.rowStride =
      isKnown ? std::max(stride, of) : ShapedType::kDynamic;
}

/// The scales of A of which a product with more rows than a block has more than
/// one, or null.
static const PrologueOperand *findScalesOfRows(ArrayRef<ProblemFact> facts) {
  for (const ProblemFact &each : facts)
    if (const auto &scales = each.getMatmul().scales;
        scales && scales->a.overOutput)
      return &scales->a;
  return nullptr;
}

/// Sees scales of A that have one value along few rows as those of one block of
/// rows. A type with a size of 1 doesn't say which of the two they are. A block
/// of no rows has no scales.
static void seeAsBlock(PrologueOperand &scales, int64_t rows,
                       const PrologueOperand &ofRows) {
  if (scales.overOutput || ShapedType::isDynamic(rows) || rows == 0 ||
      rows > ofRows.rowGroup)
    return;
  scales.overOutput = true;
  scales.rowGroup = ofRows.rowGroup;
  scales.matrix.transposed = ofRows.matrix.transposed;
  if (scales.matrix.transposed)
    scales.matrix.rowStride = 1;
}

static bool areScaledAlike(const MatmulFact &first, const MatmulFact &other) {
  if (first.isScaled() != other.isScaled())
    return false;
  auto areBlocksAlike = [](const PrologueOperand &a, const PrologueOperand &b) {
    return areAlike(a.matrix, b.matrix) && a.overOutput == b.overOutput &&
           a.group == b.group && a.rowGroup == b.rowGroup;
  };
  return !first.isScaled() ||
         (areBlocksAlike(first.scales->a, other.scales->a) &&
          areBlocksAlike(first.scales->b, other.scales->b));
}

FailureOr<ProblemFact> autotune::mergeGroup(ArrayRef<ProblemFact> facts,
                                            std::string *whyNot) {
  if (facts.empty() || facts.size() > size_t(kMaxGroupSize))
    return refuse(whyNot, "a group is of 1 to " +
                              std::to_string(kMaxGroupSize) + " products");
  const PrologueOperand *scalesOfRows = findScalesOfRows(facts);
  auto get = [&](const ProblemFact &each) {
    MatmulFact fact = each.getMatmul();
    if (fact.scales && scalesOfRows)
      seeAsBlock(fact.scales->a, fact.m, *scalesOfRows);
    return fact;
  };
  MatmulFact merged = get(facts.front());
  std::vector<int64_t> rows;
  for (const ProblemFact &each : facts) {
    const MatmulFact fact = get(each);
    if (fact.isBatched() || fact.hasParts() || fact.isGrouped())
      return refuse(whyNot, "it is a batch");
    if (ShapedType::isDynamic(fact.n) || ShapedType::isDynamic(fact.k) ||
        fact.n == 0 || fact.k == 0)
      return refuse(whyNot, "its N and K must be static and not 0");
    if (fact.init != InitKind::Zero)
      return refuse(whyNot, "it adds to its C");
    if (fact.zeroExtend)
      return refuse(whyNot, "its integers are zero-extended");
    if (!areAlike(fact.a, merged.a) || !areAlike(fact.b, merged.b) ||
        !areAlike(fact.c, merged.c) || fact.n != merged.n ||
        fact.k != merged.k || fact.accumulator != merged.accumulator ||
        !areScaledAlike(fact, merged))
      return refuse(whyNot,
                    "its sizes, types or layouts differ from the first one's");
    merge(merged.a, fact.a);
    merge(merged.b, fact.b);
    merge(merged.c, fact.c);
    if (merged.isScaled()) {
      mergeScales(merged.scales->a, fact.scales->a);
      mergeScales(merged.scales->b, fact.scales->b);
    }
    rows.push_back(fact.m);
  }
  merged.epilogue = {};
  merged.setGroup(std::move(rows));
  return ProblemFact(std::move(merged));
}

ProblemFact autotune::withUnknownRows(const ProblemFact &group) {
  MatmulFact fact = group.getMatmul();
  fact.setGroup(std::vector<int64_t>(fact.group.size(), ShapedType::kDynamic));
  return ProblemFact(std::move(fact));
}

static FailureOr<ProblemFact> getGroupFact(problem::GroupedMatmulOp op,
                                           std::string *whyNot) {
  SmallVector<ProblemFact, 0> facts;
  for (auto [index, a, b, c] :
       llvm::enumerate(op.getA(), op.getB(), op.getInits())) {
    MatmulFact fact;
    auto typeA = cast<ShapedType>(a.getType());
    auto typeB = cast<ShapedType>(b.getType());
    auto typeC = cast<ShapedType>(c.getType());
    fact.a.transposed = op.getTransposeA();
    fact.b.transposed = op.getTransposeB();
    fact.init = InitKind::Zero;
    if (failed(matchTypes(linalg::TypeFn::cast_signed, typeA.getElementType(),
                          typeB.getElementType(), typeC.getElementType(), fact,
                          whyNot)))
      return failure();
    matchPrecision(op, fact);
    matchSizes(typeA, typeB, typeC, fact);
    if (failed(matchInputLayout(a, "A", /*batch=*/1, fact.a, whyNot)) ||
        failed(matchInputLayout(b, "B", /*batch=*/1, fact.b, whyNot)) ||
        failed(matchLayout(c, "C", /*batch=*/1, fact.c, whyNot)))
      return failure();
    if (op.isScaled())
      fact.scales = BlockScales{
          getValuesFact(op.getAScales()[index], op.getScaleMap(0), /*depth=*/2),
          getValuesFact(op.getBScales()[index], op.getScaleMap(1),
                        /*depth=*/2)};
    facts.push_back(std::move(fact));
  }
  return mergeGroup(facts, whyNot);
}

//===----------------------------------------------------------------------===//
// All problems
//===----------------------------------------------------------------------===//

bool autotune::isProblem(Operation *op) {
  return isa<problem::ContractOp, problem::GroupedMatmulOp>(op);
}

FailureOr<ProblemFact> autotune::getProblemFact(Operation *op,
                                                std::string *whyNot) {
  if (std::string why = getWhyNotOnHost(op); !why.empty())
    return refuse(whyNot, why);
  if (auto contract = dyn_cast<problem::ContractOp>(op))
    return getContractFact(contract, whyNot);
  return getGroupFact(cast<problem::GroupedMatmulOp>(op), whyNot);
}
