//===- CutlassABI.h - The interface of a library of kernels ----- -*- C -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tools/cutlass/build.py makes a shared library of CUTLASS kernels with these
// functions. The runtime opens it with dlopen. The interface is C, because the
// library is compiled by nvcc, and the runtime by another compiler.
//
// A kernel is known by its id, a hash of its name. The name holds everything
// that the kernel was compiled with. An index is good for one library only.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_CUTLASSABI_H
#define MLIR_AUTOTUNE_RUNTIME_CUTLASSABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of this interface. It changes with every struct and function.
#define AUTOTUNE_CUTLASS_ABI 1

/// Strings live as long as the library is loaded.
struct AutotuneCutlassKernel {
  const char *name;
  /// The lowest 48 bits of the name's 64-bit FNV-1a hash.
  int64_t id;
  /// The elements by their names in MLIR, such as bf16.
  const char *a, *b, *c, *sums;
  /// Whether A is stored K x M, and B is stored N x K.
  int32_t transposeA, transposeB;
  /// In bytes: of addresses, and of strides that are not 1.
  int32_t alignmentA, alignmentB, alignmentC;
  /// The compute capability that it is compiled for, such as 90. No other
  /// device runs it.
  int32_t chip;
};

/// C = A B, or C += A B; or a batch of such. Elements of a row are adjacent.
/// Strides are in elements. The batch stride of a single matrix is 0.
struct AutotuneCutlassProblem {
  int64_t m, n, k, batch;
  int64_t rowStrideA, rowStrideB, rowStrideC;
  int64_t batchStrideA, batchStrideB, batchStrideC;
  int32_t accumulate;
  int32_t reserved;
  const void *a, *b;
  void *c;
};

/// AUTOTUNE_CUTLASS_ABI of the library. Nothing else is called if it differs.
int32_t autotuneCutlassAbi(void);
/// CUTLASS_VERSION of the headers: 420 for 4.2.0.
int32_t autotuneCutlassVersion(void);
int64_t autotuneCutlassCount(void);
/// Returns 0, or another number if there is no such kernel.
int32_t autotuneCutlassDescribe(int64_t index,
                                struct AutotuneCutlassKernel *kernel);
/// The bytes of device memory that the call needs, at an address that is a
/// multiple of 256; -1 if the kernel can't compute the problem. Needs no
/// device. Addresses in the problem count with their alignment only.
int64_t autotuneCutlassWorkspace(int64_t index,
                                 const struct AutotuneCutlassProblem *problem);
/// Enqueues the call on a stream (CUstream) of the current context. Returns 0;
/// or a cudaError_t, or -1 for another error.
int32_t autotuneCutlassRun(int64_t index,
                           const struct AutotuneCutlassProblem *problem,
                           void *workspace, void *stream);

#ifdef __cplusplus
}
#endif

#endif // MLIR_AUTOTUNE_RUNTIME_CUTLASSABI_H
