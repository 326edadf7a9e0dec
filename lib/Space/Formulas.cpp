//===- Formulas.cpp - What expressions in kernels_td/ may call ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Space/Formulas.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// TMA's strides are below 2^40 bytes.
static constexpr int64_t kTmaStrideLimit = int64_t(1) << 40;

/// Whether a stride, of rows or of a batch, is one that TMA takes. Of one that
/// is not known, its unit tells.
static bool isTmaStride(const OperandFact &operand, int64_t stride) {
  int64_t bits = getElementBits(operand.element);
  if (ShapedType::isDynamic(stride))
    return operand.strideUnit * bits % (kTmaAlignment * 8) == 0;
  return stride > 0 && stride < kTmaStrideLimit / bits * 8 &&
         stride * bits % (kTmaAlignment * 8) == 0;
}

int64_t autotune::countRowTiles(const MatmulFact &fact, int64_t rows) {
  if (!fact.isGrouped())
    return ceilDiv(fact.m, rows);
  int64_t tiles = 0;
  for (int64_t m : fact.group)
    tiles += ceilDiv(m, rows);
  return tiles;
}

int64_t autotune::roundUpToWgmma(ElementKind accumulator, int64_t columns) {
  if (accumulator != ElementKind::I32 || columns == 8 || columns == 24)
    return columns;
  return roundUp(columns, 16);
}

bool autotune::isTmaLoadable(const OperandFact &operand) {
  return operand.unitInnerStride && operand.alignment % kTmaAlignment == 0 &&
         isTmaStride(operand, operand.rowStride) &&
         (operand.batchStride == 0 ||
          isTmaStride(operand, operand.batchStride)) &&
         (!operand.hasOuterBatch() ||
          isTmaStride(operand, operand.outerStride));
}

bool autotune::isAddedTmaLoadable(const MatmulFact &fact) {
  return fact.added && isTmaLoadable(fact.added->a) &&
         isTmaLoadable(fact.added->b);
}

bool autotune::isCopiedAsync(const OperandFact &operand) {
  constexpr int64_t kLeastCopyBytes = 4;
  return operand.unitInnerStride &&
         getInputAlignment(operand) >=
             std::max(kLeastCopyBytes, getElementBytes(operand.element));
}

bool autotune::isCopyable(const OperandFact &operand) {
  return operand.unitInnerStride &&
         (isCopiedAsync(operand) || (getElementBits(operand.element) == 16 &&
                                     getInputAlignment(operand) >= 2));
}

bool autotune::isPackedInVain(const MatmulFact &fact) {
  constexpr int64_t kFewProducts = 200'000'000;
  if (isTmaLoadable(fact.a) && isTmaLoadable(fact.b))
    return false;
  // 0 if one of them is not known.
  int64_t products =
      multiplySizes(multiplySizes(fact.m, fact.n),
                    multiplySizes(fact.k, fact.batch * fact.parts));
  return getElementBits(fact.a.element) == 16 &&
         getElementBits(fact.b.element) == 16 && products > 0 &&
         products <= kFewProducts && isCopyable(fact.a) && isCopyable(fact.b);
}

bool autotune::needsTranspose(const MatmulFact &fact, bool isB) {
  const OperandFact &operand = isB ? fact.b : fact.a;
  bool isContiguous = isB == operand.transposed;
  // What is converted is multiplied as floats of 16 bits, but threads need K
  // contiguous themselves. Rows of 16 and of 4 bits are not transposed.
  int64_t bits = getElementBits(operand.element);
  if (fact.convertsFactor() && (isB != fact.convertsB() || bits < 8))
    return false;
  return bits != 16 && !isContiguous;
}

/// Whether scales fit tiles that are transposed: of one operand, along which a
/// tile is a line of 128 bytes, or two where it gives the rows.
static bool isScaledInLines(const MatmulFact &fact) {
  bool ofA = needsTranspose(fact, /*isB=*/false);
  if (ofA == needsTranspose(fact, /*isB=*/true))
    return !ofA;
  for (int64_t lines : {128, 256})
    if (getUnfitScaleRows(fact, /*swap=*/!ofA, lines) == 0)
      return true;
  // A pair's rows are those of A.
  return !fact.isPair && getUnfitScaleColumns(fact, /*swap=*/ofA, 128) == 0;
}

