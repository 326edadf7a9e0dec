//===- StagedStore.cpp - Storing fragments through shared memory ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warpgroup's part of a fragment is written box after box: each box into one
// of its staging buffers in the 128-byte swizzle, from there to global memory
// by one thread's asynchronous copy. Writing a buffer again waits only for the
// copy that last read it, so that the copies run under what comes next.
//
// Where TMA doesn't take the matrix, the threads of the warpgroup copy a box
// themselves: a warp has a row at a time, so that what it writes at once is
// adjacent, which it is not in the fragment.
//
//===----------------------------------------------------------------------===//

#include "NVVM/Common/FragmentLayout.h"
#include "NVVM/Common/StoreDestination.h"
#include "Patterns.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Rows that a warp has on their way at a time: so many loads of shared memory
/// come before the first store. A loop goes over those of a box.
static constexpr int64_t kRowsInFlight = 4;

namespace {

struct StagedStore {
  KernelContext &context;
  Emitter &e;
  StoreOp op;
  const StagingLayout &staging;
  FragmentLayout layout;
  FragmentPlace place;
  Type element;
  int64_t boxRows, boxColumns;
  Value buffers, leader, barrier;
  /// What the threads copy to, where they do.
  std::optional<Destination> dest;

  StagedStore(KernelContext &context, Emitter &e, StoreOp op,
              ValueRange indices)
      : context(context), e(e), op(op),
        staging(context.layout.getStaging(op.getStaging())),
        layout(op.getFragment().getType(), context.layout.fragmentWarpgroups),
        place(context, e, *context.getRole(op), layout),
        element(op.getStaging().getType().getElementType()),
        boxRows(op.getStaging().getType().getShape()[0]),
        boxColumns(op.getStaging().getType().getShape()[1]) {
    Value warpgroup = context.getRoleWarpgroup(e, *context.getRole(op));
    buffers = e.add(e.mul(warpgroup, staging.bufferBytes * getNumBuffers()),
                    context.shared(e, staging.offset));
    leader = context.isWarpgroupLeader(e);
    barrier = context.getWarpgroupBarrier(e);
    if (op.getCopied())
      dest.emplace(context, e, context.getOperand(op.getDest()), element,
                   indices);
  }

  int64_t getNumBuffers() const { return StagingOp(staging.op).getBuffers(); }

  /// Boxes side by side along the fragment's columns, or its rows if
  /// transposed.
  int64_t getBoxesPerBlock() {
    return op.getTransposed() ? 1
                              : llvm::divideCeil(layout.columns, boxColumns);
  }

  /// Columns of a box that the fragment has: all but those of the last one
  /// where threads copy.
  int64_t getFilledColumns(int64_t box) {
    return op.getTransposed()
               ? boxColumns
               : std::min(boxColumns, layout.columns - box * boxColumns);
  }

  void store(ArrayRef<SmallVector<Value>> blocks, ValueRange indices) {
    ValueRange inMatrix = indices.take_back(2);
    Value row = e.toI32(inMatrix[0]), column = e.toI32(inMatrix[1]);
    int64_t count = blocks.size() * getBoxesPerBlock(), number = 0;
    // No warpgroup reads the ring any more.
    if (StagingOp(staging.op).getRing())
      e.namedBarrier(context.getRoleBarrier(*context.getRole(op)),
                     context.layout.fragmentWarpgroups * kWarpgroupThreads);
    for (auto [block, registers] : llvm::enumerate(blocks))
      for (int64_t box = 0; box < getBoxesPerBlock(); ++box, ++number) {
        int64_t slot = number % getNumBuffers();
        Value buffer = e.add(buffers, slot * staging.bufferBytes);
        if (op.getCopied())
          waitForReaders(number, count);
        else
          waitForCopies(number, count);
        if (op.getTransposed())
          fillTransposed(registers, buffer);
        else
          fill(registers, box, buffer);
        // TMA reads what ordinary stores wrote.
        if (!op.getCopied())
          e.fenceAsyncProxy();
        e.namedBarrier(barrier, kWarpgroupThreads);
        Value blockRow =
            e.add(place.warpgroupRow, static_cast<int64_t>(block) * kBlockRows);
        Value x = op.getTransposed() ? blockRow : e.i32(box * boxColumns);
        Value y = op.getTransposed() ? e.i32(0) : blockRow;
        if (op.getCopied()) {
          copyRows(buffer, y, x, getFilledColumns(box));
          continue;
        }
        x = e.add(column, x);
        y = e.add(row, y);
        Value map = context.getTensorMap(e, context.getOperand(op.getDest()),
                                         {boxRows, boxColumns}, indices);
        SmallVector<Value> at = {x, y};
        for (Value outer : llvm::reverse(context.getOuterIndices(indices)))
          at.push_back(e.toI32(outer));
        e.ifThen(leader, [&] {
          NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp::create(
              e, map, e.sharedPtr(buffer), at, Value(),
              NVVM::TMAStoreMode::TILE, Value());
          NVVM::CpAsyncBulkCommitGroupOp::create(e);
        });
      }
  }

