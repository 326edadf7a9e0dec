//===- WrappersTest.cpp - The mgpu functions ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As host code uses them, over the fake driver.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Runtime/CudaTypes.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cstdlib>
#include <dlfcn.h>

using namespace mlir::autotune::cuda;
using ::testing::HasSubstr;
using ::testing::internal::CaptureStderr;
using ::testing::internal::GetCapturedStderr;

namespace {

class WrappersTest : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    setenv("AUTOTUNE_LIBCUDA", AUTOTUNE_FAKE_CUDA, 1);
    setenv("AUTOTUNE_CUDA_KEEP_GOING", "1", 1);
    library = dlopen(AUTOTUNE_CUDA_RUNTIME, RTLD_NOW | RTLD_LOCAL);
    ASSERT_TRUE(library) << dlerror();
  }
  template <typename Function> static Function *get(const char *name) {
    return reinterpret_cast<Function *>(dlsym(library, name));
  }
  /// Launches a kernel on so many CTAs; what is printed.
  static std::string launch(intptr_t gridX) {
    char cubin[] = "fake-cubin crash 20\n";
    ModuleHandle module = get<ModuleHandle(void *, size_t)>("mgpuModuleLoad")(
        cubin, sizeof(cubin));
    FunctionHandle function = get<FunctionHandle(ModuleHandle, const char *)>(
        "mgpuModuleGetFunction")(module, "matmul");
    CaptureStderr();
    get<void(FunctionHandle, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t,
             intptr_t, int32_t, StreamHandle, void **, void **, size_t)>(
        "mgpuLaunchKernel")(function, gridX, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                            nullptr, 0);
    std::string said = GetCapturedStderr();
    get<void(ModuleHandle)>("mgpuModuleUnload")(module);
    return said;
  }
  static void *library;
};
void *WrappersTest::library = nullptr;

TEST_F(WrappersTest, HasUpstreamsNames) {
  for (const char *name : {"mgpuModuleLoad",
                           "mgpuModuleLoadJIT",
                           "mgpuModuleUnload",
                           "mgpuModuleGetFunction",
                           "mgpuLaunchKernel",
                           "mgpuLaunchClusterKernel",
                           "mgpuStreamCreate",
                           "mgpuStreamDestroy",
                           "mgpuStreamSynchronize",
                           "mgpuStreamWaitEvent",
                           "mgpuEventCreate",
                           "mgpuEventDestroy",
                           "mgpuEventSynchronize",
                           "mgpuEventRecord",
                           "mgpuMemAlloc",
                           "mgpuMemFree",
                           "mgpuMemcpy",
                           "mgpuMemset16",
                           "mgpuMemset32",
                           "mgpuMemHostRegister",
                           "mgpuMemHostRegisterMemRef",
                           "mgpuMemHostUnregister",
                           "mgpuMemHostUnregisterMemRef",
                           "mgpuSetDefaultDevice",
                           "mgpuTensorMapEncodeTiled",
                           "mgpuTensorMapEncodeTiledMemref",
                           "mgpuAutotunePlanRow",
                           "mgpuAutotunePlansAreOn",
                           "mgpuAutotuneTensorMapEncode2D",
                           "mgpuAutotuneTensorMapEncode3D",
                           "mgpuAutotuneTensorMapEncode4D",
                           "mgpuAutotuneTensorMapEncodeWindows",
                           "mgpuAutotuneWorkspaceAcquire",
                           "mgpuAutotuneWorkspaceRelease"})
    EXPECT_TRUE(dlsym(library, name)) << name;
}