bool autotune::isTransposable(const MatmulFact &fact) {
  for (bool isB : {false, true}) {
    const OperandFact &operand = isB ? fact.b : fact.a;
    int64_t bits = getElementBits(operand.element);
    if (!isTmaLoadable(operand) ||
        (needsTranspose(fact, isB) && bits != 8 && bits != 32))
      return false;
  }
  // Of floats of 8 bits two sums are held of each element; of a pair whose B is
  // transposed a tile has a whole line of columns of each.
  if (fact.multipliesFloat8() && fact.isPair && needsTranspose(fact, true))
    return false;
  if (fact.isScaled() && !isScaledInLines(fact))
    return false;
  return fact.a.element != ElementKind::TF32x3 &&
         (!fact.isSum() || isAddedTmaLoadable(fact));
}

bool autotune::isLoadedInPlace(const MatmulFact &fact, bool isB) {
  return isTmaLoadable(isB ? fact.b : fact.a) && !needsTranspose(fact, isB);
}

bool autotune::isPackable(const MatmulFact &fact, bool isB) {
  const OperandFact &operand = isB ? fact.b : fact.a;
  if (isLoadedInPlace(fact, isB))
    return true;
  if (operand.hasOuterBatch())
    return false;
  int64_t bits = getElementBits(operand.element);
  return bits == 16 || (bits >= 8 && !(fact.isScaled() || fact.isPair ||
                                       fact.isSum() || fact.isGrouped()));
}

static bool hasWholeRows(const OperandFact &operand, int64_t unitBytes) {
  int64_t stride = ShapedType::isDynamic(operand.rowStride) ? operand.strideUnit
                                                            : operand.rowStride;
  return stride * getElementBits(operand.element) % (8 * unitBytes) == 0;
}

bool autotune::hasWholeLines(const OperandFact &operand) {
  return hasWholeRows(operand, 128);
}

bool autotune::hasWholeSectors(const OperandFact &operand) {
  return hasWholeRows(operand, 32);
}

bool autotune::endsAtTmaUnit(const OperandFact &operand, int64_t columns) {
  return ShapedType::isDynamic(columns) ||
         columns * getElementBytes(operand.element) % kTmaAlignment == 0;
}

bool autotune::isTmaStorable(const OperandFact &operand, int64_t columns) {
  return isTmaLoadable(operand) && endsAtTmaUnit(operand, columns);
}

bool autotune::canStoreOutputs(const MatmulFact &fact) {
  return llvm::all_of(fact.epilogue.outputs, [&](const OperandFact &output) {
    return output.element == fact.getSumElement() ||
           (getElementBytes(fact.getSumElement()) == 4 &&
            getElementBytes(output.element) <= 4);
  });
}

/// `needs` is who needs it: "TMA needs".
static std::string describeLoad(const OperandFact &operand,
                                const std::string &needs) {
  std::string unit = std::to_string(kTmaAlignment);
  if (!operand.unitInnerStride)
    return "has rows whose elements are not adjacent; " + needs +
           " an inner stride of 1";
  if (operand.alignment % kTmaAlignment != 0)
    return "is aligned to " + std::to_string(operand.alignment) + " bytes; " +
           needs + " " + unit;
  bool isRow = !isTmaStride(operand, operand.rowStride);
  bool isInner = !isTmaStride(operand, operand.batchStride);
  int64_t stride = isRow     ? operand.rowStride
                   : isInner ? operand.batchStride
                             : operand.outerStride;
  std::string what = isRow ? "row" : "batch";
  if (ShapedType::isDynamic(stride))
    return "has a " + what + " stride that is not known; " + needs +
           " a known multiple of " + unit + " bytes";
  return "has a " + what + " stride of " + std::to_string(stride) +
         " elements of " +
         (isInt4(operand.element)
              ? "4 bits"
              : std::to_string(getElementBytes(operand.element)) + " bytes") +
         "; " + needs + " a positive multiple of " + unit + " bytes below 2^40";
}

std::string autotune::describeTma(const OperandFact &operand) {
  return describeLoad(operand, "TMA needs");
}

