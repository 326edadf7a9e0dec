//===- Pack.cpp - Copies of matrices with aligned rows --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All matrices, those of a batch one behind the other, are cut into units of as
// many chunks of 16 bytes (those that are transposed into blocks of several),
// about one unit for each CTA of the launch, which says by a bit that it is
// taken, copies it, and waits until all units are done. Whoever has waited for
// some time takes one that nobody has, of a CTA that is not running: a launch
// gets through however few of its CTAs run at a time. A CTA that comes late
// copies its unit again, the same bytes to the same place, which spares it to
// wait for the bit. The last to stop waiting sets all counters back to 0 for
// the next launch.
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "PackedMatrix.h"
#include "TransposedMatrix.h"

#include "mlir-autotune/Core/Workspace.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

class Packing {
public:
  Packing(KernelContext &context, Emitter &e) : context(context), e(e) {
    counters = context.getParam(KernelParam::Kind::Counters, 0);
    isFirst = e.equal(context.threadId, 0);
    message = e.sharedPtr(context.shared(e, context.layout.message));
    threads = context.layout.abi.threads;
  }
  /// Of a kernel that packs a batch, all matrices are counted as one.
  void add(PackOp op, int64_t number, bool inBatches);
  void create();

private:
  /// What the counters count, and where they lie; from `Taken` on, a bit for
  /// each unit.
  enum Counter { Done, Left, Taken };
  static constexpr int64_t kWords = cuda::kPackCounters;
  Value getWord(Value index) {
    return e.gep(counters, e.getI32Type(), e.toI64(index));
  }
  Value update(LLVM::AtomicBinOp op, Value word, Value by) {
    return e.atomicUpdate(op, getWord(word), by);
  }
  Value take(Value unit);
  Value getBit(Value unit) {
    return arith::ShLIOp::create(e, e.i32(1), e.bitAnd(unit, 31));
  }
  void setSizes();
  Value look(Value word) { return e.atomicLoad(getWord(word)); }
  Value waitForAll(Value looks);
  Value endUnit(Value counts, Value looks);
  Value takeFree();
  Value share(function_ref<Value()> get);
  void leave();
  int64_t getChunksOfItem(const Packed &matrix) const {
    return matrix.isTransposed ? getBlockChunks(matrix.elementBytes) : 1;
  }
  void copy(Value unit) { copyAnyOf(matrices, unit); }
  void copyAnyOf(ArrayRef<Packed> among, Value unit);
  void copyOf(ArrayRef<Packed> among, Value unit);
  void barrier() { NVVM::BarrierOp::create(e); }
  /// Between the threads' stores and TMA's loads.
  void fenceProxy() {
    NVVM::FenceProxyOp::create(e, NVVM::ProxyKind::async_global,
                               NVVM::SharedSpaceAttr());
  }

  /// In place of a unit.
  static constexpr int64_t kAllDone = -1, kNone = -2;
  /// Looks at what is done before a CTA looks for units that are not taken,
  /// some 6 us. CTAs that start together do so within 2, and take theirs first.
  static constexpr int64_t kLooks = 8;
  KernelContext &context;
  Emitter &e;
  /// Those that are transposed are the last.
  SmallVector<Packed, 2> matrices;
  Value counters, isFirst, message;
  /// Chunks of a unit, i32, a multiple of the threads; all units, i32.
  Value unitChunks, numUnits;
  int64_t threads;
};

} // namespace

static bool isBatch(PackOp op) {
  return cast<MemRefType>(op.getType()).getRank() == 3;
}

void Packing::add(PackOp op, int64_t number, bool inBatches) {
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
  matrix.alignment = op.getAlignment();
  matrix.elementBytes = getElementBytes(op.getType().getElementType());
  matrix.isTransposed = op.getTransposed();
  if (matrix.isTransposed)
    setBlocks(e, matrix);
  else
    setChunks(e, matrix);
  matrix.items = e.mul(e.toI64(matrix.lines), e.toI64(matrix.itemsPerLine));
  if (!inBatches)
    return;
  constexpr int64_t kBatch = KernelParam::kBatch;
  matrix.batch = e.i32(1);
  matrix.batchStride = matrix.destBatchStride = e.i64(0);
  if (isBatch(op)) {
    matrix.batch = param(KernelParam::Kind::Size, operand, kBatch);
    matrix.batchStride = param(KernelParam::Kind::Stride, operand, kBatch);
    matrix.destBatchStride = param(KernelParam::Kind::Stride, number, kBatch);
  }
  matrix.items = e.mul(matrix.items, e.toI64(matrix.batch));
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
  // Warps have whole rounds of their own blocks.
  int64_t multiple = threads;
  for (const Packed &matrix : matrices) {
    int64_t each = getChunksOfItem(matrix);
    Value chunks = e.mul(matrix.items, each);
    total = total ? e.add(total, chunks) : chunks;
    if (matrix.isTransposed)
      multiple = kWarpThreads * each;
  }
  Value ctas = NVVM::GridDimXOp::create(e, e.getI32Type());
  Value others = arith::MaxUIOp::create(e, e.add(ctas, -1), e.i32(1));
  others = e.min(others, e.i32(32 * (kWords - Taken) - matrices.size()));
  Value share = e.add(e.div(total, e.toI64(others)), 1);
  share = arith::MaxUIOp::create(e, share, e.i64(threads * kPackedInFlight));
  // So that the numbers of a unit's chunks have 31 bits.
  share = e.min(share, e.i64(1 << 30));
  Value rounded = e.mul(e.ceilDiv(share, multiple), multiple);
  unitChunks = arith::TruncIOp::create(e, e.getI32Type(), rounded);
  for (Packed &matrix : matrices) {
    Value each = e.div(rounded, getChunksOfItem(matrix));
    Value units = e.div(e.add(matrix.items, e.add(each, -1)), each);
    matrix.units = arith::TruncIOp::create(e, e.getI32Type(), units);
    numUnits = numUnits ? e.add(numUnits, matrix.units) : matrix.units;
  }
}

