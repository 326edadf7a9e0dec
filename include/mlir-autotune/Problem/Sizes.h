//===- Sizes.h - Sizes of problems, and their limits ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_SIZES_H
#define MLIR_AUTOTUNE_PROBLEM_SIZES_H

#include <cstdint>
#include <limits>

namespace mlir::autotune {

/// A size or stride that is known at run time only: mlir::kDynamicSize.
inline constexpr int64_t kDynamicSize = std::numeric_limits<int64_t>::min();
constexpr bool isDynamicSize(int64_t size) { return size == kDynamicSize; }

/// The most rows or columns of a kernel. Kernels count them in i32, and a
/// counter passes the last one by up to its step: a tile or a cluster's tiles,
/// at most 2048 rows. The limit leaves much more room than that.
constexpr int64_t kMaxMatmulSize = (int64_t(1) << 31) - 1 - (1 << 16);

/// More bytes than any address space has: 57 bits are those of x86-64 with
/// five-level paging, and GPUs have no more (CUDA C++ Programming Guide,
/// "Unified Memory": 49 bits up to Hopper).
constexpr int64_t kMaxAddressableBytes = int64_t(1) << 57;

/// The most products of a group. The parameters of a launch have at most 32764
/// bytes (CUDA 12.1), and each product has three tensor maps of 128 bytes and a
/// few numbers.
constexpr int64_t kMaxGroupSize = 64;

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_SIZES_H
