//===- CreateKernel.h - A kernel of a fact, without its body -- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_CREATEKERNEL_H
#define MLIR_AUTOTUNE_KERNELS_CREATEKERNEL_H

#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/MatmulFact.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

#include <array>
#include <optional>

namespace mlir::autotune {

/// The properties of the kernel's launch that do not depend on the matmul.
struct LaunchShape {
  /// CTAs of a cluster along the rows, the columns and the depth.
  std::array<int64_t, 3> cluster = {1, 1, 1};
  /// Threads of a CTA; nullopt for a kernel whose roles say how many.
  std::optional<int64_t> threads;
  int64_t ctasPerSM = 1;
  /// Whether the kernel loads several adjacent elements of A and B at once,
  /// where the layout allows.
  bool loadsVectors = false;
};

/// The type of a kernel's argument of which only the rank is known when
/// compiling: any sizes and strides. With `isAdjacent`, the elements of a row
/// lie side by side.
MemRefType getOperandType(Type element, int64_t rank, bool isAdjacent = false);

/// Creates a kernel with arguments of these types at the builder's insertion
/// point, in a gpu.module, and moves the insertion point to the start of its
/// body. `products` is the number of a group's products, if it computes a
/// group.
tile::KernelOp createKernel(ImplicitLocOpBuilder &b, StringRef name,
                            ArrayRef<Type> types, const LaunchShape &shape,
                            std::optional<int64_t> products = std::nullopt);

/// Likewise, with the arguments of a matmul.
///
/// All kernels of a fact have the same arguments: its operands, in the order
/// of Problem/Operands.h. They are memrefs as stored, of two dimensions with
/// any strides. An operand of a batch that has a matrix for each product has
/// three dimensions. Operands of the epilogue have size 1 where they are
/// broadcast. Sizes are run-time values.
tile::KernelOp createKernel(ImplicitLocOpBuilder &b, StringRef name,
                            const MatmulFact &fact, const LaunchShape &shape);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_CREATEKERNEL_H
