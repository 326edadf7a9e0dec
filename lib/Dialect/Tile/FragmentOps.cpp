//===- FragmentOps.cpp - Verifiers of what works on fragments -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyFunction.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static LogicalResult verifyMatrix(Operation *op, Type type,
                                  ValueRange indices) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !isMatrix(memref))
    return op->emitOpError("needs a matrix in memory, not ") << type;
  if (indices.size() != size_t(memref.getRank()))
    return op->emitOpError("needs ") << getNumIndices(memref) << " indices";
  return success();
}

/// Whether every element of one type has an exact counterpart of the other.
static bool isExactlyWider(Type narrow, Type wide) {
  return narrow == wide ||
         (isa<FloatType>(narrow) && isa<FloatType>(wide) &&
          narrow.getIntOrFloatBitWidth() < wide.getIntOrFloatBitWidth());
}

/// Whether the elements of one type are the low bits of those of the other.
static bool isTruncated(Type wide, Type narrow) {
  return isa<IntegerType>(wide) && isa<IntegerType>(narrow) &&
         narrow.getIntOrFloatBitWidth() < wide.getIntOrFloatBitWidth();
}

static LogicalResult verifyAlignment(Operation *op, StringRef name,
                                     int64_t alignment) {
  if (alignment < 1 || alignment > 1024 || !llvm::isPowerOf2_64(alignment))
    return op->emitOpError("'")
           << name << "' is a power of two between 1 and 1024, not "
           << alignment;
  return success();
}

LogicalResult ReadOp::verify() {
  if (failed(verifyMatrix(*this, getSource().getType(), getIndices())) ||
      failed(verifyAlignment(*this, "alignment", getAlignment())))
    return failure();
  Type from = cast<MemRefType>(getSource().getType()).getElementType();
  Type to = getResult().getType().getElementType();
  if (!isExactlyWider(from, to))
    return emitOpError("reads elements of type ")
           << from << " as " << to << "; it can only widen floats";
  return success();
}

LogicalResult SplatOp::verify() {
  Type element = getResult().getType().getElementType();
  if (getValue().getType() != element)
    return emitOpError("makes elements of type ")
           << element << " from a value of type " << getValue().getType();
  return success();
}

/// That elements of one type can be stored as those of the other.
static LogicalResult verifyStored(Operation *op, Type from, Type to) {
  if (!isExactlyWider(from, to) && !isExactlyWider(to, from) &&
      !isTruncated(from, to))
    return op->emitOpError("stores elements of type ")
           << from << " as " << to
           << "; it only converts between floats of different widths, and "
              "integers to narrower ones";
  return success();
}

LogicalResult StoreOp::verify() {
  if (failed(verifyMatrix(*this, getDest().getType(), getIndices())))
    return failure();
  auto dest = cast<MemRefType>(getDest().getType());
  if (failed(verifyAlignment(*this, "alignment", getAlignment())) ||
      failed(verifyStored(*this, getFragment().getType().getElementType(),
                          dest.getElementType())))
    return failure();
  if (getCopied() && !getStaging())
    return emitOpError("with 'copied' needs 'through' with a staging");
  if (!getStaging())
    return success();
  if (!getStaging().getDefiningOp<StagingOp>())
    return emitOpError("the staging must come straight from a tile.staging");
  StagingType staging = getStaging().getType();
  if (staging.getElementType() != dest.getElementType())
    return emitOpError("stages elements of type ")
           << staging.getElementType() << " for a matrix of "
           << dest.getElementType();
  ArrayRef<int64_t> box = staging.getShape();
  SmallVector<int64_t> shape(getFragment().getType().getShape());
  if (getTransposed())
    std::swap(shape[0], shape[1]);
  // Threads copy what there is of the last box along a row.
  bool isPartial = getCopied() && !getTransposed() && shape[1] % 8 == 0;
  if (shape[0] % box[0] || (shape[1] % box[1] && !isPartial))
    return emitOpError("a box of ")
           << box[0] << "x" << box[1] << " does not divide the " << shape[0]
           << "x" << shape[1] << " elements that are stored";
  return success();
}

LogicalResult StagingOp::verify() {
  int64_t buffers = getBuffers();
  if (buffers < 1 || buffers > 8)
    return emitOpError("must have between 1 and 8 buffers, not ") << buffers;
  if (getRing() && !getRing().getDefiningOp<RingOp>())
    return emitOpError("the ring must come straight from a tile.ring");
  return success();
}

