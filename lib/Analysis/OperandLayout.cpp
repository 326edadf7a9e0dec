//===- OperandLayout.cpp - How an operand lies in memory ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/OperandLayout.h"
#include "mlir-autotune/Analysis/Elements.h"

#include "mlir-autotune/Analysis/Aliasing.h"
#include "mlir-autotune/Analysis/Memory.h"
#include "mlir-autotune/Analysis/Refusal.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::autotune;

LogicalResult autotune::matchElement(Type type, StringRef name,
                                     ElementKind &kind, std::string *whyNot) {
  std::optional<ElementKind> known =
      name == "C" ? getElementKind(type) : getFactorKind(type);
  if (known) {
    kind = *known;
    return success();
  }
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return refuse(whyNot, "the element type " + text + " of its " + name +
                            " operand is none of " +
                            listElementKinds(/*inMemory=*/true));
}

ElementKind autotune::getFactorElement(Value factor) {
  return factor.getDefiningOp<tile::ReorderOp>()
             ? ElementKind::I4R
             : *getFactorKind(getElementTypeOrSelf(factor));
}

/// A buffer in a CTA's own memory can be given to no kernel.
static bool isVisibleToKernels(MemRefType type) {
  Attribute space = type.getMemorySpace();
  if (auto gpuSpace = dyn_cast_or_null<gpu::AddressSpaceAttr>(space))
    return gpuSpace.getValue() == gpu::AddressSpace::Global;
  if (auto number = dyn_cast_or_null<IntegerAttr>(space))
    return number.getInt() == 0 || number.getInt() == 1;
  return true;
}

Value autotune::getViewedTensor(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return isa_and_nonnull<tile::PermuteOp, tensor::ExtractSliceOp,
                         tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                         tensor::CastOp>(op) &&
                 isa<RankedTensorType>(tensor.getType())
             ? op->getOperand(0)
             : Value();
}

MemRefType autotune::getBufferType(Value tensor) {
  if (MemRefType view = getViewType(tensor))
    return view;
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  bool isKnown = type && !type.getEncoding() &&
                 MemRefType::isValidElementType(type.getElementType());
  return isKnown ? MemRefType::get(type.getShape(), type.getElementType())
                 : MemRefType();
}

MemRefType autotune::getViewType(Value tensor) {
  Value source = getViewedTensor(tensor);
  if (!source)
    return {};
  Operation *op = tensor.getDefiningOp();
  auto type = cast<RankedTensorType>(tensor.getType());
  MemRefType viewed = isa<tile::PermuteOp, tensor::ExtractSliceOp>(op)
                          ? getBufferType(source)
                          : getViewType(source);
  if (!viewed)
    return {};
  if (auto permute = dyn_cast<tile::PermuteOp>(op))
    return tile::PermuteOp::permuteType(viewed, permute.getOrder());
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return memref::SubViewOp::inferRankReducedResultType(
        type.getShape(), viewed, slice.getMixedOffsets(), slice.getMixedSizes(),
        slice.getMixedStrides());
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    // Else bufferization copies it.
    auto groups = collapse.getReassociationIndices();
    return memref::CollapseShapeOp::isGuaranteedCollapsible(viewed, groups)
               ? memref::CollapseShapeOp::computeCollapsedType(viewed, groups)
               : MemRefType();
  }
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    FailureOr<MemRefType> expanded = memref::ExpandShapeOp::computeExpandedType(
        viewed, type.getShape(), expand.getReassociationIndices());
    return succeeded(expanded) ? *expanded : MemRefType();
  }
  return viewed;
}

Value autotune::getMatricesInTwo(Value operand) {
  auto collapse = operand.getDefiningOp<tensor::CollapseShapeOp>();
  if (!collapse || collapse.getSrcType().getRank() != 4 ||
      collapse.getResultType().getRank() != 3 ||
      collapse.getReassociationIndices().front().size() != 2)
    return {};
  MemRefType view = getViewType(collapse.getSrc());
  return view && !memref::CollapseShapeOp::isGuaranteedCollapsible(
                     view, collapse.getReassociationIndices())
             ? collapse.getSrc()
             : Value();
}

