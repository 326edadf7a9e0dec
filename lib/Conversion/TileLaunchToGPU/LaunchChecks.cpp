//===- LaunchChecks.cpp - What the types of a launch tell -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchChecks.h"
#include "LaunchRequirements.h"
#include "LaunchWindows.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Memory.h"
#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static bool isHalfByte(Type type) { return type.isSignlessInteger(4); }
static bool isBoolean(Type type) { return type.isSignlessInteger(1); }

/// As the kernel has it.
static Type getElementType(LaunchOp op, int64_t operand) {
  Type type =
      cast<ShapedType>(op->getOperand(operand).getType()).getElementType();
  return isHalfByte(type) || isBoolean(type)
             ? IntegerType::get(op.getContext(), 8)
             : type;
}

MemRefType tile::getHeldType(MemRefType type) {
  Type byte = IntegerType::get(type.getContext(), 8);
  if (isBoolean(type.getElementType()))
    return MemRefType::Builder(type).setElementType(byte);
  SmallVector<int64_t> strides, sizes(type.getShape());
  int64_t offset;
  if (!isHalfByte(type.getElementType()) ||
      failed(type.getStridesAndOffset(strides, offset)))
    return type;
  sizes.back() /= 2;
  for (int64_t &stride : MutableArrayRef(strides).drop_back())
    stride /= 2;
  return MemRefType::get(
      sizes, byte,
      StridedLayoutAttr::get(type.getContext(), offset / 2, strides),
      type.getMemorySpace());
}

FailureOr<Matrix> tile::readMatrix(ImplicitLocOpBuilder &b, Operation *op,
                                   Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type)
    return op->emitOpError("must be bufferized before its launch is lowered");
  if (!isStridedMatrix(type))
    return op->emitOpError("launches on matrices with strides, not on ")
           << type;
  MemRefType held = getHeldType(type);
  if (!held.getElementType().isIntOrFloat() ||
      held.getElementTypeBitWidth() % 8)
    return op->emitOpError("launches on matrices of whole bytes, not on ")
           << type;
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, value);
  };
  Matrix matrix;
  matrix.type = held;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    int64_t paramDim = getParamDim(dim, type.getRank());
    matrix.sizes[paramDim] = metadata.getSizes()[dim];
    matrix.strides[paramDim] = metadata.getStrides()[dim];
  }
  // Known, and fewer where a byte has two of them.
  SmallVector<int64_t> strides;
  int64_t offset;
  if (held.getShape() != type.getShape() &&
      succeeded(held.getStridesAndOffset(strides, offset))) {
    matrix.sizes[KernelParam::kColumns] = constant(held.getShape().back());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      matrix.strides[getParamDim(dim, type.getRank())] = constant(strides[dim]);
  }
  return matrix;
}

/// Null for a tensor.
static MemRefType getMatrixType(LaunchOp op, int64_t operand) {
  auto type = dyn_cast<MemRefType>(op->getOperand(operand).getType());
  return type && isStridedMatrix(type) ? getHeldType(type) : type;
}

/// Two integers of 4 bits share a byte, which no two threads write: they are
/// inputs alone, and rows, and what lies before them, must be known to be whole
/// bytes. Booleans are inputs alone, too: a kernel that writes bytes may write
/// others than 0 and 1.
static LogicalResult checkHalves(LaunchOp op) {
  for (auto [index, operand] : llvm::enumerate(op->getOperandTypes())) {
    auto type = dyn_cast<MemRefType>(operand);
    if (type && isBoolean(type.getElementType()) &&
        op.isDpsInit(&op->getOpOperand(index)))
      return op.emitOpError("launches on matrices of whole bytes, not on ")
             << type;
    SmallVector<int64_t> strides;
    int64_t offset;
    if (!type || !isHalfByte(type.getElementType()) || !isStridedMatrix(type) ||
        failed(type.getStridesAndOffset(strides, offset)))
      continue;
    if (op.isDpsInit(&op->getOpOperand(index)))
      return op.emitOpError("launches on matrices of whole bytes, not on ")
             << type;
    int64_t inner = strides.back();
    strides.back() = type.getShape().back();
    strides.push_back(offset);
    if (inner != 1 || llvm::any_of(strides, [](int64_t value) {
          return ShapedType::isDynamic(value) || value % 2 != 0;
        }))
      return op.emitOpError("operand ")
             << index
             << " has two elements in a byte: it must have an inner stride of "
                "1, and known even numbers as row length, outer strides and "
                "offset, not "
             << type;
  }
  return success();
}

