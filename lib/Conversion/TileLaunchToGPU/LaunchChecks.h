//===- LaunchChecks.h - What a launch must hold to ------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHCHECKS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHCHECKS_H

#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune::tile {

/// One matrix at run time: an operand, or a packed copy of one.
struct Matrix {
  /// Of a copy, its source's.
  MemRefType type;
  /// Of the first element on the device: a pointer, and, of operands, the same
  /// as an i64.
  Value pointer, address;
  /// index values: of rows, columns and, in a batch, its matrices, and its
  /// batches where they lie in two dimensions.
  std::array<Value, 4> sizes, strides;
};

/// A matrix as a kernel has it: of integers of 4 bits bytes, half as many in a
/// row, as checkHalves() has seen it to be; others as they are.
MemRefType getHeldType(MemRefType type);

/// Emits, where `b` stands, the sizes and strides of an operand of `op`. It has
/// no address yet. Fails with a diagnostic at `op` if it is no strided matrix
/// in memory.
FailureOr<Matrix> readMatrix(ImplicitLocOpBuilder &b, Operation *op,
                             Value memref);

/// Whether a matrix of this type, or a batch of them, can be launched on.
inline bool isStridedMatrix(MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  return isMatrix(type) && succeeded(type.getStridesAndOffset(strides, offset));
}

/// Of a dimension as parameters count them: its size, which of a matrix that is
/// in no batch is 1.
inline int64_t getStaticSize(MemRefType type, int64_t dim) {
  if (dim >= type.getRank())
    return 1;
  return type.getDimSize(getMemRefDim(dim, type.getRank()));
}

/// The whole buffer that a memref is a view of; else the memref itself.
Value getWholeBuffer(Value memref);
/// Whether a memref is on the host's stack, where a device need not see it, as
/// scalars of an epilogue are.
bool isOnStack(Value memref);

/// Whether a buffer of this type is contiguous, and bytes that its elements
/// fill.
bool hasWholeBytes(MemRefType type);
/// Such a buffer as one of bytes, if its elements share them; else itself.
Value createByteBuffer(ImplicitLocOpBuilder &b, Value memref);
/// The memory of a matrix that lies in `memref`, from its lowest byte to its
/// highest, as a buffer of bytes; and how many of these lie ahead of its first
/// element, which is more than none where a stride is negative: an index.
std::pair<Value, Value> createSpan(ImplicitLocOpBuilder &b, Value memref,
                                   const Matrix &matrix);

/// Emits where the first element of `view` is in the copy `memref` of the
/// buffer that it is a view of, or in its own: an index, in bytes.
Value createAddress(ImplicitLocOpBuilder &b, Value memref, Value view = {});

/// That the kernel can be given what the launch has, as far as types tell;
/// fails with a diagnostic at the launch.
LogicalResult checkLaunch(LaunchOp op, const KernelABI &abi);

/// Emits, where `b` stands, the cluster tiles of the output, an index: as
/// GridShape::getTileCount.
Value createTileCount(ImplicitLocOpBuilder &b, const KernelABI &abi,
                      ArrayRef<Matrix> matrices);

/// Emits, where `b` stands, an assertion for each thing that checkLaunch could
/// not see in the operands' types: sizes that the kernel counts in 32 bits,
/// alignments, K's parts. `matrices` are the operands; those without an address
/// are not asked for theirs.
void createLaunchAsserts(ImplicitLocOpBuilder &b, LaunchOp op,
                         const KernelABI &abi, ArrayRef<Matrix> matrices);

/// Emits, where `b` stands, whether all of these assertions would hold: an i1.
Value createLaunchCondition(ImplicitLocOpBuilder &b, LaunchOp op,
                            const KernelABI &abi, ArrayRef<Matrix> matrices);

/// Emits assertions for outputs that are not seen to share no memory with
/// another operand.
void createOverlapAsserts(ImplicitLocOpBuilder &b, LaunchOp op,
                          const KernelABI &abi, ArrayRef<Matrix> matrices);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHCHECKS_H
