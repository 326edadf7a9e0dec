//===- MatmulFactText.cpp - A fact in one line ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ProblemText.cpp reads what is written here.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/Operands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using llvm::raw_ostream;
using llvm::SmallVector;
using llvm::StringRef;

static void printSize(raw_ostream &os, int64_t size) {
  if (isDynamicSize(size))
    os << '?';
  else
    os << size;
}

/// Prints what sets the operand apart from a contiguous matrix in an allocation
/// of its own: nothing for most.
static void printLayout(raw_ostream &os,
                        const OperandOf<const OperandFact> &of) {
  const OperandFact &operand = of.matrix, plain;
  auto follows = [&](int64_t stride, int64_t fromSizes) {
    return stride == fromSizes && (!isDynamicSize(stride) || operand.dense);
  };
  bool contiguous = follows(operand.rowStride, of.getStoredColumns());
  bool usualBatch = !operand.hasOuterBatch() &&
                    follows(operand.batchStride,
                            getDenseBatchStride(of.matrices, of.getStoredRows(),
                                                operand.rowStride));
  if (contiguous && usualBatch && operand.unitInnerStride &&
      operand.strideUnit == plain.strideUnit &&
      operand.alignment == plain.alignment)
    return;
  os << ' ' << of.getName() << '(';
  llvm::ListSeparator separator;
  if (!contiguous) {
    os << separator << "stride=";
    printSize(os, operand.rowStride);
  }
  if (!usualBatch && operand.batchStride == 0) {
    os << separator << "broadcast";
  } else if (!usualBatch) {
    os << separator << "batch=";
    printSize(os, operand.batchStride);
  }
  if (operand.hasOuterBatch()) {
    os << separator << "inner=";
    printSize(os, operand.innerBatch);
    os << separator << "outer=";
    printSize(os, operand.outerStride);
  }
  if (operand.strideUnit != plain.strideUnit)
    os << separator << "unit=" << operand.strideUnit;
  if (!operand.unitInnerStride)
    os << separator << "strided";
  if (operand.alignment != plain.alignment)
    os << separator << "align=" << operand.alignment;
  os << ')';
}

/// What sums default to for these element types, so that a key names only an
/// accumulator out of the ordinary.
static ElementKind getUsualAccumulator(const MatmulFact &fact) {
  if (!isFloat(fact.c.element))
    return fact.c.element == ElementKind::I64 ? ElementKind::I64
                                              : ElementKind::I32;
  return fact.c.element == ElementKind::F64 ? ElementKind::F64
                                            : ElementKind::F32;
}

/// What an epilogue's operand runs over: "[mn]", "[m]", "[n]" or "[1]", or, of
/// groups, "[m/128,n/128]", "[m,n/128]" or "[n/128]".
static void printExtent(raw_ostream &os, const EpilogueOperand &operand) {
  auto printGroup = [&](int64_t group) {
    if (group != 1)
      os << '/' << group;
  };
  if (operand.hasGroups()) {
    os << '[' << (operand.overRows ? "m" : "");
    printGroup(operand.rowGroup);
    os << (operand.overRows && operand.overColumns ? "," : "")
       << (operand.overColumns ? "n" : "");
    printGroup(operand.columnGroup);
    os << ']';
    return;
  }
  os << '[' << (operand.overRows ? "m" : "") << (operand.overColumns ? "n" : "")
     << (operand.overRows || operand.overColumns ? "" : "1") << ']';
}

/// The same of a prologue's, in the order of memory: "[n,k/128]", "[k/128,n]",
/// "[m]", "[k/32]" or "[1]"; and of scales "[n/128,k/128]".
static void printExtent(raw_ostream &os, const PrologueOperand &operand,
                        StringRef output) {
  std::string groups =
      operand.group ? "k/" + std::to_string(operand.group) : std::string();
  std::string rows = operand.overOutput ? output.str() : std::string();
  if (operand.overOutput && operand.rowGroup != 1)
    rows += "/" + std::to_string(operand.rowGroup);
  SmallVector<StringRef, 2> extents = {rows, groups};
  if (operand.matrix.transposed)
    std::swap(extents[0], extents[1]);
  llvm::erase_if(extents, [](StringRef extent) { return extent.empty(); });
  os << '[' << (extents.empty() ? "1" : llvm::join(extents, ",")) << ']';
}