  /// Until the buffer that box number `number` of a tile goes to is read.
  void waitForCopies(int64_t number, int64_t count) {
    // The copies in flight are those of the other buffers only if each tile
    // uses the buffers in the same turn; else its first box waits for all.
    bool inTurn = number > 0 || count % getNumBuffers() == 0;
    e.ifThen(leader, [&] {
      NVVM::CpAsyncBulkWaitGroupOp::create(
          e, static_cast<uint32_t>(inTurn ? getNumBuffers() - 1 : 0),
          e.getUnitAttr());
    });
    e.namedBarrier(barrier, kWarpgroupThreads);
  }

  /// The same where threads copy. Each comes to the barrier between filling a
  /// box and copying it only after it has copied the box before: all have read
  /// that one behind the barrier. So a buffer may be filled behind any barrier
  /// that follows its last copy, and with other buffers in between there is
  /// one. There is none when the box before, be it the last of the tile before,
  /// went to this same buffer.
  void waitForReaders(int64_t number, int64_t count) {
    int64_t before = number > 0 ? number - 1 : count - 1;
    if (before % getNumBuffers() == number % getNumBuffers())
      e.namedBarrier(barrier, kWarpgroupThreads);
  }

  /// Copies a box, whose first element is element (`y`, `x`) of what is stored.
  /// A warp takes every fourth row, lane after lane along its columns: in two
  /// halves, unless a lane writes a pair of elements. Lanes beyond the columns
  /// that are filled read the first ones and write nothing.
  void copyRows(Value buffer, Value y, Value x, int64_t filled) {
    int64_t bytes = getStoreBytes(op);
    int64_t halves = kSwizzleBytes / (kWarpThreads * bytes);
    int64_t perLane = bytes / getElementBytes(element);
    int64_t rowsEach = boxRows / kWarpgroupWarps;
    int64_t inFlight = rowsEach % kRowsInFlight == 0 ? kRowsInFlight : 2;

    Value firstRow = e.add(buffer, e.mul(place.warpInGroup, kSwizzleBytes));
    // By half and whether the row is an odd one of the warp's.
    SmallVector<std::array<Value, 2>> places;
    SmallVector<Value> columns, columnsInside;
    for (int64_t half = 0; half < halves; ++half) {
      Value column =
          e.add(e.mul(place.lane, perLane), half * kWarpThreads * perLane);
      columns.push_back(dest->at(1, e, e.add(x, column)));
      Value inside = dest->inside(1, e, columns.back());
      if (filled < boxColumns) {
        Value isFilled = e.less(column, filled);
        inside = e.bitAnd(inside, isFilled);
        column = e.select(isFilled, column, e.i32(0));
      }
      columnsInside.push_back(inside);
      // Row r of the box has 16-byte piece c at c ^ (r % 8), and a warp's rows
      // are four apart.
      Value inRow = e.mul(column, getElementBytes(element));
      Value piece = e.shl(e.bitXor(e.shr(inRow, 4), place.warpInGroup), 4);
      Value from = e.add(firstRow, e.bitAnd(inRow, 15));
      places.push_back({e.add(from, piece), e.add(from, e.bitXor(piece, 64))});
    }
    Value top = dest->at(0, e, e.add(y, place.warpInGroup));

    auto loop = scf::ForOp::create(e, e.i32(0), e.i32(boxRows),
                                   e.i32(inFlight * kWarpgroupWarps));
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(loop.getBody());
    Value first = loop.getInductionVar();
    Value distance = e.mul(first, kSwizzleBytes);
    SmallVector<Value> loaded;
    for (int64_t i = 0; i < inFlight; ++i)
      for (int64_t half = 0; half < halves; ++half)
        loaded.push_back(loadAhead(e.add(e.add(places[half][i % 2], distance),
                                         i * kWarpgroupWarps * kSwizzleBytes)));
    for (int64_t i = 0; i < inFlight; ++i) {
      Value row = e.add(e.add(top, first), i * kWarpgroupWarps);
      Value rowInside = dest->inside(0, e, row);
      for (int64_t half = 0; half < halves; ++half)
        e.ifThen(e.bitAnd(rowInside, columnsInside[half]), [&] {
          Value value = loaded[i * halves + half];
          if (bytes < 4)
            value =
                arith::TruncIOp::create(e, e.getIntegerType(8 * bytes), value);
          LLVM::StoreOp::create(
              e, value, dest->address(e, row, columns[half], isDense(op)),
              bytes);
        });
    }
  }

