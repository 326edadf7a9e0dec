//===- SupportModule.h - Helper kernels: fill, check, compare ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helper kernels around a candidate's measurement, embedded as PTX for sm_80
// (lib/Runtime/Kernels/*.cu) and compiled by the driver. All run in order on
// the given stream. Functions marked "Waits" also wait for the stream.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_SUPPORTMODULE_H
#define MLIR_AUTOTUNE_RUNTIME_SUPPORTMODULE_H

#include "mlir-autotune/Runtime/CudaDriver.h"

#include <array>
#include <vector>

namespace mlir::autotune::support {
struct CompareParams;
} // namespace mlir::autotune::support

namespace mlir::autotune::cuda {

/// The most matrices of a batch that differ in their rows.
constexpr int64_t kMaxCompareGroup = 64;

/// A matrix in device memory. Element kinds are of ElementIndex.
struct DeviceMatrix {
  DevicePtr base = 0;
  int elementKind = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  /// In elements, as stored. The elements of a row are adjacent.
  int64_t rowStride = 0;
  /// The matrices of a batch, `batchStride` elements apart: at least rows *
  /// rowStride, or 0 for one matrix that is read `batch` times.
  int64_t batch = 1, batchStride = 0;
  /// The own rows of each matrix, if fewer than `rows`; further rows count as
  /// padding. Null if all rows are used.
  const std::vector<int64_t> *group = nullptr;
  /// For integers: random ones are from 0 to `limit` - 1; 0 for the range that
  /// fill() says.
  int64_t limit = 0;
  int64_t getStoredElements() const {
    return batchStride > 0 ? batch * batchStride : rows * rowStride;
  }
  int64_t getStoredBytes() const {
    return getBytesOf(elementKind, getStoredElements());
  }
  /// A matrix of 4-bit integers as its bytes, half as many along a row, which
  /// is what candidates read. Any other matrix is returned unchanged.
  DeviceMatrix getInBytes() const;
};

/// The f32 scales of a matrix: one for each block of rowBlock rows (columns of
/// B) and depthBlock elements along K.
struct DeviceScales {
  DevicePtr base = 0;
  /// Strides from one block to the next, in elements.
  int64_t rowStride = 0, depthStride = 0;
  int64_t rowBlock = 1, depthBlock = 1;
};

/// How close to the reference an element must be.
struct Tolerance {
  double absolute = 0;
  double relative = 0;
};

/// One comparison of a whole output.
struct Comparison {
  uint64_t bad = 0;
  int64_t firstBadOutput = 0, firstBadRow = 0, firstBadColumn = 0;
  double firstGot = 0, firstWant = 0;
  /// Largest |got - want| over the largest |want|.
  double error = 0;
  /// The largest |want| that is finite.
  double largest = 0;
  /// Elements of the padding, in rows or between matrices, that were written.
  uint64_t paddingTouched = 0;
  /// Elements whose accepted range is so wide that they prove nothing
  /// (compareResults).
  uint64_t undecided = 0;
};

/// The results of a function of sums, in dense matrices of its result's type:
/// for the exact sums, and for sums that are too small and too large by the
/// allowed error. All three are the same if sums are integers.
struct WantedResults {
  DevicePtr want = 0, low = 0, high = 0;
};

/// The content of a matrix. Before a kernel runs, an output holds poison, or
/// the C to add to.
enum class Content { Random, Poison, Negated, Doubled, NegatedDoubled };

class SupportModule {
public:
  static Status load(StreamHandle stream, SupportModule &module);

