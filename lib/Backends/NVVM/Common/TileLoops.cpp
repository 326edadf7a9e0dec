//===- TileLoops.cpp - The tile scheduler ---------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles are numbered from 0; cluster number c of the grid takes tiles c, c + g,
// c + 2 g, … where g is the number of clusters, or, of a split in s, a part of
// tile c / s. A tile's number becomes its place by the raster (TileRaster.cpp).
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "Parts.h"
#include "TileRaster.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {
/// What all tiles of a loop have in common.
struct TileSchedule {
  /// Cluster tiles along M and N, and in all.
  Value mTiles, nTiles, count;
  /// In a batch, those of one output; else null.
  Value ofOutput;
  /// In a group, the problem that tiles are looked for in, and the number of
  /// its first tile: the tiles above are then that problem's. Else null.
  Value problem, firstTile;
  Value kBegin, kEnd, kSteps;
};

/// Where a tile starts.
struct TilePlace {
  Value m, n;
  /// The number of its output in a batch; else null.
  Value output;

  /// What the loop binds for a range of K.
  SmallVector<Value> with(Value kBegin, Value kEnd) const {
    SmallVector<Value> coordinates = {m, n, kBegin, kEnd};
    if (output)
      coordinates.push_back(output);
    return coordinates;
  }
};
} // namespace

/// Cluster tiles of one problem of a group along an axis.
static Value countGroupTiles(const KernelContext &context, Emitter &e,
                             ForEachTileOp loop, Value problem, int64_t axis) {
  const KernelABI &abi = context.layout.abi;
  KernelExtent extent = abi.extents[axis];
  Value size = context.getParam(e, KernelParam::Kind::Size, extent.operand,
                                extent.dim, problem);
  return e.ceilDiv(size, loop.getTile()[axis] * abi.cluster[axis]);
}

static Value countGroupTiles(const KernelContext &context, Emitter &e,
                             ForEachTileOp loop, Value problem) {
  return e.mul(countGroupTiles(context, e, loop, problem, 0),
               countGroupTiles(context, e, loop, problem, 1));
}

/// Tiles of all problems, from the first on.
static void startGroup(const KernelContext &context, Emitter &e,
                       ForEachTileOp loop, TileSchedule &s) {
  s.problem = s.firstTile = e.i32(0);
  auto problems =
      scf::ForOp::create(e, e.i32(0), e.i32(context.layout.abi.group), e.i32(1),
                         ValueRange{e.i32(0)});
  OpBuilder::InsertionGuard guard(e);
  e.setInsertionPointToStart(problems.getBody());
  Value count = countGroupTiles(context, e, loop, problems.getInductionVar());
  scf::YieldOp::create(e,
                       ValueRange{e.add(problems.getRegionIterArg(0), count)});
  s.count = problems.getResult(0);
}

/// Goes on to the problem that has tile number `index`, which is none before
/// `s`: tiles are asked for in order, so that all of a CTA's go over the
/// problems once.
static TileSchedule findProblem(const KernelContext &context, Emitter &e,
                                ForEachTileOp loop, TileSchedule s,
                                Value index) {
  SmallVector<Type> types(2, e.getI32Type());
  SmallVector<Location> locs(2, e.getLoc());
  auto search =
      scf::WhileOp::create(e, types, ValueRange{s.problem, s.firstTile});
  {
    OpBuilder::InsertionGuard guard(e);
    Block *before = e.createBlock(&search.getBefore(), {}, types, locs);
    Value problem = before->getArgument(0), first = before->getArgument(1);
    Value next = e.add(first, countGroupTiles(context, e, loop, problem));
    Value isBehind = e.bitXor(e.less(index, next), 1);
    // The problem stays as it is where the search ends.
    scf::ConditionOp::create(
        e, isBehind, ValueRange{problem, e.select(isBehind, next, first)});
    Block *after = e.createBlock(&search.getAfter(), {}, types, locs);
    scf::YieldOp::create(
        e, ValueRange{e.add(after->getArgument(0), 1), after->getArgument(1)});
  }
  s.problem = search.getResult(0);
  s.firstTile = search.getResult(1);
  s.mTiles = countGroupTiles(context, e, loop, s.problem, 0);
  s.nTiles = countGroupTiles(context, e, loop, s.problem, 1);
  return s;
}

