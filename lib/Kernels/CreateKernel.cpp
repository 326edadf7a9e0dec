//===- CreateKernel.cpp - A kernel of a fact, without its body ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/CreateKernel.h"

#include "mlir-autotune/Kernels/KernelOperands.h"
#include "mlir-autotune/Space/Formulas.h"

using namespace mlir;
using namespace mlir::autotune;

/// Whether it has a matrix for each product of a batch.
static bool isBatchOperand(const MatmulFact &fact, const OperandFact &operand) {
  return fact.isGrouped() || (fact.isBatched() && operand.batchStride != 0);
}

/// The same of A or B, and whether it has one for each part of K.
static bool isBatchFactor(const MatmulFact &fact, const OperandFact &operand) {
  return isBatchOperand(fact, operand) ||
         (fact.hasParts() && operand.batchStride != 0);
}

MemRefType autotune::getOperandType(Type element, int64_t rank,
                                    bool isAdjacent) {
  int64_t unknown = ShapedType::kDynamic;
  SmallVector<int64_t> sizes(rank, unknown), strides(sizes);
  if (isAdjacent)
    strides.back() = 1;
  return MemRefType::get(
      sizes, element,
      StridedLayoutAttr::get(element.getContext(), unknown, strides));
}

/// A matrix, or a batch of them in one dimension or two.
static MemRefType getMatrixType(ElementKind element, MLIRContext *context,
                                bool isAdjacent, bool isBatch,
                                bool isInTwo = false) {
  return getOperandType(getElementType(element, context), 2 + isBatch + isInTwo,
                        isAdjacent);
}

/// What an epilogue reads is of one row or column where it is broadcast.
static Type getExtraType(const MatmulFact &fact, const EpilogueOperand &operand,
                         MLIRContext *context) {
  MemRefType type =
      getMatrixType(operand.matrix.element, context, /*isAdjacent=*/false,
                    isBatchOperand(fact, operand.matrix));
  SmallVector<int64_t> sizes(type.getShape());
  sizes[sizes.size() - 2] = operand.getRows(ShapedType::kDynamic);
  sizes[sizes.size() - 1] = operand.getColumns(ShapedType::kDynamic);
  return MemRefType::get(sizes, type.getElementType(), type.getLayout());
}

/// The same of a prologue, and of scales, which each product of a group has.
static Type getParamType(const MatmulFact &fact, const PrologueOperand &operand,
                         MLIRContext *context) {
  MemRefType type = getMatrixType(operand.matrix.element, context,
                                  /*isAdjacent=*/false,
                                  /*isBatch=*/fact.isGrouped());
  SmallVector<int64_t> sizes(type.getShape());
  int64_t rows = operand.getRows(ShapedType::kDynamic);
  int64_t columns = operand.getColumns(ShapedType::kDynamic);
  sizes[sizes.size() - 2] = operand.matrix.transposed ? columns : rows;
  sizes[sizes.size() - 1] = operand.matrix.transposed ? rows : columns;
  return MemRefType::get(sizes, type.getElementType(), type.getLayout());
}

tile::KernelOp autotune::createKernel(ImplicitLocOpBuilder &b, StringRef name,
                                      ArrayRef<Type> types,
                                      const LaunchShape &shape,
                                      std::optional<int64_t> products) {
  auto getNumber = [&](std::optional<int64_t> number) {
    return number ? b.getI64IntegerAttr(*number) : IntegerAttr();
  };
  auto kernel = tile::KernelOp::create(
      b, b.getStringAttr(name), TypeAttr::get(b.getFunctionType(types, {})),
      ArrayAttr(), ArrayAttr(), b.getDenseI64ArrayAttr(shape.cluster),
      getNumber(shape.threads), b.getI64IntegerAttr(shape.ctasPerSM),
      getNumber(products));
  Block *body = b.createBlock(&kernel.getBody(), {}, types,
                              SmallVector<Location>(types.size(), b.getLoc()));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  return kernel;
}

tile::KernelOp autotune::createKernel(ImplicitLocOpBuilder &b, StringRef name,
                                      const MatmulFact &fact,
                                      const LaunchShape &shape) {
  MLIRContext *context = b.getContext();
  auto getInputType = [&](const OperandFact &operand) {
    return getMatrixType(getHeldElement(operand), context,
                         shape.loadsVectors && isTmaLoadable(operand),
                         isBatchFactor(fact, operand), operand.hasOuterBatch());
  };
  // Images are their number, rows, columns and channels.
  Type typeOfA = fact.windows
                     ? getOperandType(getElementType(fact.a.element, context),
                                      /*rank=*/4, /*isAdjacent=*/true)
                     : Type(getInputType(fact.a));
  SmallVector<Type> types = {
      typeOfA, getInputType(fact.b),
      getMatrixType(fact.c.element, context,
                    /*isAdjacent=*/false,
                    fact.isBatched() || fact.isGrouped())};
  for (const OperandFact &output : fact.epilogue.outputs)
    types.push_back(getMatrixType(output.element, context, /*isAdjacent=*/false,
                                  fact.isBatched() || fact.isGrouped()));
  if (fact.isPair)
    types.push_back(getInputType(fact.b));
  if (fact.added)
    types.append({getInputType(fact.added->a), getInputType(fact.added->b)});
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    types.push_back(getExtraType(fact, operand, context));
  for (const PrologueOperand &operand : fact.prologue.operands)
    types.push_back(getParamType(fact, operand, context));
  if (fact.scales)
    types.append({getParamType(fact, fact.scales->a, context),
                  getParamType(fact, fact.scales->b, context)});
  if (fact.scales && fact.isPair)
    types.push_back(getParamType(fact, fact.scales->b, context));
  std::optional<int64_t> products;
  if (fact.isGrouped())
    products = fact.group.size();
  return createKernel(b, name, types, shape, products);
}
