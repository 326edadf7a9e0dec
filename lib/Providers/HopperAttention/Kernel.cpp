//===- Kernel.cpp - The kernel of a config of hopper_attention ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a consumer's work, for the block of keys number i:
//
//   start Q * K[i]; start O += P[i-1] * V[i-1];
//   wait for the first, scores, maximum, exponentials; wait for the second;
//   scale O down; round P[i]
//
// so that the tensor cores multiply while a warpgroup computes its softmax.
//
//===----------------------------------------------------------------------===//

#include "HopperAttention/HopperAttention.h"
#include "HopperAttention/KeyBlocks.h"
#include "HopperAttention/Softmax.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Kernels/CreateKernel.h"
#include "mlir-autotune/Kernels/Roles.h"
#include "mlir-autotune/Kernels/TileScheduler.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
class AttentionKernel {
public:
  AttentionKernel(ImplicitLocOpBuilder &b, const AttentionFact &fact,
                  const HopperAttentionConfig &config, problem::AttentionOp op,
                  const AttentionViews &views)
      : b(b), fact(fact), config(config), op(op), views(views), function(op),
        softmax(function, config.tile[0], config.tile[1]) {}

  tile::KernelOp create(StringRef name);

private:
  enum Operand { Q, K, V, O, Logarithms };

  /// What a role has of a tile.
  struct Tile {
    Value query;
    /// The number in the batch, of the query's head, and of the key's.
    Value batch, head, keyHead;
    std::optional<KeyBlocks> blocks;
    /// Those of the keys, if CTAs share them.
    Value parts;
  };
  Tile beginTile();
  Value loadPlace(const Tile &tile, unsigned input, Value row);
  void produce();
  void consume();
  /// What a consumer carries from one block to the next.
  struct Carried {
    Softmax::State state;
    Value weights, result;

    SmallVector<Value> getValues() const {
      return {state.maximum, state.offset, state.sums, weights, result};
    }
    static Carried get(ValueRange values) {
      return {{values[0], values[1], values[2]}, values[3], values[4]};
    }
  };
  Carried beginBlocks(const Tile &tile, Value q);
  Carried addBlock(const Tile &tile, Value q, Value number, Carried carried,
                   bool isMasked);
  Carried addBlocks(const Tile &tile, Value q, Value from, Value to,
                    Carried carried, bool isMasked);
  Value getScores(const Tile &tile, Value products, Value number,
                  bool isMasked);
  Value round(Value exponentials);
  void store(const Tile &tile, Value result, Value logarithms, Value column);
  void storeMean(const Tile &tile, Value result, Value exponents);

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  /// What the score function reads.
  ValueRange getExtras() {
    return kernel.getBody().getArguments().drop_front(Logarithms +
                                                      fact.hasLogSumExp);
  }
  Value getSize(Operand operand, int64_t dim) {
    return memref::DimOp::create(b, kernel.getBody().getArgument(operand),
                                 index(dim));
  }
  Value wait(Value ring) {
    return tile::WaitOp::create(b, getSlotType(ring), ring, IntegerAttr());
  }
  void release(Value slot, Value ring) {
    tile::ReleaseOp::create(b, slot, ring);
  }
  static tile::SlotType getSlotType(Value ring) {
    auto type = cast<tile::RingType>(ring.getType());
    return tile::SlotType::get(ring.getContext(), type.getTiles());
  }
  Value createRing(int64_t rows, int64_t columns, int64_t stages) {
    auto tile = VectorType::get({rows, columns}, element);
    return tile::RingOp::create(b, tile::RingType::get(b.getContext(), tile),
                                stages);
  }
  void load(Operand operand, Value ring, ValueRange indices) {
    Value slot = tile::AcquireOp::create(b, getSlotType(ring), ring);
    tile::LoadOp::create(b, kernel.getBody().getArgument(operand), indices,
                         slot, /*tile=*/0, /*half=*/DenseI64ArrayAttr(),
                         /*trim=*/false, /*chosen=*/false,
                         /*multicast=*/tile::AxisAttr(),
                         tile::CachePolicy::Normal);
  }
  Value multiply(Value slot, Value right, Value held, Value sums,
                 tile::FragmentType type) {
    return tile::MmaOp::create(
        b, type, slot, sums, /*low=*/Value(), /*left=*/Value(), right, held,
        /*rows=*/ValueRange(), /*transpose_a=*/false,
        /*transpose_b=*/held == nullptr, /*unsigned_a=*/false,
        /*unsigned_b=*/false, /*tf32=*/false, /*packed_a=*/false,
        /*reordered_a=*/false, /*in_turn=*/config.inTurn && !held);
  }
  Value waitForProduct(Value sums, int64_t pending) {
    return tile::MmaWaitOp::create(b, sums.getType(), pending, sums)
        .getResult();
  }