static LogicalResult checkPacked(LaunchOp op, const KernelABI &abi) {
  int64_t inputs = op.getInputs().size();
  for (const PackedCopy &copy : abi.packed) {
    int64_t operand = copy.operand;
    if (operand >= inputs)
      return op.emitOpError("the kernel packs operand ")
             << operand << "; it may pack inputs, of which there are "
             << inputs;
    // Rows of a whole number of bytes are a whole number of these elements.
    Type element = getElementType(op, operand);
    if (!autotune::getElementKind(element))
      return op.emitOpError("the kernel packs operand ")
             << operand << ", but elements of type " << element
             << " can't be packed";
  }
  return success();
}

/// What the kernel takes as a batch must be one.
static LogicalResult checkBatches(LaunchOp op, const KernelABI &abi) {
  auto check = [&](int64_t operand, int64_t rank) -> LogicalResult {
    Type type = op->getOperand(operand).getType();
    if (cast<ShapedType>(type).getRank() >= rank)
      return success();
    return op.emitOpError("the kernel takes operand ")
           << operand << " as a batch of matrices"
           << (rank == 4 ? " in two dimensions" : "") << ", but " << type
           << " is not one";
  };
  // The dimensions that a parameter is of, or at least has.
  auto getRank = [](const KernelParam &param) {
    return param.dim == KernelParam::kOuterBatch || param.outer ? 4
           : param.dim == KernelParam::kBatch || param.batched  ? 3
                                                                : 2;
  };
  int64_t count = op->getNumOperands();
  for (const KernelParam &param : abi.params)
    if (getRank(param) > 2 &&
        failed(check(getSource(abi, param.operand, count), getRank(param))))
      return failure();
  // The reverse: of several matrices none is left out.
  for (int64_t index = 0; index < count; ++index) {
    auto type = cast<ShapedType>(op->getOperand(index).getType());
    int64_t taken = 2;
    for (const KernelParam &param : abi.params)
      if (param.operand == index)
        taken = std::max<int64_t>(taken, getRank(param));
    ArrayRef<int64_t> left =
        type.getShape().drop_back(std::min(taken, type.getRank()));
    if (llvm::any_of(left, [](int64_t size) { return size != 1; }))
      return op.emitOpError("the kernel takes operand ")
             << index << " as one matrix, but " << type << " may be several";
  }
  return abi.batch ? check(*abi.batch, abi.batchDim + 1) : success();
}

static LogicalResult checkOperands(LaunchOp op, const KernelABI &abi) {
  int64_t count = op->getNumOperands();
  for (const KernelExtent &extent : abi.extents)
    if (extent.operand >= count)
      return op.emitOpError("the kernel counts tiles of operand ")
             << extent.operand << "; there are " << count;
  if (abi.batch && *abi.batch >= count)
    return op.emitOpError("the kernel counts the batch of operand ")
           << *abi.batch << "; there are " << count;
  if (abi.needsDepth() && abi.depth.operand >= count)
    return op.emitOpError("the kernel splits the K of operand ")
           << abi.depth.operand << "; there are " << count;
  if (failed(checkPacked(op, abi)))
    return failure();
  int64_t packedCount = abi.packed.size();
  for (const KernelParam &param : abi.params) {
    if (!hasOperand(param.kind))
      continue;
    if (param.operand >= count + packedCount) {
      InFlightDiagnostic diagnostic =
          op.emitOpError("the kernel takes operand ")
          << param.operand << "; there are " << count;
      if (packedCount)
        diagnostic << ", and packed copies of " << packedCount;
      return diagnostic;
    }
    if (param.kind == KernelParam::Kind::Scalar)
      return op.emitOpError("passes matrices only; operand ")
             << param.operand << " of the kernel is a scalar";
    Type element = getElementType(op, getSource(abi, param.operand, count));
    if (param.kind == KernelParam::Kind::TensorMap &&
        !autotune::getElementKind(element))
      return op.emitOpError("needs a tensor map of operand ")
             << param.operand << ", but none has elements of type " << element;
  }
  return checkBatches(op, abi);
}

static LogicalResult checkTiles(LaunchOp op, const KernelABI &abi) {
  cuda::GridShape shape = abi.getGridShape();
  for (auto [axis, extent] : llvm::enumerate(abi.extents)) {
    auto type = getMatrixType(op, extent.operand);
    // Problems of a group are counted at run time.
    if (!type || !isMatrix(type) || abi.group)
      return success();
    shape.extent[axis] = getStaticSize(type, extent.dim);
    if (ShapedType::isDynamic(shape.extent[axis]))
      return success();
  }
  if (abi.batch) {
    auto type = getMatrixType(op, *abi.batch);
    if (!type || !isMatrix(type))
      return success();
    shape.batch = getStaticSize(type, abi.batchDim);
    if (ShapedType::isDynamic(shape.batch))
      return success();
  }
  if (!shape.canCountTiles())
    return op.emitOpError(getTileNumberLimit(abi))
           << ", not " << shape.getTileCount();
  if (!shape.canCountParts())
    return op.emitOpError(getTileLimit(abi))
           << ", not of " << shape.getCountedTiles();
  return success();
}