/// The size of a tile along M (0) or N (1).
static Value getTileSize(const KernelContext &context, Emitter &e,
                         ForEachTileOp loop, int64_t axis) {
  return axis == 1 && loop.getChosen()
             ? context.getParam(KernelParam::Kind::Columns, 0)
             : e.i32(loop.getTile()[axis]);
}

static TileSchedule createSchedule(const KernelContext &context, Emitter &e,
                                   ForEachTileOp loop) {
  ArrayRef<int64_t> cluster = context.layout.abi.cluster;
  ArrayRef<int64_t> tile = loop.getTile();
  TileSchedule s;
  if (context.layout.abi.group) {
    startGroup(context, e, loop, s);
  } else {
    s.mTiles = e.ceilDiv(e.toI32(loop.getMSize()), tile[0] * cluster[0]);
    s.nTiles = loop.getChosen()
                   ? e.ceilDiv(e.toI32(loop.getNSize()),
                               e.mul(getTileSize(context, e, loop, /*axis=*/1),
                                     cluster[1]))
                   : e.ceilDiv(e.toI32(loop.getNSize()), tile[1] * cluster[1]);
    s.count = e.mul(s.mTiles, s.nTiles);
  }
  if (loop.getBatchSize() && !s.problem) {
    s.ofOutput = s.count;
    s.count = e.mul(s.count, e.toI32(loop.getBatchSize()));
  }
  Value k = e.toI32(loop.getKSize());
  if (cluster[2] == 1) {
    s.kBegin = e.i32(0);
    s.kEnd = k;
  } else {
    Value part = e.mul(e.ceilDiv(e.ceilDiv(k, tile[2]), cluster[2]), tile[2]);
    s.kBegin = e.mul(context.clusterRank[2], part);
    s.kEnd = e.min(e.add(s.kBegin, part), k);
  }
  s.kSteps = e.ceilDiv(e.sub(s.kEnd, s.kBegin), tile[2]);
  return s;
}

/// Where tile `number` along an axis starts.
static Value startTile(const KernelContext &context, Emitter &e,
                       ForEachTileOp loop, const TileSchedule &s, Value number,
                       int64_t axis) {
  Value tile = getTileSize(context, e, loop, axis);
  Value start = e.mul(number, tile);
  if (!(axis == 0 ? loop.getFitM() : loop.getFitN()))
    return start;
  Value size;
  if (s.problem) {
    KernelExtent extent = context.layout.abi.extents[axis];
    size = context.getParam(e, KernelParam::Kind::Size, extent.operand,
                            extent.dim, s.problem);
  } else {
    size = e.toI32(axis == 0 ? loop.getMSize() : loop.getNSize());
  }
  Value last = e.select(e.less(size, tile), e.i32(0), e.sub(size, tile));
  return e.min(start, last);
}

/// Tile number `index`.
static TilePlace createPlace(const KernelContext &context, Emitter &e,
                             ForEachTileOp loop, const TileSchedule &s,
                             Value index) {
  Value output;
  if (s.problem) {
    output = s.problem;
    index = e.sub(index, s.firstTile);
  }
  if (s.ofOutput) {
    output = e.div(index, s.ofOutput);
    index = e.sub(index, e.mul(output, s.ofOutput));
  }
  auto [m, n] = createTilePlace(e, loop.getRaster(), loop.getGroup(), s.mTiles,
                                s.nTiles, index);
  ArrayRef<int64_t> cluster = context.layout.abi.cluster;
  m = e.add(e.mul(m, cluster[0]), context.clusterRank[0]);
  n = e.add(e.mul(n, cluster[1]), context.clusterRank[1]);
  return {startTile(context, e, loop, s, m, /*axis=*/0),
          startTile(context, e, loop, s, n, /*axis=*/1), output};
}

