//===- Pack.cpp - Copies of matrices with aligned rows --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All matrices are cut into units of as many chunks of 16 bytes, about one unit
// for each CTA of the launch, which says by a bit that it is taken, copies it,
// and waits until all units are done. Whoever has waited long takes the next
// unit that nobody has, of a CTA that may not be running: a launch gets through
// however few of its CTAs run at a time. A CTA that comes late copies its unit
// again, the same bytes to the same place, which spares it to wait for the bit.
// The last to stop waiting sets all counters back to 0 for the next launch.
//
// A chunk is an unaligned vector of its row, and of the rows beside it where
// nothing lies between them. Those that would take bytes of nobody, one or two
// at the ends of the matrix or its rows, are loaded element by element.
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
  /// Whether rows lie one behind the other, each of two vectors at least, so
  /// that what is beside one is the matrix's too.
  Value isDense;
  int64_t alignment;
  /// Units of this one, i32.
  Value units;
};

/// A chunk: its number among those of its unit, its row, and its number in
/// that. It exists if both are inside.
struct Chunk {
  Value index, row, number;
};

class Packing {
public:
  Packing(KernelContext &context, Emitter &e) : context(context), e(e) {
    counters = context.getParam(KernelParam::Kind::Counters, 0);
    isFirst = e.equal(context.threadId, 0);
    message = e.sharedPtr(context.shared(e, context.layout.message));
    threads = context.layout.abi.threads;
  }
  void add(PackOp op, int64_t number);
  void create();

private:
  /// What the counters count, and where they lie; from `Taken` on, a bit for
  /// each unit.
  enum Counter { Done, Left, Taken };
  static constexpr int64_t kWords = 64;
  Value getWord(Value index) {
    return e.gep(counters, e.getI32Type(), e.toI64(index));
  }
  Value update(LLVM::AtomicBinOp op, Value word, Value by) {
    return LLVM::AtomicRMWOp::create(e, op, getWord(word), by,
                                     LLVM::AtomicOrdering::monotonic, kDevice);
  }
  Value take(Value unit);
  Value getBit(Value unit) {
    return arith::ShLIOp::create(e, e.i32(1), e.bitAnd(unit, 31));
  }
  void setSizes();
  Value waitForAll();
  Value endUnit(Value counts, Value next);
  Value share(Value ofFirst);
  void leave();
  Packed getMatrix(Value &unit);
  void copyUnit(Value unit);
  void setStart(const Packed &matrix, Value unit);
  Chunk getChunk(const Packed &matrix, Value index);
  Chunk getNext(const Packed &matrix, const Chunk &chunk);
  Value exists(const Packed &matrix, const Chunk &chunk);
  MatrixRow getRow(const Packed &matrix, const Chunk &chunk);
  Value getPlace(const Packed &matrix, const Chunk &chunk);
  Value copyChunks(const Packed &matrix, ArrayRef<Chunk> chunks);
  void copyElements(const Packed &matrix, const Chunk &chunk);
  void barrier() { NVVM::BarrierOp::create(e); }
  void fenceDevice() {
    LLVM::FenceOp::create(e, LLVM::AtomicOrdering::acq_rel, kDevice);
  }
  /// Between the threads' stores and TMA's loads.
  void fenceProxy() {
    NVVM::FenceProxyOp::create(e, NVVM::ProxyKind::async_global,
                               NVVM::SharedSpaceAttr());
  }

  /// Of `endUnit`.
  static constexpr int64_t kAllDone = 2;
  /// NVPTX's name of the scope of all that run on the GPU.
  static constexpr StringLiteral kDevice = "device";
  KernelContext &context;
  Emitter &e;
  SmallVector<Packed, 2> matrices;
  Value counters, isFirst, message;
  /// Chunks of a unit, i32, a multiple of the threads; all units, i32.
  Value unitChunks, numUnits;
  /// Where the unit starts that is being copied: row, and chunk in it. From one
  /// chunk of a thread to the next: rows, and chunks beyond them.
  Value firstRow, firstChunk, rowStep, chunkStep;
  int64_t threads;
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
  Value isLong =
      e.cmp(arith::CmpIPredicate::uge, matrix.columns, e.i32(2 * kChunk));
  Value isAdjacent = e.cmp(arith::CmpIPredicate::eq, matrix.rowStride,
                           e.toI64(matrix.columns));
  matrix.isDense = e.bitAnd(isLong, isAdjacent);
  matrix.alignment = op.getAlignment();
}

/// Says that a unit is taken; which others of its word were.
Value Packing::take(Value unit) {
  Value word = e.add(e.shr(unit, 5), Taken);
  return update(LLVM::AtomicBinOp::_or, word, getBit(unit));
}

