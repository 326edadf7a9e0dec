//===- LaunchAsserts.cpp - What is asserted before a launch ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchChecks.h"
#include "LaunchRequirements.h"
#include "LaunchWindows.h"

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// The smallest number of elements whose bytes are a multiple of `bytes`.
static int64_t getElements(int64_t bytes, MemRefType type) {
  return bytes / std::gcd(bytes, int64_t(type.getElementTypeBitWidth() / 8));
}

namespace {
/// Emits what a launch must hold to, as assertions or as one condition.
class Asserts {
public:
  Asserts(ImplicitLocOpBuilder &b, LaunchOp op, bool asserts)
      : b(b), op(op), asserts(asserts) {}

  void addAll(const KernelABI &abi, ArrayRef<Matrix> matrices);
  /// Of all that was added, if nothing is asserted; null if nothing was.
  Value getCondition() const { return condition; }

private:
  void addSizes(const KernelABI &abi, ArrayRef<Matrix> matrices);
  void addAlignment(int64_t operand, const Matrix &matrix, Alignment alignment);
  void addDepth(const KernelABI &abi, const Matrix &matrix);
  void addTiles(const KernelABI &abi, ArrayRef<Matrix> matrices);
  void addWindows(const KernelABI &abi, ArrayRef<Matrix> matrices);

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  void require(arith::CmpIPredicate predicate, Value left, Value right,
               const Twine &message) {
    Value holds = arith::CmpIOp::create(b, predicate, left, right);
    if (!asserts) {
      condition =
          condition ? arith::AndIOp::create(b, condition, holds) : holds;
      return;
    }
    std::string kernel;
    llvm::raw_string_ostream(kernel) << op.getKernel();
    cf::AssertOp::create(b, holds,
                         "tile.launch " + kernel + ": " + message.str());
  }
  void requireMultiple(Value value, int64_t divisor, const Twine &message) {
    if (divisor > 1)
      require(arith::CmpIPredicate::eq,
              arith::RemUIOp::create(b, value, constant(divisor)), constant(0),
              message);
  }

  ImplicitLocOpBuilder &b;
  LaunchOp op;
  bool asserts;
  Value condition;
};
} // namespace

void Asserts::addSizes(const KernelABI &abi, ArrayRef<Matrix> matrices) {
  for (const KernelParam &param : abi.params) {
    if (param.kind != KernelParam::Kind::Size)
      continue;
    int64_t operand = getSource(abi, param.operand, matrices.size());
    int64_t dim = getSourceDim(abi, param, matrices.size());
    const Matrix &matrix = matrices[operand];
    if (ShapedType::isDynamic(getStaticSize(matrix.type, dim)))
      require(arith::CmpIPredicate::ule, matrix.sizes[dim],
              constant(kMaxMatmulSize),
              "operand " + Twine(operand) + " has more than " +
                  Twine(kMaxMatmulSize) + " elements along dimension " +
                  Twine(getMemRefDim(dim, matrix.type.getRank())) +
                  ", which the kernel counts in 32 bits");
  }
}

void Asserts::addAlignment(int64_t operand, const Matrix &matrix,
                           Alignment alignment) {
  if (!alignment.isAny())
    return;
  std::string name = "operand " + std::to_string(operand);
  std::string start =
      " at a multiple of " + std::to_string(alignment.start) + " bytes";
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)matrix.type.getStridesAndOffset(strides, offset);
  if (ShapedType::isDynamic(strides.back()))
    require(arith::CmpIPredicate::eq, matrix.strides[1], constant(1),
            name + " has rows whose elements are not adjacent");
  if (ShapedType::isDynamic(strides[strides.size() - 2]))
    requireMultiple(matrix.strides[0],
                    getElements(alignment.start, matrix.type),
                    name + " does not start each row" + start);
  for (int64_t dim = 0, rank = strides.size(); dim < rank - 2; ++dim)
    if (isBatch(matrix.type) && ShapedType::isDynamic(strides[dim]))
      requireMultiple(matrix.strides[getParamDim(dim, rank)],
                      getElements(alignment.start, matrix.type),
                      name + " does not start each matrix of the batch" +
                          start);
  if (ShapedType::isDynamic(getStaticSize(matrix.type, KernelParam::kColumns)))
    requireMultiple(matrix.sizes[1], getElements(alignment.length, matrix.type),
                    name + " has rows that are not a multiple of " +
                        Twine(alignment.length) + " bytes long");
  if (!matrix.address)
    return;
  Value rest = arith::AndIOp::create(
      b, matrix.address,
      arith::ConstantOp::create(b, b.getI64IntegerAttr(alignment.start - 1)));
  require(arith::CmpIPredicate::eq, rest,
          arith::ConstantOp::create(b, b.getI64IntegerAttr(0)),
          name + " does not start" + start);
}

