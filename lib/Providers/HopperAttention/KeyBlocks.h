//===- KeyBlocks.h - The keys that a tile of queries sees ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_KEYBLOCKS_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_KEYBLOCKS_H

#include "mlir-autotune/Kernels/ScoreFunction.h"

namespace mlir::autotune {

/// Blocks of keys of one tile of queries, numbered from the last one that a
/// query of the tile sees. Block number `i` begins at key `last - i * size`.
/// All values are of type index, and the same in all roles.
struct KeyBlocks {
  /// `query` is the tile's first one, of `queries` in the tile.
  KeyBlocks(ImplicitLocOpBuilder &b, const SeenKeys &seen, Value query,
            int64_t queries, Value keys, int64_t size);

  /// The first key of block `number`.
  Value getFirstKey(ImplicitLocOpBuilder &b, Value number) const;

  int64_t size;
  /// How many blocks there are, at least 1. Those from `whole` on, up to
  /// `cut`, need no mask. Block 0 does.
  Value count, whole, cut;
  /// Whether any block from `cut` on needs a mask, as far as is known when
  /// compiling; and whether any before `whole` but block 0.
  bool mayBeCut, mayBeMaskedFirst;

private:
  /// The first key of block 0.
  Value last;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_HOPPERATTENTION_KEYBLOCKS_H
