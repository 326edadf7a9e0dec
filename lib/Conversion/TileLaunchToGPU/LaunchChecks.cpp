//===- LaunchChecks.cpp - What a launch must hold to ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel takes some things for granted of its matrices. What the types tell
// is checked when the launch is lowered, and the rest by the host just before
// it launches: a kernel that runs without would write where it must not, or
// wait for ever.
//
//===----------------------------------------------------------------------===//

#include "LaunchChecks.h"

#include "mlir-autotune/Analysis/MatmulFact.h"
#include "mlir-autotune/Runtime/Grid.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"

#include <numeric>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// What TMA takes: addresses and strides in multiples of so many bytes
/// (CUDA driver API, cuTensorMapEncodeTiled).
static constexpr int64_t kTmaBytes = 16;

namespace {
/// What a kernel takes for granted of where an operand's elements lie, in
/// bytes; 1 for nothing.
struct Alignment {
  /// Of the first element, of the rows' starts and of the matrices' in a batch.
  int64_t start = 1;
  /// Of the rows' length.
  int64_t length = 1;
  /// Whether TMA is used, and whether rows must end where accesses do.
  bool isTma = false, reachesEnds = false;

  bool isAny() const { return start > 1; }
};
} // namespace

static Alignment getAlignment(LaunchOp op, const KernelABI &abi,
                              int64_t operand) {
  Alignment alignment;
  alignment.reachesEnds = operand >= int64_t(op.getInputs().size());
  for (const KernelParam &param : abi.params) {
    if (param.operand != operand)
      continue;
    if (param.kind == KernelParam::Kind::TensorMap) {
      alignment.start = std::max(alignment.start, kTmaBytes);
      alignment.isTma = true;
      // TMA loads clip at the last element. Stores write all of its 16 bytes.
      if (alignment.reachesEnds)
        alignment.length = std::max(alignment.length, kTmaBytes);
    } else if (param.kind == KernelParam::Kind::Pointer) {
      alignment.start = std::max(alignment.start, param.alignment);
      // Loads of A and B stop at the last element, wherever it is.
      if (alignment.reachesEnds)
        alignment.length = std::max(alignment.length, param.alignment);
    }
  }
  return alignment;
}

/// The smallest number of elements whose bytes are a multiple of `bytes`.
static int64_t getElements(int64_t bytes, MemRefType type) {
  return bytes / std::gcd(bytes, int64_t(type.getElementTypeBitWidth() / 8));
}

/// The launch's operand that a parameter is about: of a packed copy, its
/// source.
static int64_t getSource(const KernelABI &abi, int64_t operand,
                         int64_t operandCount) {
  return operand < operandCount ? operand : abi.packed[operand - operandCount];
}

/// CTAs that share a K which must have a step for each.
static int64_t getSplit(const KernelABI &abi) {
  return abi.cluster[2] * abi.split;
}

/// The message for more tiles than the kernel can number.
static std::string getTileNumberLimit(const KernelABI &abi) {
  return "the kernel numbers at most " +
         std::to_string(abi.getGridShape().getTileLimit()) + " tiles of " +
         std::to_string(abi.tile[0] * abi.cluster[0]) + "x" +
         std::to_string(abi.tile[1] * abi.cluster[1]);
}

/// The message for more tiles than the workspace can count the parts of.
static std::string getTileLimit(const KernelABI &abi) {
  return "the kernel splits K and counts the parts of at most " +
         std::to_string(cuda::kTileCounters) + " tiles of " +
         std::to_string(abi.tile[0]) + "x" + std::to_string(abi.tile[1]);
}

//===----------------------------------------------------------------------===//
// What types tell
//===----------------------------------------------------------------------===//

static Type getElementType(LaunchOp op, int64_t operand) {
  return cast<ShapedType>(op->getOperand(operand).getType()).getElementType();
}