  /// What a lane copies, in 32 bits. The compiler would take each load into the
  /// branch of its store, which then waits for it: it must not know what the
  /// value is.
  Value loadAhead(Value address) {
    int64_t bytes = getStoreBytes(op);
    Value value = LLVM::LoadOp::create(e, e.getIntegerType(8 * bytes),
                                       e.sharedPtr(address), bytes);
    if (bytes < 4)
      value = arith::ExtUIOp::create(e, e.getI32Type(), value);
    return e.inlineAsm("", "=r,0", value, e.getI32Type());
  }

  /// What stmatrix takes for a pair of groups of columns, or for the last one
  /// alone: of each group, the upper and the lower half of 16 rows.
  SmallVector<Value> packGroups(ArrayRef<Value> registers, int64_t first) {
    SmallVector<Value> words;
    for (int64_t g = first; g < std::min(first + 2, layout.groups); ++g)
      for (int64_t half : {0, 1})
        words.push_back(
            packPair(e, context.layout, registers, g, half, element));
    return words;
  }

  void storeMatrix(Value address, ArrayRef<Value> words, bool transposed) {
    auto shape = NVVM::LdStMatrixShapeAttr::get(e.getContext(), 8, 8);
    NVVM::StMatrixOp::create(e, e.sharedPtr(address), words,
                             transposed ? NVVM::MMALayout::col
                                        : NVVM::MMALayout::row,
                             shape, NVVM::LdStMatrixEltType::B16);
  }

  /// Rows of the box are rows of the block; `box` counts along the columns.
  void fill(ArrayRef<Value> registers, int64_t box, Value buffer) {
    if (getElementBytes(element) == 1)
      return fillBytes(registers, box, buffer);
    if (getElementBytes(element) == 4)
      return fillWide(registers, box, buffer);
    // stmatrix.x4 stores four 8 x 8 matrices: two groups of 8 columns times
    // two halves of 16 rows; lane l gives the address of row l % 8 of matrix
    // l / 8 (PTX ISA, stmatrix).
    Value inMatrix = e.bitAnd(place.lane, 7);
    Value matrix = e.shr(place.lane, 3);
    Value row = e.add(
        e.add(e.mul(place.warpInGroup, 16), e.mul(e.bitAnd(matrix, 1), 8)),
        inMatrix);
    Value rowAddress = e.add(buffer, e.mul(row, kSwizzleBytes));
    // The swizzle: 16-byte column c of row r lies at c ^ (r % 8).
    Value swizzled = e.bitXor(e.shr(matrix, 1), inMatrix);
    for (int64_t pair = 0; pair < boxColumns / 16; ++pair) {
      int64_t group = box * (boxColumns / 8) + 2 * pair;
      if (group >= layout.groups)
        break;
      SmallVector<Value> words = packGroups(registers, group);
      Value address = e.add(rowAddress, e.shl(e.bitXor(swizzled, 2 * pair), 4));
      storeMatrix(address, words, /*transposed=*/false);
    }
  }

