//===- PlanWrappersTest.cpp - The row of a plan that runs -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With AUTOTUNE_PLANS=measure, as host code asks for a row, over the fake
// driver, whose kernels take the time that their text says.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/PlanRows.h"
#include "mlir-autotune/Runtime/CudaTypes.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <dlfcn.h>
#include <thread>

using namespace mlir::autotune;
using namespace mlir::autotune::cuda;

namespace {
class PlanWrappersTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    setenv("AUTOTUNE_LIBCUDA", AUTOTUNE_FAKE_CUDA, 1);
    setenv("AUTOTUNE_PLANS", "measure", 1);
    library = dlopen(AUTOTUNE_CUDA_RUNTIME, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << dlerror();
    driver = dlopen(AUTOTUNE_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(driver) << dlerror();
    // In the order of their rows: 9, 5 and 7 us.
    char texts[][32] = {"fake-cubin ok 9\n", "fake-cubin ok 5\n",
                        "fake-cubin ok 7\n"};
    for (size_t row = 0; row < 3; ++row)
      kernels[row] = get<FunctionHandle(ModuleHandle, const char *)>(
          "mgpuModuleGetFunction")(
          get<ModuleHandle(void *, size_t)>("mgpuModuleLoad")(texts[row], 32),
          "matmul");
  }
  template <typename Function>
  static Function *get(const char *name, void *from = library) {
    return reinterpret_cast<Function *>(dlsym(from, name));
  }
  /// Three rows, of which the first is for up to 16 rows of A only.
  static std::vector<int64_t> makePlan() {
    std::vector<PlanRow> rows(3);
    rows[0].guard[SizeDim::M] = {0, 16, 1};
    rows[1].guard[SizeDim::M] = {17, 64, 1};
    for (size_t row = 0; row < 3; ++row) {
      rows[row].kernel = row;
      rows[row].isLegalEverywhere = row > 0;
    }
    return encodePlanRows(rows);
  }
  static size_t choose(const std::vector<int64_t> &plan, const char *text,
                       int64_t m, size_t own, RowSet allowed = 7) {
    return get<int64_t(const int64_t *, const char *, int64_t, int64_t, int64_t,
                       int64_t, int64_t, uint64_t)>("mgpuAutotunePlanRow")(
        plan.data(), text, m, 4, 4, 1, own, allowed);
  }
  /// On 4 x 4 matrices, whatever the plan was asked for.
  static void launch(size_t row) {
    alignas(64) static float a[16], b[16], c[16];
    float *output = c;
    TensorMap maps[2];
    auto encode =
        get<void(void *, void *, int32_t, int64_t, int64_t, int64_t, int32_t,
                 int32_t, int32_t)>("mgpuAutotuneTensorMapEncode2D");
    encode(&maps[0], a, /*f32*/ 2, 4, 4, 4, 4, 4, 0);
    encode(&maps[1], b, /*f32*/ 2, 4, 4, 4, 4, 4, 0);
    int32_t size = 4;
    int64_t stride = 4;
    void *params[] = {&maps[0], &maps[1], &output, &size,
                      &size,    &size,    &stride};
    get<void(FunctionHandle, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t,
             intptr_t, int32_t, StreamHandle, void **, void **, size_t)>(
        "mgpuLaunchKernel")(kernels[row], 1, 1, 1, 1, 1, 1, 0, nullptr, params,
                            nullptr, 7);
  }
  static std::vector<size_t> run(const std::vector<int64_t> &plan,
                                 const char *text, size_t calls, int64_t m,
                                 size_t own) {
    std::vector<size_t> rows;
    for (size_t call = 0; call < calls; ++call) {
      rows.push_back(choose(plan, text, m, own));
      launch(rows.back());
    }
    return rows;
  }
  static void *library, *driver;
  static FunctionHandle kernels[3];
};
void *PlanWrappersTest::library = nullptr;
void *PlanWrappersTest::driver = nullptr;
FunctionHandle PlanWrappersTest::kernels[3];
using Rows = std::vector<size_t>;

TEST_F(PlanWrappersTest, KernelsAreTimedAndTheFastestIsKept) {
  EXPECT_EQ(get<int32_t()>("mgpuAutotunePlansAreOn")(), 1);
  std::vector<int64_t> plan = makePlan();
  EXPECT_EQ(run(plan, "timed\na\nb\nc", 14, 8, 0),
            (Rows{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 1}));
  // Each size has its own times. The first kernel is not legal here.
  EXPECT_EQ(run(plan, "timed\na\nb\nc", 10, 100, 2),
            (Rows{1, 2, 1, 2, 1, 2, 1, 2, 1, 1}));
  // So has each plan. One with the same contents elsewhere is the same.
  EXPECT_EQ(choose(plan, "other\na\nb\nc", 8, 0), 0u);
  std::vector<int64_t> copy = plan;
  EXPECT_EQ(choose(copy, "timed\na\nb\nc", 8, 0), 1u);
}

TEST_F(PlanWrappersTest, LaunchesThatDoNotComeAreNotTimed) {
  std::vector<int64_t> plan = makePlan();
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(choose(plan, "lost\na\nb\nc", 8, 0), 0u);
  // Nothing is launched for a size of 0.
  EXPECT_EQ(choose(plan, "lost\na\nb\nc", 0, 0), 0u);
  EXPECT_EQ(run(plan, "lost\na\nb\nc", 14, 8, 0),
            (Rows{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 1}));
}

TEST_F(PlanWrappersTest, RowsThatWouldFailAreNotTaken) {
  std::vector<int64_t> plan = makePlan();
  Rows rows;
  for (int i = 0; i < 10; ++i) {
    rows.push_back(choose(plan, "some\na\nb\nc", 8, 0, 0b101));
    launch(rows.back());
  }
  EXPECT_EQ(rows, (Rows{0, 2, 0, 2, 0, 2, 0, 2, 2, 2}));
  // The plan's own row says itself why it fails.
  EXPECT_EQ(choose(plan, "some\na\nb\nc", 8, 0, 0b110), 0u);
}

TEST_F(PlanWrappersTest, CapturedStreamsTakeThePlansRow) {
  std::vector<int64_t> plan = makePlan();
  auto begin =
      get<Result(StreamHandle, CaptureMode)>("cuStreamBeginCapture_v2", driver);
  auto end =
      get<Result(StreamHandle, GraphHandle *)>("cuStreamEndCapture", driver);
  GraphHandle graph = nullptr;
  begin(nullptr, kCaptureThreadLocal);
  EXPECT_EQ(run(plan, "captured\na\nb\nc", 20, 8, 0), Rows(20, 0));
  end(nullptr, &graph);
  // A capture that begins after the choice: the launch is not timed.
  EXPECT_EQ(choose(plan, "captured\na\nb\nc", 8, 0), 0u);
  begin(nullptr, kCaptureThreadLocal);
  launch(0);
  end(nullptr, &graph);
  EXPECT_EQ(run(plan, "captured\na\nb\nc", 13, 8, 0),
            (Rows{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1}));
  begin(nullptr, kCaptureThreadLocal);
  EXPECT_EQ(run(plan, "captured\na\nb\nc", 2, 8, 0), (Rows{0, 0}));
  end(nullptr, &graph);
}

TEST_F(PlanWrappersTest, RequestsBelongToThreads) {
  std::vector<int64_t> plan = makePlan();
  EXPECT_EQ(choose(plan, "threads\na\nb\nc", 8, 0), 0u);
  // Another thread asks for the next kernel, and its launch is its own.
  std::thread([&] {
    EXPECT_EQ(choose(plan, "threads\na\nb\nc", 8, 0), 1u);
    launch(1);
  }).join();
  launch(0);
  EXPECT_EQ(run(plan, "threads\na\nb\nc", 11, 8, 0),
            (Rows{2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1}));
}

TEST_F(PlanWrappersTest, ThreadsMayEndBeforeTheyLaunch) {
  std::vector<int64_t> plan = makePlan();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([&] {
      for (int call = 0; call < 1000; ++call)
        EXPECT_LT(choose(plan, "ended\na\nb\nc", 8, 0), 3u);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(run(plan, "ended\na\nb\nc", 14, 8, 0),
            (Rows{0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 1, 1}));
}
} // namespace
