//===- ContractMaps.cpp - The maps of a problem's operands ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractMaps.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// `dim`, or `dim floordiv` a constant above 1.
static bool isDimOrGroup(AffineExpr index, AffineExpr dim) {
  if (index == dim)
    return true;
  auto division = dyn_cast<AffineBinaryOpExpr>(index);
  if (!division || division.getKind() != AffineExprKind::FloorDiv ||
      division.getLHS() != dim)
    return false;
  auto size = dyn_cast<AffineConstantExpr>(division.getRHS());
  return size && size.getValue() > 1;
}

static bool isZero(AffineExpr index) {
  auto constant = dyn_cast<AffineConstantExpr>(index);
  return constant && constant.getValue() == 0;
}

/// Whether two indices are `b floordiv h` and `b mod h`, with `h` a constant or
/// the one symbol.
static bool areHalvesOfBatch(AffineExpr outer, AffineExpr inner, AffineExpr b) {
  auto division = dyn_cast<AffineBinaryOpExpr>(outer);
  auto remainder = dyn_cast<AffineBinaryOpExpr>(inner);
  return division && remainder &&
         division.getKind() == AffineExprKind::FloorDiv &&
         remainder.getKind() == AffineExprKind::Mod && division.getLHS() == b &&
         remainder.getLHS() == b && division.getRHS() == remainder.getRHS() &&
         isa<AffineConstantExpr, AffineSymbolExpr>(division.getRHS());
}

namespace {
/// The names of the dimensions, for conditions and messages.
struct Dims {
  explicit Dims(ContractOp op) {
    auto get = [&](int64_t dim) {
      return dim < 0 ? AffineExpr() : getAffineDimExpr(dim, op.getContext());
    };
    b = get(op.getBatchDim());
    m = get(op.getDimM());
    n = get(op.getDimN());
    k = get(op.getDimK());
    k2 = get(op.getAddedDim());
  }
  AffineExpr b, m, n, k, k2;
};
} // namespace

/// Whether a map gives rows and columns in either order, behind what finds a
/// matrix of the batch if there is one for each product.
static bool isFactorMap(AffineMap map, AffineExpr rows, AffineExpr columns,
                        AffineExpr b) {
  ArrayRef<AffineExpr> results = map.getResults();
  if (results.size() < 2 || results.size() > 4)
    return false;
  ArrayRef<AffineExpr> last = results.take_back(2),
                       first = results.drop_back(2);
  bool isMatrix = (last[0] == rows && last[1] == columns) ||
                  (last[0] == columns && last[1] == rows);
  if (!isMatrix || (!first.empty() && !b))
    return false;
  if (first.size() == 2)
    return areHalvesOfBatch(first[0], first[1], b);
  return first.empty() || first[0] == b;
}

static LogicalResult verifyFactorMaps(ContractOp op) {
  Dims dims(op);
  for (unsigned number = 0, end = op.getFactors().size(); number < end;
       ++number) {
    bool isA = number == 0 || (op.isSum() && number == 2);
    AffineExpr depth = op.isSum() && number >= 2 ? dims.k2 : dims.k;
    AffineMap map = op.getMap(number);
    if (!isFactorMap(map, isA ? dims.m : dims.n, depth, dims.b))
      return op.emitOpError("operand ")
             << number
             << " is a factor: the last two results of its map must be "
             << (isA ? "rows" : "columns")
             << " of the output and the product's K, in either order, not "
             << AffineMapAttr::get(map);
  }
  return success();
}

static LogicalResult verifyOutputMaps(ContractOp op) {
  Dims dims(op);
  AffineMap first = op.getMapOfC();
  ArrayRef<AffineExpr> results = first.getResults();
  bool isMatrix =
      results.size() == 2 && results[0] == dims.m && results[1] == dims.n;
  bool isBatch = results.size() == 3 && dims.b && results[0] == dims.b &&
                 results[1] == dims.m && results[2] == dims.n;
  if (!isMatrix && !isBatch)
    return op.emitOpError("the map of C must have the results (m, n), or (b, "
                          "m, n) for a batch, not ")
           << AffineMapAttr::get(first);
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.getMapOf(init) != first)
      return op.emitOpError("all outs must have the map of C");
  return success();
}

