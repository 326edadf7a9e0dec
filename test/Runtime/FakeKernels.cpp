//===- FakeKernels.cpp - What the stand-in's kernels compute --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The project's helper kernels run as compiled for the host (the reference
// apart, which uses shared memory). A "cubin" is a text:
//
//   fake-cubin BEHAVIOUR MICROSECONDS
//
// a kernel (a: tensor map, b: tensor map, c: pointer, m, n, k: i32, row stride
// of c: i64) on f32 matrices stored m x k, k x n, m x n. What it computes is
// right unless BEHAVIOUR says otherwise (see runMatmul). With "fake-simt" in
// the place of "fake-cubin" the kernel takes what the simt template's kernels
// take: of each matrix a pointer, two sizes and two strides. With "fake-packed"
// it takes behind the parameters of a "fake-cubin" its workspace's counters and
// of the packed copy of a (operand 3) a pointer and the row stride, and reads a
// there. With "fake-biased" it takes behind them the pointer and the row stride
// of e0 (operand 3), m x n: it computes max(a b + e0, 0), and so does a
// "fake-simt" whose behaviour is "biased", of any e0. That is what the
// reference of an epilogue computes here, too. With "fake-gated" they are those
// of the other b of a pair (operand 3), and it computes max(a b, 0) (a b2), as
// do the pair's reference and its combination. With "fake-summed" they are
// those of a2 and b2 (operands 3 and 4) and the columns of a2, and it computes
// a b + a2 b2, or with "half" a b alone. With "fake-dequantized" they are
// those of p0 (operand 3), scales of f32 for rows of n and 16 of k each, by
// which it multiplies a b of i8, stored n x k, to bf16, as is an a; "ungrouped"
// takes the first of each row for all. The prologue's reference does so too.
// With "fake-dequantized4" b is of i4, two to a byte, the first in the low
// half, and with "fake-halves" there is no p0; "swapped" takes one half for the
// other, and "reordered" takes b as i4r.
// With "fake-twofold" they are those of c2 (operand 3): c is max(a b, 0), and
// c2 is a b, or with "same" what c is; the references are named after both.
// With "fake-scaled" they are those of sa and sb (operands 3 and 4), by which
// it multiplies a and b of f8E4M3FN, b stored n x k, a value for each row of a
// and 16 of k, and for each 16x16 of b; "unblocked" takes the first row of sb
// for all. "fake-scaled-group" does so for each of three problems; "shared"
// takes the first one's sb for all. With "fake-rows" it computes a problem of
// rows (FakeRows.cpp).
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "FakeDequantized.h"
#include "FakeOutputs.h"
#include "Kernels/Compare.cu"
#include "Kernels/Fill.cu"
#include "Kernels/Shuffle.cu"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;
using namespace fake;

