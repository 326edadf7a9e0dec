//===- Parts.cpp - Sums over the CTAs that share a tile -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each CTA writes its partial sums to the workspace, 16 bytes a thread and
// group of eight columns, as they lie in registers, and counts itself in the
// tile's counter. Nobody depends on a CTA that does not run: one that has
// waited for some time leaves word in the counter, and the last does its share.
//
//===----------------------------------------------------------------------===//

#include "Parts.h"
#include "KernelPattern.h"

#include "mlir-autotune/Core/Workspace.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Looks at a counter before a CTA leaves its share to the last, some 10 us.
/// CTAs that start together, with as much to do, arrive within 2.
static constexpr int64_t kLooks = 16;

static Value getWorkspace(const KernelContext &context) {
  return context.getParam(KernelParam::Kind::Counters, 0);
}

Value tile::getPartial(const KernelContext &context, Emitter &e,
                       const RoleLayout &role, const PartialLayout &layout,
                       const Parts &parts, Value part) {
  int64_t warpgroupBytes = layout.getWarpgroupBytes();
  int64_t tileBytes = warpgroupBytes * context.layout.fragmentWarpgroups;
  Value slot = parts.getSlot(e, part, getClusterSize(context.layout.abi));
  Value inTile =
      e.add(e.mul(context.getInstanceWarpgroup(e, role), warpgroupBytes),
            e.add(e.mul(context.getWarpgroupThread(e), 16),
                  cuda::kWorkspaceCounterBytes));
  Value offset = e.add(e.mul(e.toI64(slot), tileBytes), e.toI64(inTile));
  return e.gep(getWorkspace(context), e.getI8Type(), offset);
}

