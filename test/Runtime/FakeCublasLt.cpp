//===- FakeCublasLt.cpp - cuBLASLt without a GPU, for tests ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points that the runner's baseline and compiled programs use, for
// AUTOTUNE_LIBCUBLASLT: column-major f32, three algorithms that take 30, 20 and
// 25 microseconds, the first of which the heuristic likes best. In the library
// of the fake driver, whose stream and clock it uses.
//
// An algorithm is its number, 0 to 2, in the first word. Number 2 needs a
// workspace of 4096 bytes, and number 1 an alignment of 64 bytes. Its version
// is 130100, or FAKE_CUBLASLT_VERSION. With FAKE_CUBLASLT_FAILS, cublasLtMatmul
// does nothing and returns status 14. With FAKE_CUBLASLT_PRINTS, it prints a
// line for each call. FAKE_CUBLASLT_US has other times, with commas between
// them. With FAKE_CUBLASLT_RESULT, it does something wrong: "wrong" has one
// wrong element, "behind" writes 8 bytes behind a workspace, and "crash" ends
// the process.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define FAKE extern "C" __attribute__((visibility("default"))) int

// Parameters have the types that the runner calls with, void pointers for
// handles: UBSan compares.
namespace {
struct Desc {
  int32_t trans[2] = {0, 0};
  /// cublasLtEpilogue_t: 1 for none, 2 for relu, 4 for a bias, 32 for gelu.
  int32_t epilogue = 1;
  const float *bias = nullptr;
};
struct Layout {
  uint64_t rows, columns;
  int64_t ld;
  int32_t batch = 1;
  int64_t batchStride = 0;
};
struct Heuristic {
  uint64_t algorithm[8];
  size_t workspaceSize;
  int state;
  float waves;
  int reserved[4];
};
constexpr double kMicroseconds[] = {30, 20, 25};
constexpr size_t kWorkspaces[] = {0, 0, 4096};
constexpr uint32_t kAlignments[] = {4, 64, 4};

double getMicroseconds(uint64_t number) {
  const char *times = std::getenv("FAKE_CUBLASLT_US");
  for (uint64_t i = 0; times && i < number; ++i)
    times = std::strchr(times, ',') + 1;
  return times ? std::atof(times) : kMicroseconds[number];
}

bool isResult(const char *name) {
  const char *result = std::getenv("FAKE_CUBLASLT_RESULT");
  return result && !std::strcmp(result, name);
}
} // namespace

