//===- KeyBlocks.h - The keys that a tile of queries sees ----- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_KERNELS_KEYBLOCKS_H
#define MLIR_AUTOTUNE_KERNELS_KEYBLOCKS_H

#include "mlir-autotune/Kernels/ScoreFunction.h"

namespace mlir::autotune {

/// What is loaded of the tile's bounds: an element of an input as createPlace()
/// has it, for a row of the tile.
using LoadPlace = llvm::function_ref<Value(unsigned input, Value row)>;

/// Blocks of keys of one tile of queries, numbered from the last one that a
/// query of the tile sees. Block number `i` begins at key `last - i * size`.
/// All values are of type index, and the same in all roles.
struct KeyBlocks {
  /// The queries of a tile: the first one, how many a tile has, and how many
  /// there are.
  struct Queries {
    Value first;
    int64_t size;
    Value all;
  };
  /// `range` are the inputs of key_range, if there are any.
  KeyBlocks(ImplicitLocOpBuilder &b, const SeenKeys &seen,
            std::optional<ArrayRef<int64_t>> range, const Queries &queries,
            Value keys, int64_t size, LoadPlace loadPlace);

  /// Leaves the blocks of part number `part` of `parts`. It has at least one;
  /// `isEmpty`, a boolean, says that another part has it.
  void takePart(ImplicitLocOpBuilder &b, Value part, int64_t parts);

  /// The first key of block `number`.
  Value getFirstKey(ImplicitLocOpBuilder &b, Value number) const;

  int64_t size;
  /// The blocks are those from `first` on, before `end`: at least one. Those
  /// from `whole` on, before `cut`, need no mask. Block `first` may.
  Value first, whole, cut, end;
  /// Null if there is one part.
  Value isEmpty;
  /// Whether any block from `cut` on needs a mask, as far as is known when
  /// compiling; and whether any before `whole` but block `first`.
  bool mayBeCut, mayBeMaskedFirst;
  /// What blocks before `whole`, but block `first`, and blocks from `cut` on
  /// need.
  KeyMask highMask = KeyMask::All, lowMask = KeyMask::All;
  /// Whether any block needs no mask, as far as is known when compiling.
  bool mayBeWhole;

private:
  /// The first key of block 0.
  Value last;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_KERNELS_KEYBLOCKS_H