/// How an operand lies: a memref, or what a tensor is known to become.
static MemRefType getLyingType(Value value) {
  auto memref = dyn_cast<MemRefType>(value.getType());
  if (memref)
    return memref;
  // A tensor that is read from a buffer lies as the buffer does.
  Operation *op = value.getDefiningOp();
  if (op && op->getName().getStringRef() == "bufferization.to_tensor")
    return dyn_cast<MemRefType>(op->getOperand(0).getType());
  Value inTwo = getMatricesInTwo(value);
  return getViewType(inTwo ? inTwo : value);
}

InputView autotune::getInputView(Value value) {
  MemRefType memref = getLyingType(value);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!memref || memref.getRank() < 2 ||
      failed(memref.getStridesAndOffset(strides, offset)))
    return {};
  InputView view;
  view.isTransposed = strides.back() != 1 && strides[strides.size() - 2] == 1;
  // A subview of one matrix is in bounds where there is one.
  view.isShared = memref.getRank() == 3 && strides.front() == 0 &&
                  memref.getDimSize(0) != 0 && memref.getDimSize(0) != 1;
  return view;
}

LogicalResult autotune::matchLayout(Value value, StringRef name, int64_t batch,
                                    OperandFact &operand, std::string *whyNot) {
  MemRefType view = getLyingType(value);
  if (!isAddressable(value.getType()) || (view && !isAddressable(view)))
    return refuse(whyNot, "no address space can hold its " + name +
                              " operand: sizes, strides and offset take at "
                              "most 2^57 bytes");
  int64_t bytes = getElementBytes(operand.element);
  operand.alignment = getKnownAlignment(value, bytes);
  operand.dense = false;
  operand.strideUnit = 1;
  if (auto tensor = dyn_cast<RankedTensorType>(value.getType())) {
    if (tensor.getEncoding())
      return refuse(whyNot, "the tensor type of its " + name +
                                " operand has an encoding");
    if (view) {
      SmallVector<int64_t> strides;
      int64_t offset;
      (void)view.getStridesAndOffset(strides, offset);
      operand.rowStride = strides[strides.size() - 2];
      operand.unitInnerStride = strides.back() == 1;
      if (tensor.getRank() >= 3 && batch != 1)
        operand.batchStride = strides[strides.size() - 3];
      if (view.getRank() == 4) {
        operand.innerBatch = view.getDimSize(1);
        operand.outerStride = strides.front();
      }
      if (view.getLayout().isIdentity())
        operand.setDense();
      return success();
    }
    int64_t rows = tensor.getDimSize(tensor.getRank() - 2);
    operand.rowStride = tensor.getShape().back();
    if (tensor.getRank() == 3)
      operand.batchStride = getDenseBatchStride(batch, rows, operand.rowStride);
    operand.unitInnerStride = true;
    operand.setDense();
    return success();
  }
  auto memref = cast<MemRefType>(value.getType());
  if (!isVisibleToKernels(memref))
    return refuse(whyNot, "the memory space of its " + name +
                              " operand is local to a CTA or thread");
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(memref.getStridesAndOffset(strides, offset)))
    return refuse(whyNot, "the memref layout of its " + name +
                              " operand is not strided");
  // That counts halves of bytes.
  if (isInt4(operand.element) && offset != 0)
    operand.alignment = std::max<int64_t>(1, operand.alignment / 2);
  operand.rowStride = strides[strides.size() - 2];
  operand.unitInnerStride = strides.back() == 1;
  if (memref.getRank() > 2 && batch != 1) {
    operand.batchStride = strides[strides.size() - 3];
    if (memref.getRank() == 4) {
      operand.innerBatch = memref.getDimSize(1);
      operand.outerStride = strides.front();
    }
  }
  if (memref.getLayout().isIdentity())
    operand.setDense();
  return success();
}

