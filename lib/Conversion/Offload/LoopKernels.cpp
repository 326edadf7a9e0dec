//===- LoopKernels.cpp - A thread for each element ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "mlir-autotune/Analysis/Aliasing.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::offload;

static constexpr int64_t kThreads = 256;

namespace {
class LoopKernel {
public:
  LoopKernel(linalg::LinalgOp op, KernelModule &module)
      : op(op), kernel(module, op, kThreads), b(kernel.device) {}

  LogicalResult build();

private:
  void readSizes();
  Value countThreads();
  LogicalResult buildThread(Value number);
  FailureOr<SmallVector<Value>> buildSums(unsigned next,
                                          SmallVector<Value> sums);
  FailureOr<SmallVector<Value>> buildElement(ArrayRef<Value> sums);
  SmallVector<Value> getPlace(OpOperand &operand);
  Value loadOperand(OpOperand &operand);
  Value number(OpFoldResult size);

  linalg::LinalgOp op;
  DeviceKernel kernel;
  ImplicitLocOpBuilder &b;
  /// The loops' sizes (host), and the product of the parallel ones if it is
  /// known.
  SmallVector<OpFoldResult> sizes;
  std::optional<int64_t> known = 1;
  SmallVector<unsigned> parallel, reduction;
  /// Numbers of threads: index, or i64 where 32 bits may be too few.
  Type type;
  SmallVector<Value> loops;
};
} // namespace

void LoopKernel::readSizes() {
  for (Range range : op.createLoopRanges(kernel.host, op.getLoc()))
    sizes.push_back(range.size);
  op.getParallelDims(parallel);
  op.getReductionDims(reduction);
  for (unsigned dim : parallel) {
    std::optional<int64_t> size = getConstantIntValue(sizes[dim]);
    known = known && size ? std::optional(*known * *size) : std::nullopt;
  }
  // Without an overflow of the last CTA's number.
  constexpr int64_t kMost = (int64_t(1) << 31) - kThreads;
  type = known && *known < kMost ? Type(b.getIndexType()) : b.getI64Type();
}

/// The product of the parallel loops' sizes (host).
Value LoopKernel::countThreads() {
  Value count = arith::ConstantIndexOp::create(kernel.host, 1);
  for (unsigned dim : parallel)
    count = arith::MulIOp::create(
        kernel.host, count,
        getValueOrCreateConstantIndexOp(kernel.host, op.getLoc(), sizes[dim]));
  return count;
}

/// A size in the kernel, as numbers of threads are.
Value LoopKernel::number(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return arith::ConstantOp::create(b, b.getIntegerAttr(type, *constant));
  Value value = kernel.get(cast<Value>(size));
  return type.isIndex() ? value : arith::IndexCastOp::create(b, type, value);
}

SmallVector<Value> LoopKernel::getPlace(OpOperand &operand) {
  auto place = affine::expandAffineMap(
      b, b.getLoc(), op.getMatchingIndexingMap(&operand), loops);
  return place ? llvm::to_vector_of<Value>(*place) : SmallVector<Value>();
}

/// An operand is a memref, or a scalar.
Value LoopKernel::loadOperand(OpOperand &operand) {
  if (isa<MemRefType>(operand.get().getType()))
    return kernel.load(operand.get(), getPlace(operand));
  return kernel.get(operand.get());
}

/// One execution of the body; returns what it yields.
FailureOr<SmallVector<Value>> LoopKernel::buildElement(ArrayRef<Value> sums) {
  Block *body = op.getBlock();
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (argument.use_empty())
      continue;
    Value element = loadOperand(*input);
    if (!element)
      return failure();
    kernel.map(argument, element);
  }
  for (auto [index, init] : llvm::enumerate(op.getDpsInitsMutable())) {
    BlockArgument argument = op.getMatchingBlockArgument(&init);
    if (!argument.use_empty())
      kernel.map(argument, reduction.empty() ? loadOperand(init) : sums[index]);
  }
  kernel.setLoops(loops);
  if (failed(kernel.copyBlock(*body)))
    return failure();
  SmallVector<Value> yielded;
  for (Value value : body->getTerminator()->getOperands()) {
    yielded.push_back(kernel.get(value));
    if (!yielded.back())
      return failure();
  }
  return yielded;
}