/// Moves the loop's body to where the emitter stands.
static void inlineBody(Emitter &e, ForEachTileOp loop, ValueRange coordinates,
                       std::optional<Parts> parts = std::nullopt) {
  Block &body = loop.getBody().front();
  for (auto [argument, value] : llvm::zip(body.getArguments(), coordinates))
    argument.replaceAllUsesWith(e.toIndex(value));
  if (parts)
    loop.getParts().replaceAllUsesWith(
        UnrealizedConversionCastOp::create(e, loop.getParts().getType(),
                                           parts->getValues())
            .getResult(0));
  body.getTerminator()->erase();
  Block *block = e.getInsertionBlock();
  block->getOperations().splice(e.getInsertionPoint(), body.getOperations());
}

/// Where a role with copies stands in the rings that it waits for. Their slots
/// hold the tiles of all copies, so that each copy steps over those of the
/// others.
static SmallVector<RingPosition> getSharedPositions(KernelContext &context,
                                                    const RoleLayout *role) {
  SmallVector<RingPosition> positions;
  if (!role || role->copies == 1)
    return positions;
  for (const RingLayout &ring : context.layout.rings) {
    auto it = context.consumed.find({role->index, ring.getKey()});
    if (it != context.consumed.end())
      positions.push_back(it->second);
  }
  return positions;
}

/// The place of this CTA's tile in its cluster's.
static Value getTileRank(const KernelContext &context, Emitter &e) {
  return e.add(context.clusterRank[0],
               e.mul(context.clusterRank[1], context.layout.abi.cluster[0]));
}

/// Clusters take the parts of a tile in the order of K.
static void lowerSplit(KernelContext &context, Emitter &e, ForEachTileOp loop,
                       const TileSchedule &s, Value cluster) {
  int64_t split = loop.getSplit(), size = getClusterSize(context.layout.abi);
  Value tile = e.div(cluster, split), part = e.rem(cluster, split);
  auto getBound = [&](Value number) {
    Value steps = e.div(e.mul(e.toI64(number), e.toI64(s.kSteps)), split);
    return e.mul(arith::TruncIOp::create(e, e.getI32Type(), steps),
                 loop.getTile()[2]);
  };
  Value rank = getTileRank(context, e);
  Parts parts(e.add(e.mul(tile, size), rank),
              e.add(e.mul(tile, 2 * split * size), rank), part);
  TilePlace place = createPlace(context, e, loop, s, tile);
  Value end = e.min(getBound(e.add(part, 1)), s.kEnd);
  inlineBody(e, loop, place.with(getBound(part), end), parts);
}

/// ptxas moves what computes the place behind the barrier, unless something
/// before the barrier depends on it. No tile starts at -1.
static void pinBeforeBarrier(Emitter &e, const TilePlace &place) {
  e.inlineAsm("{\n.reg .b32 both;\n.reg .pred never;\n"
              "and.b32 both, $0, $1;\nsetp.eq.s32 never, both, -1;\n"
              "@never trap;\n}",
              "r,r", {place.m, place.n});
}

/// The barrier at the kernel's start, if a loop's role computes the place of
/// its tile before it. Such a role is a producer with one tile, which would
/// only wait there. All that the place depends on must be known by then. Null
/// otherwise.
static Operation *getStartOf(const KernelContext &context, ForEachTileOp loop) {
  const RoleLayout *role = context.getRole(loop);
  Operation *start = context.startBarrier;
  if (!start || !role || !context.isProducer(*role) || loop.getPersistent() ||
      loop.getSplit() > 1)
    return nullptr;
  bool isKnown = llvm::all_of(loop->getOperands(), [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    return operand.getParentBlock() == start->getBlock() &&
           (!op || op->isBeforeInBlock(start));
  });
  return isKnown ? start : nullptr;
}

/// The place of the only tile that a cluster has.
static TilePlace createOnlyPlace(const KernelContext &context, Emitter &e,
                                 ForEachTileOp loop) {
  TileSchedule s = createSchedule(context, e, loop);
  Value cluster = e.div(context.ctaId, getClusterSize(context.layout.abi));
  if (s.problem)
    s = findProblem(context, e, loop, s, cluster);
  return createPlace(context, e, loop, s, cluster);
}

