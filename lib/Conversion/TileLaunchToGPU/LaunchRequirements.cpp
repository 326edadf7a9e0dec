//===- LaunchRequirements.cpp - What a kernel needs of a launch -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchRequirements.h"

#include "LaunchChecks.h"

#include "mlir-autotune/Core/Workspace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// What TMA takes: addresses and strides in multiples of so many bytes
/// (CUDA driver API, cuTensorMapEncodeTiled).
static constexpr int64_t kTmaBytes = 16;

Alignment tile::getAlignment(LaunchOp op, const KernelABI &abi,
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
      if (op.isDpsInit(&op->getOpOperand(operand)))
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

std::string tile::getTileNumberLimit(const KernelABI &abi) {
  return "the kernel numbers at most " +
         std::to_string(abi.getGridShape().getTileLimit()) + " tiles of " +
         std::to_string(abi.tile[0] * abi.cluster[0]) + "x" +
         std::to_string(abi.tile[1] * abi.cluster[1]);
}

std::string tile::getTileLimit(const KernelABI &abi) {
  return "the kernel splits K and counts the parts of at most " +
         std::to_string(cuda::kTileCounters) + " tiles of " +
         std::to_string(abi.tile[0]) + "x" + std::to_string(abi.tile[1]);
}

/// Of a group, those of the problem.
static Value createTileCount(ImplicitLocOpBuilder &b, const KernelABI &abi,
                             ArrayRef<Matrix> matrices, int64_t problem) {
  Value tiles;
  for (auto [axis, extent] : llvm::enumerate(abi.extents)) {
    Value size = matrices[extent.operand + problem].sizes[extent.dim];
    Value clusterTile =
        arith::ConstantIndexOp::create(b, abi.tile[axis] * abi.cluster[axis]);
    Value ofAxis = arith::CeilDivUIOp::create(b, size, clusterTile);
    tiles = tiles ? arith::MulIOp::create(b, tiles, ofAxis) : ofAxis;
  }
  return tiles;
}

Value tile::createTileCount(ImplicitLocOpBuilder &b, const KernelABI &abi,
                            ArrayRef<Matrix> matrices) {
  Value tiles = ::createTileCount(b, abi, matrices, 0);
  for (int64_t problem = 1; problem < abi.group; ++problem)
    tiles = arith::AddIOp::create(b, tiles,
                                  ::createTileCount(b, abi, matrices, problem));
  if (abi.batch)
    tiles = arith::MulIOp::create(b, tiles,
                                  matrices[*abi.batch].sizes[abi.batchDim]);
  return tiles;
}
