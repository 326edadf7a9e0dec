//===- DirectStore.h - Storing straight from registers -------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_DIRECTSTORE_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_DIRECTSTORE_H

#include "FragmentLayout.h"
#include "StoreDestination.h"

namespace mlir::autotune::tile {

/// How threads write a fragment's elements to a matrix (tile.store).
struct DirectStoreRule {
  /// The rules of a store, and of the store of `output` of an epilogue.
  explicit DirectStoreRule(StoreOp store);
  DirectStoreRule(EpilogueOp epilogue, int64_t output);

  /// The element type of the matrix.
  Type element;
  /// Bytes that a thread writes at once.
  int64_t bytes;
  /// Whether the elements of a row are known to be adjacent.
  bool isDense;
  bool transposed;

  /// Whether threads of a quad exchange elements so that each stores 16
  /// adjacent bytes. If not, each stores its two neighbours.
  bool storesVectors() const;
  bool storesPairs() const;
  /// How many groups of eight columns are written together.
  int64_t getGroups() const;
};

/// Stores a fragment, or some of its columns, from registers to memory.
class DirectStore {
public:
  DirectStore(const KernelContext &context, Emitter &e, Operation *op,
              FragmentType fragment, Value memref, DirectStoreRule rule,
              ValueRange indices)
      : e(e), kernel(context.layout), rule(rule),
        layout(fragment, context.layout),
        place(context, e, *context.getRole(op), layout),
        dest(context, e, context.getOperand(memref), rule.element, indices) {}

  void store(ArrayRef<Value> registers, int64_t block) {
    store(registers, block, 0, layout.groups);
  }
  /// Stores column groups `begin` to `end` of a block. `begin` must be a
  /// multiple of the groups that are written together. Registers of other
  /// groups may be null.
  void store(ArrayRef<Value> registers, int64_t block, int64_t begin,
             int64_t end);

private:
  void storeVectors(ArrayRef<Value> registers, int64_t block, int64_t begin,
                    int64_t end);
  void storePairs(ArrayRef<Value> registers, int64_t block, int64_t begin,
                  int64_t end);
  Value getPair(ArrayRef<Value> registers, int64_t group, int64_t half);
  void storeElements(ArrayRef<Value> registers, int64_t block, int64_t begin,
                     int64_t end);
  void storeTransposed(ArrayRef<Value> registers, int64_t block, int64_t begin,
                       int64_t end);
  void storeOne(Value value, Value row, Value column, Value rowInside);

  Emitter &e;
  const KernelLayout &kernel;
  DirectStoreRule rule;
  FragmentLayout layout;
  FragmentPlace place;
  Destination dest;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_DIRECTSTORE_H
