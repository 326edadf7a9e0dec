//===- WgmmaDescriptor.h - Operands of wgmma in shared memory ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the elements of a wgmma's operand lie (PTX ISA, "Matrix descriptor
// format", "Shared memory matrix layout", "Strides"). An operand consists of
// pieces of 16 bytes, and K is always 32 bytes deep. With rows the index along
// M or N, and `span` the swizzle's bytes (16 without one):
//
// - K-major: row r has two pieces, at (r % 8) * span + (r / 8) * stride, and
//   16 bytes further or, without a swizzle, `leading` further.
// - MN-major (16-bit elements): for each k, pieces of eight rows. Piece u lies
//   at (u % (span / 16)) * 16 + (u / (span / 16)) * leading +
//   (k % 8) * span + (k / 8) * stride. Without a swizzle stride and leading
//   change places.
//
// The swizzle then exchanges pieces: it xors bits 4 to 6 of the address (as
// many of them as the span has) with bits 7 to 9 less the base offset, which
// is where in the pattern of 8 * span bytes an address of zero lies.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_WGMMADESCRIPTOR_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_WGMMADESCRIPTOR_H

#include "mlir-autotune/Core/SimulatorABI.h"

#include <optional>
#include <string>

namespace mlir::autotune::sim {

/// Bytes of a piece, and of all elements of a row.
inline constexpr uint32_t kPieceBytes = 16;
inline constexpr uint32_t kWgmmaDepthBytes = 32;

struct WgmmaDescriptor {
  explicit WgmmaDescriptor(uint64_t bits);

  /// All in bytes but the base offset, which is in rows of 128 bytes.
  uint32_t start, leading, stride, baseOffset;
  /// 128, 64, 32, or 16 for no swizzle.
  uint32_t span;
  /// Bits that must be zero and are not.
  uint64_t reserved;
};

struct WgmmaOperand {
  /// `rows`: those along M or N.
  WgmmaOperand(uint64_t descriptor, uint32_t rows, ElementKind type,
               bool mnMajor);

  /// What is wrong with the descriptor, if anything.
  std::optional<std::string> check() const;

  uint32_t getNumPieces() const {
    return rows * kWgmmaDepthBytes / kPieceBytes;
  }
  /// In the CTA's window. K-major: piece 2 r + p is the p-th of row r.
  /// MN-major: piece k * (rows / 8) + u holds rows 8 u to 8 u + 7 of k.
  uint32_t getAddress(uint32_t piece) const;

  WgmmaDescriptor descriptor;
  uint32_t rows;
  ElementKind type;
  bool mnMajor;
};

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_WGMMADESCRIPTOR_H