/// As KernelABI::hasEmptyPart.
void Asserts::addDepth(const KernelABI &abi, const Matrix &matrix) {
  Value size = matrix.sizes[abi.depth.dim];
  int64_t dim = getMemRefDim(abi.depth.dim, matrix.type.getRank());
  Value steps = arith::CeilDivUIOp::create(b, size, constant(abi.depthTile));
  Value before = constant(abi.split - 1);
  if (abi.split == 1) {
    Value part = arith::CeilDivUIOp::create(b, steps, constant(abi.cluster[2]));
    before = arith::MulIOp::create(b, part, constant(abi.cluster[2] - 1));
  }
  require(arith::CmpIPredicate::ult, before, steps,
          "dimension " + Twine(dim) + " of operand " +
              Twine(abi.depth.operand) + ", K, has no step of " +
              Twine(abi.depthTile) + " for each of the " +
              Twine(getSplit(abi)) + " CTAs that split it");
}

/// As GridShape::canCountParts, and as canCountTiles. One matrix of so many
/// tiles is larger than any memory, many small ones are not.
void Asserts::addTiles(const KernelABI &abi, ArrayRef<Matrix> matrices) {
  if (abi.split > 1)
    require(arith::CmpIPredicate::ule, createTileCount(b, abi, matrices),
            constant(cuda::kTileCounters / (abi.cluster[0] * abi.cluster[1])),
            getTileLimit(abi));
  else if (abi.batch || abi.group)
    require(arith::CmpIPredicate::ule, createTileCount(b, abi, matrices),
            constant(abi.getGridShape().getTileLimit()),
            getTileNumberLimit(abi));
}

/// As checkWindows.
void Asserts::addWindows(const KernelABI &abi, ArrayRef<Matrix> matrices) {
  int64_t operand = getImagesOperand(abi);
  if (operand < 0)
    return;
  // The rows of the kernel's product are the columns of a swapped one.
  const KernelExtent &rows = abi.extents[abi.isSwapped()];
  const Matrix &images = matrices[operand], &output = matrices[rows.operand];
  if (images.type.hasStaticShape() &&
      !ShapedType::isDynamic(getStaticSize(output.type, rows.dim)))
    return;
  require(arith::CmpIPredicate::eq, output.sizes[rows.dim],
          createWindowCount(b, *op.getWindow(), images),
          "operand " + Twine(rows.operand) +
              " has another number of rows than the images of operand " +
              Twine(operand) + " have windows");
}

void Asserts::addAll(const KernelABI &abi, ArrayRef<Matrix> matrices) {
  addSizes(abi, matrices);
  for (auto [operand, matrix] : llvm::enumerate(matrices))
    addAlignment(operand, matrix, getAlignment(op, abi, operand));
  auto isDynamic = [&](const KernelExtent &extent) {
    return ShapedType::isDynamic(
        getStaticSize(matrices[extent.operand].type, extent.dim));
  };
  if (abi.needsDepth() && isDynamic(abi.depth))
    addDepth(abi, matrices[abi.depth.operand]);
  bool hasDynamicBatch = abi.batch && isDynamic({*abi.batch, abi.batchDim});
  if (hasDynamicBatch || abi.group || llvm::any_of(abi.extents, isDynamic))
    addTiles(abi, matrices);
  addWindows(abi, matrices);
}

void tile::createLaunchAsserts(ImplicitLocOpBuilder &b, LaunchOp op,
                               const KernelABI &abi,
                               ArrayRef<Matrix> matrices) {
  Asserts(b, op, /*asserts=*/true).addAll(abi, matrices);
}

Value tile::createLaunchCondition(ImplicitLocOpBuilder &b, LaunchOp op,
                                  const KernelABI &abi,
                                  ArrayRef<Matrix> matrices) {
  Asserts conditions(b, op, /*asserts=*/false);
  conditions.addAll(abi, matrices);
  if (Value condition = conditions.getCondition())
    return condition;
  return arith::ConstantOp::create(b, b.getBoolAttr(true));
}
