//===- FormContract.cpp - From a pattern to a problem ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormContract.h"
#include "Destinations.h"
#include "OperandViews.h"
#include "mlir-autotune/Analysis/DeadCode.h"
#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/FormProblems/FormProblems.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;
using problem::ContractOp;

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

namespace {
/// Makes the maps of a problem's operands, which all have the same dimensions.
class MapBuilder {
public:
  MapBuilder(const MatmulPattern &pattern, int64_t rank, ValueRange factors)
      : context(factors[0].getContext()), fact(pattern.fact), rank(rank) {
    bool hasBatch = llvm::any_of(factors, [](Value factor) {
      return cast<ShapedType>(factor.getType()).getRank() > 2;
    });
    m = hasBatch || rank == 3;
    numDims = m + 3 + fact.isSum();
  }

  AffineMap getFactorMap(unsigned number, Value factor) const;
  AffineMap getOutputMap() const {
    SmallVector<AffineExpr> results;
    for (int64_t dim = 0; dim < rank; ++dim)
      results.push_back(getOutputDim(dim));
    return get(results);
  }
  /// Of a value of the epilogue, and of the matrix that was made of it.
  AffineMap getEpilogueMap(const EpilogueValue &value, Value matrix) const;
  /// Of values that a prologue reads, or scales: along the output's dimension
  /// number `along`, which is 0 for rows.
  AffineMap getValuesMap(const PrologueOperand &operand, unsigned along) const {
    return autotune::getValuesMap(operand, numDims, getDim(m + along),
                                  getDim(m + 2));
  }

private:
  AffineMap get(ArrayRef<AffineExpr> results, unsigned symbols = 0) const {
    return AffineMap::get(numDims, symbols, results, context);
  }
  AffineExpr getDim(unsigned dim) const {
    return getAffineDimExpr(dim, context);
  }
  AffineExpr getOutputDim(int64_t dim) const {
    return getDim(dim + m + 2 - rank);
  }
  AffineExpr getZero() const { return getAffineConstantExpr(0, context); }

  MLIRContext *context;
  const MatmulFact &fact;
  /// The number of dimensions of C.
  int64_t rank;
  /// The dimension of rows; those of columns and of K are behind it.
  unsigned m, numDims;
};
} // namespace

AffineMap MapBuilder::getFactorMap(unsigned number, Value factor) const {
  bool isA = number == 0 || (fact.isSum() && number == 2);
  bool isTransposed = (isA ? fact.a : fact.b).transposed;
  AffineExpr along = getDim(isA ? m : m + 1);
  AffineExpr depth = getDim(fact.isSum() && number >= 2 ? m + 3 : m + 2);
  auto type = cast<ShapedType>(factor.getType());
  SmallVector<AffineExpr> results;
  unsigned symbols = 0;
  if (type.getRank() == 3)
    results = {getDim(0)};
  if (type.getRank() == 4) {
    int64_t inner = type.getDimSize(1);
    symbols = ShapedType::isDynamic(inner);
    AffineExpr size = symbols ? getAffineSymbolExpr(0, context)
                              : getAffineConstantExpr(inner, context);
    results = {getDim(0).floorDiv(size), getDim(0) % size};
  }
  if (isTransposed == isA)
    results.append({depth, along});
  else
    results.append({along, depth});
  return get(results, symbols);
}

AffineMap MapBuilder::getEpilogueMap(const EpilogueValue &value,
                                     Value matrix) const {
  int64_t own = cast<ShapedType>(matrix.getType()).getRank();
  SmallVector<AffineExpr> results(own, getZero());
  for (auto [index, dim] : llvm::enumerate(value.dims)) {
    if (dim == EpilogueValue::kUnit || dim < rank - own)
      continue;
    int64_t group = value.getGroup(index);
    AffineExpr of = getOutputDim(dim);
    results[dim - (rank - own)] = group == 1 ? of : of.floorDiv(group);
  }
  return get(results);
}

