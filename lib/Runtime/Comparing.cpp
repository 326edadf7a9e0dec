//===- Comparing.cpp - Outputs against what they should be ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SupportParams.h"

#include <cstring>
#include <iterator>

using namespace mlir::autotune::cuda;
using namespace mlir::autotune::support;

Status SupportModule::readElement(DevicePtr matrix, int kind, int64_t index,
                                  double &value) const {
  alignas(8) unsigned char element[8] = {};
  int64_t bytes = getElementBytes(kind);
  Status status = readResult(element, size_t(bytes),
                             matrix + uint64_t(index) * uint64_t(bytes));
  value = loadElement<double>(kind, element, 0);
  return status;
}

/// All but what is wanted of the first bad element. `params` has what is
/// wanted.
Status SupportModule::runCompare(FunctionHandle function, CompareParams params,
                                 const DeviceMatrix &got,
                                 Comparison &comparison,
                                 int64_t &firstBad) const {
  params.got = asPointer(got.base);
  params.result = static_cast<CompareResult *>(asPointer(result.get()));
  params.m = got.rows;
  params.n = got.columns;
  params.rowStride = got.rowStride;
  params.batch = got.batch;
  params.batchStride =
      got.batchStride > 0 ? got.batchStride : got.getStoredElements();
  params.kind = got.elementKind;
  static_assert(std::size(decltype(params.groupRows){}) == kMaxCompareGroup);
  params.isGroup = got.group != nullptr;
  for (size_t i = 0; got.group && i < got.group->size(); ++i)
    params.groupRows[i] = int((*got.group)[i]);
  const Driver &driver = *Driver::get();
  CompareResult found = {};
  found.firstBad = ~0ull;
  if (Status status = check(
          driver.memcpyHtoDAsync(result.get(), &found, sizeof(found), stream),
          "cuMemcpyHtoDAsync", "result"))
    return status;
  if (Status status = run(function, got.getStoredElements(), &params))
    return status;
  if (Status status = readResult(&found, sizeof(found), result.get()))
    return status;
  double maxError, maxWant;
  std::memcpy(&maxError, &found.maxErrorBits, sizeof(maxError));
  std::memcpy(&maxWant, &found.maxWantBits, sizeof(maxWant));
  comparison = {};
  comparison.largest = maxWant;
  comparison.bad = found.bad;
  comparison.paddingTouched = found.paddingTouched;
  comparison.undecided = found.undecided;
  comparison.error = maxWant > 0 ? maxError / maxWant : maxError;
  if (found.bad == 0)
    return {};
  firstBad = int64_t(found.firstBad);
  int64_t row = firstBad / got.columns;
  comparison.firstBadOutput = row / got.rows;
  comparison.firstBadRow = row % got.rows;
  comparison.firstBadColumn = firstBad % got.columns;
  return readElement(got.base, got.elementKind,
                     comparison.firstBadOutput * got.batchStride +
                         comparison.firstBadRow * got.rowStride +
                         comparison.firstBadColumn,
                     comparison.firstGot);
}

Status SupportModule::compare(const DeviceMatrix &got, DevicePtr want,
                              int scale, Tolerance tolerance,
                              int accumulatorKind, Content content,
                              uint64_t seed, Comparison &comparison) const {
  CompareParams params = {};
  params.want = asPointer(want);
  params.absolute = tolerance.absolute;
  params.relative = tolerance.relative;
  params.fillSeed = seed;
  params.fillMode = getMode(content);
  params.accumulatorKind = accumulatorKind;
  params.scale = scale;
  int64_t firstBad = 0;
  Status status =
      runCompare(compareFunction, params, got, comparison, firstBad);
  if (status.failed() || comparison.bad == 0)
    return status;
  status = readElement(want, isFloatIndex(got.elementKind) ? kF64 : kI64,
                       firstBad, comparison.firstWant);
  comparison.firstWant *= scale;
  return status;
}

Status SupportModule::compareResults(const DeviceMatrix &got,
                                     const WantedResults &wanted,
                                     Tolerance tolerance, Content content,
                                     uint64_t seed,
                                     Comparison &comparison) const {
  CompareParams params = {};
  params.want = asPointer(wanted.want);
  params.low = asPointer(wanted.low);
  params.high = asPointer(wanted.high);
  params.absolute = tolerance.absolute;
  params.relative = tolerance.relative;
  params.fillSeed = seed;
  params.fillMode = getMode(content);
  int64_t firstBad = 0;
  Status status =
      runCompare(compareResultsFunction, params, got, comparison, firstBad);
  if (status.failed() || comparison.bad == 0)
    return status;
  return readElement(wanted.want, got.elementKind, firstBad,
                     comparison.firstWant);
}