  ImplicitLocOpBuilder &b;
  const AttentionFact &fact;
  const HopperAttentionConfig &config;
  problem::AttentionOp op;
  const AttentionViews &views;
  ScoreFunction function;
  Softmax softmax;

  tile::KernelOp kernel;
  Type element;
  tile::FragmentType scoreType, resultType;
  Value ringQ, ringK, ringV;
  /// Sizes, at the kernel's start.
  Value queries, keys, batch, heads, sharing;
};
} // namespace

tile::KernelOp AttentionKernel::create(StringRef name) {
  MLIRContext *context = b.getContext();
  element = getElementType(fact.element, context);
  auto getType = [](Type of) -> Type {
    return getOperandType(of, /*rank=*/4, /*isAdjacent=*/true);
  };
  Type loaded = getType(element);
  SmallVector<Type> types = {loaded, loaded, loaded,
                             getType(getElementType(fact.output, context))};
  if (fact.hasLogSumExp)
    types.push_back(getType(b.getF32Type()));
  // Of what the score function reads, dimensions of size 1 are broadcast.
  for (unsigned extra = 3; extra < op.getInputs().size(); ++extra) {
    Type stored = getElementTypeOrSelf(op.getInputs()[extra]);
    // A boolean is a byte in memory.
    MemRefType type = getOperandType(
        getElementType(*getReadKind(stored), context), /*rank=*/4);
    SmallVector<int64_t> sizes(type.getShape());
    for (auto dim : {AttentionViews::Batch, AttentionViews::Head,
                     AttentionViews::Row, AttentionViews::Column})
      if (views.isBroadcast(extra, dim))
        sizes[dim] = 1;
    types.push_back(MemRefType::Builder(type).setShape(sizes));
  }
  OpBuilder::InsertionGuard guard(b);
  kernel = createKernel(b, name, types, LaunchShape());
  scoreType = tile::FragmentType::get(context, {config.tile[0], config.tile[1]},
                                      b.getF32Type());
  resultType = tile::FragmentType::get(context, {config.tile[0], fact.columns},
                                       b.getF32Type());
  batch = getSize(Q, 0);
  heads = getSize(Q, 1);
  queries = getSize(Q, 2);
  keys = getSize(K, 2);
  if (fact.keyHeads != fact.heads)
    sharing = arith::DivUIOp::create(b, heads, getSize(K, 1));
  ringQ = createRing(config.tile[0], fact.depth, 1);
  ringK = createRing(config.tile[1], fact.depth, config.stages);
  ringV = createRing(config.tile[1], fact.columns, config.stages);
  constexpr int64_t kWarps = 4;
  int64_t consumers = config.tile[0] / 64;
  // 24 + 2 * 240 is what three warpgroups have (64 K registers), 32 + 3 * 160
  // what four have.
  {
    OpBuilder::InsertionGuard inRole(b);
    RoleShape producer = {kWarps};
    producer.registers = consumers > 2 ? 32 : 24;
    producer.elect = true;
    createRole(b, "producer", producer);
    produce();
  }
  {
    OpBuilder::InsertionGuard inRole(b);
    RoleShape consumer = {kWarps * consumers};
    consumer.registers = consumers > 2 ? 160 : 240;
    createRole(b, "consumer", consumer);
    consume();
  }
  return kernel;
}