LogicalResult autotune::matchInputLayout(Value value, StringRef name,
                                         int64_t batch, OperandFact &operand,
                                         std::string *whyNot) {
  if (failed(matchLayout(value, name, batch, operand, whyNot)))
    return failure();
  if (!getInputView(value).isTransposed)
    return success();
  // Its rows are then the columns, whose elements are adjacent.
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)getLyingType(value).getStridesAndOffset(strides, offset);
  operand.transposed = !operand.transposed;
  operand.rowStride = strides.back();
  operand.unitInnerStride = true;
  return success();
}

EpilogueOperand autotune::getEpilogueOperand(const MatmulFact &fact,
                                             int64_t rank,
                                             const EpilogueValue &value) {
  EpilogueOperand operand;
  OperandFact &matrix = operand.matrix;
  matrix.element = *getReadKind(getElementTypeOrSelf(value.value.getType()));
  auto type = dyn_cast<ShapedType>(value.value.getType());
  if (!type) {
    matrix.rowStride = 1;
    return operand;
  }
  matrix.alignment =
      getKnownAlignment(value.value, getElementBytes(matrix.element));
  SmallVector<int64_t> strides;
  int64_t offset;
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    memref = getViewType(value.value);
  if (memref)
    (void)memref.getStridesAndOffset(strides, offset);
  std::optional<int64_t> ofRows, ofMatrices;
  int64_t rowsOfEach = 1;
  for (auto [index, dim] : llvm::enumerate(value.dims)) {
    if (dim == EpilogueValue::kUnit)
      continue;
    bool isColumns = dim == rank - 1, isRows = dim == rank - 2;
    operand.overColumns |= isColumns;
    operand.overRows |= isRows;
    if (isRows)
      rowsOfEach = value.getGroup(index) == 1 ? fact.m : type.getDimSize(index);
    if (isColumns || isRows)
      (isColumns ? operand.columnGroup : operand.rowGroup) =
          value.getGroup(index);
    if (strides.empty()) {
      // There may be more groups than are read.
      if (isColumns && operand.columnGroup != 1)
        ofRows = type.getDimSize(index);
      if (dim == 0 && rank == 3 && fact.isBatched())
        ofMatrices = ShapedType::kDynamic;
      continue;
    }
    if (isColumns)
      matrix.unitInnerStride = strides[index] == 1;
    else if (isRows)
      ofRows = strides[index];
    else if (fact.isBatched())
      ofMatrices = strides[index];
  }
  matrix.rowStride = ofRows.value_or(operand.getColumns(fact.n));
  if (ofMatrices)
    matrix.batchStride =
        strides.empty()
            ? getDenseBatchStride(fact.batch, rowsOfEach, matrix.rowStride)
            : *ofMatrices;
  if (!memref || memref.getLayout().isIdentity())
    matrix.setDense();
  return operand;
}

/// Threads write the elements of C in any order, and add to what was there, so
/// each must have its own memory. Of what is not known it is assumed.
LogicalResult autotune::checkOutput(Value c, std::string *whyNot) {
  auto type = dyn_cast<MemRefType>(c.getType());
  if (type && hasOwnPlaces(type) == false)
    return refuse(whyNot, "elements of its C operand share memory");
  return success();
}

/// A kernel writes tiles of C while other CTAs still read A and B, and skips a
/// zero fill that they may show, so C must have memory of its own. What is not
/// seen is left to the launch, which asserts it.
LogicalResult autotune::checkOverlap(Value operand, StringRef name, Value c,
                                     std::string *whyNot) {
  if (!isa<MemRefType>(c.getType()) ||
      !areSameBuffer(getBaseBuffer(operand), getBaseBuffer(c)) ||
      shareNoMemory(operand, c))
    return success();
  return refuse(whyNot, "its C operand is in the same buffer as its " + name +
                            " operand; it must be in another buffer, or in a "
                            "part that provably does not overlap");
}