static LogicalResult checkPacked(LaunchOp op, const KernelABI &abi) {
  int64_t inputs = op.getInputs().size();
  for (int64_t operand : abi.packed) {
    if (operand >= inputs)
      return op.emitOpError("the kernel packs operand ")
             << operand << "; it may pack inputs, of which there are "
             << inputs;
    // Rows of a whole number of bytes are a whole number of these elements.
    Type element = getElementType(op, operand);
    if (!autotune::getElementKind(element))
      return op.emitOpError("the kernel packs operand ")
             << operand << ", whose elements can't be of type " << element;
  }
  return success();
}

/// What the kernel takes as a batch must be one.
static LogicalResult checkBatches(LaunchOp op, const KernelABI &abi) {
  auto check = [&](int64_t operand) -> LogicalResult {
    Type type = op->getOperand(operand).getType();
    if (cast<ShapedType>(type).getRank() == 3)
      return success();
    return op.emitOpError("the kernel takes operand ")
           << operand << " as a batch of matrices, which " << type << " is not";
  };
  for (const KernelParam &param : abi.params)
    if ((param.dim == KernelParam::kBatch || param.batched) &&
        failed(check(param.operand)))
      return failure();
  // The reverse: of several matrices none is left out.
  for (int64_t index = 0, e = op->getNumOperands(); index < e; ++index) {
    auto type = cast<ShapedType>(op->getOperand(index).getType());
    bool isTaken = llvm::any_of(abi.params, [&](const KernelParam &param) {
      return param.operand == index &&
             (param.dim == KernelParam::kBatch || param.batched);
    });
    if (type.getRank() == 3 && type.getDimSize(0) != 1 && !isTaken)
      return op.emitOpError("the kernel takes operand ")
             << index << " as one matrix; " << type << " may be several";
  }
  return abi.batch ? check(*abi.batch) : success();
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
  if (abi.splitsDepth() && abi.depth.operand >= count)
    return op.emitOpError("the kernel splits the K of operand ")
           << abi.depth.operand << "; there are " << count;
  if (failed(checkPacked(op, abi)))
    return failure();
  int64_t packedCount = abi.packed.size();
  for (const KernelParam &param : abi.params) {
    if (param.kind == KernelParam::Kind::Counters)
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
    auto type = dyn_cast<MemRefType>(op->getOperand(extent.operand).getType());
    // Problems of a group are counted at run time.
    if (!type || !isMatrix(type) || abi.group)
      return success();
    shape.extent[axis] = getStaticSize(type, extent.dim);
    if (ShapedType::isDynamic(shape.extent[axis]))
      return success();
  }
  if (abi.batch) {
    auto type = dyn_cast<MemRefType>(op->getOperand(*abi.batch).getType());
    if (!type || !isMatrix(type))
      return success();
    shape.batch = getStaticSize(type, KernelParam::kBatch);
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
    auto type = dyn_cast<MemRefType>(op->getOperand(operand).getType());
    if (!type || !isMatrix(type))
      continue;
    int64_t size = getStaticSize(type, param.dim);
    if (!ShapedType::isDynamic(size) && size > kMaxMatmulSize)
      return op.emitOpError("the kernel counts in 32 bits: operand ")
             << operand << " must have at most " << kMaxMatmulSize
             << " elements along dimension "
             << getMemRefDim(param.dim, type.getRank()) << ", not " << size;
  }
  if (failed(checkTiles(op, abi)))
    return failure();
  if (!abi.splitsDepth())
    return success();
  auto type = dyn_cast<MemRefType>(op->getOperand(abi.depth.operand).getType());
  if (!type || !isMatrix(type))
    return success();
  int64_t size = getStaticSize(type, abi.depth.dim);
  if (!ShapedType::isDynamic(size) && size <= kMaxMatmulSize && size > 0 &&
      abi.hasEmptyPart(size))
    return op.emitOpError("the kernel splits K among ")
           << getSplit(abi) << " CTAs, each of which needs a step of "
           << abi.depthTile << "; in a K of " << size << " (operand "
           << abi.depth.operand << ", dimension "
           << getMemRefDim(abi.depth.dim, type.getRank()) << ") one gets none";
  return success();
}