std::string autotune::describeVectors(const OperandFact &operand) {
  return describeLoad(operand, "vectors of " + std::to_string(kTmaAlignment) +
                                   " bytes need");
}

/// The widest access of a thread.
static constexpr int64_t kWidestAccess = 16;

int64_t autotune::getOutputAlignment(const MatmulFact &fact,
                                     const OperandFact &output) {
  int64_t bytes = getElementBytes(output.element);
  int64_t alignment = std::min(kWidestAccess, output.alignment);
  if (!output.unitInnerStride)
    return 1;
  for (int64_t size : {output.rowStride, fact.n, output.batchStride}) {
    if (ShapedType::isDynamic(size)) {
      // An unknown N is the row stride of a dense matrix.
      if (!output.dense || output.strideUnit == 1)
        return 1;
      size = output.strideUnit;
    }
    while (alignment > 1 && size * bytes % alignment)
      alignment /= 2;
  }
  return alignment;
}

int64_t autotune::getInputAlignment(const OperandFact &operand) {
  int64_t alignment = std::min(kWidestAccess, operand.alignment);
  for (int64_t stride :
       {operand.rowStride, operand.batchStride, operand.outerStride}) {
    if (ShapedType::isDynamic(stride))
      stride = operand.strideUnit;
    while (alignment > 1 && getBytesOf(operand.element, stride) % alignment)
      alignment /= 2;
  }
  return alignment;
}

int64_t autotune::getUnfitGroup(const MatmulFact &fact, int64_t depth) {
  constexpr int64_t kMmaDepth = 16;
  for (const PrologueOperand &operand : fact.prologue.operands) {
    int64_t group = operand.group;
    // One for each place along K, which rows share, is each thread's own.
    if (group == 1 && !operand.overOutput)
      continue;
    if (group &&
        (group % kMmaDepth || (group % depth != 0 && depth % group != 0)))
      return group;
  }
  return 0;
}

bool autotune::isFiniteAtZero(const MatmulFact &fact) {
  static constexpr StringLiteral kSafe[] = {
      "constant", "sitofp",  "uitofp", "extsi", "extui",  "addi",
      "subi",     "muli",    "addf",   "subf",  "mulf",   "negf",
      "extf",     "truncf",  "cmpf",   "cmpi",  "select", "maximumf",
      "minimumf", "maxnumf", "minnumf"};
  StringRef body = fact.prologue.body;
  // Nor constants that are infinite, or no numbers: those are in hexadecimal.
  if (body.contains("math.") || body.contains("0x"))
    return false;
  for (StringRef rest = body; !rest.empty();) {
    StringRef op = rest = rest.split("arith.").second;
    op = op.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (!op.empty() && !llvm::is_contained(kSafe, op))
      return false;
  }
  return true;
}

/// What ptxas (13.0) needs for several polynomials at a time: with 160
/// registers of sums and rows in 232 it spills exp by three to nine.
static constexpr int64_t kFunctionRegisters = 48;