/// " windows 3x3 of 8x56x56x64 strides 2,2 padding 1,1,1,1".
static void printWindows(raw_ostream &os, const WindowsFact &windows) {
  const auto &numbers = windows.numbers;
  os << " windows " << numbers[0] << 'x' << numbers[1] << " of ";
  printSize(os, windows.images);
  for (int64_t size : {windows.height, windows.width, windows.channels})
    os << 'x' << size;
  auto print = [&](StringRef name, size_t first, size_t count, int64_t usual) {
    llvm::ArrayRef<int64_t> of = llvm::ArrayRef(numbers).slice(first, count);
    if (llvm::all_of(of, [&](int64_t number) { return number == usual; }))
      return;
    os << ' ' << name << ' ';
    llvm::interleave(of, os, ",");
  };
  print("strides", 2, 2, 1);
  print("dilations", 4, 2, 1);
  print("padding", 6, 4, 0);
}

std::string MatmulFact::getKey() const {
  return describe(prologue.getHash(), epilogue.getHash());
}

std::string MatmulFact::getText() const {
  auto getBody = [](StringRef body) {
    return isBodyHash(body) ? body.str() : ("{" + body + "}").str();
  };
  return describe(getBody(prologue.body), getBody(epilogue.body));
}

std::string MatmulFact::describe(StringRef prologueName,
                                 StringRef epilogueName) const {
  std::string key;
  llvm::raw_string_ostream os(key);
  if (batch != 1) {
    printSize(os, batch);
    os << '*';
  }
  if (isGrouped()) {
    os << '[';
    llvm::interleave(
        group, os, [&](int64_t rows) { printSize(os, rows); }, ",");
    os << ']';
  } else {
    printSize(os, m);
  }
  os << 'x';
  printSize(os, n);
  os << 'x';
  if (hasParts()) {
    printSize(os, parts);
    os << '*';
  }
  printSize(os, k);
  if (kUnit != 1)
    os << '/' << kUnit;
  if (added) {
    os << '+';
    printSize(os, added->k);
  }
  os << ' ' << stringifyElementKind(a.element);
  if (b.element != a.element)
    os << ',' << stringifyElementKind(b.element);
  if (a.transposed)
    os << " A^T";
  if (b.transposed)
    os << " B^T";
  if (zeroExtend)
    os << " zext";
  if (isPair)
    os << " x2";
  if (!prologue.isNone())
    os << " first "
       << (!hasWidePrologue() ? ""
           : convertsB()      ? "b "
                              : "a ")
       << prologueName;
  for (const PrologueOperand &operand : prologue.operands) {
    os << ' ' << stringifyElementKind(operand.matrix.element);
    printExtent(os, operand, convertsB() ? "n" : "m");
  }
  if (scales) {
    os << " scaled";
    for (const PrologueOperand *operand : {&scales->a, &scales->b}) {
      os << ' ' << stringifyElementKind(operand->matrix.element);
      printExtent(os, *operand, operand == &scales->a ? "m" : "n");
    }
  }
  if (windows)
    printWindows(os, *windows);
  os << " -> " << stringifyElementKind(c.element);
  for (const OperandFact &output : epilogue.outputs)
    os << ',' << stringifyElementKind(output.element);
  if (init == InitKind::Accumulate)
    os << " accumulate";
  if (accumulator != getUsualAccumulator(*this))
    os << " in " << stringifyElementKind(accumulator);
  if (!epilogue.isNone())
    os << " then " << epilogueName;
  for (const EpilogueOperand &operand : epilogue.operands) {
    os << ' ' << stringifyElementKind(operand.matrix.element);
    printExtent(os, operand);
  }
  for (const auto &operand : listOperandsOfText(*this))
    printLayout(os, operand);
  return key;
}
