//===- CublasLt.cpp - cuBLASLt, found at run time -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Runtime/CublasLt.h"

#include "mlir-autotune/Core/ElementIndex.h"
#include "mlir-autotune/Core/Elements.h"

#include <cstdlib>
#include <dlfcn.h>
#include <utility>
#include <vector>

using namespace mlir::autotune;
using namespace mlir::autotune::cublaslt;

//===----------------------------------------------------------------------===//
// The library
//===----------------------------------------------------------------------===//

const Library &Library::get() {
  static const Library library;
  return library;
}

Library::Library() {
  const char *override = std::getenv("AUTOTUNE_LIBCUBLASLT");
  std::vector<std::string> names;
  if (override && *override)
    names = {override};
  else
    // The toolkit's folder is often not on the loader's path.
    for (const char *folder : {"", "/usr/local/cuda/lib64/"})
      for (const char *version : {"13", "12"})
        names.push_back(std::string(folder) + "libcublasLt.so." + version);
  void *handle = nullptr;
  for (const std::string &name : names)
    if (!handle)
      handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    error = "no cuBLASLt: cannot open " + names.front() +
            "; set AUTOTUNE_LIBCUBLASLT to the library";
    return;
  }
#define AUTOTUNE_RESOLVE(MEMBER, SYMBOL)                                       \
  MEMBER = reinterpret_cast<decltype(MEMBER)>(dlsym(handle, SYMBOL));          \
  if (!MEMBER && error.empty())                                                \
    error = "cuBLASLt has no " SYMBOL;
#define AUTOTUNE_RESOLVE_STATUS(MEMBER, SYMBOL, PARAMETERS)                    \
  AUTOTUNE_RESOLVE(MEMBER, SYMBOL)
  AUTOTUNE_CUBLASLT_ENTRY_POINTS(AUTOTUNE_RESOLVE_STATUS)
  AUTOTUNE_RESOLVE(getVersion, "cublasLtGetVersion")
#undef AUTOTUNE_RESOLVE_STATUS
#undef AUTOTUNE_RESOLVE
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// Of cublasComputeType_t (cuBLAS 12 and 13).
enum : int {
  kComputeF16 = 64,
  kComputeF32 = 68,
  kComputeF64 = 70,
  kComputeI32 = 72,
  kComputeFastTF32 = 77
};
// Of cublasLtMatmulDescAttributes_t and cublasLtMatrixLayoutAttribute_t.
enum : int {
  kDescTransA = 3,
  kDescTransB = 4,
  kDescEpilogue = 7,
  kDescBiasType = 26
};
enum : int { kLayoutBatchCount = 5, kLayoutBatchStride = 6 };

static int getDataType(int element) {
  return kElementInfos[element].cudaDataType;
}

static Scalar makeScalar(int kind, bool isOne) {
  constexpr uint16_t kOneF16 = 0x3C00;
  Scalar scalar = {};
  if (kind == cuda::kF64)
    scalar.f64 = isOne;
  else if (kind == cuda::kF16)
    scalar.f16 = isOne ? kOneF16 : 0;
  else if (!cuda::isFloatIndex(kind))
    scalar.i32 = isOne;
  else
    scalar.f32 = isOne;
  return scalar;
}

Arithmetic cublaslt::getArithmetic(const Product &product) {
  Arithmetic arithmetic;
  arithmetic.scale = cuda::kF32;
  if (product.accumulator == cuda::kF64) {
    arithmetic.compute = kComputeF64;
    arithmetic.scale = cuda::kF64;
  } else if (!cuda::isFloatIndex(product.accumulator)) {
    arithmetic.compute = kComputeI32;
    arithmetic.scale = cuda::kI32;
  } else if (product.accumulator == cuda::kF16 &&
             product.c.element == cuda::kF16) {
    arithmetic.compute = kComputeF16;
    arithmetic.scale = cuda::kF16;
  } else {
    arithmetic.compute =
        product.a.element == cuda::kTF32 ? kComputeFastTF32 : kComputeF32;
  }
  arithmetic.alpha = makeScalar(arithmetic.scale, true);
  arithmetic.beta = makeScalar(arithmetic.scale, product.accumulate);
  return arithmetic;
}

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

Descriptors::~Descriptors() {
  for (Layout layout : {first, second, output})
    if (layout)
      (void)library->layoutDestroy(layout);
  if (desc)
    (void)library->descDestroy(desc);
}

int Descriptors::create(const Library &of, const Product &product) {
  library = &of;
  Arithmetic arithmetic = getArithmetic(product);
  alpha = arithmetic.alpha;
  beta = arithmetic.beta;
  if (int status = of.descCreate(&desc, arithmetic.compute,
                                 getDataType(arithmetic.scale)))
    return status;
  auto set = [&](int attribute, int32_t value) {
    return of.descSet(desc, attribute, &value, sizeof(value));
  };
  if (int status = set(kDescTransA, product.b.transposed))
    return status;
  if (int status = set(kDescTransB, product.a.transposed))
    return status;
  if (product.epilogue != kNone)
    if (int status = set(kDescEpilogue, product.epilogue))
      return status;
  if (product.epilogue & kBias)
    if (int status = set(kDescBiasType, getDataType(product.bias.element)))
      return status;
  const std::pair<Layout *, const Matrix *> layouts[] = {
      {&first, &product.b}, {&second, &product.a}, {&output, &product.c}};
  for (auto [layout, matrix] : layouts) {
    if (int status = of.layoutCreate(layout, getDataType(matrix->element),
                                     uint64_t(matrix->columns),
                                     uint64_t(matrix->rows), matrix->rowStride))
      return status;
    if (product.batch == 1)
      continue;
    int32_t count = int32_t(product.batch);
    if (int status =
            of.layoutSet(*layout, kLayoutBatchCount, &count, sizeof(count)))
      return status;
    // A stride of 0 has all products read one matrix.
    if (int status = of.layoutSet(*layout, kLayoutBatchStride,
                                  &matrix->batchStride, sizeof(int64_t)))
      return status;
  }
  return 0;
}