/// As many units as CTAs, if that makes them large enough to be worth it, and
/// if there are bits for so many. Each matrix may end in the middle of a unit,
/// so that one CTA is left out of the count.
void Packing::setSizes() {
  Value total;
  for (const Packed &matrix : matrices) {
    Value chunks = e.mul(e.toI64(matrix.rows), e.toI64(matrix.chunksPerRow));
    total = total ? e.add(total, chunks) : chunks;
  }
  Value ctas = NVVM::GridDimXOp::create(e, e.getI32Type());
  Value others = arith::MaxUIOp::create(e, e.add(ctas, -1), e.i32(1));
  others = e.min(others, e.i32(32 * (kWords - Taken) - matrices.size()));
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

/// Until the done units are all, or for a while; what is done.
Value Packing::waitForAll() {
  // Some 50 us.
  constexpr int64_t kLooks = 64;
  Type i32 = e.getI32Type();
  auto loop =
      scf::WhileOp::create(e, TypeRange{i32, i32}, ValueRange{e.i32(0)});
  OpBuilder::InsertionGuard guard(e);
  Block *before = e.createBlock(&loop.getBefore(), {}, {i32}, {e.getLoc()});
  Value looks = before->getArgument(0);
  Value seen = LLVM::LoadOp::create(
      e, i32, getWord(e.i32(Done)), /*alignment=*/4, /*isVolatile=*/false,
      /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic, kDevice);
  Value isLess = e.cmp(arith::CmpIPredicate::ne, seen, numUnits);
  scf::ConditionOp::create(e, e.bitAnd(isLess, e.less(looks, kLooks)),
                           ValueRange{looks, seen});
  Block *after =
      e.createBlock(&loop.getAfter(), {}, {i32, i32}, {e.getLoc(), e.getLoc()});
  scf::YieldOp::create(e, ValueRange{e.add(after->getArgument(0), 1)});
  return loop.getResult(1);
}

/// By one thread, after all have copied: waits, and goes on to unit `next` if
/// not all are done. Returns whether it is to be copied, or that all are.
Value Packing::endUnit(Value counts, Value next) {
  fenceDevice();
  update(LLVM::AtomicBinOp::add, e.i32(Done), counts);
  Value isAll = e.cmp(arith::CmpIPredicate::eq, waitForAll(), numUnits);
  auto branch = scf::IfOp::create(e, e.getI32Type(), isAll,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(branch.thenBlock());
  fenceDevice();
  scf::YieldOp::create(e, e.i32(kAllDone));
  e.setInsertionPointToStart(branch.elseBlock());
  Value isTaken = e.cmp(arith::CmpIPredicate::ne,
                        e.bitAnd(take(next), getBit(next)), e.i32(0));
  scf::YieldOp::create(e, e.select(isTaken, e.i32(0), e.i32(1)));
  return branch.getResult(0);
}

/// What the first thread has, for all of them.
Value Packing::share(Value ofFirst) {
  e.ifThen(isFirst, [&] { LLVM::StoreOp::create(e, ofFirst, message); });
  barrier();
  Value shared = LLVM::LoadOp::create(e, e.getI32Type(), message);
  // Nobody is late to read it when it is written again.
  barrier();
  return shared;
}

/// A value of the first thread, 0 of others.
static Value onFirst(Emitter &e, Value isFirst, function_ref<Value()> get) {
  auto branch = scf::IfOp::create(e, e.getI32Type(), isFirst,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(e, get());
  e.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(e, e.i32(0));
  return branch.getResult(0);
}

void Packing::create() {
  setSizes();
  Type i32 = e.getI32Type();
  Value isUnit = e.less(context.ctaId, numUnits);
  Value copies = e.select(isUnit, e.i32(1), e.i32(0));
  // On its way while the unit is copied.
  Value taken = onFirst(e, e.bitAnd(isFirst, isUnit),
                        [&] { return take(context.ctaId); });
  auto loop = scf::WhileOp::create(e, TypeRange{i32, i32, i32},
                                   ValueRange{context.ctaId, copies, taken});
  {
    OpBuilder::InsertionGuard guard(e);
    SmallVector<Type> types(3, i32);
    SmallVector<Location> locations(3, e.getLoc());
    Block *before = e.createBlock(&loop.getBefore(), {}, types, locations);
    Value unit = before->getArgument(0), toCopy = before->getArgument(1);
    e.ifThen(e.equal(toCopy, 1), [&] { copyUnit(unit); });
    fenceProxy();
    barrier();
    Value beyond = e.cmp(arith::CmpIPredicate::uge, e.add(unit, 1), numUnits);
    Value next = e.select(beyond, e.i32(0), e.add(unit, 1));
    Value result = share(onFirst(e, isFirst, [&] {
      Value wasTaken =
          e.cmp(arith::CmpIPredicate::ne,
                e.bitAnd(before->getArgument(2), getBit(unit)), e.i32(0));
      return endUnit(e.select(wasTaken, e.i32(0), toCopy), next);
    }));
    scf::ConditionOp::create(
        e, e.cmp(arith::CmpIPredicate::ne, result, e.i32(kAllDone)),
        ValueRange{next, result, e.i32(0)});
    Block *after = e.createBlock(&loop.getAfter(), {}, types, locations);
    scf::YieldOp::create(e, after->getArguments());
  }
  fenceProxy();
  leave();
}

/// By a thread that has nothing to do before the first tiles have come.
void Packing::leave() {
  e.ifThen(e.equal(context.threadId, threads - 1), [&] {
    Value others = update(LLVM::AtomicBinOp::add, e.i32(Left), e.i32(1));
    Value ctas = NVVM::GridDimXOp::create(e, e.getI32Type());
    e.ifThen(e.cmp(arith::CmpIPredicate::eq, e.add(others, 1), ctas), [&] {
      auto loop = scf::ForOp::create(e, e.i32(0), e.i32(kWords), e.i32(1));
      OpBuilder::InsertionGuard guard(e);
      e.setInsertionPointToStart(loop.getBody());
      LLVM::StoreOp::create(e, e.i32(0), getWord(loop.getInductionVar()));
    });
  });
}

/// The matrix of a unit, and the unit's number among its. They share the code,
/// which takes ptxas longer than the rest of the kernel.
Packed Packing::getMatrix(Value &unit) {
  Packed found = matrices.front();
  for (const Packed &matrix : ArrayRef(matrices).drop_front()) {
    Value isThis = e.cmp(arith::CmpIPredicate::uge, unit, found.units);
    unit = e.select(isThis, e.sub(unit, found.units), unit);
    for (auto field : {&Packed::source, &Packed::rowStride, &Packed::dest,
                       &Packed::destStride, &Packed::rows, &Packed::columns,
                       &Packed::chunksPerRow, &Packed::isDense, &Packed::units})
      found.*field = e.select(isThis, matrix.*field, found.*field);
    found.alignment = std::min(found.alignment, matrix.alignment);
  }
  return found;
}

void Packing::copyUnit(Value unit) {
  Packed matrix = getMatrix(unit);
  setStart(matrix, unit);
  Chunk first = getChunk(matrix, context.threadId);
  auto loop = scf::ForOp::create(e, context.threadId, unitChunks,
                                 e.i32(threads * kInFlight),
                                 ValueRange{first.row, first.number});
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(loop.getBody());
  SmallVector<Chunk> chunks = {{loop.getInductionVar(),
                                loop.getRegionIterArg(0),
                                loop.getRegionIterArg(1)}};
  while (static_cast<int64_t>(chunks.size()) <= kInFlight)
    chunks.push_back(getNext(matrix, chunks.back()));
  Chunk next = chunks.pop_back_val();
  Value isIncomplete = copyChunks(matrix, chunks);
  e.ifThen(isIncomplete, [&] {
    // A loop, for its code is long and few chunks come here.
    Value end = e.add(loop.getInductionVar(), kInFlight * threads);
    auto inner = scf::ForOp::create(
        e, loop.getInductionVar(), end, e.i32(threads),
        ValueRange{chunks.front().row, chunks.front().number});
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(inner.getBody());
    Chunk chunk = {inner.getInductionVar(), inner.getRegionIterArg(0),
                   inner.getRegionIterArg(1)};
    copyElements(matrix, chunk);
    Chunk following = getNext(matrix, chunk);
    scf::YieldOp::create(e, ValueRange{following.row, following.number});
  });
  scf::YieldOp::create(e, ValueRange{next.row, next.number});
}

void Packing::setStart(const Packed &matrix, Value unit) {
  Type i32 = e.getI32Type();
  Value chunk = e.mul(e.toI64(unit), e.toI64(unitChunks));
  Value row = e.div(chunk, e.toI64(matrix.chunksPerRow));
  Value before = e.mul(row, e.toI64(matrix.chunksPerRow));
  firstRow = arith::TruncIOp::create(e, i32, row);
  firstChunk = arith::TruncIOp::create(e, i32, e.sub(chunk, before));
  rowStep = e.div(e.i32(threads), matrix.chunksPerRow);
  chunkStep = e.sub(e.i32(threads), e.mul(rowStep, matrix.chunksPerRow));
}

Chunk Packing::getChunk(const Packed &matrix, Value index) {
  Value fromRow = e.add(firstChunk, index);
  Value rows = e.div(fromRow, matrix.chunksPerRow);
  return {index, e.add(firstRow, rows),
          e.sub(fromRow, e.mul(rows, matrix.chunksPerRow))};
}

/// The thread's next, without a division.
Chunk Packing::getNext(const Packed &matrix, const Chunk &chunk) {
  Value number = e.add(chunk.number, chunkStep);
  Value row = e.add(chunk.row, rowStep);
  Value isBeyond =
      e.cmp(arith::CmpIPredicate::uge, number, matrix.chunksPerRow);
  return {e.add(chunk.index, threads), e.select(isBeyond, e.add(row, 1), row),
          e.select(isBeyond, e.sub(number, matrix.chunksPerRow), number)};
}

Value Packing::exists(const Packed &matrix, const Chunk &chunk) {
  return e.bitAnd(e.less(chunk.index, unitChunks),
                  e.less(chunk.row, matrix.rows));
}

MatrixRow Packing::getRow(const Packed &matrix, const Chunk &chunk) {
  Value distance = e.mul(e.toI64(chunk.row), matrix.rowStride);
  Value hasNext = e.less(e.add(chunk.row, 1), matrix.rows);
  Value behind = e.select(e.bitAnd(matrix.isDense, hasNext),
                          e.i32(2 * kVectorBytes), e.i32(0));
  Value isFirst = e.equal(chunk.row, 0);
  Value before = e.select(e.bitAnd(matrix.isDense, e.bitXor(isFirst, 1)),
                          e.i32(kVectorBytes), e.i32(0));
  return {e.gep(matrix.source, e.getI16Type(), distance),
          e.add(e.mul(matrix.columns, kElementBytes), behind), before,
          exists(matrix, chunk)};
}

Value Packing::getPlace(const Packed &matrix, const Chunk &chunk) {
  Value row = e.mul(e.toI64(chunk.row), matrix.destStride);
  Value place = e.add(row, e.toI64(e.mul(chunk.number, kChunk)));
  return e.gep(matrix.dest, e.getI16Type(), place);
}

/// Whether any of them is left.
Value Packing::copyChunks(const Packed &matrix, ArrayRef<Chunk> chunks) {
  SmallVector<UnalignedVector> vectors;
  for (const Chunk &chunk : chunks)
    vectors.push_back(UnalignedVector::load(e, getRow(matrix, chunk),
                                            e.mul(chunk.number, kVectorBytes),
                                            /*elsewhere=*/counters));
  Value isIncomplete;
  for (auto [chunk, vector] : llvm::zip_equal(chunks, vectors)) {
    Value isComplete = vector.isComplete(e);
    Value value = vector.get(e, matrix.alignment);
    Value place = getPlace(matrix, chunk);
    e.ifThen(isComplete,
             [&] { LLVM::StoreOp::create(e, value, place, kVectorBytes); });
    Value isLeft = e.bitAnd(exists(matrix, chunk), e.bitXor(isComplete, 1));
    isIncomplete = isIncomplete ? e.bitOr(isIncomplete, isLeft) : isLeft;
  }
  return isIncomplete;
}

/// The chunk if its vectors are not complete.
void Packing::copyElements(const Packed &matrix, const Chunk &chunk) {
  MatrixRow row = getRow(matrix, chunk);
  // Chunks of the middle were copied: one before the last but one, and not the
  // first, is all inside with both its vectors.
  Value column = e.mul(chunk.number, kChunk);
  Value isEnd = e.bitOr(e.equal(chunk.number, 0),
                        e.less(matrix.columns, e.add(column, 2 * kChunk)));
  e.ifThen(e.bitAnd(row.exists, isEnd), [&] {
    Value vector = e.undef(VectorType::get(kChunk, e.getI16Type()));
    for (int64_t i = 0; i < kChunk; ++i) {
      // Beyond the end is whatever the last element is.
      Value at = e.min(e.add(column, i), e.add(matrix.columns, -1));
      Value from = e.gep(row.start, e.getI16Type(), e.toI64(at));
      Value element = LLVM::LoadOp::create(e, e.getI16Type(), from);
      vector = LLVM::InsertElementOp::create(e, vector, element, e.i32(i));
    }
    LLVM::StoreOp::create(e, vector, getPlace(matrix, chunk), kVectorBytes);
  });
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