/// Whether it is a batch of more than one matrix, as far as the type tells.
static bool isBatch(MemRefType type) {
  return getStaticSize(type, KernelParam::kBatch) != 1;
}

static LogicalResult checkAlignment(LaunchOp op, int64_t operand,
                                    Alignment alignment) {
  auto type = dyn_cast<MemRefType>(op->getOperand(operand).getType());
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
           << "the elements of its rows must be adjacent, which "
              "those of "
           << type << " are not known to be";
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  for (auto [what, value] :
       {std::make_pair("rows", strides[strides.size() - 2]),
        std::make_pair("matrices", isBatch(type) ? strides[0] : 0),
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
           << " bytes long; those of " << type << " have " << columns * bytes;
  return success();
}

LogicalResult tile::checkLaunch(LaunchOp op, const KernelABI &abi) {
  if (failed(checkOperands(op, abi)) || failed(checkSizes(op, abi)))
    return failure();
  for (int64_t operand = 0, e = op->getNumOperands(); operand < e; ++operand)
    if (failed(checkAlignment(op, operand, getAlignment(op, abi, operand))))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// What run time tells
//===----------------------------------------------------------------------===//

namespace {
class Asserts {
public:
  Asserts(ImplicitLocOpBuilder &b, LaunchOp op) : b(b), op(op) {}

  void addSizes(const KernelABI &abi, ArrayRef<Matrix> matrices);
  void addAlignment(int64_t operand, const Matrix &matrix, Alignment alignment);
  void addDepth(const KernelABI &abi, const Matrix &matrix);
  void addTiles(const KernelABI &abi, ArrayRef<Matrix> matrices);

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  void require(arith::CmpIPredicate predicate, Value left, Value right,
               const Twine &message) {
    std::string kernel;
    llvm::raw_string_ostream(kernel) << op.getKernel();
    cf::AssertOp::create(b, arith::CmpIOp::create(b, predicate, left, right),
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
};
} // namespace

void Asserts::addSizes(const KernelABI &abi, ArrayRef<Matrix> matrices) {
  for (const KernelParam &param : abi.params) {
    if (param.kind != KernelParam::Kind::Size)
      continue;
    int64_t operand = getSource(abi, param.operand, matrices.size());
    const Matrix &matrix = matrices[operand];
    if (ShapedType::isDynamic(getStaticSize(matrix.type, param.dim)))
      require(arith::CmpIPredicate::ule, matrix.sizes[param.dim],
              constant(kMaxMatmulSize),
              "operand " + Twine(operand) + " has more than " +
                  Twine(kMaxMatmulSize) + " elements along dimension " +
                  Twine(getMemRefDim(param.dim, matrix.type.getRank())) +
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
  if (isBatch(matrix.type) && ShapedType::isDynamic(strides[0]))
    requireMultiple(matrix.strides[KernelParam::kBatch],
                    getElements(alignment.start, matrix.type),
                    name + " does not start each matrix of the batch" + start);
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

void tile::createLaunchAsserts(ImplicitLocOpBuilder &b, LaunchOp op,
                               const KernelABI &abi,
                               ArrayRef<Matrix> matrices) {
  Asserts asserts(b, op);
  asserts.addSizes(abi, matrices);
  for (auto [operand, matrix] : llvm::enumerate(matrices))
    asserts.addAlignment(operand, matrix, getAlignment(op, abi, operand));
  auto isDynamic = [&](const KernelExtent &extent) {
    return ShapedType::isDynamic(
        getStaticSize(matrices[extent.operand].type, extent.dim));
  };
  if (abi.splitsDepth() && isDynamic(abi.depth))
    asserts.addDepth(abi, matrices[abi.depth.operand]);
  bool hasDynamicBatch =
      abi.batch && isDynamic({*abi.batch, KernelParam::kBatch});
  if (hasDynamicBatch || abi.group || llvm::any_of(abi.extents, isDynamic))
    asserts.addTiles(abi, matrices);
}