LogicalResult tile::verifyFunction(Operation *op, Region &body, Type element,
                                   size_t more) {
  auto yield = dyn_cast<YieldOp>(body.front().getTerminator());
  if (!yield || yield.getNumOperands() != 1 + more ||
      yield.getOperand(0).getType() != element) {
    InFlightDiagnostic error = op->emitOpError("its function must yield one ")
                               << element;
    if (more > 0)
      error << ", and behind it an element for each of " << more << " outputs";
    return error;
  }
  WalkResult scalars = body.walk([&](Operation *inner) {
    return inner != yield && isa_and_nonnull<TileDialect>(inner->getDialect())
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (scalars.wasInterrupted())
    return op->emitOpError("its function computes with elements: it must not "
                           "hold operations of the tile dialect");
  return success();
}

/// The shape and the elements of a fragment, or of values of rows.
static std::pair<ArrayRef<int64_t>, Type> getContents(Type type) {
  if (auto rows = dyn_cast<RowsType>(type))
    return {rows.getShape(), rows.getElementType()};
  auto fragment = cast<FragmentType>(type);
  return {fragment.getShape(), fragment.getElementType()};
}

LogicalResult MapOp::verify() {
  if (getInputs().empty())
    return emitOpError("needs at least one fragment");
  auto [shape, element] = getContents(getResult().getType());
  bool isOfRows = isa<RowsType>(getResult().getType());
  if (getPlaces().size() != 0 && (getPlaces().size() != 2 || isOfRows))
    return emitOpError("takes the row and the column of a fragment's first "
                       "element, not ")
           << getPlaces().size() << (isOfRows ? " places of rows" : " places");
  Block &body = getBody().front();
  size_t places = getPlaces().size(), least = getInputs().size() + places;
  if (body.getNumArguments() != least &&
      (!places || body.getNumArguments() != least + 2))
    return emitOpError("its function takes one element of each input")
           << (places ? ", and the element's row and column" : "");
  for (auto [number, place] :
       llvm::enumerate(body.getArguments().drop_front(getInputs().size())))
    if (number < 2 ? !place.getType().isIndex() : !place.getType().isF32())
      return emitOpError("its function takes places of type index, and then "
                         "of f32, not ")
             << place.getType();
  bool hasFragment = false;
  for (auto [argument, input] : llvm::zip(body.getArguments(), getInputs())) {
    auto [inputShape, inputElement] = getContents(input.getType());
    bool ofRows = isa<RowsType>(input.getType());
    hasFragment |= !ofRows;
    if (!isOfRows && ofRows ? inputShape[0] != shape[0] || inputShape[1] != 1
                            : inputShape != shape)
      return emitOpError("all fragments must have the same shape, and values "
                         "of rows must be one for each of its rows");
    if (argument.getType() != inputElement)
      return emitOpError("its function takes ")
             << argument.getType() << " where the fragment holds "
             << inputElement;
  }
  if (hasFragment == isOfRows)
    return emitOpError("gives ")
           << (isOfRows ? "values of rows" : "a fragment") << " and has "
           << (isOfRows ? "a" : "no") << " fragment among its inputs";
  return verifyFunction(*this, getBody(), element);
}

LogicalResult EpilogueOp::verify() {
  FragmentType type = getSums().getType();
  ArrayRef<int64_t> shape = getResult().getType().getShape();
  int64_t sums = getNumSums();
  if (type.getShape()[0] != shape[0] || type.getShape()[1] != sums * shape[1])
    return emitOpError("the result must have the shape of the sums, or half as "
                       "many columns for pairs of sums");
  int64_t rank = getIndices().size(), count = getMatrices().size();
  if (rank < 2 || rank > 4)
    return emitOpError("needs two to four indices, not ") << rank;
  if (getPlaced() && getTransposed())
    return emitOpError("has 'placed', for which its fragment must not be "
                       "'transposed'");
  Block &body = getBody().front();
  int64_t places = getPlaced() ? 2 : 0;
  if (body.getNumArguments() != count + sums + places)
    return emitOpError("its function takes ")
           << (sums == 1 ? "a sum" : "two sums")
           << " and one element of each matrix"
           << (places ? ", and the element's row and column" : "");
  for (BlockArgument place : body.getArguments().take_back(places))
    if (!place.getType().isIndex())
      return emitOpError("its function takes places of type index, not ")
             << place.getType();
  for (BlockArgument sum : body.getArguments().take_front(sums))
    if (sum.getType() != type.getElementType())
      return emitOpError("its function takes ")
             << sum.getType() << " where the fragment holds "
             << type.getElementType();
  if (getAlignments() && int64_t(getAlignments()->size()) != count)
    return emitOpError("has 'alignments' of ")
           << getAlignments()->size() << " matrices, not of " << count;
  if (getGroups() && int64_t(getGroups()->size()) != 2 * count)
    return emitOpError("has ")
           << getGroups()->size() << " 'groups', not two for each of " << count
           << " matrices";
  for (auto [index, matrix] : llvm::enumerate(getMatrices())) {
    auto memref = cast<MemRefType>(matrix.getType());
    if (!isMatrix(memref) || memref.getRank() > rank)
      return emitOpError("needs matrices in memory")
             << (rank == 2 ? "" : " or batches of them") << ", not " << memref;
    Type element = memref.getElementType();
    if (body.getArgument(index + sums).getType() != element)
      return emitOpError("its function takes ")
             << body.getArgument(index + sums).getType()
             << " where the matrix holds " << element;
    if (getGroup(index, 0) < 1 || getGroup(index, 1) < 1)
      return emitOpError("a group must have at least one row or column, not ")
             << std::min(getGroup(index, 0), getGroup(index, 1));
    int64_t alignment = getAlignment(index);
    if (alignment != 1 &&
        (!element.isIntOrFloat() ||
         alignment * 4 != int64_t(element.getIntOrFloatBitWidth())))
      return emitOpError(
                 "an alignment must be 1 or the size of two elements; for ")
             << element << " not " << alignment;
    if (alignment != 1 && getGroup(index, 1) != 1)
      return emitOpError(
          "an alignment above 1 reads elements of two neighbouring columns: it "
          "must be 1 if columns share elements ('groups')");
  }
  if (failed(verifyFunction(*this, getBody(),
                            getResult().getType().getElementType(),
                            /*more=*/getOutputs().size())))
    return failure();
  if (getOutputAlignments() &&
      getOutputAlignments()->size() != getOutputs().size())
    return emitOpError("has 'output_alignments' of ")
           << getOutputAlignments()->size() << " matrices, not of "
           << getOutputs().size();
  Operation *yield = body.getTerminator();
  for (auto [index, output] : llvm::enumerate(getOutputs())) {
    Type element = yield->getOperand(1 + index).getType();
    if (failed(verifyMatrix(*this, output.getType(), getIndices())) ||
        failed(verifyAlignment(*this, "output_alignments",
                               getOutputAlignment(index))) ||
        failed(
            verifyStored(*this, element,
                         cast<MemRefType>(output.getType()).getElementType())))
      return failure();
  }
  return success();
}

LogicalResult ClusterReduceOp::verify() {
  auto kernel = (*this)->getParentOfType<KernelOp>();
  if (!getRing().getDefiningOp<RingOp>())
    return emitOpError("the ring must come straight from a tile.ring");
  int64_t split = kernel.getCluster()[2];
  ArrayRef<int64_t> in = getPartial().getType().getShape();
  ArrayRef<int64_t> out = getResult().getType().getShape();
  if (in[0] != out[0] || out[1] * split != in[1] ||
      getPartial().getType().getElementType() !=
          getResult().getType().getElementType())
    return emitOpError("splits the columns among the ")
           << split << " CTAs along K: the result must be " << in[0] << "x"
           << in[1] / split << " of the same elements";
  return success();
}

/// The tile loop whose parts a value is; null, with an error, if none.
static ForEachTileOp getLoopOfParts(Operation *op, Value parts) {
  auto argument = dyn_cast<BlockArgument>(parts);
  auto loop = argument
                  ? dyn_cast<ForEachTileOp>(argument.getOwner()->getParentOp())
                  : nullptr;
  if (!loop)
    op->emitOpError("the parts must come straight from a tile.for_each_tile");
  return loop;
}

/// The weights of the rows of a mean.
static LogicalResult verifyWeights(Operation *op, RowsType weights,
                                   FragmentType mean) {
  int64_t rows = mean.getShape()[0];
  if (weights.getShape()[0] != rows || weights.getShape()[1] != 1 ||
      !weights.getElementType().isF32() || !mean.getElementType().isF32())
    return op->emitOpError("takes means of f32 and one weight of f32 for each "
                           "of their ")
           << rows << " rows, not " << mean << " and " << weights;
  return success();
}

LogicalResult ContributeOp::verify() {
  ForEachTileOp loop = getLoopOfParts(*this, getParts());
  if (!loop)
    return failure();
  int64_t shares = getShares();
  if (shares != int64_t(loop.getSplit()))
    return emitOpError("cuts the columns into one share for each of the ")
           << loop.getSplit() << " parts of the tile loop; not " << shares;
  int64_t columns = getPartial().getType().getShape()[1];
  if (columns % shares)
    return emitOpError("cuts ")
           << columns << " columns into " << shares
           << " shares; the columns must be a multiple of " << shares;
  return getWeights() ? verifyWeights(*this, getWeights().getType(),
                                      getPartial().getType())
                      : success();
}

/// What a collection gives of the columns.
static LogicalResult verifyShare(Operation *op, Value parts, FragmentType in,
                                 FragmentType out) {
  ForEachTileOp loop = getLoopOfParts(op, parts);
  if (!loop)
    return failure();
  int64_t shares = loop.getSplit();
  if (in.getShape()[0] != out.getShape()[0] ||
      out.getShape()[1] * shares != in.getShape()[1] ||
      in.getElementType() != out.getElementType())
    return op->emitOpError("collects 1 of ")
           << shares << " shares of the columns: the result must be "
           << in.getShape()[0] << "x" << in.getShape()[1] / shares
           << " of the same elements";
  return success();
}

LogicalResult CollectOp::verify() {
  return verifyShare(*this, getParts(), getPartial().getType(),
                     getResult().getType());
}

LogicalResult CollectMeanOp::verify() {
  if (failed(verifyShare(*this, getParts(), getPartial().getType(),
                         getMean().getType())))
    return failure();
  return verifyWeights(*this, getWeights().getType(), getPartial().getType());
}
