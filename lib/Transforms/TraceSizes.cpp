//===- TraceSizes.cpp - Expected sizes, from arguments to matmuls ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "SizeOrigin.h"
#include "SizeTracer.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNETRACESIZES
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// The loop of each size of a matmul; nullopt for a batch that it has not.
static std::array<std::optional<unsigned>, kNumSizeDims>
getLoops(linalg::LinalgOp matmul) {
  unsigned first = matmul.getNumLoops() - 3;
  std::optional<unsigned> batch;
  if (isa<linalg::BatchMatmulOp>(matmul.getOperation()))
    batch = 0;
  return {first, first + 1, first + 2, batch};
}

/// Leaves out bounds that an attribute can't have.
static ExpectedSize clamp(ExpectedSize size) {
  SizeRange &range = size.range;
  if (range.lower > kMaxMatmulSize || range.unit > kMaxMatmulSize ||
      range.upper < range.unit)
    return {};
  if (range.upper > kMaxMatmulSize)
    range.upper = SizeRange::kNoLimit;
  llvm::erase_if(size.likely, [](int64_t likely) {
    return likely < 1 || likely > kMaxMatmulSize;
  });
  return size;
}

namespace {
class TraceSizes : public autotune::impl::AutotuneTraceSizesBase<TraceSizes> {
public:
  void runOnOperation() override;

private:
  LogicalResult visit(linalg::LinalgOp matmul);
  void joinSame(linalg::LinalgOp matmul, const ProblemSizes &sizes,
                SizesAttr own, ExpectedSizes &expected);
  FailureOr<ExpectedSize> trace(linalg::LinalgOp matmul, SizeDim dim,
                                unsigned loop);

  SizeTracer tracer;
};
} // namespace

/// By all operands that have the loop.
FailureOr<ExpectedSize> TraceSizes::trace(linalg::LinalgOp matmul, SizeDim dim,
                                          unsigned loop) {
  ExpectedSize size;
  for (OpOperand &operand : matmul->getOpOperands())
    for (auto [place, expr] : llvm::enumerate(
             matmul.getMatchingIndexingMap(&operand).getResults())) {
      if (expr != getAffineDimExpr(loop, &getContext()))
        continue;
      ExpectedSize other = tracer.traceDim(operand.get(), int64_t(place));
      ExpectedSize both = size.intersect(other);
      if (both.range.isEmpty())
        return matmul.emitOpError()
               << kSizesAttrName << " of arguments contradict each other: "
               << stringifySizeDim(dim) << " is expected " << size.str()
               << ", and " << other.str();
      size = both;
    }
  return clamp(size);
}

/// The dimension of an operand that has a loop.
static std::optional<SizeOrigin> findOrigin(linalg::LinalgOp matmul,
                                            unsigned loop) {
  for (OpOperand &operand : matmul->getOpOperands())
    for (auto [place, expr] :
         llvm::enumerate(matmul.getMatchingIndexingMap(&operand).getResults()))
      if (expr == getAffineDimExpr(loop, matmul.getContext()))
        return traceOrigin(operand.get(), int64_t(place));
  return std::nullopt;
}

/// Finds sizes that are equal. What is expected of the later one is expected of
/// the first.
void TraceSizes::joinSame(linalg::LinalgOp matmul, const ProblemSizes &sizes,
                          SizesAttr own, ExpectedSizes &expected) {
  auto isOwn = [&](size_t dim) {
    return own && llvm::any_of(own.getSizes(), [&](const DimSize &size) {
             return size.number == int64_t(dim) || size.sameAs == int64_t(dim);
           });
  };
  std::array<std::optional<SizeOrigin>, kNumSizeDims> origins;
  for (auto [dim, loop] : llvm::enumerate(getLoops(matmul))) {
    if (!loop || !isDynamicSize(sizes[dim]))
      continue;
    origins[dim] = findOrigin(matmul, *loop);
    for (size_t first = 0; first < dim && !isOwn(dim); ++first) {
      if (!origins[first] || origins[first] != origins[dim] ||
          expected.sameAs[first])
        continue;
      ExpectedSize both = expected.dims[first].intersect(expected.dims[dim]);
      if (both.range.isEmpty())
        continue;
      if (!isOwn(first))
        expected.dims[first] = both;
      expected.dims[dim] = ExpectedSize();
      expected.sameAs[dim] = SizeDim(first);
      break;
    }
  }
}

LogicalResult TraceSizes::visit(linalg::LinalgOp matmul) {
  FailureOr<MatmulPattern> pattern = matchMatmul(matmul);
  if (failed(pattern))
    return success();
  ProblemSizes sizes = getSizes(pattern->fact);
  ExpectedSizes expected;
  // The attribute of the matmul itself counts more.
  auto own = matmul->getAttrOfType<SizesAttr>(kSizesAttrName);
  if (own)
    expected = own.getExpected();
  for (auto [dim, loop] : llvm::enumerate(getLoops(matmul))) {
    if (!loop || !isDynamicSize(sizes[dim]) || !expected.dims[dim].isAny() ||
        expected.sameAs[dim])
      continue;
    FailureOr<ExpectedSize> size = trace(matmul, SizeDim(dim), *loop);
    if (failed(size))
      return failure();
    expected.dims[dim] = *size;
  }
  joinSame(matmul, sizes, own, expected);
  auto attr = SizesAttr::get(&getContext(), expected);
  numTraced += attr != own;
  if (attr)
    matmul->setAttr(kSizesAttrName, attr);
  return success();
}

void TraceSizes::runOnOperation() {
  tracer = SizeTracer();
  bool hasErrors = false;
  getOperation()->walk([&](linalg::LinalgOp op) {
    if (isMatmul(op))
      hasErrors |= failed(visit(op));
  });
  if (hasErrors)
    return signalPassFailure();
  getOperation()->walk([](FunctionOpInterface function) {
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      function.removeArgAttr(i, kSizesAttrName);
  });
}