/// Of what an epilogue reads: an index for each of the output's dimensions, or
/// for its rows and columns.
static LogicalResult verifyEpilogueMaps(ContractOp op, OperandRange operands) {
  ArrayRef<AffineExpr> output = op.getMapOfC().getResults();
  for (unsigned i = 0; i < operands.size(); ++i) {
    unsigned number = operands.getBeginOperandIndex() + i;
    ArrayRef<AffineExpr> results = op.getMap(number).getResults();
    bool isGood = results.size() == 2 || results.size() == output.size();
    if (isGood)
      for (auto [index, dim] :
           llvm::zip_equal(results, output.take_back(results.size()))) {
        bool isOfBatch = output.size() == 3 && dim == output.front();
        isGood &= isZero(index) || index == dim ||
                  (!isOfBatch && isDimOrGroup(index, dim));
      }
    if (!isGood)
      return op.emitOpError("operand ")
             << number
             << " is read by the epilogue: each result of its map must be 0, "
                "the output's dimension in that place, or groups (floordiv) of "
                "that row or column, not "
             << AffineMapAttr::get(op.getMap(number));
  }
  return success();
}

LogicalResult problem::verifyValuesMap(Operation *op, unsigned number,
                                       AffineMap map, AffineExpr along,
                                       AffineExpr depth, bool isOfA,
                                       bool hasRowGroups) {
  ArrayRef<AffineExpr> results = map.getResults();
  auto isAlong = [&](AffineExpr index) {
    return isZero(index) || index == along ||
           (hasRowGroups && isDimOrGroup(index, along));
  };
  auto isDepth = [&](AffineExpr index) {
    return isZero(index) || isDimOrGroup(index, depth);
  };
  // What varies along one of the two alone has one order.
  bool isDepthFirst = results.size() == 2 && !isZero(results[0]) &&
                      !isZero(results[1]) && isDepth(results[0]) &&
                      isAlong(results[1]);
  if (isDepthFirst ||
      (results.size() == 2 && isAlong(results[0]) && isDepth(results[1])))
    return success();
  return op->emitOpError("operand ")
         << number << " has values for " << (isOfA ? "rows" : "columns")
         << (hasRowGroups ? " or groups of them" : "")
         << " and for groups of K (floordiv): the two results of its map must "
            "be these, or 0 if all share one value, not "
         << AffineMapAttr::get(map);
}