  /// Fills a matrix, including the rows' padding. Random floats are uniform in
  /// [-1, 1] and random integers in -10..10, as a function of the seed; the
  /// other contents are these times -1, 2 or -2, exactly. Poison sets all
  /// bits, which is NaN in the float formats. 4-bit integers take all sixteen
  /// values, whose multiples do not fit: `content` must be Random.
  Status fill(const DeviceMatrix &matrix, Content content, uint64_t seed) const;
  /// Like fill(), for `sets` matrices that are `setStride` bytes apart. From
  /// one to the next the seed grows by `seedStep`.
  Status fillSets(const DeviceMatrix &first, Content content, uint64_t seed,
                  uint64_t sets, uint64_t setStride, uint64_t seedStep) const;
  /// Counts elements (for 4-bit elements, bytes) that differ from what fill()
  /// wrote. Waits.
  Status countChanged(const DeviceMatrix &matrix, Content content,
                      uint64_t seed, uint64_t &changed) const;
  /// Writes the guard pattern to `sets` ranges of `bytes`, `setStride` apart.
  Status writeGuards(DevicePtr base, uint64_t setStride, uint64_t sets,
                     uint64_t bytes) const;
  /// Counts bytes of those ranges that no longer hold the pattern. Waits.
  Status countTouched(DevicePtr base, uint64_t setStride, uint64_t sets,
                      uint64_t bytes, uint64_t &touched) const;

  /// Computes out (dense m x n, 8 bytes per element) = A x B (+ c if given),
  /// `batch` times. A and B are as stored; `aTransposed` and `bTransposed` say
  /// how to read them, and `zeroExtend` that their integers are unsigned.
  /// `scales`, for sums in f32, are those of A and of B.
  Status multiply(const DeviceMatrix &a, bool aTransposed,
                  const DeviceMatrix &b, bool bTransposed,
                  const DeviceMatrix *c, int64_t batch, int64_t m, int64_t n,
                  int64_t k, int accumulatorKind, DevicePtr out,
                  bool zeroExtend = false,
                  const std::array<DeviceScales, 2> *scales = nullptr) const;
  /// Whether multiply() uses tensor cores, which sum 512 products at a time in
  /// f32. The product must be large and single, of 16-bit floats with a K of
  /// 2048 or more, without a C to add, and with an even `n`. Rows must start
  /// at multiples of 16 bytes and have multiples of 8 elements.
  static bool isLargeProduct(const DeviceMatrix &a, bool aTransposed,
                             const DeviceMatrix &b, bool bTransposed,
                             const DeviceMatrix *c, int64_t batch, int64_t m,
                             int64_t n, int64_t k, int accumulatorKind);
  /// Compares all of `got` with `scale` times the dense reference. Waits.
  Status compare(const DeviceMatrix &got, DevicePtr want, int scale,
                 Tolerance tolerance, int accumulatorKind, Content content,
                 uint64_t seed, Comparison &comparison) const;
  /// Compares all of `got` with the results of a function of sums. An element
  /// may differ from `want` as much as `low` and `high` do, and by a unit in
  /// the last place more. This holds for a function without irregularities in
  /// between. At a pole, or where it has no value on one side, any result is
  /// accepted. Such elements, and those whose error may exceed their size, are
  /// undecided. Integers must be between the three. Waits.
  Status compareResults(const DeviceMatrix &got, const WantedResults &wanted,
                        Tolerance tolerance, Content content, uint64_t seed,
                        Comparison &comparison) const;

  /// Runs blocks of different lengths, so that the next launch's blocks are
  /// assigned to SMs in another order.
  Status shuffle(uint64_t seed) const;

private:
  Status run(FunctionHandle function, uint64_t threads, void *params) const;
  Status runCompare(FunctionHandle function, support::CompareParams params,
                    const DeviceMatrix &got, Comparison &comparison,
                    int64_t &firstBad) const;
  Status readElement(DevicePtr matrix, int kind, int64_t index,
                     double &value) const;
  Status readResult(void *host, size_t bytes, DevicePtr device) const;

  StreamHandle stream = nullptr;
  Module fillModule, referenceModule, referenceMmaModule, compareModule,
      shuffleModule;
  FunctionHandle fillFunction = nullptr, verifyFunction = nullptr,
                 guardFunction = nullptr, compareFunction = nullptr,
                 compareResultsFunction = nullptr, shuffleFunction = nullptr;
  FunctionHandle referenceF32 = nullptr, referenceF64 = nullptr,
                 referenceInt = nullptr, referenceBF16 = nullptr,
                 referenceF16 = nullptr;
  DeviceBuffer result;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_RUNTIME_SUPPORTMODULE_H