/// Until the done units are all, or for so many looks more; what is done.
Value Packing::waitForAll(Value looks) {
  Type i32 = e.getI32Type();
  auto loop = scf::WhileOp::create(e, TypeRange{i32, i32}, ValueRange{looks});
  OpBuilder::InsertionGuard guard(e);
  Block *before = e.createBlock(&loop.getBefore(), {}, {i32}, {e.getLoc()});
  Value left = before->getArgument(0);
  Value seen = look(e.i32(Done));
  Value isLess = e.cmp(arith::CmpIPredicate::ne, seen, numUnits);
  Value goesOn = e.notEqual(left, 0);
  scf::ConditionOp::create(e, e.bitAnd(isLess, goesOn), ValueRange{left, seen});
  Block *after =
      e.createBlock(&loop.getAfter(), {}, {i32, i32}, {e.getLoc(), e.getLoc()});
  scf::YieldOp::create(e, ValueRange{e.add(after->getArgument(0), -1)});
  return loop.getResult(1);
}

/// By one thread, after all have copied: waits for up to `looks`. Returns a
/// unit to copy, or that there is none, or that all are done.
Value Packing::endUnit(Value counts, Value looks) {
  e.fenceDevice();
  update(LLVM::AtomicBinOp::add, e.i32(Done), counts);
  Value isAll = e.cmp(arith::CmpIPredicate::eq, waitForAll(looks), numUnits);
  return e.ifElse(
      isAll,
      [&] {
        e.fenceDevice();
        return e.i32(kAllDone);
      },
      [&] { return takeFree(); });
}

/// Takes a unit that nobody has, if there is one.
Value Packing::takeFree() {
  Type i32 = e.getI32Type();
  auto loop = scf::WhileOp::create(e, TypeRange{i32, i32},
                                   ValueRange{e.i32(0), e.i32(kNone)});
  OpBuilder::InsertionGuard guard(e);
  SmallVector<Type> types(2, i32);
  SmallVector<Location> locations(2, e.getLoc());
  Block *before = e.createBlock(&loop.getBefore(), {}, types, locations);
  Value isLeft = e.less(before->getArgument(0), e.ceilDiv(numUnits, 32));
  Value isNone = e.equal(before->getArgument(1), kNone);
  scf::ConditionOp::create(e, e.bitAnd(isLeft, isNone), before->getArguments());
  Block *after = e.createBlock(&loop.getAfter(), {}, types, locations);
  Value word = after->getArgument(0), first = e.shl(word, 5);
  // Bits beyond the last unit are never taken.
  Value count = e.min(e.sub(numUnits, first), e.i32(32));
  Value mask = arith::ShRUIOp::create(e, e.i32(-1), e.sub(e.i32(32), count));
  Value taken = look(e.add(word, Taken));
  Value free = e.bitAnd(e.bitXor(taken, -1), mask);
  auto branch = scf::IfOp::create(e, TypeRange{i32, i32}, e.notEqual(free, 0),
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(branch.thenBlock());
    // CTAs begin at bits of their own, or all would want the same.
    Value behind =
        arith::ShLIOp::create(e, e.i32(-1), e.bitAnd(context.ctaId, 31));
    Value preferred = e.bitAnd(free, behind);
    Value isPreferred = e.notEqual(preferred, 0);
    Value bit = LLVM::CountTrailingZerosOp::create(
        e, i32, e.select(isPreferred, preferred, free),
        /*is_zero_poison=*/true);
    Value unit = e.add(first, bit);
    Value isLate = e.notEqual(e.bitAnd(take(unit), getBit(unit)), 0);
    scf::YieldOp::create(
        e, ValueRange{word, e.select(isLate, e.i32(kNone), unit)});
    e.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(e, ValueRange{e.add(word, 1), e.i32(kNone)});
  }
  scf::YieldOp::create(e, branch.getResults());
  return loop.getResult(1);
}