  /// Elements of 1 byte: each thread writes 16 of a row, once a quad has
  /// traded. Two rows of the eight that are written at once meet in the same
  /// banks: twice the time of a few writes. stmatrix takes pairs of bytes as
  /// elements, and wants of a thread four columns that are adjacent: it would
  /// need trades as well.
  void fillBytes(ArrayRef<Value> registers, int64_t box, Value buffer) {
    Value inRow = e.shr(place.lane, 2);
    Value quad = e.bitAnd(place.lane, 3);
    for (int64_t half : {0, 1}) {
      Value row = e.add(e.add(e.mul(place.warpInGroup, 16), inRow), half * 8);
      Value rowAddress = e.add(buffer, e.mul(row, kSwizzleBytes));
      for (int64_t g = 0; g < boxColumns / 8; g += 8) {
        int64_t group = box * (boxColumns / 8) + g;
        if (group >= layout.groups)
          break;
        Value piece = e.bitXor(e.add(quad, g / 2), inRow);
        Value packed =
            e.packVector(tradeInQuad(e, context.layout, place.lane, registers,
                                     group, layout.groups, half, element));
        LLVM::StoreOp::create(e, packed,
                              e.sharedPtr(e.add(rowAddress, e.shl(piece, 4))),
                              /*alignment=*/16);
      }
    }
  }

  /// Elements of 4 bytes: each thread writes its two neighbours.
  void fillWide(ArrayRef<Value> registers, int64_t box, Value buffer) {
    auto pairType = VectorType::get(2, element);
    Value inRow = e.shr(place.lane, 2);
    Value quad = e.bitAnd(place.lane, 3);
    for (int64_t half : {0, 1}) {
      Value row = e.add(e.add(e.mul(place.warpInGroup, 16), inRow), half * 8);
      Value rowAddress = e.add(buffer, e.mul(row, kSwizzleBytes));
      for (int64_t g = 0; g < boxColumns / 8; ++g) {
        int64_t group = box * (boxColumns / 8) + g;
        if (group >= layout.groups)
          break;
        // Eight columns are two pieces of 16 bytes; a quad holds 2 * 8 each.
        Value piece = e.bitXor(e.add(e.shr(quad, 1), 2 * g), inRow);
        Value address = e.add(
            rowAddress, e.add(e.shl(piece, 4), e.shl(e.bitAnd(quad, 1), 3)));
        Value pair = e.undef(pairType);
        for (int64_t c : {0, 1})
          pair = LLVM::InsertElementOp::create(
              e, pair,
              convertElement(e, registers[layout.getRegister(group, half, c)],
                             element),
              e.i32(c));
        LLVM::StoreOp::create(e, pair, e.sharedPtr(address), /*alignment=*/8);
      }
    }
  }

  /// Rows of the box are columns of the block (all of them), its 64 columns the
  /// block's rows: stmatrix transposes each 8 x 8 on the way.
  void fillTransposed(ArrayRef<Value> registers, Value buffer) {
    Value inMatrix = e.bitAnd(place.lane, 7);
    Value matrix = e.shr(place.lane, 3);
    // Matrices 0 and 1: the two halves of 16 rows of one group of 8 columns;
    // 2 and 3: those of the next group.
    Value piece = e.add(e.mul(place.warpInGroup, 2), e.bitAnd(matrix, 1));
    Value rowAddress =
        e.add(e.add(buffer, e.mul(e.add(e.mul(e.shr(matrix, 1), 8), inMatrix),
                                  kSwizzleBytes)),
              e.shl(e.bitXor(piece, inMatrix), 4));
    for (int64_t group = 0; group < layout.groups; group += 2) {
      SmallVector<Value> words = packGroups(registers, group);
      storeMatrix(e.add(rowAddress, group * 8 * kSwizzleBytes), words,
                  /*transposed=*/true);
    }
  }
};

} // namespace

static LogicalResult lowerStagedStore(StoreOp op,
                                      OneToNAdaptor<StoreOp> adaptor,
                                      Emitter &e, KernelContext &context) {
  if (!op.getStaging())
    return failure();
  SmallVector<Value> indices = getIndices(adaptor.getIndices());
  StagedStore store(context, e, op, indices);
  SmallVector<SmallVector<Value>> blocks;
  for (Value block : adaptor.getFragment())
    blocks.push_back(
        unpackElements(e, block, op.getFragment().getType().getElementType()));
  store.store(blocks, indices);
  return success();
  return success();
}

void tile::populateStagedStorePatterns(KernelPatterns &patterns) {
  patterns.add(lowerStagedStore);
}