int64_t autotune::countPrologueRegisters(const MatmulFact &fact, int64_t rows,
                                         int64_t depth) {
  // Rows r and r + 8 of each block of 64.
  int64_t held = ceilDiv(rows, 64) * 2, registers = 0;
  if (StringRef(fact.prologue.body).contains("math."))
    registers += kFunctionRegisters;
  for (const PrologueOperand &operand : fact.prologue.operands) {
    int64_t group = operand.group;
    // Two of each eight of K, whatever the row.
    if (group == 1 && !operand.overOutput) {
      registers += 2 * depth / 4;
      continue;
    }
    registers +=
        held * (group == 0 ? 1 : 2 * (group < depth ? depth / group : 1));
  }
  return registers;
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

/// Those of what gives the rows of the product, or its columns.
static const PrologueOperand &getScales(const MatmulFact &fact, bool swap,
                                        bool ofRows) {
  return ofRows != swap ? fact.scales->a : fact.scales->b;
}

static bool dividesOrIsDivided(int64_t block, int64_t extent) {
  return block % extent == 0 || extent % block == 0;
}

int64_t autotune::getUnfitScaleDepth(const MatmulFact &fact, int64_t depth) {
  if (!fact.scales || depth == 0)
    return 0;
  for (const PrologueOperand *scales : {&fact.scales->a, &fact.scales->b})
    if (scales->group % depth != 0)
      return scales->group;
  return 0;
}

int64_t autotune::getUnfitScaleRows(const MatmulFact &fact, bool swap,
                                    int64_t rows) {
  if (!fact.scales)
    return 0;
  const PrologueOperand &scales = getScales(fact, swap, /*ofRows=*/true);
  int64_t block = scales.rowGroup;
  return !scales.overOutput || dividesOrIsDivided(block, rows) ? 0 : block;
}

int64_t autotune::getUnfitScaleColumns(const MatmulFact &fact, bool swap,
                                       int64_t columns) {
  if (!fact.scales)
    return 0;
  constexpr int64_t kGroupColumns = 8;
  const PrologueOperand &scales = getScales(fact, swap, /*ofRows=*/false);
  int64_t block = scales.rowGroup;
  if (!scales.overOutput || block == 1)
    return 0;
  return block % kGroupColumns == 0 && dividesOrIsDivided(block, columns)
             ? 0
             : block;
}

int64_t autotune::countScaleRegisters(const MatmulFact &fact, bool swap,
                                      int64_t rows, int64_t columns) {
  if (!fact.scales)
    return 0;
  const PrologueOperand &scales = getScales(fact, swap, /*ofRows=*/false);
  // Rows r and r + 8 of each block of 64; of single columns two of each eight.
  int64_t ofRows = ceilDiv(rows, 64) * 2;
  int64_t ofColumns = !scales.overOutput ? 1
                      : scales.rowGroup == 1
                          ? ceilDiv(columns, 4)
                          : ceilDiv(columns, scales.rowGroup);
  return ofRows + fact.getProducts() * ofColumns;
}

/// ptxas (13.0) spills kernels of two consumers with 232 registers a thread if
/// they hold more sums than this leaves of 192. Measured with 13 epilogues and
/// tiles of 128 x 128 to 192, in steps of 16 columns. A function without
/// operands, such as silu, fits beside 192 sums.
int64_t autotune::countEpilogueRegisters(const MatmulFact &fact,
                                         bool isStaged) {
  const EpilogueFact &epilogue = fact.epilogue;
  bool hasFunction = StringRef(epilogue.body).contains("math.");
  int64_t matrices =
      llvm::count_if(epilogue.operands, [](const EpilogueOperand &operand) {
        return operand.overRows && operand.overColumns;
      });
  bool hasVectors = matrices < int64_t(epilogue.operands.size());
  // Addresses of two rows, and elements on their way.
  int64_t registers = matrices > 0 ? 16 : 0;
  if (hasVectors && (matrices > 0 || hasFunction || isStaged))
    registers += 16;
  // Elements of the matrix are on their way while the function is computed.
  if (hasVectors && matrices > 0 && hasFunction)
    registers += 24;
  // The values of a group until they are stored.
  if (!epilogue.outputs.empty())
    registers = std::max<int64_t>(registers, 16) + 16;
  return registers;
}

int64_t autotune::getStagedBytes(const MatmulFact &fact, bool isB) {
  if (!fact.prologue.isNone() && fact.convertsB() == isB)
    return getElementBytes(fact.getMultiplied());
  ElementKind element = (isB ? fact.b : fact.a).element;
  return isFloat8(element) ? 4 : getElementBytes(element);
}

std::string autotune::describeSize(int64_t size) {
  return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
}

std::string autotune::describeWindows(const MatmulFact &fact) {
  return fact.windows ? fact.windows->getWindow().getWhyInvalid() : "";
}

std::string autotune::describeSizes(const MatmulFact &fact) {
  std::string text = describeSize(fact.m) + " x " + describeSize(fact.n) +
                     " x " +
                     (fact.hasParts() ? describeSize(fact.parts) + "*" : "") +
                     describeSize(fact.k);
  if (fact.isGrouped())
    text += " in a group of " + std::to_string(fact.group.size());
  if (fact.batch != 1)
    text = describeSize(fact.batch) + " times " + text;
  return text;
}