AffineMap autotune::getValuesMap(const PrologueOperand &operand,
                                 unsigned numDims, AffineExpr along,
                                 AffineExpr depth) {
  MLIRContext *context = depth.getContext();
  auto getGroup = [&](AffineExpr dim, int64_t group) {
    return group == 0   ? getAffineConstantExpr(0, context)
           : group == 1 ? dim
                        : dim.floorDiv(group);
  };
  SmallVector<AffineExpr, 2> results = {
      getGroup(along, operand.overOutput ? operand.rowGroup : 0),
      getGroup(depth, operand.group)};
  if (operand.matrix.transposed)
    std::swap(results[0], results[1]);
  return AffineMap::get(numDims, /*symbolCount=*/0, results, context);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Makes the region that a function's text is.
static void parseInto(Region &region, StringRef body, Location loc) {
  if (body.empty())
    return;
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(body, region.getContext());
  assert(module && "matchers write what can be parsed");
  region.takeBody(getElementFunction(*module).getBody());
  Operation *end = region.front().getTerminator();
  OpBuilder b(end);
  problem::YieldOp::create(b, end->getLoc(), end->getOperands());
  end->erase();
  region.walk([&](Operation *op) { op->setLoc(loc); });
  for (BlockArgument argument : region.getArguments())
    argument.setLoc(loc);
}

//===----------------------------------------------------------------------===//
// What goes
//===----------------------------------------------------------------------===//

/// What made an operand, and now does so for nobody.
static bool isErasable(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return (linalgOp && linalgOp.hasPureTensorSemantics()) ||
         (isMemoryEffectFree(op) && op->getNumRegions() == 0);
}

/// On memrefs, the allocations of what operations write that are to go.
static SetVector<Operation *> getBuffers(const MatmulPattern &pattern) {
  SetVector<Operation *> buffers;
  linalg::LinalgOp matmul = pattern.matmul;
  if (matmul->getNumResults())
    return buffers;
  auto insert = [&](linalg::LinalgOp op) {
    Operation *alloc = op.getDpsInits()[0].getDefiningOp();
    if (alloc && hasSingleEffect<MemoryEffects::Allocate>(alloc))
      buffers.insert(alloc);
  };
  insert(matmul);
  if (pattern.other)
    insert(pattern.other);
  for (Operation *op : pattern.epilogue)
    insert(cast<linalg::LinalgOp>(op));
  return buffers;
}

/// Erases an allocation that is but freed.
static void eraseIfUnused(Operation *alloc,
                          llvm::function_ref<void(Operation *)> erase) {
  SetVector<Operation *> users(alloc->user_begin(), alloc->user_end());
  if (!llvm::all_of(users, [](Operation *user) {
        return hasSingleEffect<MemoryEffects::Free>(user) && user->use_empty();
      }))
    return;
  llvm::for_each(users, erase);
  erase(alloc);
}

void autotune::erasePattern(MatmulPattern pattern,
                            llvm::function_ref<void(Operation *)> erasing) {
  auto erase = [&](Operation *op) {
    erasing(op);
    op->erase();
  };
  linalg::LinalgOp matmul = pattern.matmul;
  bool castsBuffer = pattern.cast && pattern.cast->getNumResults() == 0;
  SetVector<Operation *> buffers = getBuffers(pattern);
  if (pattern.cast)
    erase(pattern.cast);
  llvm::for_each(llvm::reverse(pattern.epilogue), erase);
  llvm::for_each(pattern.halves, erase);
  SmallVector<Value, 4> made;
  for (linalg::LinalgOp op : {pattern.other, matmul}) {
    if (op && pattern.takesStored())
      llvm::append_range(made, op.getDpsInputs());
    if (op)
      erase(op);
  }
  // A fill may be what such an operation was to write into.
  auto erasingMade = [&](Operation *op) {
    for (linalg::FillOp *fill : {&pattern.fill, &pattern.otherFill})
      if (*fill == op)
        *fill = nullptr;
    erasing(op);
  };
  eraseIfDead(made, isErasable, erasingMade);
  if (pattern.otherFill && pattern.otherFill != pattern.fill &&
      pattern.otherFill->use_empty())
    erase(pattern.otherFill);
  // A K of 0 launches nothing: then the fill is what is left.
  bool fillNeeded = ShapedType::isDynamic(pattern.fact.k) && !castsBuffer;
  if (pattern.fill && !fillNeeded && pattern.fill->use_empty())
    erase(pattern.fill);
  for (Operation *buffer : buffers)
    eraseIfUnused(buffer, erase);
}

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

namespace {
/// The operands of a problem, and the maps of those that functions read.
struct ReadValues {
  SmallVector<Value> matrices;
  SmallVector<AffineMap> maps;
};
} // namespace

static ReadValues createStored(OpBuilder &builder, const MatmulPattern &pattern,
                               const MapBuilder &maps, Location loc) {
  ReadValues read;
  if (!pattern.prologue)
    return read;
  for (auto [param, operand] : llvm::zip_equal(
           pattern.prologue->params, pattern.fact.prologue.operands)) {
    linalg::LinalgOp matmul = pattern.matmul;
    read.matrices.push_back(createMatrix(builder, loc, param, /*rank=*/2,
                                         matmul.hasPureTensorSemantics()));
    read.maps.push_back(
        maps.getValuesMap(operand, pattern.fact.prologue.number));
  }
  return read;
}

static ReadValues createScaled(OpBuilder &builder, const MatmulPattern &pattern,
                               const MapBuilder &maps) {
  ReadValues read;
  if (!pattern.scaled)
    return read;
  const BlockScales &scales = *pattern.fact.scales;
  read.matrices = createScales(builder, pattern);
  for (size_t number = 0; number < read.matrices.size(); ++number)
    read.maps.push_back(number == 0 ? maps.getValuesMap(scales.a, /*along=*/0)
                                    : maps.getValuesMap(scales.b, /*along=*/1));
  return read;
}

static ReadValues createEpilogueInputs(OpBuilder &builder,
                                       const MatmulPattern &pattern,
                                       const MapBuilder &maps, Location loc,
                                       int64_t rank) {
  ReadValues read;
  linalg::LinalgOp matmul = pattern.matmul;
  for (const EpilogueValue &extra : pattern.extras) {
    read.matrices.push_back(createMatrix(builder, loc, extra, rank,
                                         matmul.hasPureTensorSemantics()));
    read.maps.push_back(maps.getEpilogueMap(extra, read.matrices.back()));
  }
  return read;
}

/// The attributes of the project, which say how a problem is to be computed.
static void takeAttributes(Operation *from, Operation *to) {
  for (NamedAttribute attr : from->getDiscardableAttrs())
    if (attr.getName().strref().starts_with("autotune."))
      to->setDiscardableAttr(attr.getName(), attr.getValue());
}

ContractOp
autotune::formContract(const MatmulPattern &pattern,
                       llvm::function_ref<void(Operation *)> erasing) {
  linalg::LinalgOp matmul = pattern.matmul, other = pattern.other;
  const MatmulFact &fact = pattern.fact;
  Operation *last = pattern.getLast();
  // What the second of a sum reads is there before that.
  OpBuilder builder(pattern.place ? pattern.place : other ? other : matmul);
  Location loc = matmul.getLoc();
  int64_t rank = cast<ShapedType>(matmul.getDpsInits()[0].getType()).getRank();
  SmallVector<Value> factors = createFactors(builder, pattern);
  SmallVector<Value> outs = createDestinations(builder, pattern);
  MapBuilder maps(pattern, rank, factors);
  ReadValues stored = createStored(builder, pattern, maps, loc);
  ReadValues scales = createScaled(builder, pattern, maps);
  ReadValues read =
      createEpilogueInputs(builder, pattern, maps, last->getLoc(), rank);

  SmallVector<AffineMap> all;
  for (auto [number, factor] : llvm::enumerate(factors))
    all.push_back(maps.getFactorMap(number, factor));
  for (const ReadValues *each : {&stored, &scales, &read})
    llvm::append_range(all, each->maps);
  all.append(outs.size(), maps.getOutputMap());
  SmallVector<Type> results;
  if (isa<TensorType>(outs.front().getType()))
    llvm::append_range(results, ValueRange(outs).getTypes());
  StringAttr precision;
  if (isTf32(fact.a.element))
    precision = builder.getStringAttr(stringifyElementKind(fact.a.element));
  IntegerAttr prologueOf;
  if (!fact.prologue.isNone())
    prologueOf = builder.getI64IntegerAttr(fact.prologue.number);
  auto contract = ContractOp::create(
      builder, loc, results, factors, stored.matrices, scales.matrices,
      read.matrices, outs, builder.getAffineMapArrayAttr(all),
      getElementType(fact.accumulator, builder.getContext()), precision,
      prologueOf, /*windows=*/nullptr, fact.isPair,
      fact.init == InitKind::Accumulate, fact.zeroExtend);
  parseInto(contract.getPrologue(), fact.prologue.body, loc);
  parseInto(contract.getEpilogue(), fact.epilogue.body, last->getLoc());
  takeAttributes(matmul, contract);
  if (!results.empty() && !pattern.outputs.empty())
    for (auto [output, result] :
         llvm::zip_equal(pattern.outputs, contract->getResults()))
      Value(output).replaceAllUsesWith(result);
  else if (!results.empty())
    last->replaceAllUsesWith(contract);
  erasePattern(pattern, erasing);
  return contract;
}