/// What the first thread gets, for all of them. It is asked again only behind
/// another barrier, which all come to when they have read this.
Value Packing::share(function_ref<Value()> get) {
  e.ifThen(isFirst, [&] { LLVM::StoreOp::create(e, get(), message); });
  barrier();
  return LLVM::LoadOp::create(e, e.getI32Type(), message);
}

void Packing::create() {
  setSizes();
  Type i32 = e.getI32Type();
  Value isUnit = e.less(context.ctaId, numUnits);
  Value first = e.select(isUnit, context.ctaId, e.i32(kNone));
  // On its way while the unit is copied.
  Value taken = e.ifElse(
      e.bitAnd(isFirst, isUnit), [&] { return take(context.ctaId); },
      [&] { return e.i32(0); });
  auto loop = scf::WhileOp::create(e, TypeRange{i32, i32, i32},
                                   ValueRange{first, taken, e.i32(kLooks)});
  {
    OpBuilder::InsertionGuard guard(e);
    SmallVector<Type> types(3, i32);
    SmallVector<Location> locations(3, e.getLoc());
    Block *before = e.createBlock(&loop.getBefore(), {}, types, locations);
    Value unit = before->getArgument(0);
    Value isNone = e.equal(unit, kNone);
    e.ifThen(e.bitXor(isNone, 1), [&] { copy(unit); });
    fenceProxy();
    barrier();
    Value next = share([&] {
      Value wasTaken =
          e.notEqual(e.bitAnd(before->getArgument(1), getBit(unit)), 0);
      Value counts = e.select(e.bitOr(isNone, wasTaken), e.i32(0), e.i32(1));
      return endUnit(counts, before->getArgument(2));
    });
    // Whoever has found one not taken finds others: they don't wait for those.
    Value looks = e.select(e.equal(next, kNone), e.i32(kLooks), e.i32(0));
    scf::ConditionOp::create(e, e.notEqual(next, kAllDone),
                             ValueRange{next, e.i32(0), looks});
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

/// By all threads of the CTA. What is of batches has code of its own, or else
/// registers would hold what the kernel was told of it; and so has what is
/// copied otherwise.
void Packing::copyAnyOf(ArrayRef<Packed> among, Value unit) {
  auto isUnlike = [&](const Packed &matrix) {
    return matrix.batch || matrix.isTransposed != among.front().isTransposed ||
           matrix.elementBytes != among.front().elementBytes;
  };
  ArrayRef<Packed> others = among.drop_front().drop_until(isUnlike);
  if (others.empty())
    return copyOf(among, unit);
  ArrayRef<Packed> alike = among.drop_back(others.size());
  Value first;
  for (const Packed &matrix : alike)
    first = first ? e.add(first, matrix.units) : matrix.units;
  e.ifThenElse(
      e.less(unit, first), [&] { copyOf(alike, unit); },
      [&] { copyAnyOf(others, e.sub(unit, first)); });
}

/// The matrix of a unit, and the unit's number among its. They share the code,
/// which takes ptxas longer than the rest of the kernel.
void Packing::copyOf(ArrayRef<Packed> among, Value unit) {
  Packed found = among.front();
  for (const Packed &matrix : among.drop_front()) {
    Value isThis = e.cmp(arith::CmpIPredicate::uge, unit, found.units);
    unit = e.select(isThis, e.sub(unit, found.units), unit);
    for (auto field :
         {&Packed::source, &Packed::rowStride, &Packed::dest,
          &Packed::destStride, &Packed::rows, &Packed::columns, &Packed::lines,
          &Packed::itemsPerLine, &Packed::isDense, &Packed::units})
      if (found.*field)
        found.*field = e.select(isThis, matrix.*field, found.*field);
    found.alignment = std::min(found.alignment, matrix.alignment);
  }
  // Of either, not chosen: that would take registers.
  if (found.isTransposed)
    setBlocks(e, found);
  int64_t ofItem = getChunksOfItem(found);
  PackedUnits units = {threads, context.threadId, e.div(unitChunks, ofItem),
                       /*elsewhere=*/counters};
  if (found.isTransposed)
    copyTransposedUnit(e, units, found, unit);
  else
    copyPackedUnit(e, units, found, unit);
}

void tile::lowerPacks(KernelContext &context) {
  SmallVector<PackOp> packs(context.func.getBody().getOps<PackOp>());
  if (packs.empty())
    return;
  OpBuilder b(packs.back());
  Emitter e(packs.back().getLoc(), b);
  Packing packing(context, e);
  bool inBatches = llvm::any_of(packs, isBatch);
  for (bool isTransposed : {false, true})
    for (PackOp op : packs)
      if (op.getTransposed() == isTransposed)
        packing.add(op, context.getOperand(op.getResult()), inBatches);
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