/// Loops over the reductions from number `next` on.
FailureOr<SmallVector<Value>> LoopKernel::buildSums(unsigned next,
                                                    SmallVector<Value> sums) {
  if (next == reduction.size())
    return buildElement(sums);
  unsigned dim = reduction[next];
  OpFoldResult size = kernel.get(sizes[dim]);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  auto loop = scf::ForOp::create(b, zero, kernel.materialize(size), one, sums);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  loops[dim] = loop.getInductionVar();
  auto inner =
      buildSums(next + 1, SmallVector<Value>(loop.getRegionIterArgs()));
  if (failed(inner))
    return failure();
  if (!inner->empty())
    scf::YieldOp::create(b, *inner);
  return SmallVector<Value>(loop.getResults());
}

LogicalResult LoopKernel::buildThread(Value thread) {
  loops.assign(sizes.size(), Value());
  for (unsigned dim : llvm::reverse(parallel)) {
    Value size = number(sizes[dim]), place = thread;
    if (dim != parallel.front()) {
      place = arith::RemUIOp::create(b, thread, size);
      thread = arith::DivUIOp::create(b, thread, size);
    }
    loops[dim] = type.isIndex()
                     ? place
                     : arith::IndexCastOp::create(b, b.getIndexType(), place);
  }
  // Maps of results have no other loops, but expanding needs a value for each.
  for (unsigned dim : reduction)
    loops[dim] = arith::ConstantIndexOp::create(b, 0);
  SmallVector<SmallVector<Value>> places;
  SmallVector<Value> sums;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    places.push_back(getPlace(init));
    if (!reduction.empty())
      sums.push_back(kernel.load(init.get(), places.back()));
  }
  auto results = buildSums(0, sums);
  if (failed(results))
    return failure();
  for (auto [index, init] : llvm::enumerate(op.getDpsInitsMutable()))
    kernel.store((*results)[index], init.get(), places[index]);
  return success();
}

LogicalResult LoopKernel::build() {
  readSizes();
  for (OpOperand &init : op.getDpsInitsMutable())
    for (unsigned dim : reduction)
      if (op.getMatchingIndexingMap(&init).isFunctionOfDim(dim)) {
        kernel.abandon();
        return op.emitError(
            "can't run on the GPU: it writes different elements "
            "in the loop of a reduction");
      }
  if (known == 0) {
    kernel.abandon();
    op.erase();
    return success();
  }
  Value thread = kernel.createThreadNumber(type);
  Value count = number(kernel.host.getIndexAttr(1));
  for (unsigned dim : parallel)
    count = arith::MulIOp::create(b, count, number(sizes[dim]));
  Value inside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, thread, count);
  auto guarded = scf::IfOp::create(b, inside, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(guarded.thenBlock());
    if (failed(buildThread(thread))) {
      kernel.abandon();
      return failure();
    }
  }
  // A grid of no CTAs is an error of the driver.
  ImplicitLocOpBuilder &host = kernel.host;
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(host, value);
  };
  Value ctas = arith::MaxUIOp::create(
      host,
      arith::CeilDivUIOp::create(host, countThreads(), constant(kThreads)),
      constant(1));
  if (failed(kernel.launch(ctas)))
    return failure();
  op.erase();
  return success();
}

LogicalResult offload::offloadLoops(linalg::LinalgOp op, KernelModule &module) {
  return LoopKernel(op, module).build();
}

LogicalResult offload::offloadSerially(Operation *op, KernelModule &module) {
  DeviceKernel kernel(module, op, /*threads=*/1);
  if (failed(kernel.copy(op))) {
    kernel.abandon();
    return failure();
  }
  if (failed(kernel.launch(arith::ConstantIndexOp::create(kernel.host, 1))))
    return failure();
  op->erase();
  return success();
}