/// Opens the loop over tiles, and finds the tile's blocks of keys.
AttentionKernel::Tile AttentionKernel::beginTile() {
  // Masks decide which blocks a tile has: CTAs that share a tile have a part's
  // number for their step along K.
  bool isShared = config.split > 1;
  TileScheduler scheduler({config.tile[0], 1, isShared ? 1 : config.tile[1]},
                          tile::RasterOrder::AlongN, /*group=*/1,
                          config.persistent, config.split);
  tile::ForEachTileOp loop = scheduler.create(
      b, queries, heads, isShared ? index(config.split) : keys, batch);
  Tile tile;
  tile.query = loop.getM();
  tile.head = loop.getN();
  tile.batch = loop.getBatchIndex();
  if (isShared)
    tile.parts = loop.getParts();
  tile.keyHead = tile.head;
  if (sharing)
    tile.keyHead = arith::DivUIOp::create(b, tile.head, sharing);
  const SeenKeys &seen = function.getSeenKeys();
  // Then rows are heads, and each tile has all of the few queries.
  bool hasHeads = !views.getRowDims().empty();
  // The last queries see most keys: they come first, so that the kernel ends
  // with short tiles.
  bool isRelative = llvm::any_of(
      seen.highest, [](const KeyBound &bound) { return bound.isRelative; });
  if (isRelative && !hasHeads) {
    Value size = index(config.tile[0]);
    Value up = arith::AddIOp::create(b, queries, index(config.tile[0] - 1));
    Value tiles = arith::DivUIOp::create(b, up, size);
    Value last = arith::MulIOp::create(
        b, arith::SubIOp::create(b, tiles, index(1)), size);
    tile.query = arith::SubIOp::create(b, last, tile.query);
  }
  int64_t fewQueries = op.getSize(op.getDimM());
  KeyBlocks::Queries ofTile = {tile.query, config.tile[0], queries};
  if (hasHeads)
    ofTile = {index(0), fewQueries, index(fewQueries)};
  tile.blocks.emplace(b, seen, hasHeads ? std::nullopt : op.getKeyRange(),
                      ofTile, keys, config.tile[1],
                      [&](unsigned input, Value row) {
                        return loadPlace(tile, input, row);
                      });
  if (isShared)
    tile.blocks->takePart(b, loop.getKBegin(), config.split);
  return tile;
}

/// An element of an input of the score function, for all keys.
Value AttentionKernel::loadPlace(const Tile &tile, unsigned input, Value row) {
  auto at = [&](AttentionViews::Dim dim, Value place) {
    return views.isBroadcast(input, dim) ? index(0) : place;
  };
  Value element = memref::LoadOp::create(
      b, getExtras()[input - V - 1],
      ValueRange{at(AttentionViews::Batch, tile.batch),
                 at(AttentionViews::Head, tile.head),
                 at(AttentionViews::Row, row), index(0)});
  return createPlace(b, b.getLoc(), element);
}

void AttentionKernel::produce() {
  Tile tile = beginTile();
  Value zero = index(0), one = index(1);
  load(Q, ringQ, {tile.batch, tile.head, tile.query, zero});
  auto loop = scf::ForOp::create(b, tile.blocks->first, tile.blocks->end, one);
  b.setInsertionPointToStart(loop.getBody());
  Value key = tile.blocks->getFirstKey(b, loop.getInductionVar());
  load(K, ringK, {tile.batch, tile.keyHead, key, zero});
  load(V, ringV, {tile.batch, tile.keyHead, key, zero});
}