LogicalResult problem::verifyMaps(ContractOp op) {
  unsigned plain = 3 + op.isSum(), dims = op.getMap(0).getNumDims();
  if (dims != plain && dims != plain + 1)
    return op.emitOpError("has maps of ")
           << dims << " dimensions; m, n, k" << (op.isSum() ? ", k2" : "")
           << " are " << plain << ", and a batch is one more";
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    AffineMap map = op.getMap(number);
    auto type = cast<ShapedType>(operand.getType());
    if (map.getNumDims() != dims)
      return op.emitOpError("all maps must have the same dimensions");
    if (map.getNumSymbols() > 1 ||
        (map.getNumSymbols() && number >= op.getFactors().size()))
      return op.emitOpError("only a factor's map may have a symbol, and only "
                            "one: the inner size of a batch of two dimensions");
    if (op.hasWindows(number))
      continue;
    if (map.getNumResults() != type.getRank())
      return op.emitOpError("operand ")
             << number << " has " << type.getRank()
             << " dimensions, and its map " << map.getNumResults();
  }
  if (failed(verifyFactorMaps(op)) || failed(verifyOutputMaps(op)) ||
      failed(verifyEpilogueMaps(op, op.getEpilogueInputs())))
    return failure();
  Dims of(op);
  auto verifyValues = [&](unsigned number, bool isOfA, bool hasRowGroups) {
    return verifyValuesMap(op, number, op.getMap(number), isOfA ? of.m : of.n,
                           of.k, isOfA, hasRowGroups);
  };
  OperandRange stored = op.getPrologueInputs(), scales = op.getScales();
  for (unsigned i = 0; i < stored.size(); ++i)
    if (failed(verifyValues(stored.getBeginOperandIndex() + i,
                            /*isOfA=*/op.getPrologueOf() == 0,
                            /*hasRowGroups=*/false)))
      return failure();
  for (unsigned i = 0; i < scales.size(); ++i)
    if (failed(verifyValues(scales.getBeginOperandIndex() + i,
                            /*isOfA=*/i == 0, /*hasRowGroups=*/true)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// `sizes` are those of all dimensions.
static LogicalResult verifyWindows(ContractOp op, ArrayRef<int64_t> sizes) {
  std::optional<ArrayRef<int64_t>> numbers = op.getWindows();
  if (!numbers)
    return success();
  if (numbers->size() != size_t(cuda::Window::kNumbers))
    return op.emitOpError("'windows' has ")
           << cuda::Window::kNumbers << " numbers, not " << numbers->size();
  if (op.getFactors().size() != 2 || op.hasPrologue() ||
      !op.getScales().empty())
    return op.emitOpError("'windows' needs one product, or a batch, without a "
                          "pair, sum, prologue or scales");
  auto images = cast<ShapedType>(op.getA().getType());
  if (images.getRank() != 4)
    return op.emitOpError("'windows' needs an A with the dimensions images, "
                          "rows, columns and channels, not ")
           << images;
  if (op.getMap(0).getResult(0) !=
      getAffineDimExpr(op.getDimM(), op.getContext()))
    return op.emitOpError("'windows' needs an A whose map is (m, k), not ")
           << AffineMapAttr::get(op.getMap(0));
  for (auto [index, number] : llvm::enumerate(*numbers))
    if (number < (index < 6 ? 1 : 0) || number > cuda::Window::kMaxNumber)
      return op.emitOpError("'windows' has a size, stride, dilation or padding "
                            "of ")
             << number << "; legal is from " << (index < 6 ? 1 : 0) << " to "
             << cuda::Window::kMaxNumber;
  cuda::Window window = *op.getWindow();
  int64_t depth = sizes[op.getDimK()], rows = sizes[op.getDimM()];
  int64_t pixels = window.size[0] * window.size[1];
  if (ShapedType::isStatic(depth) &&
      (depth % pixels || (!op.hasBatchDim() && images.isStaticDim(3) &&
                          depth / pixels < images.getDimSize(3))))
    return op.emitOpError("has a K of ")
           << depth << "; with 'windows', each of " << pixels
           << " pixels must have as many elements, and at least the channels "
              "of "
           << images;
  if (op.hasBatchDim()) {
    int64_t batch = sizes[op.getBatchDim()];
    if (ShapedType::isStatic(batch) && ShapedType::isStatic(depth) &&
        images.isStaticDim(3) && depth / pixels * batch != images.getDimSize(3))
      return op.emitOpError("has a K of ")
             << depth << " in a batch of " << batch
             << "; with 'windows', each product has an equal share of the "
                "channels of "
             << images << " for each of " << pixels << " pixels";
  }
  if (!images.hasStaticShape() || ShapedType::isDynamic(rows))
    return success();
  int64_t count = images.getDimSize(0);
  for (int dim : {0, 1}) {
    int64_t extent = images.getDimSize(1 + dim);
    if (extent > INT32_MAX ||
        llvm::MulOverflow(count, window.countPlaces(dim, extent), count))
      return op.emitOpError("has more windows than are counted, in ") << images;
  }
  return count == rows ? success()
                       : op.emitOpError("has 'windows' with ")
                             << count << " places in " << images
                             << "; C must have as many rows, not " << rows;
}

LogicalResult problem::verifySizes(ContractOp op) {
  SmallVector<int64_t> sizes(op.getMap(0).getNumDims(), ShapedType::kDynamic);
  auto forEach =
      [&](function_ref<LogicalResult(unsigned, AffineExpr, int64_t)> verify)
      -> LogicalResult {
    for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
      if (op.hasWindows(number))
        continue;
      auto type = cast<ShapedType>(operand.getType());
      for (auto [index, size] :
           llvm::zip_equal(op.getMap(number).getResults(), type.getShape()))
        if (ShapedType::isStatic(size) && failed(verify(number, index, size)))
          return failure();
    }
    return success();
  };
  auto setSize = [&](unsigned number, AffineExpr index,
                     int64_t size) -> LogicalResult {
    if (isZero(index))
      return size == 1 ? success()
                       : op.emitOpError("operand ")
                             << number << " has " << size
                             << " elements where its map is 0; it must have 1";
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (!dim)
      return success();
    int64_t &known = sizes[dim.getPosition()];
    if (ShapedType::isStatic(known) && known != size)
      return op.emitOpError("operand ")
             << number << " has " << size << " elements along "
             << AffineMapAttr::get(
                    AffineMap::get(sizes.size(), /*symbolCount=*/0, index))
             << ", but an earlier operand has " << known;
    known = size;
    return success();
  };
  auto checkGroups = [&](unsigned number, AffineExpr index,
                         int64_t size) -> LogicalResult {
    auto division = dyn_cast<AffineBinaryOpExpr>(index);
    if (!division || division.getKind() != AffineExprKind::FloorDiv)
      return success();
    auto dim = dyn_cast<AffineDimExpr>(division.getLHS());
    auto group = dyn_cast<AffineConstantExpr>(division.getRHS());
    if (!dim || !group || ShapedType::isDynamic(sizes[dim.getPosition()]))
      return success();
    int64_t needed =
        llvm::divideCeil(sizes[dim.getPosition()], group.getValue());
    if (size >= needed)
      return success();
    return op.emitOpError("operand ")
           << number << " has " << size << " groups, but " << needed
           << " are read";
  };
  return success(succeeded(forEach(setSize)) &&
                 succeeded(forEach(checkGroups)) &&
                 succeeded(verifyWindows(op, sizes)));
}