FAKE cublasLtCreate(void **handle) {
  *handle = handle;
  return 0;
}
FAKE cublasLtDestroy(void *) { return 0; }
FAKE cublasLtMatmulDescCreate(void **desc, int compute, int scale) {
  *desc = new Desc;
  return compute == 68 && scale == 0 ? 0 : 15;
}
FAKE cublasLtMatmulDescDestroy(void *desc) {
  delete static_cast<Desc *>(desc);
  return 0;
}
FAKE cublasLtMatmulDescSetAttribute(void *desc, int attribute,
                                    const void *value, size_t size) {
  auto *set = static_cast<Desc *>(desc);
  int32_t type = 0;
  if (attribute == 3 || attribute == 4)
    std::memcpy(&set->trans[attribute - 3], value, size);
  else if (attribute == 7 && size == sizeof(set->epilogue))
    std::memcpy(&set->epilogue, value, size);
  else if (attribute == 8 && size == sizeof(set->bias))
    std::memcpy(&set->bias, value, size);
  else if (attribute == 26 && size == sizeof(type))
    std::memcpy(&type, value, size);
  else
    return 15;
  return type == 0 ? 0 : 15;
}
FAKE cublasLtMatrixLayoutCreate(void **layout, int type, uint64_t rows,
                                uint64_t columns, int64_t ld) {
  *layout = new Layout{rows, columns, ld};
  return type == 0 ? 0 : 15;
}
FAKE cublasLtMatrixLayoutSetAttribute(void *layout, int attribute,
                                      const void *value, size_t size) {
  auto *set = static_cast<Layout *>(layout);
  if (attribute == 5 && size == sizeof(set->batch))
    std::memcpy(&set->batch, value, size);
  else if (attribute == 6 && size == sizeof(set->batchStride))
    std::memcpy(&set->batchStride, value, size);
  else
    return 7;
  return 0;
}
FAKE cublasLtMatrixLayoutDestroy(void *layout) {
  delete static_cast<Layout *>(layout);
  return 0;
}
FAKE cublasLtMatmulPreferenceCreate(void **preference) {
  *preference = preference;
  return 0;
}
FAKE cublasLtMatmulPreferenceDestroy(void *) { return 0; }
FAKE cublasLtMatmulPreferenceSetAttribute(void *, int, const void *, size_t) {
  return 0;
}
FAKE cublasLtMatmulAlgoGetHeuristic(void *, void *, void *, void *, void *,
                                    void *, void *, int, void *results,
                                    int *found) {
  *found = 3;
  for (int i = 0; i < 3; ++i) {
    Heuristic &result = static_cast<Heuristic *>(results)[i];
    result = {};
    result.algorithm[0] = uint64_t(i);
    // Its other bits are the library's affair.
    result.algorithm[7] = ~uint64_t(0);
    result.workspaceSize = kWorkspaces[i];
  }
  return 0;
}
extern "C" __attribute__((visibility("default"))) size_t cublasLtGetVersion() {
  const char *version = std::getenv("FAKE_CUBLASLT_VERSION");
  return version ? size_t(std::atoll(version)) : 130100;
}
/// Like the real one, it knows nothing of addresses.
FAKE cublasLtMatmulAlgoCheck(void *, void *desc, void *left, void *right,
                             void *out, void *, const void *algorithm,
                             void *result) {
  const uint64_t *words = static_cast<const uint64_t *>(algorithm);
  if (!desc || !left || !right || !out)
    return 7;
  if (words[0] > 2)
    return 15;
  auto *checked = static_cast<Heuristic *>(result);
  *checked = {};
  checked->workspaceSize = kWorkspaces[words[0]];
  return 0;
}
FAKE cublasLtMatmulAlgoCapGetAttribute(const void *algorithm, int attribute,
                                       void *value, size_t size,
                                       size_t *written) {
  uint64_t index = *static_cast<const uint64_t *>(algorithm);
  if (attribute < 16 || attribute > 19 || size != sizeof(uint32_t))
    return 7;
  std::memcpy(value, &kAlignments[index], size);
  *written = size;
  return 0;
}
FAKE cublasLtMatmul(void *, void *desc, const void *alpha, const void *left,
                    void *la, const void *right, void *lb, const void *beta,
                    const void *, void *, void *out, void *ld,
                    const void *algorithm, void *workspace, size_t bytes,
                    mlir::autotune::cuda::StreamHandle) {
  uint64_t number = *static_cast<const uint64_t *>(algorithm);
  if (bytes < kWorkspaces[number] || (kWorkspaces[number] && !workspace))
    return 7;
  if (isResult("crash"))
    std::abort();
  if (std::getenv("FAKE_CUBLASLT_PRINTS"))
    std::fprintf(stderr, "algorithm %d\n", int(number));
  if (std::getenv("FAKE_CUBLASLT_FAILS"))
    return 14;
  float scale, keep;
  std::memcpy(&scale, alpha, sizeof(float));
  std::memcpy(&keep, beta, sizeof(float));
  const float *a = static_cast<const float *>(left);
  const float *b = static_cast<const float *>(right);
  float *d = static_cast<float *>(out);
  Desc how = *static_cast<Desc *>(desc);
  Layout first = *static_cast<Layout *>(la),
         second = *static_cast<Layout *>(lb);
  Layout result = *static_cast<Layout *>(ld);
  auto runOne = [=](const float *a, const float *b, float *d) {
    uint64_t depth = how.trans[0] ? first.rows : first.columns;
    uint64_t rows = result.rows;
    // Column by column of the result: tests replay graphs of it often.
    std::vector<float> left(rows * depth), sums(rows);
    for (uint64_t i = 0; i < rows; ++i)
      for (uint64_t k = 0; k < depth; ++k)
        left[i + k * rows] =
            how.trans[0] ? a[k + i * first.ld] : a[i + k * first.ld];
    for (uint64_t j = 0; j < result.columns; ++j) {
      std::fill(sums.begin(), sums.end(), 0.0f);
      for (uint64_t k = 0; k < depth; ++k) {
        float y = how.trans[1] ? b[j + k * second.ld] : b[k + j * second.ld];
        for (uint64_t i = 0; i < rows; ++i)
          sums[i] += left[i + k * rows] * y;
      }
      for (uint64_t i = 0; i < rows; ++i) {
        float &to = d[i + j * result.ld];
        to = scale * sums[i] + (keep != 0 ? keep * to : 0);
        if (how.epilogue & 4)
          to += how.bias[i];
        if (how.epilogue & 2)
          to = std::max(to, 0.0f);
        if (how.epilogue & 32)
          to = to / 2 *
               (1 + std::tanh(0.7978845608f * (to + 0.044715f * to * to * to)));
      }
    }
  };
  auto run = [=] {
    for (int64_t i = 0; i < result.batch; ++i)
      runOne(a + i * first.batchStride, b + i * second.batchStride,
             d + i * result.batchStride);
    if (kWorkspaces[number])
      std::memset(workspace, 5,
                  kWorkspaces[number] + (isResult("behind") ? 8 : 0));
    if (isResult("wrong"))
      d[3] += 1;
  };
  // Once a candidate has been launched.
  if (std::getenv("FAKE_CUBLASLT_REFUSES") && fake::getMachine().hasCandidate)
    return 13;
  return int(fake::enqueue({run, getMicroseconds(number)}));
}