/// The same before the kernel's start. Only the role's warps compute it: all
/// others would delay them.
static TilePlace createEarlyPlace(const KernelContext &context,
                                  ForEachTileOp loop, Operation *start) {
  OpBuilder b(start);
  Emitter e(loop.getLoc(), b);
  const RoleLayout &role = *context.getRole(loop);
  Value inRole = e.add(context.warp, -role.firstWarp);
  bool elects = loop->getParentOfType<RoleOp>().getElect();
  Value isOfRole = e.less(inRole, elects ? 1 : role.getTotalWarps());
  bool hasOutput = loop.getBatchSize() || context.layout.abi.group;
  SmallVector<Type> types(hasOutput ? 3 : 2, e.getI32Type());
  auto choice = scf::IfOp::create(e, types, isOfRole, /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(e);
    e.setInsertionPointToStart(choice.thenBlock());
    TilePlace place = createOnlyPlace(context, e, loop);
    pinBeforeBarrier(e, place);
    SmallVector<Value> values = {place.m, place.n};
    if (hasOutput)
      values.push_back(place.output);
    scf::YieldOp::create(e, values);
    e.setInsertionPointToStart(choice.elseBlock());
    scf::YieldOp::create(e, SmallVector<Value>(types.size(), e.i32(0)));
  }
  return {choice.getResult(0), choice.getResult(1),
          hasOutput ? choice.getResult(2) : Value()};
}

static void lowerTileLoop(KernelContext &context, ForEachTileOp loop) {
  OpBuilder b(loop);
  Emitter e(loop.getLoc(), b);
  const RoleLayout *role = context.getRole(loop);
  int64_t clusterSize = getClusterSize(context.layout.abi);
  TileSchedule s = createSchedule(context, e, loop);
  Value first = e.div(context.ctaId, clusterSize);
  if (loop.getSplit() > 1) {
    lowerSplit(context, e, loop, s, first);
    loop.erase();
    return;
  }
  if (!loop.getPersistent()) {
    Operation *start = getStartOf(context, loop);
    TilePlace place = start ? createEarlyPlace(context, loop, start)
                            : createOnlyPlace(context, e, loop);
    inlineBody(e, loop, place.with(s.kBegin, s.kEnd));
    loop.erase();
    return;
  }
  Value step = e.div(NVVM::GridDimXOp::create(e, e.getI32Type()), clusterSize);
  SmallVector<RingPosition> positions = getSharedPositions(context, role);
  if (role && role->copies > 1) {
    Value copy = context.getCopy(e, *role);
    first = e.add(first, e.mul(copy, step));
    step = e.mul(step, role->copies);
    for (const RingPosition &position : positions)
      position.skip(e, e.mul(copy, s.kSteps));
  }
  SmallVector<Value> start;
  if (s.problem)
    start = {s.problem, s.firstTile};
  auto forOp = scf::ForOp::create(e, first, s.count, step, start);
  e.setInsertionPointToStart(forOp.getBody());
  if (s.problem) {
    s.problem = forOp.getRegionIterArg(0);
    s.firstTile = forOp.getRegionIterArg(1);
    s = findProblem(context, e, loop, s, forOp.getInductionVar());
    scf::YieldOp::create(e, ValueRange{s.problem, s.firstTile});
    e.setInsertionPoint(forOp.getBody()->getTerminator());
  }
  TilePlace place = createPlace(context, e, loop, s, forOp.getInductionVar());
  Operation *last = forOp.getBody()->getTerminator();
  inlineBody(e, loop, place.with(s.kBegin, s.kEnd));
  e.setInsertionPoint(last);
  for (const RingPosition &position : positions)
    position.skip(e, e.mul(s.kSteps, role->copies - 1));
  loop.erase();
}

void tile::lowerTileLoops(KernelContext &context) {
  SmallVector<ForEachTileOp> loops;
  context.func.walk([&](ForEachTileOp loop) { loops.push_back(loop); });
  for (ForEachTileOp loop : loops)
    lowerTileLoop(context, loop);
}
