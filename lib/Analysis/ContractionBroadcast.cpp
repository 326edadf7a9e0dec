//===- ContractionBroadcast.cpp - Results that inputs are broadcast to ----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Along a dimension that C alone has, the product is the same at each index. Of
// tensors it is computed once. On memrefs that would take a buffer to compute
// it in; a view of an input takes none, and the kernel computes it each time.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Contraction.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::autotune;

/// The most dimensions that are given to inputs in every way there is.
static constexpr size_t kMaxBroadcast = 4;

/// Leaves C's dimensions out that the inputs don't have.
static Contraction computeOnce(Contraction contraction) {
  SmallVector<int64_t> loops, shape;
  for (auto [dim, loop] : llvm::enumerate(contraction.loops[2])) {
    if (loop != Contraction::kUnitDim &&
        contraction.roles[loop] == LoopRole::Broadcast) {
      contraction.broadcast.push_back(dim);
      contraction.roles[loop] = LoopRole::Unit;
      continue;
    }
    loops.push_back(loop);
    shape.push_back(contraction.types[2].getDimSize(dim));
  }
  contraction.loops[2] = loops;
  contraction.types[2] =
      RankedTensorType::get(shape, contraction.types[2].getElementType());
  return contraction;
}

/// Gives A (0) or B (1) C's dimension `dim`: before those that come behind it
/// in C, and before what is summed over.
static LogicalResult repeat(Contraction &contraction, unsigned operand,
                            int64_t dim) {
  auto type = dyn_cast<MemRefType>(contraction.types[operand]);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type || failed(type.getStridesAndOffset(strides, offset)))
    return failure();
  ArrayRef<int64_t> behind = ArrayRef(contraction.loops[2]).drop_front(dim);
  SmallVector<int64_t> &loops = contraction.loops[operand];
  auto comesBehind = [&](int64_t loop) {
    return loop != Contraction::kUnitDim &&
           (contraction.roles[loop] == LoopRole::K ||
            llvm::is_contained(behind, loop));
  };
  int64_t at = llvm::find_if(loops, comesBehind) - loops.begin();
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + at, contraction.types[2].getDimSize(dim));
  strides.insert(strides.begin() + at, 0);
  loops.insert(loops.begin() + at, behind.front());
  contraction.types[operand] = MemRefType::get(
      shape, type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), offset, strides),
      type.getMemorySpace());
  SmallVector<int64_t> &repeated = contraction.repeated[operand];
  for (int64_t &other : repeated)
    other += other >= at;
  repeated.insert(llvm::lower_bound(repeated, at), at);
  contraction.roles[behind.front()] = operand == 0 ? LoopRole::M : LoopRole::N;
  return success();
}

std::vector<Contraction>
autotune::getWithoutBroadcast(const Contraction &contraction) {
  SmallVector<int64_t> dims;
  for (auto [dim, loop] : llvm::enumerate(contraction.loops[2]))
    if (loop != Contraction::kUnitDim &&
        contraction.roles[loop] == LoopRole::Broadcast)
      dims.push_back(dim);
  if (dims.empty())
    return {contraction};
  if (isa<RankedTensorType>(contraction.types[2]))
    return {computeOnce(contraction)};
  std::vector<Contraction> ways;
  if (dims.size() > kMaxBroadcast)
    return ways;
  auto hasRole = [&](LoopRole role) {
    return llvm::is_contained(contraction.roles, role);
  };
  // What has rows gets no more of them, which would be others' matrices; if
  // neither has any, C's innermost dimension is the columns.
  bool hasRows = hasRole(LoopRole::M), hasColumns = hasRole(LoopRole::N);
  unsigned best = hasRows && !hasColumns    ? ~0u
                  : !hasRows && !hasColumns ? 1u << (dims.size() - 1)
                                            : 0u;
  for (unsigned given = 0; given < 1u << dims.size(); ++given) {
    Contraction way = contraction;
    bool isViewed = true;
    for (auto [index, dim] : llvm::enumerate(dims))
      isViewed &= succeeded(repeat(way, (given ^ best) >> index & 1, dim));
    if (isViewed)
      ways.push_back(std::move(way));
  }
  return ways;
}
