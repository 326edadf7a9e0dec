//===- NvMatmulLibrary.h - nvMatmulHeuristics by dlopen ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the few functions of the library that are called, and its two
// structs. They are facts of its binary interface, version 0.1.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_EXTERNAL_NVMATMULLIBRARY_H
#define MLIR_AUTOTUNE_LIB_EXTERNAL_NVMATMULLIBRARY_H

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace mlir::autotune::nvmatmul {

/// A product of row-major matrices.
struct Product {
  uint32_t m, n, k, batch;
  /// 2 if A is stored K x M, plus 1 if B is stored N x K.
  uint8_t layout;
};
static_assert(sizeof(Product) == 20);

/// A kernel that the library suggests.
struct Kernel {
  uint16_t tile[3], warpTile[3], instruction[3];
  uint16_t splitK;
  uint8_t stages;
  uint8_t swizzle;
  /// 0 if neighbouring CTAs are neighbours along N, 1 for M.
  uint8_t order;
  /// Along M and N.
  uint8_t cluster[2];
};
static_assert(sizeof(Kernel) == 26);

/// The generators of kernels that the library is asked about.
enum class Generator : int { Cutlass2 = 2, Cutlass3 = 4 };

struct Question {
  Product product;
  /// The types of A, B, C and sums, in the library's letters.
  std::string precision;
  Generator generator;
  /// The library's number of the GPU.
  int gpu;
};

class Library {
public:
  /// The library of this process, which is looked for at the first call.
  static Library &get();

  /// Why there is no library, and what to do about it; empty if there is one.
  const std::string &getError() const { return error; }
  /// As "0.1.0"; empty if it is not known.
  const std::string &getVersion() const { return version; }

  /// The kernels that the library suggests, the best prediction first; at most
  /// `count`. Empty if it has none, or if there is no library. May be called
  /// from several threads.
  std::vector<Kernel> suggest(const Question &question, unsigned count);

private:
  Library();
  void load(const std::string &name);

  using Handle = void *;
  struct {
    unsigned (*getMajor)() = nullptr;
    unsigned (*getMinor)() = nullptr;
    unsigned (*getPatch)() = nullptr;
    int (*create)(Handle *handle) = nullptr;
    int (*createGpu)(Handle *gpu) = nullptr;
    int (*setGpu)(Handle gpu, int number) = nullptr;
    int (*loadProfile)(Handle handle, const char *precision, int generator,
                       int layout, Handle gpu) = nullptr;
    unsigned (*suggest)(Handle handle, const char *precision, unsigned flags,
                        int generator, const Product *product, Kernel *kernels,
                        unsigned count, Handle gpu) = nullptr;
  } table;
  std::string error, version;
  /// A profile is part of the library's state: each question loads its own.
  std::mutex mutex;
  Handle handle = nullptr, gpu = nullptr;
};

} // namespace mlir::autotune::nvmatmul

#endif // MLIR_AUTOTUNE_LIB_EXTERNAL_NVMATMULLIBRARY_H
