//===- MmaChecks.cpp - Products that wgmma can't compute ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaChecks.h"
#include "NVVM/Common/FragmentLayout.h"
#include "ProductTurns.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Float8.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Whether nothing behind the product's block may find it pending.
static bool isWaitedFor(MmaOp mma) {
  for (Operation *op = mma->getNextNode(); op; op = op->getNextNode())
    if (auto wait = dyn_cast<MmaWaitOp>(op); wait && wait.getPending() == 0)
      return true;
  return false;
}

/// That whoever starts products in turn is a few warpgroups, and each has a
/// barrier.
static LogicalResult checkTurns(MmaOp mma) {
  if (!mma.getInTurn())
    return success();
  auto role = mma->getParentOfType<RoleOp>();
  int64_t warpgroups = role.getWarps() / kWarpgroupWarps;
  if (role.getCopies() > 1 || warpgroups < 2 ||
      warpgroups > ProductTurns::kMaxWarpgroups)
    return mma.emitOpError("with 'in_turn' needs a role with two or three "
                           "warpgroups and without copies; \"")
           << role.getName() << "\" has " << warpgroups << " and "
           << role.getCopies() << " copies";
  auto roles = role->getBlock()->getOps<RoleOp>();
  if (std::distance(roles.begin(), roles.end()) > ProductTurns::kMaxRoles)
    return mma.emitOpError("with 'in_turn' needs a kernel of at most ")
           << ProductTurns::kMaxRoles << " roles";
  return success();
}

LogicalResult tile::checkMma(MmaOp mma) {
  std::array<VectorType, 2> tiles = mma.getFactors();
  Type a = tiles[0].getElementType(), b = tiles[1].getElementType();
  bool hasPrologue = !mma.getPrologue().empty();
  bool is16Bit = a == b && (a.isBF16() || a.isF16()) && !hasPrologue;
  bool isInteger = a.isInteger(8) && b.isInteger(8);
  bool isStored = a.isInteger(8) || isFloat8(a) ||
                  (hasPrologue && (a.isBF16() || a.isF16() || a.isF32()));
  bool isConverted = isStored && (b.isBF16() || b.isF16());
  if (!is16Bit && !isInteger && !isConverted && !(isFloat8(a) && isFloat8(b)) &&
      !mma.getTf32())
    return mma.emitOpError(
               "multiplies bf16 by bf16; f16 by f16; i8 by i8, bf16 or f16; ")
           << listFloat8Kinds("or")
           << " by either of them, bf16 or f16; f32 by f32 as tf32; or, with a "
              "prologue, bf16, f16 or f32 by bf16 or f16; not "
           << a << " by " << b;
  FragmentType result = mma.getResult().getType();
  Type sum = result.getElementType();
  // With A in registers, wgmma is an inline assembly with sums in f32.
  bool mayBeF16 = is16Bit && a.isF16() && !mma.getHeld();
  if (isInteger ? !sum.isInteger(32)
                : !sum.isF32() && !(mayBeF16 && sum.isF16()))
    return mma.emitOpError("sums in ") << (isInteger  ? "i32"
                                           : mayBeF16 ? "f32 or f16"
                                                      : "f32")
                                       << ", not in " << sum;
  if (isConverted && (mma.getTransposeA() || mma.getUnsignedA()))
    return mma.emitOpError("converts only signed integers or floats with a "
                           "contiguous K: A as m x k");
  if (isConverted && !isWaitedFor(mma))
    return mma.emitOpError(
        "converts A into registers, which its next execution overwrites: a "
        "tile.mma_wait for all products must follow it in the same block");
  if (!is16Bit && !isConverted && (mma.getTransposeA() || !mma.getTransposeB()))
    return mma.emitOpError(
        "multiplies elements of other widths than 16 bits only with a "
        "contiguous K: A as m x k, and B as n x k with transpose_b");
  // PTX ISA: integers have no n of 40, 56, 72, ...
  int64_t n = result.getShape()[1];
  if (isInteger && n != 8 && n != 24 && n % 16)
    return mma.emitOpError("multiplies integers with an N of 8, 24 or a "
                           "multiple of 16, not ")
           << n;
  int64_t k = tiles[1].getDimSize(mma.getTransposeB() ? 1 : 0);
  int64_t step = kMmaDepthBytes / getElementBytes(b);
  if (k % step)
    return mma.emitOpError("K must be a multiple of ") << step << ", not " << k;
  if (!mma.getPrologue().empty())
    for (Operation &op : mma.getPrologue().front().without_terminator())
      if (op.getNumResults() != 1 || op.getNumRegions() ||
          !isMemoryEffectFree(&op))
        return op.emitOpError("can't be lowered in a prologue; it needs one "
                              "result, no region and no effect on memory");
  for (Value rows : mma.getRows()) {
    auto type = dyn_cast<RowsType>(rows.getType());
    if (!type)
      continue;
    int64_t parts = type.getShape()[1];
    if (k / parts % step)
      return mma.emitOpError("takes values of rows for parts of K that are a "
                             "multiple of ")
             << step << ", not for " << k / parts;
  }
  return checkTurns(mma);
}

LogicalResult tile::checkMmaWait(MmaWaitOp wait) {
  if (!wait.getAcc())
    return success();
  Type sum = wait.getAcc().getType().getElementType();
  if (isSum(sum) || sum.isF16())
    return success();
  return wait.emitOpError("waits for sums in f32, f16 or i32, not in ") << sum;
}