/// A call whose sums have no room is not ready, and that is no error.
TEST_F(WrappersTest, LendsMemoryForTheSumsOfALibrary) {
  setenv("AUTOTUNE_LIBCUBLASLT", AUTOTUNE_FAKE_CUDA, 1);
  auto isReady =
      get<int32_t(void **, const char *, const char *, int32_t, const int64_t *,
                  int64_t)>("mgpuAutotuneLibraryReadyForSums");
  ASSERT_TRUE(isReady);
  const char *text = "a=f32 b=f32 c=f32 sums=f32 transpose_a=0 transpose_b=0 "
                     "accumulate=0 bias=0 activation=none version=130100 "
                     "workspace=0 algorithm=0,0,0,0,0,0,0,0";
  // 2 x 4 times 4 x 4.
  const int64_t matrices[] = {1, 2, 4, 0, 4, 1, 1, 4, 4,
                              0, 4, 1, 1, 2, 4, 0, 4, 1};
  void *site = nullptr;
  const int64_t counters = 8192;
  CaptureStderr();
  EXPECT_EQ(isReady(&site, "cublaslt", text, 3, matrices, counters + 32), 1);
  EXPECT_EQ(GetCapturedStderr(), "");
  CaptureStderr();
  EXPECT_EQ(isReady(&site, "cublaslt", text, 3, matrices, int64_t(1) << 40), 0);
  EXPECT_THAT(GetCapturedStderr(),
              HasSubstr("cublaslt is not called, and a kernel computes the "
                        "matmul instead: no memory for its sums of "));
  // There is room for a smaller one.
  EXPECT_EQ(isReady(&site, "cublaslt", text, 3, matrices, counters + 32), 1);
}

TEST_F(WrappersTest, RunsAMatmul) {
  auto alloc = get<void *(uint64_t, StreamHandle, bool)>("mgpuMemAlloc");
  auto release = get<void(void *, StreamHandle)>("mgpuMemFree");
  auto encode =
      get<void(void *, void *, int32_t, int64_t, int64_t, int64_t, int32_t,
               int32_t, int32_t)>("mgpuAutotuneTensorMapEncode2D");
  StreamHandle stream = get<StreamHandle()>("mgpuStreamCreate")();
  ASSERT_TRUE(stream);
  char cubin[] = "fake-cubin ok 20\n";
  ModuleHandle module =
      get<ModuleHandle(void *, size_t)>("mgpuModuleLoad")(cubin, sizeof(cubin));
  FunctionHandle function = get<FunctionHandle(ModuleHandle, const char *)>(
      "mgpuModuleGetFunction")(module, "matmul");
  ASSERT_TRUE(function);
  // 2 x 4 times 4 x 4; 1 + 2 + 3 + 4 = 10 in each element.
  float *a = static_cast<float *>(alloc(32, stream, false));
  float *b = static_cast<float *>(alloc(64, stream, true));
  float *c = static_cast<float *>(alloc(32, stream, false));
  for (int i = 0; i < 8; ++i)
    a[i] = float(i % 4 + 1);
  for (int i = 0; i < 16; ++i)
    b[i] = 1;
  TensorMap maps[2];
  encode(&maps[0], a, /*f32*/ 2, 2, 4, 4, 2, 4, 0);
  encode(&maps[1], b, /*f32*/ 2, 4, 4, 4, 4, 4, 0);
  int32_t m = 2, n = 4, k = 4;
  int64_t stride = 4;
  void *params[] = {&maps[0], &maps[1], &c, &m, &n, &k, &stride};
  get<void(FunctionHandle, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t,
           intptr_t, intptr_t, intptr_t, intptr_t, int32_t, StreamHandle,
           void **, void **, size_t)>("mgpuLaunchClusterKernel")(
      function, 2, 1, 1, 2, 1, 1, 128, 1, 1, 100000, stream, params, nullptr,
      7);
  for (int i = 0; i < 8; ++i)
    EXPECT_EQ(c[i], 10);
  for (float *buffer : {a, b, c})
    release(buffer, stream);
  get<void(ModuleHandle)>("mgpuModuleUnload")(module);
}

