//===- Pack.cpp - Copies of matrices with aligned rows --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All matrices are cut into units of as many chunks of 16 bytes, about one unit
// for each CTA of the launch. CTAs take units in turn, by a counter, until none
// is left, and then wait until all are done. Whoever waits, waits for CTAs that
// took a unit and so are running: a launch gets through however few of its CTAs
// run at a time. The last to stop waiting sets the counters back to 0 for the
// next launch.
//
// A chunk is an unaligned vector of its row. Those that would take bytes from
// beside the row, one or two at its ends, are loaded element by element.
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "UnalignedVector.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Elements of a chunk, and their bytes.
static constexpr int64_t kChunk = 8, kElementBytes = 2;
/// Chunks that a thread has on their way at a time, of eight registers each.
static constexpr int64_t kInFlight = 4;

namespace {

/// A matrix and its copy.
struct Packed {
  Value source, rowStride, dest, destStride;
  Value rows, columns, chunksPerRow;
  int64_t alignment;
  /// Units of this one, i32.
  Value units;
};

/// A chunk, by its row and number in it. It may not exist.
struct Chunk {
  Value row, number, exists;
};

class Packing {
public:
  Packing(KernelContext &context, Emitter &e) : context(context), e(e) {
    counters = context.getParam(KernelParam::Kind::Counters, 0);
    isFirst = e.equal(context.threadId, 0);
    ticket = e.sharedPtr(context.shared(e, context.layout.ticket));
  }
  void add(PackOp op, int64_t number);
  void create();

private:
  /// What the counters count, and where they lie.
  enum Counter { Taken, Done, Left };
  Value getCounter(Counter counter) {
    return e.gep(counters, e.getI32Type(), e.i64(counter));
  }
  Value count(Counter counter, Value by);
  void setSizes();
  Value shareTicket(Value ofFirst);
  Value takeUnits();
  void waitForAll(Value done);
  void copyUnit(Value unit);
  void copyPart(const Packed &matrix, Value unit);
  Chunk getChunk(const Packed &matrix, Value index);
  MatrixRow getRow(const Packed &matrix, const Chunk &chunk);
  Value getPlace(const Packed &matrix, const Chunk &chunk);
  Value copyChunks(const Packed &matrix, ArrayRef<Value> indices);
  void copyElements(const Packed &matrix, Value index);
  void barrier() { NVVM::BarrierOp::create(e); }
  void fenceDevice() {
    LLVM::FenceOp::create(e, LLVM::AtomicOrdering::acq_rel, kDevice);
  }
  /// Between the threads' stores and TMA's loads.
  void fenceProxy() {
    NVVM::FenceProxyOp::create(e, NVVM::ProxyKind::async_global,
                               NVVM::SharedSpaceAttr());
  }

  /// NVPTX's name of the scope of all that run on the GPU.
  static constexpr StringLiteral kDevice = "device";
  KernelContext &context;
  Emitter &e;
  SmallVector<Packed, 2> matrices;
  Value counters, isFirst, ticket;
  /// Chunks of a unit, i32, a multiple of the threads; all units, i32.
  Value unitChunks, numUnits;
  /// Where the unit starts that is being copied: row, and chunk in it.
  Value firstRow, firstChunk;
};

} // namespace

void Packing::add(PackOp op, int64_t number) {
  int64_t operand = context.getOperand(op.getSource());
  auto param = [&](KernelParam::Kind kind, int64_t of, int64_t dim = 0) {
    return context.getParam(kind, of, dim);
  };
  Packed &matrix = matrices.emplace_back();
  matrix.source = param(KernelParam::Kind::Pointer, operand);
  matrix.rowStride = param(KernelParam::Kind::Stride, operand, 0);
  matrix.dest = param(KernelParam::Kind::Pointer, number);
  matrix.destStride = param(KernelParam::Kind::Stride, number, 0);
  matrix.rows = param(KernelParam::Kind::Size, operand, 0);
  matrix.columns = param(KernelParam::Kind::Size, operand, 1);
  matrix.chunksPerRow = e.ceilDiv(matrix.columns, kChunk);
  matrix.alignment = op.getAlignment();
}

/// Adds to a counter; what it was.
Value Packing::count(Counter counter, Value by) {
  return LLVM::AtomicRMWOp::create(e, LLVM::AtomicBinOp::add,
                                   getCounter(counter), by,
                                   LLVM::AtomicOrdering::monotonic, kDevice);
}