Value tile::hasRows(const KernelContext &context, Emitter &e,
                    const RoleLayout &role, const FragmentLayout &layout,
                    ValueRange rows) {
  if (rows.empty())
    return nullptr;
  FragmentPlace place(context, e, role, layout);
  return e.less(place.row, e.toI32(rows.front()));
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

namespace {

/// The counter of a tile, as one thread of a CTA changes it. From its lowest
/// bit on it has the CTAs that have arrived and not gone (8 bits), a bit for
/// each that has left its share (16 bits), and, in as many bits as their number
/// has, those that have gone. What a CTA adds as it arrives and goes makes
/// 2^32 in all CTAs together: the last to go leaves 0, and nobody waits for it.
class TileCounter {
public:
  TileCounter(const KernelContext &context, Emitter &e, const Parts &parts,
              int64_t shares)
      : e(e), parts(parts), shares(shares) {
    Value index = e.add(parts.counter, cuda::kPackCounters);
    word = e.gep(getWorkspace(context), e.getI32Type(), e.toI64(index));
  }

  /// Counts this CTA; a bit for each share that it is to finish.
  Value arrive();

private:
  /// Returns what it was before.
  Value add(Value by) {
    return e.atomicUpdate(LLVM::AtomicBinOp::add, word, by);
  }
  Value countArrival();
  Value waitForAll();
  Value leave();
  Value getArrived(Value seen) {
    return e.add(e.bitAnd(seen, 0xff), e.shr(seen, 32 - getCountBits()));
  }
  int64_t getCountBits() const { return llvm::Log2_64(shares); }
  /// What going adds.
  int64_t getGone() const { return (int64_t(1) << (32 - getCountBits())) - 1; }
  static constexpr int64_t kFirstLeftBit = 8;
  Value getBit(int64_t from) {
    return arith::ShLIOp::create(e, e.i32(1), e.add(parts.number, from));
  }

  Emitter &e;
  const Parts &parts;
  int64_t shares;
  Value word;
};

} // namespace

Value TileCounter::arrive() {
  // The partial sums of all threads, which have met at a barrier, come first.
  e.fenceDevice();
  Value todo = countArrival();
  // And those of others before what follows.
  e.fenceDevice();
  return todo;
}

Value TileCounter::countArrival() {
  Value before = add(e.i32(1));
  Value mine = getBit(0);
  return e.ifElse(
      e.equal(getArrived(before), shares - 1),
      [&] {
        Value left = e.bitAnd(before, 0xffff << kFirstLeftBit);
        add(e.sub(e.i32(getGone()), left));
        return e.bitOr(mine, e.shr(left, kFirstLeftBit));
      },
      [&] {
        return e.ifElse(
            waitForAll(),
            [&] {
              add(e.i32(getGone()));
              return mine;
            },
            [&] { return leave(); });
      });
}

/// Whether all have arrived, within some looks.
Value TileCounter::waitForAll() {
  Type i32 = e.getI32Type(), i1 = e.getI1Type();
  auto loop =
      scf::WhileOp::create(e, TypeRange{i32, i1}, ValueRange{e.i32(kLooks)});
  OpBuilder::InsertionGuard guard(e);
  Block *before = e.createBlock(&loop.getBefore(), {}, {i32}, {e.getLoc()});
  Value left = before->getArgument(0);
  Value areAll = e.equal(getArrived(e.atomicLoad(word)), shares);
  Value goesOn = e.bitAnd(e.bitXor(areAll, 1), e.notEqual(left, 0));
  scf::ConditionOp::create(e, goesOn, ValueRange{left, areAll});
  Block *after =
      e.createBlock(&loop.getAfter(), {}, {i32, i1}, {e.getLoc(), e.getLoc()});
  scf::YieldOp::create(e, ValueRange{e.add(after->getArgument(0), -1)});
  return loop.getResult(1);
}

/// Leaves this CTA's share to the last, unless that has come meanwhile and
/// didn't know.
Value TileCounter::leave() {
  Value bit = getBit(kFirstLeftBit);
  Value before = add(e.add(bit, getGone()));
  return e.ifElse(
      e.equal(getArrived(before), shares),
      [&] {
        add(e.sub(e.i32(0), bit));
        return getBit(0);
      },
      [&] { return e.i32(0); });
}

//===----------------------------------------------------------------------===//
// Contribute
//===----------------------------------------------------------------------===//

static void storePartial(Emitter &e, ValueRange blocks, Value to,
                         const PartialLayout &layout) {
  for (auto [number, block] : llvm::enumerate(blocks)) {
    SmallVector<Value> registers = unpackBlock(e, block);
    for (int64_t group = 0; group < layout.fragment.groups; ++group) {
      Value sums = e.packVector(ArrayRef(registers).slice(4 * group, 4));
      LLVM::StoreOp::create(e, sums,
                            advance(e, to, layout.getOffset(number, group)),
                            /*alignment=*/16);
    }
  }
}

/// Two values of each block of 64 rows.
static void storeWeights(Emitter &e, Value weights, Value to,
                         const PartialLayout &layout) {
  SmallVector<Value> values = unpackBlock(e, weights);
  for (int64_t block = 0; block < layout.fragment.blocks; ++block) {
    Value pair = e.packVector(ArrayRef(values).slice(2 * block, 2));
    LLVM::StoreOp::create(e, pair,
                          advance(e, to, layout.getWeightOffset(block)),
                          /*alignment=*/8);
  }
}

static Value lowerContribute(ContributeOp op,
                             OneToNAdaptor<ContributeOp> adaptor, Emitter &e,
                             KernelContext &context) {
  Parts parts(adaptor.getParts());
  const RoleLayout &role = *context.getRole(op);
  int64_t warpgroups = context.layout.fragmentWarpgroups;
  PartialLayout layout({op.getPartial().getType(), warpgroups},
                       op.getWeights() != nullptr);
  auto store = [&] {
    Value to = getPartial(context, e, role, layout, parts, parts.number);
    storePartial(e, adaptor.getPartial(), to, layout);
    if (layout.hasWeights)
      storeWeights(e, adaptor.getWeights().front(), to, layout);
  };
  if (Value stores =
          hasRows(context, e, role, layout.fragment, adaptor.getRows()))
    e.ifThen(stores, store);
  else
    store();
  auto barrier = [&] {
    e.namedBarrier(context.getRoleBarrier(role),
                   warpgroups * kWarpgroupThreads);
  };
  barrier();
  // Behind that of tile.pack, which a slow warp may still read.
  Value message = e.sharedPtr(context.shared(e, context.layout.message + 4));
  Value isFirst = e.bitAnd(context.isWarpgroupLeader(e),
                           e.equal(context.getInstanceWarpgroup(e, role), 0));
  e.ifThen(isFirst, [&] {
    TileCounter counter(context, e, parts, op.getShares());
    LLVM::StoreOp::create(e, counter.arrive(), message);
  });
  barrier();
  return LLVM::LoadOp::create(e, e.getI32Type(), message);
}

//===----------------------------------------------------------------------===//
// Collect
//===----------------------------------------------------------------------===//

static SmallVector<Value> loadSums(Emitter &e, Type element, Value from) {
  auto vector = VectorType::get(4, element);
  Value loaded = LLVM::LoadOp::create(e, vector, from, /*alignment=*/16);
  SmallVector<Value> values;
  for (int64_t i = 0; i < 4; ++i)
    values.push_back(LLVM::ExtractElementOp::create(e, loaded, e.i32(i)));
  return values;
}
static void addSums(Emitter &e, MutableArrayRef<Value> sums,
                    ArrayRef<Value> parts) {
  for (auto [sum, part] : llvm::zip_equal(sums, parts))
    sum = addElements(e, sum, part);
}

/// Few columns of many parts: the parts are on their way together.
static SmallVector<Value> collectShare(const KernelContext &context, Emitter &e,
                                       CollectOp op, const PartialLayout &in,
                                       const FragmentLayout &out,
                                       const Parts &parts, Value share) {
  const RoleLayout &role = *context.getRole(op);
  Type element = op.getPartial().getType().getElementType();
  Value offset = e.toI64(e.mul(share, out.groups * kGroupBytes));
  SmallVector<Value> sources;
  for (int64_t part = 0; part < context.layout.abi.split; ++part)
    sources.push_back(
        e.gep(getPartial(context, e, role, in, parts, e.i32(part)),
              e.getI8Type(), offset));
  SmallVector<Value> registers;
  for (int64_t block = 0; block < out.blocks; ++block)
    for (int64_t group = 0; group < out.groups; ++group) {
      int64_t at = in.getOffset(block, group);
      SmallVector<Value> sums =
          loadSums(e, element, advance(e, sources[0], at));
      for (Value source : ArrayRef(sources).drop_front())
        addSums(e, sums, loadSums(e, element, advance(e, source, at)));
      llvm::append_range(registers, sums);
    }
  return registers;
}

static SmallVector<Value> lowerCollect(CollectOp op,
                                       OneToNAdaptor<CollectOp> adaptor,
                                       Emitter &e, KernelContext &context) {
  Parts parts(adaptor.getParts());
  int64_t warpgroups = context.layout.fragmentWarpgroups;
  PartialLayout in({op.getPartial().getType(), warpgroups},
                   /*hasWeights=*/false);
  FragmentLayout out(op.getResult().getType(), warpgroups);
  SmallVector<Type> structs = getFragmentStructs(op.getResult().getType(), out);
  SmallVector<Value> registers =
      collectShare(context, e, op, in, out, parts, e.toI32(op.getShare()));
  SmallVector<Value> blocks;
  for (int64_t block = 0; block < out.blocks; ++block)
    blocks.push_back(packBlock(
        e, ArrayRef(registers).slice(block * out.registers, out.registers),
        structs[block]));
  return blocks;
}

void tile::populatePartsPatterns(KernelPatterns &patterns) {
  patterns.add(lowerContribute);
  patterns.add(lowerCollect);
}