TEST_F(WrappersTest, ErrorsNameTheFunctionAndWhatMattered) {
  auto alloc = get<void *(uint64_t, StreamHandle, bool)>("mgpuMemAlloc");
  CaptureStderr();
  EXPECT_FALSE(alloc(uint64_t(1) << 40, nullptr, false));
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("cuMemAlloc(1099511627776 bytes): "
                                             "CUDA_ERROR_OUT_OF_MEMORY"));
  char garbage[] = "garbage";
  CaptureStderr();
  EXPECT_FALSE(
      (get<ModuleHandle(void *, size_t)>("mgpuModuleLoad")(garbage, 8)));
  EXPECT_THAT(GetCapturedStderr(),
              HasSubstr("cuModuleLoadDataEx(binary of 8 bytes): "));
  TensorMap map;
  CaptureStderr();
  get<void(void *, void *, int32_t, int64_t, int64_t, int64_t, int32_t, int32_t,
           int32_t)>("mgpuAutotuneTensorMapEncode2D")(&map, nullptr, 0, 16, 10,
                                                      10, 8, 8, 128);
  EXPECT_THAT(GetCapturedStderr(),
              HasSubstr("16 x 10 elements of 2 bytes, row stride 10"));
  // A module that did not load is not launched, nor reported twice.
  CaptureStderr();
  get<void(FunctionHandle, intptr_t, intptr_t, intptr_t, intptr_t, intptr_t,
           intptr_t, int32_t, StreamHandle, void **, void **, size_t)>(
      "mgpuLaunchKernel")(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr,
                          nullptr, 0);
  EXPECT_EQ(GetCapturedStderr(), "");
}

TEST_F(WrappersTest, TensorMapsAreKept) {
  void *driver = dlopen(AUTOTUNE_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
  ASSERT_TRUE(driver) << dlerror();
  auto count =
      reinterpret_cast<int (*)()>(dlsym(driver, "fakeCudaEncodedMaps"));
  ASSERT_TRUE(count);
  auto encode =
      get<void(void *, void *, int32_t, int64_t, int64_t, int64_t, int32_t,
               int32_t, int32_t)>("mgpuAutotuneTensorMapEncode2D");
  alignas(64) char memory[2][64] = {};
  TensorMap first, again;
  int before = count();
  encode(&first, memory[0], 0, 16, 8, 8, 8, 8, 0);
  EXPECT_EQ(count(), before + 1);
  encode(&again, memory[0], 0, 16, 8, 8, 8, 8, 0);
  EXPECT_EQ(count(), before + 1);
  EXPECT_TRUE(std::equal(std::begin(first.opaque), std::end(first.opaque),
                         std::begin(again.opaque)));
  // Another argument is another map.
  encode(&again, memory[1], 0, 16, 8, 8, 8, 8, 0);
  EXPECT_FALSE(std::equal(std::begin(first.opaque), std::end(first.opaque),
                          std::begin(again.opaque)));
  encode(&again, memory[0], 1, 16, 8, 8, 8, 8, 0);
  encode(&again, memory[0], 0, 24, 8, 8, 8, 8, 0);
  encode(&again, memory[0], 0, 16, 16, 8, 8, 8, 0);
  encode(&again, memory[0], 0, 16, 8, 16, 8, 8, 0);
  encode(&again, memory[0], 0, 16, 8, 8, 16, 8, 0);
  encode(&again, memory[0], 0, 16, 8, 8, 8, 16, 0);
  encode(&again, memory[0], 0, 16, 8, 8, 8, 8, 32);
  EXPECT_EQ(count(), before + 9);
  // What the driver refuses is asked for again.
  for (int i = 0; i < 2; ++i) {
    CaptureStderr();
    encode(&again, memory[0], 0, 16, 8, 4, 8, 8, 0);
    EXPECT_THAT(GetCapturedStderr(), HasSubstr("cuTensorMapEncodeTiled"));
  }
  EXPECT_EQ(count(), before + 11);
  // The launch that it was for is left out.
  EXPECT_THAT(launch(/*gridX=*/1), HasSubstr("the kernel is not launched"));
}

/// Columns come before rows, as the driver has it.
TEST_F(WrappersTest, TensorMapsOfWindowsHaveCorners) {
  auto *encode =
      get<void(void *, void *, int32_t, int64_t, int64_t, int64_t, int32_t,
               int32_t, int32_t, int64_t, int64_t, int64_t, int64_t,
               const int64_t *)>("mgpuAutotuneTensorMapEncodeWindows");
  ASSERT_TRUE(encode);
  alignas(256) static char images[256];
  // 3 x 5 pixels, whose columns are 2 apart, with 1, 4, 2 and 3 zeros around.
  int64_t numbers[] = {3, 5, 2, 1, 1, 2, 1, 4, 2, 3};
  TensorMap map;
  auto encodeWith = [&](int32_t pixels) {
    encode(&map, images, /*elementKind=*/0, /*rows=*/11, /*columns=*/64, 64,
           pixels, 16, 0, /*batch=*/10, 704, /*outer=*/2, 7040, numbers);
  };
  encodeWith(1024);
  for (auto [index, value] :
       {std::pair(0, -4), std::pair(1, -1), std::pair(2, -5), std::pair(3, 0),
        std::pair(4, 1), std::pair(5, 2), std::pair(6, 2), std::pair(7, 1024)})
    EXPECT_EQ(int64_t(map.opaque[index]), value) << index;
  CaptureStderr();
  encodeWith(1025);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("cuTensorMapEncodeIm2col"));
  numbers[2] = 9;
  CaptureStderr();
  encodeWith(1024);
  EXPECT_THAT(GetCapturedStderr(), HasSubstr("the stride 9 is not in 1 to 8"));
  EXPECT_THAT(launch(/*gridX=*/1), HasSubstr("the kernel is not launched"));
}