/// As many units as CTAs, if that makes them large enough to be worth a turn.
/// Each matrix may end in the middle of a unit, so that one CTA is left out of
/// the count.
void Packing::setSizes() {
  Value total;
  for (const Packed &matrix : matrices) {
    Value chunks = e.mul(e.toI64(matrix.rows), e.toI64(matrix.chunksPerRow));
    total = total ? e.add(total, chunks) : chunks;
  }
  int64_t threads = context.layout.abi.threads;
  Value ctas = NVVM::GridDimXOp::create(e, e.getI32Type());
  Value others = arith::MaxUIOp::create(e, e.add(ctas, -1), e.i32(1));
  Value share = e.add(e.div(total, e.toI64(others)), 1);
  share = arith::MaxUIOp::create(e, share, e.i64(threads * kInFlight));
  // So that the numbers of a unit's chunks have 31 bits.
  share = e.min(share, e.i64(1 << 30));
  Value rounded = e.mul(e.ceilDiv(share, threads), threads);
  unitChunks = arith::TruncIOp::create(e, e.getI32Type(), rounded);
  for (Packed &matrix : matrices) {
    Value chunks = e.mul(e.toI64(matrix.rows), e.toI64(matrix.chunksPerRow));
    Value units = e.div(e.add(chunks, e.add(rounded, -1)), rounded);
    matrix.units = arith::TruncIOp::create(e, e.getI32Type(), units);
    numUnits = numUnits ? e.add(numUnits, matrix.units) : matrix.units;
  }
}

/// What the first thread has, for all of them.
Value Packing::shareTicket(Value ofFirst) {
  e.ifThen(isFirst, [&] { LLVM::StoreOp::create(e, ofFirst, ticket); });
  barrier();
  Value shared = LLVM::LoadOp::create(e, e.getI32Type(), ticket);
  // Nobody is late to read it when it is written again.
  barrier();
  return shared;
}