static LogicalResult checkSizes(LaunchOp op, const KernelABI &abi) {
  for (const KernelParam &param : abi.params) {
    if (param.kind != KernelParam::Kind::Size)
      continue;
    int64_t operand = getSource(abi, param.operand, op->getNumOperands());
    auto type = getMatrixType(op, operand);
    if (!type || !isMatrix(type))
      continue;
    int64_t dim = getSourceDim(abi, param, op->getNumOperands());
    int64_t size = getStaticSize(type, dim);
    if (!ShapedType::isDynamic(size) && size > kMaxMatmulSize)
      return op.emitOpError("the kernel counts in 32 bits: operand ")
             << operand << " must have at most " << kMaxMatmulSize
             << " elements along dimension "
             << getMemRefDim(dim, type.getRank()) << ", not " << size;
  }
  if (failed(checkTiles(op, abi)))
    return failure();
  if (!abi.needsDepth())
    return success();
  auto type = getMatrixType(op, abi.depth.operand);
  if (!type || !isMatrix(type))
    return success();
  int64_t size = getStaticSize(type, abi.depth.dim);
  if (!ShapedType::isDynamic(size) && size <= kMaxMatmulSize && size > 0 &&
      abi.hasEmptyPart(size))
    return op.emitOpError("the kernel splits K among ")
           << getSplit(abi) << " CTAs, each of which needs a step of "
           << abi.depthTile << "; with a K of " << size << " (operand "
           << abi.depth.operand << ", dimension "
           << getMemRefDim(abi.depth.dim, type.getRank())
           << "), one CTA gets none";
  return success();
}

static LogicalResult checkAlignment(LaunchOp op, int64_t operand,
                                    Alignment alignment) {
  auto type = getMatrixType(op, operand);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!alignment.isAny() || !type || !isMatrix(type) ||
      failed(type.getStridesAndOffset(strides, offset)))
    return success();
  auto emitError = [&](bool isTma) {
    return op.emitOpError("the kernel ")
           << (isTma ? "reaches operand "
               : op.isDpsInit(&op->getOpOperand(operand))
                   ? "stores several elements at once to operand "
                   : "loads several elements at once of operand ")
           << operand << (isTma ? " by TMA: " : ": ");
  };
  if (!type.getElementType().isIntOrFloat())
    return emitError(alignment.isTma)
           << "its elements must be integers or floats, not "
           << type.getElementType();
  // A tensor map has no stride inside a row to fill in at run time.
  if (strides.back() != 1 &&
      (alignment.isTma || !ShapedType::isDynamic(strides.back())))
    return emitError(alignment.isTma)
           << "the elements of its rows must be adjacent, but " << type
           << " has another or an unknown stride";
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  for (auto [what, value] :
       {std::make_pair("rows", strides[strides.size() - 2]),
        std::make_pair("matrices", isBatch(type) ? strides[0] : 0),
        std::make_pair("matrices", type.getRank() == 4 ? strides[1] : 0),
        std::make_pair("first element", offset)})
    if (!ShapedType::isDynamic(value) && value * bytes % alignment.start)
      return emitError(alignment.isTma)
             << "its " << what << " must lie at multiples of "
             << alignment.start << " bytes; the stride or offset of " << type
             << " is " << value * bytes;
  int64_t columns = getStaticSize(type, KernelParam::kColumns);
  if (!ShapedType::isDynamic(columns) && columns * bytes % alignment.length)
    return emitError(/*isTma=*/false)
           << "its rows must be multiples of " << alignment.length
           << " bytes long; a row of " << type << " has " << columns * bytes;
  return success();
}

/// So that no product of sizes, strides and bytes overflows.
static LogicalResult checkReach(LaunchOp op) {
  for (auto [index, type] : llvm::enumerate(op->getOperandTypes()))
    if (!isAddressable(type))
      return op.emitOpError("operand ")
             << index << " is larger than an address space: sizes, "
             << "strides and offset may take at most 2^57 bytes; its type is "
             << type;
  return success();
}

LogicalResult tile::checkLaunch(LaunchOp op, const KernelABI &abi) {
  if (failed(checkReach(op)) || failed(checkHalves(op)) ||
      failed(checkOperands(op, abi)) || failed(checkSizes(op, abi)) ||
      failed(checkWindows(op, abi)))
    return failure();
  for (int64_t operand = 0, e = op->getNumOperands(); operand < e; ++operand)
    if (failed(checkAlignment(op, operand, getAlignment(op, abi, operand))))
      return failure();
  return success();
}