Value AttentionKernel::getScores(const Tile &tile, Value products, Value number,
                                 bool isMasked) {
  Softmax::Place place;
  auto getSizes = [&](ArrayRef<unsigned> dims) {
    return llvm::map_to_vector(dims,
                               [&](unsigned dim) { return op.getSize(dim); });
  };
  place.batch = splitIndex(b, tile.batch, getSizes(views.getOuterDims()));
  llvm::append_range(place.batch,
                     splitIndex(b, tile.head, getSizes(views.getHeadDims())));
  place.rowSizes = getSizes(views.getRowDims());
  if (!place.rowSizes.empty())
    place.rowSizes.push_back(op.getSize(op.getDimM()));
  place.views = {tile.batch, tile.head};
  llvm::append_range(place.extras, getExtras());
  place.query = tile.query;
  place.key = tile.blocks->getFirstKey(b, number);
  place.keys = keys;
  return softmax.createScores(b, products, place, isMasked);
}

Value AttentionKernel::round(Value exponentials) {
  return tile::RoundOp::create(
      b, tile::FragmentType::get(b.getContext(), scoreType.getShape(), element),
      exponentials);
}

AttentionKernel::Carried AttentionKernel::beginBlocks(const Tile &tile,
                                                      Value q) {
  Value k = wait(ringK);
  Value products = multiply(q, k, Value(), Value(), scoreType);
  products = waitForProduct(products, 0);
  release(k, ringK);
  Value scores =
      getScores(tile, products, tile.blocks->first, /*isMasked=*/true);
  Carried carried;
  Value decrease;
  carried.weights = round(softmax.add(b, scores, carried.state, decrease));
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  carried.result = tile::SplatOp::create(b, resultType, zero);
  return carried;
}

AttentionKernel::Carried AttentionKernel::addBlock(const Tile &tile, Value q,
                                                   Value number,
                                                   Carried carried,
                                                   bool isMasked) {
  Value k = wait(ringK);
  Value products = multiply(q, k, Value(), Value(), scoreType);
  Value v = wait(ringV);
  Value result =
      multiply(v, Value(), carried.weights, carried.result, resultType);
  products = waitForProduct(products, 1);
  release(k, ringK);
  Value scores = getScores(tile, products, number, isMasked);
  Value decrease;
  Value exponentials = softmax.add(b, scores, carried.state, decrease);
  result = waitForProduct(result, 0);
  release(v, ringV);
  carried.result = Softmax::multiplyRows(b, result, decrease);
  carried.weights = round(exponentials);
  return carried;
}

AttentionKernel::Carried AttentionKernel::addBlocks(const Tile &tile, Value q,
                                                    Value from, Value to,
                                                    Carried carried,
                                                    bool isMasked) {
  auto loop = scf::ForOp::create(b, from, to, index(1), carried.getValues());
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Carried next = addBlock(tile, q, loop.getInductionVar(),
                          Carried::get(loop.getRegionIterArgs()), isMasked);
  scf::YieldOp::create(b, next.getValues());
  return Carried::get(loop.getResults());
}

/// Stores columns of the result from `column` on, and the logarithms of the
/// rows' sums, if they are a result.
void AttentionKernel::store(const Tile &tile, Value result, Value logarithms,
                            Value column) {
  tile::StoreOp::create(b, result, kernel.getBody().getArgument(O),
                        {tile.batch, tile.head, tile.query, column},
                        /*staging=*/Value(), /*copied=*/false,
                        /*transposed=*/false, /*alignment=*/16);
  if (!fact.hasLogSumExp)
    return;
  // Once for all columns.
  OpBuilder::InsertionGuard guard(b);
  if (!getConstantIntValue(column)) {
    Value isFirst =
        arith::CmpIOp::create(b, arith::CmpIPredicate::eq, column, index(0));
    auto first = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
    b.setInsertionPointToStart(first.thenBlock());
  }
  tile::StoreRowsOp::create(b, logarithms,
                            kernel.getBody().getArgument(Logarithms),
                            {tile.batch, tile.head, tile.query, index(0)});
}