TEST_F(WrappersTest, WorkspacesAreKept) {
  auto acquire = get<void *(int64_t)>("mgpuAutotuneWorkspaceAcquire");
  auto release = get<void(void *)>("mgpuAutotuneWorkspaceRelease");
  auto areZero = [](void *counters) {
    return std::all_of(static_cast<char *>(counters),
                       static_cast<char *>(counters) + kWorkspaceCounterBytes,
                       [](char byte) { return byte == 0; });
  };
  void *large = acquire(100000);
  ASSERT_TRUE(large);
  EXPECT_TRUE(areZero(large));
  // One that is in use is nobody else's.
  void *small = acquire(1);
  ASSERT_TRUE(small);
  EXPECT_NE(small, large);
  EXPECT_TRUE(areZero(small));
  release(large);
  release(small);
  // The smallest that is large enough, until none is left.
  EXPECT_EQ(acquire(256), small);
  EXPECT_EQ(acquire(256), large);
  void *third = acquire(256);
  EXPECT_NE(third, small);
  EXPECT_NE(third, large);
  release(large);
  EXPECT_EQ(acquire(100000), large);
  for (void *workspace : {small, large, third})
    release(workspace);
  // What is free and too small goes before there is more.
  void *larger = acquire(200000);
  EXPECT_TRUE(areZero(larger));
  release(larger);
  EXPECT_EQ(acquire(256), larger);
  release(larger);
  release(nullptr);
}

TEST_F(WrappersTest, NothingIsLaunchedWithoutItsWorkspace) {
  auto acquire = get<void *(int64_t)>("mgpuAutotuneWorkspaceAcquire");
  CaptureStderr();
  EXPECT_FALSE(acquire(int64_t(1) << 40));
  EXPECT_THAT(GetCapturedStderr(),
              HasSubstr("cuMemAlloc(a workspace of 1099511627776 bytes): "
                        "CUDA_ERROR_OUT_OF_MEMORY"));
  std::string said = launch(/*gridX=*/1);
  EXPECT_THAT(said,
              HasSubstr("the kernel is not launched: a tensor map or workspace "
                        "that it takes could not be made"));
}

TEST_F(WrappersTest, GridsThatNoLaunchHoldsAreNotCutDown) {
  std::string said = launch((intptr_t(1) << 32) + 1);
  EXPECT_THAT(said,
              HasSubstr("the grid has 4294967297 CTAs; a launch has at most "
                        "2147483647"));
}

TEST_F(WrappersTest, ErrorsEndTheProgram) {
  auto alloc = get<void *(uint64_t, StreamHandle, bool)>("mgpuMemAlloc");
  auto allocTooMuch = [&] {
    unsetenv("AUTOTUNE_CUDA_KEEP_GOING");
    alloc(uint64_t(1) << 40, nullptr, false);
  };
  EXPECT_EXIT(allocTooMuch(), ::testing::ExitedWithCode(1),
              "cuMemAlloc\\(1099511627776 bytes\\): ");
}

} // namespace