namespace {

/// What an element is multiplied by.
template <typename Sum>
Sum loadScale(const ReferenceScales &scales, i64 row, i64 k) {
  return scales.base
             ? Sum(scales.base[row / scales.rowBlock * scales.rowStride +
                               k / scales.depthBlock * scales.depthStride])
             : Sum(1);
}

template <typename Sum> void runReference(const ReferenceParams &p) {
  for (i64 row = 0; row < p.batch * p.m; ++row) {
    i64 output = row / p.m, i = row % p.m;
    for (i64 j = 0; j < p.n; ++j) {
      Sum sum =
          p.c ? loadElement<Sum>(p.cKind, p.c,
                                 output * p.cBatchStride + i * p.cRowStride + j)
              : 0;
      for (i64 k = 0; k < p.k; ++k)
        sum += loadFactor<Sum>(p.aKind, p.a,
                               output * p.aBatchStride + i * p.aRowStride +
                                   k * p.aColumnStride,
                               p.zeroExtend != 0) *
               loadScale<Sum>(p.aScales, i, k) *
               loadFactor<Sum>(p.bKind, p.b,
                               output * p.bBatchStride + k * p.bRowStride +
                                   j * p.bColumnStride,
                               p.zeroExtend != 0) *
               loadScale<Sum>(p.bScales, j, k);
      static_cast<Sum *>(p.out)[row * p.n + j] = sum;
    }
  }
}

struct MatmulArguments : ProductArguments {
  /// Null for kernels without a workspace.
  uint32_t *counters = nullptr;
  float *packed = nullptr;
  int64_t packedStride = 0;
  /// What an epilogue reads; null for none.
  float *extra = nullptr;
  int64_t extraRowStride = 0, extraColumnStride = 0;
  /// The other b of a pair or sum, and its row stride; null for none.
  float *gate = nullptr;
  int64_t gateStride = 0;
  /// The other a of a sum.
  float *added = nullptr;
  int64_t addedStride = 0;
  int32_t addedK = 0;
};

/// Of both sums of a pair.
float combine(float sum, float other) { return std::max(sum, 0.0f) * other; }

/// Of the element (i, j) and a sum.
float applyEpilogue(const float *extra, float sum) {
  return std::max(sum + *extra, 0.0f);
}

/// Copies a to the workspace; the product is to read it there.
MatmulArguments pack(const std::string &behaviour, MatmulArguments p) {
  // Kernels count from zero; another number would be a hang or worse.
  if (p.counters[0] != 0)
    getMachine().error = Result(700);
  const uint64_t stride = p.a.strideBytes / 4;
  for (int32_t i = 0; i < p.m && behaviour != "unpacked"; ++i)
    std::memcpy(p.packed + i * p.packedStride, p.a.base + i * stride,
                size_t(p.k) * sizeof(float));
  if (behaviour == "counters")
    p.counters[0] = 3;
  else if (behaviour == "behind")
    p.packed[p.m * p.packedStride + 63] = 0;
  else if (behaviour == "before")
    p.counters[-1] = 0;
  p.a.base = p.packed;
  p.a.strideBytes = uint64_t(p.packedStride) * 4;
  return p;
}

void runMatmul(const FunctionImpl &function, MatmulArguments p) {
  Machine &machine = getMachine();
  const std::string &behaviour = function.behaviour;
  if (p.counters)
    p = pack(behaviour, p);
  // One of its inputs is what it was at the first launch.
  static Map firstA = p.a, firstB = p.b;
  static float *firstExtra = p.extra, *firstGate = p.gate;
  if (behaviour == "stale-e")
    p.extra = firstExtra;
  else if (behaviour == "stale-b2")
    p.gate = firstGate;
  else if (behaviour == "stale-a")
    p.a = firstA;
  else if (behaviour == "stale-b")
    p.b = firstB;
  bool late = behaviour == "late" && ++machine.lateLaunches > 4;
  // Row by row: tests replay graphs of it often.
  std::vector<float> sums(static_cast<size_t>(p.n)), others(sums);
  for (int32_t i = 0; i < p.m; ++i) {
    float *row = p.c + i * p.stride;
    bool accumulates = behaviour == "accumulate";
    for (int32_t j = 0; j < p.n; ++j)
      sums[j] = accumulates ? row[j] : 0;
    for (int32_t k = 0; k < p.k; ++k) {
      float x = p.a.base[i * (p.a.strideBytes / 4) + k];
      const float *of = p.b.base + k * (p.b.strideBytes / 4);
      for (int32_t j = 0; j < p.n; ++j)
        sums[j] += x * of[j];
      for (int32_t j = 0; p.gate && !p.added && j < p.n; ++j)
        others[j] = (k > 0 ? others[j] : 0) + x * p.gate[k * p.gateStride + j];
    }
    for (int32_t k = 0; p.added && behaviour != "half" && k < p.addedK; ++k)
      for (int32_t j = 0; j < p.n; ++j)
        sums[j] +=
            p.added[i * p.addedStride + k] * p.gate[k * p.gateStride + j];
    for (int32_t j = 0; p.gate && !p.added && j < p.n; ++j)
      sums[j] = combine(sums[j], others[j]);
    for (int32_t j = 0; p.extra && behaviour != "bare" && j < p.n; ++j)
      sums[j] = applyEpilogue(
          p.extra + i * p.extraRowStride + j * p.extraColumnStride, sums[j]);
    std::copy(sums.begin(), sums.end(), row);
  }
  if (behaviour == "wrong" || late)
    p.c[2 * p.stride + 3] += 1;
  else if (behaviour == "nan")
    std::memset(&p.c[p.stride], 0xFF, sizeof(float));
  else if (behaviour == "guard" ||
           (behaviour == "stray" && ++machine.strayLaunches > 4))
    p.c[p.m * p.stride] = 0;
  else if (behaviour == "input")
    (p.extra ? p.extra : p.gate ? p.gate : p.a.base)[0] += 1;
  else if (behaviour == "hang")
    machine.hangs = true;
  else if (behaviour == "fault")
    machine.error = Result(700);
  else if (behaviour == "crash")
    std::abort();
  else if (behaviour == "stuck")
    ::sleep(1000);
  else if (behaviour == "slow")
    ::usleep(200000);
  else if (behaviour == "kill")
    (void)std::raise(SIGKILL);
  else if (behaviour.rfind("load", 0) == 0)
    startLoad(behaviour);
}

Work bindReference(const FunctionImpl &function, void **params) {
  Batch<const double> sums(params, 0);
  Batch<float> results(params, 7);
  auto scale = read<double>(params, 14), absolute = read<double>(params, 15),
       relative = read<double>(params, 16);
  Batch<const float> extra(params, 17);
  return {[=] {
            for (int32_t output = 0; output < results.matrices; ++output)
              for (int32_t i = 0; i < results.rows; ++i)
                for (int32_t j = 0; j < results.columns; ++j) {
                  double sum = scale * sums.at(output, i, j);
                  sum += absolute + relative * std::fabs(sum);
                  results.at(output, i, j) =
                      applyEpilogue(&extra.at(output, i, j), float(sum));
                }
          },
          function.microseconds};
}

/// The same of a pair: the least or the most of what sums that are off either
/// way come to.
Work bindPairReference(const FunctionImpl &function, void **params) {
  Batch<const double> sums(params, 0), others(params, 17);
  Batch<float> results(params, 7);
  auto scale = read<double>(params, 14), absolute = read<double>(params, 15),
       relative = read<double>(params, 16);
  auto apply = [=](double sum, double other) {
    double off = absolute + relative * std::fabs(sum);
    double otherOff = absolute + relative * std::fabs(other);
    std::vector<float> all;
    for (double one : {sum - off, sum + off})
      for (double two : {other - otherOff, other + otherOff})
        all.push_back(combine(float(one), float(two)));
    auto [least, most] = std::minmax_element(all.begin(), all.end());
    return relative < 0 ? *least : *most;
  };
  return {[=] {
            for (int32_t output = 0; output < results.matrices; ++output)
              for (int32_t i = 0; i < results.rows; ++i)
                for (int32_t j = 0; j < results.columns; ++j)
                  results.at(output, i, j) =
                      apply(scale * sums.at(output, i, j),
                            scale * others.at(output, i, j));
          },
          function.microseconds};
}

/// What makes C of both products of a library.
Work bindCombination(void **params) {
  constexpr double kMicroseconds = 10;
  Batch<float> c(params, 0);
  Batch<const float> product(params, 7), other(params, 14);
  return {[=] {
            for (int32_t output = 0; output < c.matrices; ++output)
              for (int32_t i = 0; i < c.rows; ++i)
                for (int32_t j = 0; j < c.columns; ++j)
                  c.at(output, i, j) =
                      combine(product.at(output, i, j), other.at(output, i, j));
          },
          kMicroseconds};
}

} // namespace

