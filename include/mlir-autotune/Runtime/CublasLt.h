//===- CublasLt.h - cuBLASLt, found at run time -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library's interface, from its documentation (cuBLAS 12 and 13), and the
// descriptors of a product. Compiled programs call the library by it, and the
// runner measures the library. A status of 0 is success, as in cublasStatus_t.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_CUBLASLT_H
#define MLIR_AUTOTUNE_RUNTIME_CUBLASLT_H

#include "mlir-autotune/Runtime/CudaTypes.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace mlir::autotune::cublaslt {

using Handle = void *;
using Desc = void *;
using Layout = void *;
using Preference = void *;

/// cublasLtMatmulAlgo_t. May be stored, and restored for the same version of
/// the library.
struct Algorithm {
  uint64_t data[8];
};

/// cublasLtMatmulHeuristicResult_t.
struct HeuristicResult {
  Algorithm algorithm;
  size_t workspaceSize;
  int state;
  float wavesCount;
  int reserved[4];
};
static_assert(sizeof(HeuristicResult) == 96,
              "layout of cublasLtMatmulHeuristicResult_t");

#define AUTOTUNE_CUBLASLT_ENTRY_POINTS(X)                                      \
  X(create, "cublasLtCreate", (Handle *))                                      \
  X(destroy, "cublasLtDestroy", (Handle))                                      \
  X(descCreate, "cublasLtMatmulDescCreate", (Desc *, int, int))                \
  X(descDestroy, "cublasLtMatmulDescDestroy", (Desc))                          \
  X(descSet, "cublasLtMatmulDescSetAttribute",                                 \
    (Desc, int, const void *, size_t))                                         \
  X(layoutCreate, "cublasLtMatrixLayoutCreate",                                \
    (Layout *, int, uint64_t, uint64_t, int64_t))                              \
  X(layoutSet, "cublasLtMatrixLayoutSetAttribute",                             \
    (Layout, int, const void *, size_t))                                       \
  X(layoutDestroy, "cublasLtMatrixLayoutDestroy", (Layout))                    \
  X(preferenceCreate, "cublasLtMatmulPreferenceCreate", (Preference *))        \
  X(preferenceDestroy, "cublasLtMatmulPreferenceDestroy", (Preference))        \
  X(preferenceSet, "cublasLtMatmulPreferenceSetAttribute",                     \
    (Preference, int, const void *, size_t))                                   \
  X(getHeuristic, "cublasLtMatmulAlgoGetHeuristic",                            \
    (Handle, Desc, Layout, Layout, Layout, Layout, Preference, int, void *,    \
     int *))                                                                   \
  X(checkAlgorithm, "cublasLtMatmulAlgoCheck",                                 \
    (Handle, Desc, Layout, Layout, Layout, Layout, const void *, void *))      \
  X(getCapability, "cublasLtMatmulAlgoCapGetAttribute",                        \
    (const void *, int, void *, size_t, size_t *))                             \
  X(matmul, "cublasLtMatmul",                                                  \
    (Handle, Desc, const void *, const void *, Layout, const void *, Layout,   \
     const void *, const void *, Layout, void *, Layout, const void *, void *, \
     size_t, cuda::StreamHandle))

/// The entry points, or why there are none. AUTOTUNE_LIBCUBLASLT names the
/// library.
struct Library {
#define AUTOTUNE_MEMBER(MEMBER, SYMBOL, PARAMETERS)                            \
  int(*MEMBER) PARAMETERS = nullptr;
  AUTOTUNE_CUBLASLT_ENTRY_POINTS(AUTOTUNE_MEMBER)
#undef AUTOTUNE_MEMBER
  size_t (*getVersion)() = nullptr;
  std::string error;

  static const Library &get();

private:
  Library();
};

/// The functions that the library applies to the sums: cublasLtEpilogue_t,
/// whose bits may be combined.
enum Epilogue : int32_t { kNone = 1, kRelu = 2, kBias = 4, kGelu = 32 };

/// A matrix as we store it, row by row; elements by number
/// (Core/ElementIndex.h), sizes and strides in elements.
struct Matrix {
  int element = 0;
  bool transposed = false;
  int64_t rows = 0, columns = 0, rowStride = 0;
  /// 0 if all products of a batch share the matrix.
  int64_t batchStride = 0;
};

/// A product, or a batch of such, for one call.
struct Product {
  Matrix a, b, c;
  int64_t batch = 1;
  /// The type of the sums.
  int accumulator = 0;
  /// Whether the product is added to C.
  bool accumulate = false;
  /// kNone, or the other bits of Epilogue. A bias is one row.
  int32_t epilogue = kNone;
  Matrix bias;
};

/// A factor of the sums, in their type.
union Scalar {
  float f32;
  double f64;
  int32_t i32;
  uint16_t f16;
};

struct Arithmetic {
  /// A cublasComputeType_t.
  int compute = 0;
  /// The type of the factors, by number.
  int scale = 0;
  /// The factors of the product and of C.
  Scalar alpha = {}, beta = {};
};

/// How the library sums the products as kernels may.
Arithmetic getArithmetic(const Product &product);

/// The descriptors of a product. The library is column-major: a matrix that we
/// store row by row is to it the transpose. So it is asked for C^T = B^T A^T,
/// with our B as its first operand. An operand that we store transposed is
/// transposed to it as well.
class Descriptors {
public:
  Descriptors() = default;
  Descriptors(const Descriptors &) = delete;
  Descriptors &operator=(const Descriptors &) = delete;
  ~Descriptors();

  /// Returns the first status that is no success. To be called once.
  int create(const Library &library, const Product &product);

  Desc desc = nullptr;
  Layout first = nullptr, second = nullptr, output = nullptr;
  Scalar alpha = {}, beta = {};

private:
  const Library *library = nullptr;
};

} // namespace mlir::autotune::cublaslt

#endif // MLIR_AUTOTUNE_RUNTIME_CUBLASLT_H
