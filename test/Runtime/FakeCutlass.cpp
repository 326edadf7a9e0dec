//===- FakeCutlass.cpp - CUTLASS kernels without a GPU, for tests ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A library of kernels for AUTOTUNE_CUTLASS. It is in the library of the fake
// driver, whose stream and clock it uses. All kernels add in f32.
//
//   id  elements, B stored   microseconds
//   11  bf16, N x K          30
//   22  bf16, N x K          20   refuses a K that is no multiple of 64
//   33  bf16, N x K          25   needs a workspace of 4096 bytes
//   44  bf16, N x K          10   for a device that nobody has
//   51  f32, K x N           30
//   52  f32, K x N           20
//   53  f32, K x N           25   needs a workspace of 4096 bytes
//
// The version is 420, or FAKE_CUTLASS_VERSION. FAKE_CUTLASS_ABI is another
// version of the interface. With FAKE_CUTLASS_FAILS, a run does nothing and
// returns 98. With FAKE_CUTLASS_PRINTS, it prints a line for each run. With
// FAKE_CUTLASS_RESULT, it does something wrong: "wrong" has one wrong element,
// and "crash" ends the process.
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"

#include "mlir-autotune/Runtime/CutlassABI.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#define FAKE extern "C" __attribute__((visibility("default")))

namespace {
struct FakeKernel {
  int64_t id;
  bool isBF16;
  double microseconds;
  int64_t workspaceBytes = 0, depth = 1;
  int32_t chip = 90;
};
constexpr FakeKernel kKernels[] = {
    {11, true, 30},       {22, true, 20, 0, 64},
    {33, true, 25, 4096}, {44, true, 10, 0, 1, 100},
    {51, false, 30},      {52, false, 20},
    {53, false, 25, 4096}};

bool isKernel(int64_t index) {
  return index >= 0 && index < int64_t(std::size(kKernels));
}

int64_t getNumber(const char *variable, int64_t otherwise) {
  const char *text = std::getenv(variable);
  return text ? std::atoll(text) : otherwise;
}

bool isResult(const char *name) {
  const char *result = std::getenv("FAKE_CUTLASS_RESULT");
  return result && !std::strcmp(result, name);
}

float read(const void *matrix, int64_t at, bool isBF16) {
  if (!isBF16)
    return static_cast<const float *>(matrix)[at];
  uint32_t bits = uint32_t(static_cast<const uint16_t *>(matrix)[at]) << 16;
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

void multiply(const FakeKernel &kernel, const AutotuneCutlassProblem &p) {
  auto *c = static_cast<float *>(p.c);
  for (int64_t i = 0; i < p.batch; ++i)
    for (int64_t m = 0; m < p.m; ++m)
      for (int64_t n = 0; n < p.n; ++n) {
        float &to = c[i * p.batchStrideC + m * p.rowStrideC + n];
        float sum = 0;
        for (int64_t k = 0; k < p.k; ++k) {
          int64_t inB =
              kernel.isBF16 ? n * p.rowStrideB + k : k * p.rowStrideB + n;
          sum += read(p.a, i * p.batchStrideA + m * p.rowStrideA + k,
                      kernel.isBF16) *
                 read(p.b, i * p.batchStrideB + inB, kernel.isBF16);
        }
        to = p.accumulate ? to + sum : sum;
      }
  if (isResult("wrong"))
    c[3] += 1;
}
} // namespace

FAKE int32_t autotuneCutlassAbi(void) {
  return int32_t(getNumber("FAKE_CUTLASS_ABI", AUTOTUNE_CUTLASS_ABI));
}

FAKE int32_t autotuneCutlassVersion(void) {
  return int32_t(getNumber("FAKE_CUTLASS_VERSION", 420));
}

FAKE int64_t autotuneCutlassCount(void) { return std::size(kKernels); }

FAKE int32_t autotuneCutlassDescribe(int64_t index,
                                     AutotuneCutlassKernel *kernel) {
  if (!isKernel(index))
    return 1;
  const FakeKernel &fake = kKernels[index];
  const char *element = fake.isBF16 ? "bf16" : "f32";
  *kernel = {"fake", fake.id,     element, element, "f32", "f32",
             0,      fake.isBF16, 16,      16,      16,    fake.chip};
  return 0;
}

FAKE int64_t autotuneCutlassWorkspace(int64_t index,
                                      const AutotuneCutlassProblem *problem) {
  if (!isKernel(index) || problem->k % kKernels[index].depth)
    return -1;
  return kKernels[index].workspaceBytes;
}

FAKE int32_t autotuneCutlassRun(int64_t index,
                                const AutotuneCutlassProblem *problem,
                                void *workspace, void *) {
  if (!isKernel(index))
    return -1;
  const FakeKernel &kernel = kKernels[index];
  if (kernel.workspaceBytes && !workspace)
    return -1;
  if (isResult("crash"))
    std::abort();
  if (std::getenv("FAKE_CUTLASS_PRINTS"))
    std::fprintf(stderr, "kernel %d\n", int(kernel.id));
  if (std::getenv("FAKE_CUTLASS_FAILS"))
    return 98;
  AutotuneCutlassProblem copy = *problem;
  auto run = [=] {
    multiply(kernel, copy);
    if (kernel.workspaceBytes)
      std::memset(workspace, 5, size_t(kernel.workspaceBytes));
  };
  return int32_t(fake::enqueue({run, kernel.microseconds}));
}
