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
// that a warpgroup holds. Registers of 16-bit floats hold two elements each, as
// wgmma returns sums of f16 and takes A: c = 0 in the low half and c = 1 in the
// high half.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTLAYOUT_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTLAYOUT_H

#include "KernelContext.h"

namespace mlir::autotune::tile {

/// Rows of a block: the rows of one wgmma.
inline constexpr int64_t kBlockRows = 64;
/// Bytes of K that one wgmma multiplies, whatever the elements.
inline constexpr int64_t kMmaDepthBytes = 32;
/// Bytes of a group of eight columns of a block, if threads write partial sums
/// in the order of their registers: 16 for each thread of the warpgroup.
inline constexpr int64_t kGroupBytes = 16 * kWarpgroupThreads;

struct FragmentLayout {
  FragmentLayout(FragmentType type, int64_t warpgroups)
      : columns(type.getShape()[1]),
        warpgroupRows(type.getShape()[0] / warpgroups),
        blocks(warpgroupRows / kBlockRows), groups(columns / 8),
        registers(4 * groups) {}
  /// The layout over warpgroups or, in a kernel with a grid of warps, over
  /// warps. Each warp of a grid has 16 rows of each block, and its own
  /// columns.
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
  /// The number of groups of eight columns.
  int64_t groups;
  /// Elements of one block that a thread has, each in a register of 32 bits or
  /// more.
  int64_t registers;

  /// The register of group j, half h and column c (as above: 4 j + 2 h + c).
  static int64_t getRegister(int64_t group, int64_t half, int64_t c) {
    return 4 * group + 2 * half + c;
  }
};

/// Whether a register holds two elements of a fragment.
inline bool isPacked(Type element) {
  return element.isF16() || element.isBF16();
}
/// Whether products are summed in this type.
bool isSum(Type type);
/// Whether 16-bit elements of fragments are stored without conversion.
bool isStoredAsIs(Type held, Type stored);

/// The types of the registers of a fragment: one struct a block.
SmallVector<Type> getFragmentStructs(FragmentType type,
                                     const FragmentLayout &layout);

/// How a thread holds the values of rows: as one struct, of those of each block
/// of 64 rows, in it of row r and eight further, in that of each part of K.
struct RowsLayout {
  RowsLayout(RowsType type, const KernelLayout &layout);

  FragmentLayout fragment;
  int64_t parts;

  int64_t getRegisters() const { return fragment.blocks * 2 * parts; }
  int64_t getRegister(int64_t block, int64_t half, int64_t part) const {
    return (block * 2 + half) * parts + part;
  }
};

/// The struct that such values become.
Type getRowsStruct(RowsType type, const KernelLayout &layout);

/// Unpacks all registers of one block.
SmallVector<Value> unpackBlock(Emitter &e, Value block);
/// Packs the registers of one block. Floats of 16 bits are packed two to a
/// register.
Value packBlock(Emitter &e, ValueRange registers, Type structType);
/// Unpacks all elements of one block of a fragment with this element type.
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
  /// First column of the warp; null if the warp starts at the fragment's first
  /// column.
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

/// Rounds two f32 to a vector of 16-bit floats, to nearest even, with one
/// instruction.
Value roundPair(Emitter &e, Value low, Value high, Type element);
/// Packs the two neighbours in a group and half into one integer, as two
/// elements of 8 or 16 bits. The registers have 32 bits or the elements' own
/// type.
Value packPair(Emitter &e, const KernelLayout &kernel,
               ArrayRef<Value> registers, int64_t group, int64_t half,
               Type element);
/// Columns of a row that one thread of a quad has after `tradeInQuad`.
inline int64_t getTradedColumns(Type element) {
  return 16 / getElementBytes(element);
}
/// Exchanges elements among the four threads of a quad, each of which has two
/// columns of a group. Each then has 16 adjacent bytes of a row, from column 0
/// of group `first` on. Groups that do not exist give zeros.
SmallVector<Value, 4> tradeInQuad(Emitter &e, const KernelLayout &kernel,
                                  Value lane, ArrayRef<Value> registers,
                                  int64_t first, int64_t groups, int64_t half,
                                  Type element);
/// The sum of two elements of a fragment; integers wrap.
Value addElements(Emitter &e, Value x, Value y);
/// Converts a float to another float type, or truncates an integer. A value
/// that already has the type is returned unchanged.
Value convertElement(Emitter &e, Value value, Type element);

/// The element that a function of a fragment's elements gets: a copy of its
/// register if the function rounds it to f16, by an instruction that ptxas does
/// not look through. If one conversion reads a sum of wgmma, ptxas says that
/// instructions other than wgmma read accumulators in flight, and serializes
/// all products (C7514, CUDA 13.0), although wgmma.wait_group stands in
/// between. It looks through a mov.
Value copyIfRounded(Emitter &e, BlockArgument element, Value value);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_FRAGMENTLAYOUT_H