/// Copies units until none is left; how many this CTA did.
Value Packing::takeUnits() {
  auto take = [&]() -> Value {
    auto branch = scf::IfOp::create(e, e.getI32Type(), isFirst,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(e, count(Taken, e.i32(1)));
    e.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(e, e.i32(0));
    return branch.getResult(0);
  };
  Type i32 = e.getI32Type();
  Value first = shareTicket(take());
  auto loop =
      scf::WhileOp::create(e, TypeRange{i32, i32}, ValueRange{first, e.i32(0)});
  OpBuilder::InsertionGuard guard(e);
  SmallVector<Location> locations(2, e.getLoc());
  Block *before = e.createBlock(&loop.getBefore(), {}, {i32, i32}, locations);
  scf::ConditionOp::create(e, e.less(before->getArgument(0), numUnits),
                           before->getArguments());
  Block *after = e.createBlock(&loop.getAfter(), {}, {i32, i32}, locations);
  // The next turn is on its way while this one is copied.
  Value next = take();
  copyUnit(after->getArgument(0));
  Value done = e.add(after->getArgument(1), 1);
  scf::YieldOp::create(e, ValueRange{shareTicket(next), done});
  return loop.getResult(1);
}

void Packing::waitForAll(Value done) {
  fenceProxy();
  barrier();
  e.ifThen(isFirst, [&] {
    fenceDevice();
    count(Done, done);
    auto loop = scf::WhileOp::create(e, TypeRange(), ValueRange());
    {
      OpBuilder::InsertionGuard guard(e);
      e.createBlock(&loop.getBefore());
      Value seen = LLVM::LoadOp::create(
          e, e.getI32Type(), getCounter(Done), /*alignment=*/4,
          /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
          /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic, kDevice);
      scf::ConditionOp::create(
          e, e.cmp(arith::CmpIPredicate::ne, seen, numUnits), ValueRange());
      e.createBlock(&loop.getAfter());
      scf::YieldOp::create(e);
    }
    fenceDevice();
    Value others = count(Left, e.i32(1));
    Value ctas = NVVM::GridDimXOp::create(e, e.getI32Type());
    e.ifThen(e.cmp(arith::CmpIPredicate::eq, e.add(others, 1), ctas), [&] {
      for (Counter counter : {Taken, Done, Left})
        LLVM::StoreOp::create(e, e.i32(0), getCounter(counter));
    });
  });
  barrier();
  fenceProxy();
}

void Packing::copyUnit(Value unit) {
  Value first = unit;
  for (const Packed &matrix : matrices) {
    e.ifThen(e.less(first, matrix.units), [&] { copyPart(matrix, first); });
    // Beyond all units, if it was of this matrix: no other's.
    first = e.sub(first, matrix.units);
  }
}

void Packing::copyPart(const Packed &matrix, Value unit) {
  Value chunk = e.mul(e.toI64(unit), e.toI64(unitChunks));
  Value row = e.div(chunk, e.toI64(matrix.chunksPerRow));
  Value before = e.mul(row, e.toI64(matrix.chunksPerRow));
  firstRow = arith::TruncIOp::create(e, e.getI32Type(), row);
  firstChunk = arith::TruncIOp::create(e, e.getI32Type(), e.sub(chunk, before));
  int64_t threads = context.layout.abi.threads;
  auto loop = scf::ForOp::create(e, context.threadId, unitChunks,
                                 e.i32(threads * kInFlight));
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> indices;
  for (int64_t i = 0; i < kInFlight; ++i)
    indices.push_back(e.add(loop.getInductionVar(), i * threads));
  Value isIncomplete = copyChunks(matrix, indices);
  e.ifThen(isIncomplete, [&] {
    // A loop, for its code is long and few chunks come here.
    auto inner = scf::ForOp::create(
        e, loop.getInductionVar(),
        e.add(loop.getInductionVar(), kInFlight * threads), e.i32(threads));
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(inner.getBody());
    copyElements(matrix, inner.getInductionVar());
  });
}

Chunk Packing::getChunk(const Packed &matrix, Value index) {
  Value fromRow = e.add(firstChunk, index);
  Value rows = e.div(fromRow, matrix.chunksPerRow);
  Chunk chunk;
  chunk.number = e.sub(fromRow, e.mul(rows, matrix.chunksPerRow));
  chunk.row = e.add(firstRow, rows);
  chunk.exists =
      e.bitAnd(e.less(index, unitChunks), e.less(chunk.row, matrix.rows));
  return chunk;
}

MatrixRow Packing::getRow(const Packed &matrix, const Chunk &chunk) {
  Value distance = e.mul(e.toI64(chunk.row), matrix.rowStride);
  return {e.gep(matrix.source, e.getI16Type(), distance),
          e.mul(matrix.columns, kElementBytes), chunk.exists};
}

Value Packing::getPlace(const Packed &matrix, const Chunk &chunk) {
  Value row = e.mul(e.toI64(chunk.row), matrix.destStride);
  Value place = e.add(row, e.toI64(e.mul(chunk.number, kChunk)));
  return e.gep(matrix.dest, e.getI16Type(), place);
}

/// Whether any of them is left.
Value Packing::copyChunks(const Packed &matrix, ArrayRef<Value> indices) {
  SmallVector<Chunk> chunks;
  SmallVector<UnalignedVector> vectors;
  for (Value index : indices) {
    chunks.push_back(getChunk(matrix, index));
    Value at = e.mul(chunks.back().number, kVectorBytes);
    vectors.push_back(
        UnalignedVector::load(e, getRow(matrix, chunks.back()), at));
  }
  Value isIncomplete;
  for (auto [chunk, vector] : llvm::zip_equal(chunks, vectors)) {
    Value isComplete = vector.isComplete(e);
    e.ifThen(isComplete, [&, &chunk = chunk, &vector = vector] {
      LLVM::StoreOp::create(e, vector.get(e, matrix.alignment),
                            getPlace(matrix, chunk), kVectorBytes);
    });
    Value isLeft = e.bitAnd(chunk.exists, e.bitXor(isComplete, 1));
    isIncomplete = isIncomplete ? e.bitOr(isIncomplete, isLeft) : isLeft;
  }
  return isIncomplete;
}

/// The chunk of that number if its vectors are not complete.
void Packing::copyElements(const Packed &matrix, Value index) {
  Chunk chunk = getChunk(matrix, index);
  MatrixRow row = getRow(matrix, chunk);
  // Chunks of the middle were copied: one before the last but one, and not the
  // first, is all inside with both its vectors.
  Value column = e.mul(chunk.number, kChunk);
  Value isEnd = e.bitOr(e.equal(chunk.number, 0),
                        e.less(matrix.columns, e.add(column, 2 * kChunk)));
  e.ifThen(e.bitAnd(chunk.exists, isEnd), [&] {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < kChunk; ++i) {
      Value at = e.add(column, i);
      auto branch =
          scf::IfOp::create(e, e.getI16Type(), e.less(at, matrix.columns),
                            /*withElseRegion=*/true);
      OpBuilder::InsertionGuard guard(e);
      e.setInsertionPointToStart(branch.thenBlock());
      Value from = e.gep(row.start, e.getI16Type(), e.toI64(at));
      Value loaded = LLVM::LoadOp::create(e, e.getI16Type(), from);
      scf::YieldOp::create(e, loaded);
      e.setInsertionPointToStart(branch.elseBlock());
      Value zero = LLVM::ZeroOp::create(e, e.getI16Type());
      scf::YieldOp::create(e, zero);
      elements.push_back(branch.getResult(0));
    }
    Value vector = e.undef(VectorType::get(kChunk, e.getI16Type()));
    for (int64_t i = 0; i < kChunk; ++i)
      vector = LLVM::InsertElementOp::create(e, vector, elements[i], e.i32(i));
    LLVM::StoreOp::create(e, vector, getPlace(matrix, chunk), kVectorBytes);
  });
}

void Packing::create() {
  setSizes();
  waitForAll(takeUnits());
}

void tile::lowerPacks(KernelContext &context) {
  SmallVector<PackOp> packs(context.func.getBody().getOps<PackOp>());
  if (packs.empty())
    return;
  OpBuilder b(packs.back());
  Emitter e(packs.back().getLoc(), b);
  Packing packing(context, e);
  for (PackOp op : packs)
    packing.add(op, context.getOperand(op.getResult()));
  packing.create();
  for (PackOp op : packs) {
    int64_t operand = context.getOperand(op.getResult());
    e.setInsertionPoint(op);
    Value pointer = context.getParam(KernelParam::Kind::Pointer, operand);
    Value memref = UnrealizedConversionCastOp::create(e, op.getType(), pointer)
                       .getResult(0);
    context.operands[memref] = operand;
    op.replaceAllUsesWith(memref);
    op.erase();
  }
}
