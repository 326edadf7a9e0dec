//===- FragmentLayout.h - Which thread holds which element ---- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accumulator of wgmma.m64nN (PTX ISA, "Register fragments"): of each block
// of 64 rows, thread t of the warpgroup holds, in register 4 j + 2 h + c, the
// element of row 16 (t / 32) + 8 h + (t % 32) / 4 and column
// 8 j + 2 (t % 4) + c.
//
// A fragment becomes one LLVM struct of registers for each block of 64 rows
// that a warpgroup holds. Those of f16 hold two elements each, as wgmma has
// such sums: of c = 0 in the low half and of c = 1 in the high one.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTLAYOUT_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTLAYOUT_H

#include "KernelContext.h"

namespace mlir::autotune::tile {

/// Rows of a block: those of one wgmma.
inline constexpr int64_t kBlockRows = 64;
/// Bytes of K that one wgmma multiplies, whatever the elements.
inline constexpr int64_t kMmaDepthBytes = 32;
/// Bytes of a group of eight columns of a block, where threads write partial
/// sums as they lie in registers: 16 for each thread of the warpgroup.
inline constexpr int64_t kGroupBytes = 16 * kWarpgroupThreads;

struct FragmentLayout {
  FragmentLayout(FragmentType type, int64_t warpgroups)
      : columns(type.getShape()[1]),
        warpgroupRows(type.getShape()[0] / warpgroups),
        blocks(warpgroupRows / kBlockRows), groups(columns / 8),
        registers(4 * groups) {}
  /// The same, or that of a grid of warps: each has 16 rows of each block, and
  /// columns of its own.
  FragmentLayout(FragmentType type, const KernelLayout &layout)
      : FragmentLayout(type, layout.fragmentWarpgroups) {
    if (!layout.warpGrid)
      return;
    auto [rows, width] = *layout.warpGrid;
    blockRows = kWarpBlock * rows;
    blocks = type.getShape()[0] / blockRows;
    columns = type.getShape()[1] / width;
    groups = columns / 8;
    registers = 4 * groups;
  }

  /// Those that one warpgroup holds, or one warp of a grid.
  int64_t columns;
  /// Rows that one warpgroup holds, and blocks of 64 among them.
  int64_t warpgroupRows, blocks;
  int64_t blockRows = kBlockRows;
  /// Groups of eight columns.
  int64_t groups;
  /// Elements that a thread has of one block, each in a register of 32 bits or
  /// more.
  int64_t registers;

  /// The register of group j, half h and column c (as above: 4 j + 2 h + c).
  static int64_t getRegister(int64_t group, int64_t half, int64_t c) {
    return 4 * group + 2 * half + c;
  }
};

/// What products are summed in.
bool isSum(Type type);
/// Whether elements of fragments of 16 bits are stored as they lie there.
bool isStoredAsIs(Type held, Type stored);

/// The types of the registers of a fragment: one struct a block.
SmallVector<Type> getFragmentStructs(FragmentType type,
                                     const FragmentLayout &layout);

/// All registers of one block.
SmallVector<Value> unpackBlock(Emitter &e, Value block);
/// Also of elements of f16, two to a register of the struct.
Value packBlock(Emitter &e, ValueRange registers, Type structType);
/// All elements of one block of a fragment of such.
SmallVector<Value> unpackElements(Emitter &e, Value block, Type element);

/// This thread's place in its warpgroup's part of a fragment.
struct FragmentPlace {
  FragmentPlace(const KernelContext &context, Emitter &e,
                const RoleLayout &role, const FragmentLayout &layout);
  Value lane, warpInGroup;
  /// First row of the warpgroup, in the fragment.
  Value warpgroupRow;
  /// Row of register 0 in the fragment, and its column.
  Value row, column;
  /// First column of the warp; null where that is the fragment's.
  Value warpColumn;
  int64_t blockRows;

  /// Row and column of other registers, numbered as in FragmentLayout.
  Value getRow(Emitter &e, int64_t block, int64_t half) const {
    return e.add(row, block * blockRows + half * 8);
  }
  Value getColumn(Emitter &e, int64_t group, int64_t c) const {
    return e.add(column, group * 8 + c);
  }
};

/// Two f32 as a vector of floats of 16 bits, to nearest even, by one
/// instruction.
Value roundPair(Emitter &e, Value low, Value high, Type element);
/// The two neighbours in a group and half, of 32 bits or of the elements' own
/// type, as two elements of 8 or 16 bits in one integer.
Value packPair(Emitter &e, const KernelLayout &kernel,
               ArrayRef<Value> registers, int64_t group, int64_t half,
               Type element);
/// Columns that one thread of a quad has of a row in `tradeInQuad`.
inline int64_t getTradedColumns(Type element) {
  return 16 / getElementBytes(element);
}
/// What a thread has when the four of a quad, each with two columns of a group,
/// have traded: 16 bytes of a row, which they have side by side, from column
/// 0 of group `first` on. Of groups that there aren't, zeros.
SmallVector<Value, 4> tradeInQuad(Emitter &e, const KernelLayout &kernel,
                                  Value lane, ArrayRef<Value> registers,
                                  int64_t first, int64_t groups, int64_t half,
                                  Type element);
/// The sum of two elements of a fragment; integers wrap.
Value addElements(Emitter &e, Value x, Value y);
/// A float as another type of floats, an integer as a narrower one; what is of
/// the type already, as it is.
Value convertElement(Emitter &e, Value value, Type element);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTLAYOUT_H
