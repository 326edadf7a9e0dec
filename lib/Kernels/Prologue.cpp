//===- Prologue.cpp - What elements become in their kernel ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/Prologue.h"

#include "mlir-autotune/Analysis/Prologue.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;

/// What buildKernel has seen to be one.
static OwningOpRef<ModuleOp> parseCheckedPrologue(ImplicitLocOpBuilder &b,
                                                  const MatmulFact &fact,
                                                  bool keepsPairs = false) {
  std::string whyNot;
  FailureOr<OwningOpRef<ModuleOp>> module =
      parsePrologue(b.getContext(), fact, whyNot, keepsPairs);
  assert(succeeded(module) && "the kernel's builder has parsed it before");
  return std::move(*module);
}

std::array<Value, 2> autotune::getValueIndices(ImplicitLocOpBuilder &b,
                                               const PrologueOperand &operand,
                                               Value row, Value k) {
  auto getBlock = [&](Value at, int64_t size) {
    return size == 1 ? at : divide(b, at, size);
  };
  Value zero = constant(b, 0);
  std::array<Value, 2> indices = {
      operand.overOutput ? getBlock(row, operand.rowGroup) : zero,
      operand.group ? getBlock(k, operand.group) : zero};
  if (operand.matrix.transposed)
    std::swap(indices[0], indices[1]);
  return indices;
}

SmallVector<Value> autotune::readRows(ImplicitLocOpBuilder &b,
                                      const KernelOperands &problem,
                                      int64_t rows, int64_t depth, Value row,
                                      Value k, bool alongK, ValueRange known) {
  SmallVector<Value> values;
  for (auto [index, read] : llvm::enumerate(
           llvm::zip_equal(problem.params, problem.fact.prologue.operands))) {
    auto [matrix, operand] = read;
    if ((operand.group != 0) != alongK) {
      values.push_back(known.empty() ? Value() : known[index]);
      continue;
    }
    // One for each place along K is read as of columns, which those are.
    if (operand.group == 1) {
      auto type = tile::ColumnsType::get(
          b.getContext(), {depth, 1},
          cast<MemRefType>(matrix.getType()).getElementType());
      values.push_back(tile::ReadColumnsOp::create(
          b, type, matrix, getValueIndices(b, operand, row, k),
          /*transposed=*/true));
      continue;
    }
    int64_t parts =
        operand.group && operand.group < depth ? depth / operand.group : 1;
    auto type = tile::RowsType::get(
        b.getContext(), {rows, parts},
        cast<MemRefType>(matrix.getType()).getElementType());
    values.push_back(tile::ReadRowsOp::create(
        b, type, matrix, getValueIndices(b, operand, row, k),
        operand.matrix.transposed));
  }
  return values;
}

/// Of integers without a sign, which a product would convert as if they had
/// one.
static void addUnsignedConversion(ImplicitLocOpBuilder &b,
                                  const MatmulFact &fact, tile::MmaOp mma) {
  Type stored = getElementType(fact.getConverted().element, b.getContext());
  Type type = getElementType(fact.getMultiplied(), b.getContext());
  OpBuilder::InsertionGuard guard(b);
  Block *block = b.createBlock(&mma.getPrologue(), {}, stored, b.getLoc());
  Value converted =
      arith::UIToFPOp::create(b, type, block->getArgument(0)).getResult();
  tile::YieldOp::create(b, converted);
}

void autotune::addPrologue(ImplicitLocOpBuilder &b, const MatmulFact &fact,
                           tile::MmaOp mma) {
  if (fact.prologue.isNone()) {
    if (fact.zeroExtend && fact.convertsFactor())
      addUnsignedConversion(b, fact, mma);
    return;
  }
  OwningOpRef<ModuleOp> module =
      parseCheckedPrologue(b, fact, /*keepsPairs=*/true);
  Block &body = getElementFunction(*module).getBody().front();
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types(body.getArgumentTypes());
  Block *block = b.createBlock(&mma.getPrologue(), {}, types,
                               SmallVector<Location>(types.size(), b.getLoc()));
  tile::YieldOp::create(b, inlineBody(b, body, block->getArguments()));
}

Value autotune::applyPrologueToElement(ImplicitLocOpBuilder &b,
                                       const KernelOperands &problem,
                                       Value element, Value row, Value k) {
  if (problem.fact.prologue.isNone())
    return element;
  SmallVector<Value> arguments = {element};
  for (auto [matrix, operand] :
       llvm::zip_equal(problem.params, problem.fact.prologue.operands))
    arguments.push_back(
        memref::LoadOp::create(b, matrix, getValueIndices(b, operand, row, k)));
  OwningOpRef<ModuleOp> module = parseCheckedPrologue(b, problem.fact);
  return inlineBody(b, getElementFunction(*module).getBody().front(), arguments)
      .front();
}
