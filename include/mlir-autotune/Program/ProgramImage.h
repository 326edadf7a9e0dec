//===- ProgramImage.h - A compiled program as a file ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is machine code of the host, with its kernels inside, and a
// description of what it takes and returns. No compiler is needed to run it.
//
// This is the layout of a program in bytes:
//
//   magic      8 bytes, kMagic
//   version    u32, kVersion
//   checksum   u64, XXH3 of all that follows
//   header     u64 bytes, and so many bytes of JSON
//   object     u64 bytes, and so many bytes of an ELF object file
//
// Numbers are little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROGRAM_PROGRAMIMAGE_H
#define MLIR_AUTOTUNE_PROGRAM_PROGRAMIMAGE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// A tensor that a program takes or returns: contiguous, in rows.
struct ProgramTensor {
  /// The size of a dimension that is known at run time only.
  static constexpr int64_t kUnknown = -1;

  /// The type of its elements as MLIR writes it: "bf16", "i64", "f8E4M3FN". An
  /// i1 takes a byte.
  std::string element;
  std::vector<int64_t> shape;

  bool isStatic() const;
  /// Of one element in memory; 0 if it has no whole bytes ("i4").
  int64_t getElementBytes() const;
  /// "8x?xbf16".
  std::string str() const;
};

struct ProgramArgument : ProgramTensor {
  /// Whether its buffer must have the same address and elements in each call:
  /// the program may have computed once what depends on them.
  bool frozen = false;
};

struct ProgramResult : ProgramTensor {
  /// If the program returns one of its arguments unchanged: its number.
  std::optional<unsigned> argument;
};

struct ProgramImage {
  static constexpr llvm::StringLiteral kMagic = "MLIRATK\n";
  static constexpr uint32_t kVersion = 2;

  /// Functions of the object. Each takes what its type says.
  static constexpr const char *kInitialize = "autotune_program_initialize";
  static constexpr const char *kFinalize = "autotune_program_finalize";
  static constexpr const char *kInvoke = "autotune_program_invoke";
  using InitializeFn = void (*)();
  using FinalizeFn = void (*)();
  /// Pointers to memref descriptors. Results that are arguments have none.
  /// - With `resultsInPlace`: one for each argument, then one for each result.
  /// - Otherwise the first pointer, if there are results, is to memory for the
  ///   descriptors of all results, which the program writes. One for each
  ///   argument follows.
  using InvokeFn = void (*)(void **descriptors);
  /// With `computesSizes`: writes the unknown sizes of all results that are no
  /// arguments, in their order. Takes pointers to the arguments' descriptors,
  /// whose buffers it does not read.
  static constexpr const char *kGetSizes = "autotune_program_get_sizes";
  using GetSizesFn = void (*)(int64_t *sizes, void **descriptors);

  /// The GPU that kernels are for ("h100"), and its chip ("sm_90a").
  std::string target, chip;
  /// Whether the simulator runs its kernels.
  bool simulated = false;
  /// Whether the caller allocates results. All their sizes are known, or the
  /// program computes them.
  bool resultsInPlace = true;
  bool computesSizes = false;
  std::vector<ProgramArgument> arguments;
  std::vector<ProgramResult> results;
  /// Text that is the caller's business, such as how Python calls the program.
  std::string annotation;
  std::string object;

  std::string serialize() const;
  /// Checks all of `bytes`. An error says whether they are no program, one of
  /// another version, or a damaged one.
  static llvm::Expected<ProgramImage> parse(llvm::StringRef bytes);
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROGRAM_PROGRAMIMAGE_H