/// The CTAs that share a tile store a share of its columns each.
void AttentionKernel::storeMean(const Tile &tile, Value result,
                                Value exponents) {
  exponents = Softmax::hideRows(b, exponents, tile.blocks->isEmpty);
  Value rows = arith::SubIOp::create(b, queries, tile.query);
  Value todo = tile::ContributeOp::create(b, b.getI32Type(), result, exponents,
                                          rows, tile.parts, config.split);
  Value bits = arith::IndexCastOp::create(b, b.getIndexType(), todo);
  auto shares = scf::ForOp::create(b, index(0), index(config.split), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(shares.getBody());
  Value share = shares.getInductionVar(), one = index(1);
  Value bit =
      arith::AndIOp::create(b, arith::ShRUIOp::create(b, bits, share), one);
  Value isMine = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, bit, one);
  auto branch = scf::IfOp::create(b, isMine, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  int64_t columns = fact.columns / config.split;
  auto mean = tile::CollectMeanOp::create(
      b,
      tile::FragmentType::get(b.getContext(), {config.tile[0], columns},
                              b.getF32Type()),
      exponents.getType(), result, tile.parts, share, rows,
      op.getZeroMaskedRows());
  Value column = arith::MulIOp::create(b, share, index(columns));
  Value logarithms;
  if (fact.hasLogSumExp)
    logarithms = Softmax::createLogarithms(b, mean.getWeights());
  store(tile, mean.getMean(), logarithms, column);
}

void AttentionKernel::consume() {
  Tile tile = beginTile();
  const KeyBlocks &blocks = *tile.blocks;
  Value q = wait(ringQ);
  Carried carried = beginBlocks(tile, q);
  Value second = arith::AddIOp::create(b, blocks.first, index(1));
  if (blocks.mayBeMaskedFirst)
    carried = addBlocks(tile, q, second, blocks.whole, carried, true);
  if (blocks.mayBeWhole)
    carried = addBlocks(tile, q, blocks.whole, blocks.cut, carried, false);
  if (blocks.mayBeCut)
    carried = addBlocks(tile, q, blocks.cut, blocks.end, carried, true);
  release(q, ringQ);
  Value v = wait(ringV);
  Value result =
      multiply(v, Value(), carried.weights, carried.result, resultType);
  Value factors = softmax.finish(b, carried.state,
                                 config.split > 1 || op.getZeroMaskedRows());
  Value exponents, logarithms;
  if (config.split > 1)
    exponents = softmax.createExponents(b, carried.state);
  else if (fact.hasLogSumExp)
    logarithms = softmax.createLogarithms(b, carried.state);
  result = waitForProduct(result, 0);
  release(v, ringV);
  result = Softmax::multiplyRows(b, result, factors);
  if (config.split > 1)
    return storeMean(tile, result, exponents);
  store(tile, result, logarithms, index(0));
}

Operation *HopperAttention::build(ImplicitLocOpBuilder &b, StringRef name,
                                  const ProblemFact &fact,
                                  const Config &config) const {
  std::string whyNot;
  OwningOpRef<ModuleOp> problem =
      parseAttentionProblem(b.getContext(), fact.getAttention(), whyNot);
  FailureOr<AttentionViews> views = failure();
  if (problem)
    shortenTangents(getAttentionProblem(*problem));
  if (problem && succeeded(expandElementMath(*problem)))
    views = AttentionViews::create(getAttentionProblem(*problem), whyNot);
  if (failed(views)) {
    emitError(b.getLoc()) << "can't build the attention: " << whyNot;
    return nullptr;
  }
  auto typed = HopperAttentionConfig::fromConfig(config);
  return AttentionKernel(b, fact.getAttention(), typed,
                         getAttentionProblem(*problem), *views)
      .create(name);
}