/// What computes the epilogue behind a library's product; with `twofold`, both
/// outputs of one that reads nothing.
static Work bindSeparate(void **params, bool twofold) {
  constexpr double kMicroseconds = 7;
  Batch<const float> sums(params, 0), extra(params, 14);
  Batch<float> c(params, 7), second(params, 14);
  return {[=] {
            for (int32_t output = 0; output < c.matrices; ++output)
              for (int32_t i = 0; i < c.rows; ++i)
                for (int32_t j = 0; j < c.columns; ++j) {
                  float sum = sums.at(output, i, j);
                  c.at(output, i, j) =
                      twofold ? std::max(sum, 0.0f)
                              : applyEpilogue(&extra.at(output, i, j), sum);
                  if (twofold)
                    second.at(output, i, j) = sum;
                }
          },
          kMicroseconds};
}

/// Three problems, of which each parameter has an array; "beyond" writes a row
/// more than the last has.
static Work bindGroup(const FunctionImpl &function, void **params) {
  std::vector<MatmulArguments> problems;
  for (size_t i = 0; i < 3; ++i) {
    auto get = [&](int param, size_t bytes) -> void * {
      return static_cast<unsigned char *>(params[param]) + i * bytes;
    };
    void *own[] = {get(0, 128), get(1, 128), get(2, 8), get(3, 4),
                   get(4, 4),   get(5, 4),   get(6, 8)};
    MatmulArguments one = {readProduct(own)};
    // Of an empty one there are no maps.
    if (one.m != 0)
      problems.push_back(one);
  }
  return {[=] {
            for (const MatmulArguments &one : problems)
              runMatmul(function, one);
            const MatmulArguments &last = problems.back();
            if (function.behaviour == "beyond")
              last.c[last.m * last.stride] = 0;
          },
          function.microseconds};
}

Work fake::bind(const FunctionImpl &function, void **params) {
  const std::string &name = function.name;
  auto helper = [&](auto *kernel, auto type) -> Work {
    auto bound = read<decltype(type)>(params, 0);
    return {[=] { kernel(bound); }, function.microseconds};
  };
  if (name == "autotune_fill")
    return helper(autotune_fill, FillParams());
  if (name == "autotune_verify")
    return helper(autotune_verify, FillParams());
  if (name == "autotune_guard")
    return helper(autotune_guard, GuardParams());
  if (name == "autotune_shuffle") {
    auto bound = read<ShuffleParams>(params, 0);
    return {[=] {
              autotune_shuffle(bound);
              ++getMachine().orders;
            },
            function.microseconds};
  }
  if (name == "autotune_compare")
    return helper(autotune_compare, CompareParams());
  if (name == "autotune_compare_results")
    return helper(autotune_compare_results, CompareParams());
  if (name == "autotune_epilogue")
    return bindReference(function, params);
  if (name == "autotune_result" || name == "autotune_sum")
    return bindOutput(function, params, /*isC=*/name == "autotune_result");
  if (name.rfind("autotune_prologue", 0) == 0)
    return bindPrologue(function, params);
  if (name == "autotune_gated")
    return bindPairReference(function, params);
  if (name == "autotune_pair")
    return bindCombination(params);
  if (name.rfind("autotune_separate", 0) == 0)
    return bindSeparate(params, /*twofold=*/name == "autotune_separate2");
  if (name == "autotune_rows_reference")
    return bindRows(function, params);
  if (name == "autotune_reference_int")
    return helper(
        +[](ReferenceParams p) { runReference<i64>(p); }, ReferenceParams());
  if (name.rfind("autotune_reference", 0) == 0)
    return helper(
        +[](ReferenceParams p) { runReference<double>(p); }, ReferenceParams());
  getMachine().hasCandidate = true;
  if (function.kind == "grouped")
    return bindGroup(function, params);
  if (function.kind == "rows")
    return bindRows(function, params);
  // Of compiled modules, kernels of the simt templates only.
  bool isCompiled = function.kind == "ptx" && name.rfind("matmul_simt", 0) == 0;
  if (function.kind == "simt" || isCompiled) {
    auto map = [&](int first) -> Map {
      return {read<float *>(params, first),
              uint64_t(read<int32_t>(params, first + 2)),
              uint64_t(read<int32_t>(params, first + 1)),
              uint64_t(read<int64_t>(params, first + 3)) * 4, 0};
    };
    Map a = map(0), b = map(5), c = map(10);
    MatmulArguments simt = {{a, b, c.base, int32_t(c.rows), int32_t(c.columns),
                             int32_t(a.columns), int64_t(c.strideBytes / 4)}};
    if (function.behaviour == "biased") {
      Map extra = map(15);
      simt.extra = extra.base;
      // One row or column is for all.
      simt.extraRowStride = extra.rows > 1 ? int64_t(extra.strideBytes / 4) : 0;
      simt.extraColumnStride = extra.columns > 1;
    }
    return {[=] { runMatmul(function, simt); }, function.microseconds};
  }
  MatmulArguments bound = {readProduct(params)};
  if (function.kind == "batched") {
    auto batch = read<int32_t>(params, 7);
    auto stride = read<int64_t>(params, 8);
    return {[=] {
              MatmulArguments one = bound;
              for (int32_t i = 0; i < batch; ++i) {
                runMatmul(function, one);
                one.a.base += bound.a.batchStrideBytes / 4;
                one.b.base += bound.b.batchStrideBytes / 4;
                one.c += stride;
              }
            },
            function.microseconds};
  }
  if (function.kind == "packed") {
    bound.counters = read<uint32_t *>(params, 7);
    bound.packed = read<float *>(params, 8);
    bound.packedStride = read<int64_t>(params, 9);
  }
  if (function.kind == "gated") {
    bound.gate = read<float *>(params, 7);
    bound.gateStride = read<int64_t>(params, 8);
  }
  if (function.kind == "summed") {
    bound.added = read<float *>(params, 7);
    bound.addedStride = read<int64_t>(params, 8);
    bound.gate = read<float *>(params, 9);
    bound.gateStride = read<int64_t>(params, 10);
    bound.addedK = read<int32_t>(params, 11);
  }
  if (function.kind == "twofold")
    return bindTwofold(function, params);
  if (function.kind == "halves" || function.kind.rfind("dequantized", 0) == 0)
    return bindDequantized(function, params);
  if (function.kind == "scaled" || function.kind == "scaled2")
    return bindScaled(function, params);
  if (function.kind == "scaled-group")
    return bindScaledGroup(function, params);
  if (function.kind == "biased") {
    bound.extra = read<float *>(params, 7);
    bound.extraRowStride = read<int64_t>(params, 8);
    bound.extraColumnStride = 1;
  }
  return {[=] { runMatmul(function, bound); }, function.microseconds};
}
