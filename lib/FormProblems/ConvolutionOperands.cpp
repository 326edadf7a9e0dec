//===- ConvolutionOperands.cpp - Sizes and forms of a product -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionOperands.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

#include <functional>

using namespace mlir;
using namespace mlir::autotune;

/// A step along K has channels of one pixel. With fewer bytes than these, more
/// than half of a step would be zeros.
static constexpr int64_t kLeastPixelBytes = 64;
/// Groups share products, whose filters have zeros between the groups. With
/// fewer channels in a group they are nothing but zeros.
static constexpr int64_t kLeastGroupChannels = 4;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<unsigned> ConvolutionOperands::getDims(ArrayRef<Kind> kinds) {
  SmallVector<unsigned> dims;
  for (Kind kind : kinds)
    for (unsigned i = 0; i < op.getNumDims(kind); ++i)
      dims.push_back(op.getFirstDim(kind) + i);
  return dims;
}

int64_t ConvolutionOperands::getExtent(unsigned spatial) {
  return cast<ShapedType>(op.getX().getType()).getDimSize(op.getXDim(spatial));
}

int64_t ConvolutionOperands::getElementBytes() {
  return llvm::divideCeil(
      getElementTypeOrSelf(op.getX()).getIntOrFloatBitWidth(), 8);
}

int64_t ConvolutionOperands::getAllChannels() {
  return op.getGroups() * op.getChannels();
}

/// The channels of all groups that a pixel of X has, in bytes.
static int64_t getPixelBytes(problem::ConvolutionOp op) {
  int64_t bits = getElementTypeOrSelf(op.getX()).getIntOrFloatBitWidth();
  return op.getGroups() * op.getChannels() * llvm::divideCeil(bits, 8);
}

bool autotune::hasFewChannels(problem::ConvolutionOp op) {
  return !ShapedType::isDynamic(op.getGroups()) &&
         !ShapedType::isDynamic(op.getChannels()) &&
         getPixelBytes(op) < kLeastPixelBytes;
}

std::string ConvolutionOperands::getWhyNot() {
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim) {
    if (op.findDimKind(dim) != Kind::Batch &&
        ShapedType::isDynamic(op.getSize(dim)))
      return "a size other than that of the batch is not known";
    if (op.getSize(dim) == 0)
      return "it has a size of 0";
  }
  for (auto [number, operand] : llvm::enumerate(op->getOperands()))
    for (auto [index, size] :
         llvm::zip_equal(op.getMap(number).getResults(),
                         cast<ShapedType>(operand.getType()).getShape()))
      if (auto dim = dyn_cast<AffineDimExpr>(index);
          dim && ShapedType::isDynamic(size) &&
          !ShapedType::isDynamic(op.getSize(dim.getPosition())))
        return "the type of operand " + std::to_string(number) +
               " lacks a size that another operand's has";
  for (unsigned spatial = 0; spatial < op.getSpatialRank(); ++spatial)
    if (ShapedType::isDynamic(getExtent(spatial)))
      return "the sizes of its images are not known";
  if (op.getGroups() > 1 &&
      std::min(op.getChannels(), op.getOutputChannels()) < kLeastGroupChannels)
    return "it has " + std::to_string(op.getGroups()) +
           " groups of few channels, which are no product of matrices";
  return "";
}

OpFoldResult ConvolutionOperands::getSize(unsigned dim) {
  AffineExpr expr = b.getAffineDimExpr(dim);
  if (ShapedType::isStatic(op.getSize(dim)))
    return b.getIndexAttr(op.getSize(dim));
  return tensor::getMixedSize(b, b.getLoc(), op.getX(),
                              *op.getMap(0).getResultPosition(expr));
}

//===----------------------------------------------------------------------===//
// Forms
//===----------------------------------------------------------------------===//

/// Whether the elements of a pixel, and then the pixels, lie side by side.
bool ConvolutionOperands::lieInOrder() {
  int64_t next = 0;
  auto isNext = [&](unsigned place) { return int64_t(place) == next++; };
  auto isNextDim = [&](unsigned dim) {
    return isNext(*op.getMap(0).getResultPosition(b.getAffineDimExpr(dim)));
  };
  for (unsigned dim : getDims({Kind::Batch}))
    if (!isNextDim(dim))
      return false;
  for (unsigned spatial = 0; spatial < op.getSpatialRank(); ++spatial)
    if (!isNext(op.getXDim(spatial)))
      return false;
  return llvm::all_of(getDims({Kind::Group, Kind::Channel}), isNextDim);
}

bool autotune::isSmallDepthwise(problem::ConvolutionOp op) {
  // What kernels of rows write out of a window, instead of a loop.
  constexpr int64_t kMostPixels = 10;
  int64_t pixels = 1;
  for (unsigned i = 0; i < op.getSpatialRank(); ++i) {
    int64_t size = op.getSize(op.getWindowDim(i));
    if (ShapedType::isDynamic(size) || size > kMostPixels)
      return false;
    pixels *= size;
  }
  return pixels <= kMostPixels && op.getGroups() != 1 &&
         op.getChannels() == 1 && op.getOutputChannels() == 1;
}

bool autotune::isOfPixels(problem::ConvolutionOp op) {
  for (unsigned i = 0; i < op.getSpatialRank(); ++i)
    if (op.getSize(op.getWindowDim(i)) != 1 || op.getStride(i) != 1 ||
        op.getPaddingLow(i) != 0 || op.getPaddingHigh(i) != 0)
      return false;
  return true;
}

/// Whether the pixels of a channel lie side by side in an operand, behind its
/// image and its channels of the kind.
bool ConvolutionOperands::liesInPlanes(AffineMap map, Kind channels) {
  SmallVector<unsigned> dims =
      getDims({Kind::Batch, Kind::Group, channels, Kind::Output});
  if (map.getNumResults() != dims.size())
    return false;
  for (auto [result, dim] : llvm::zip_equal(map.getResults(), dims))
    if (!result.isFunctionOfDim(dim))
      return false;
  return true;
}

std::optional<bool> ConvolutionOperands::findRowOfPlanes(unsigned number) {
  auto isLong = [&](unsigned dim) { return op.getSize(dim) != 1; };
  SmallVector<unsigned> read, filters = getDims({Kind::Group, Kind::Filter});
  for (AffineExpr result : op.getMap(2 + number).getResults())
    read.push_back(cast<AffineDimExpr>(result).getPosition());
  llvm::erase_if(read, std::not_fn(isLong));
  llvm::erase_if(filters, std::not_fn(isLong));
  if (read.empty())
    return false;
  return read == filters ? std::optional(true) : std::nullopt;
}

/// Whether each image is a matrix that TMA loads, and so is its result.
bool ConvolutionOperands::hasPlanes() {
  int64_t pixels = 1;
  for (unsigned dim : getDims({Kind::Output}))
    pixels *= op.getSize(dim);
  if (!isOfPixels(op) || op.getGroups() > 1 || op.getNumBatchDims() != 1 ||
      pixels * getElementBytes() % kPixelBytes != 0 ||
      !liesInPlanes(op.getMap(0), Kind::Channel) ||
      !liesInPlanes(op.getMapOfY(), Kind::Filter))
    return false;
  for (unsigned i = 0; i < op.getEpilogueInputs().size(); ++i)
    if (op.getMap(2 + i) != op.getMapOfY() && !findRowOfPlanes(i))
      return false;
  return true;
}

bool ConvolutionOperands::hasPatches() {
  if (op.getSpatialRank() != 2 || !lieInOrder())
    return false;
  for (unsigned i : {0, 1})
    if (op.getSize(op.getWindowDim(i)) != op.getStride(i) ||
        op.getDilation(i) != 1 || op.getPaddingLow(i) != 0 ||
        getExtent(i) != op.getSize(op.getOutputDim(i)) * op.getStride(i))
      return false;
  return hasFewChannels(op) &&
         getPixelBytes(op) * op.getStride(1) % kPixelBytes == 0;
}

cuda::Window ConvolutionOperands::getWindow() {
  cuda::Window window;
  for (unsigned i = 0; i < op.getSpatialRank(); ++i) {
    unsigned dim = 2 - op.getSpatialRank() + i;
    window.size[dim] = op.getSize(op.getWindowDim(i));
    window.strides[dim] = op.getStride(i);
    window.dilations[dim] = op.getDilation(i);
    window.low[dim] = op.getPaddingLow(i);
    window.high[dim] = std::max<int64_t>(op.getPaddingHigh(i), 0);
  }
  return window;
}

bool ConvolutionOperands::hasWindows() {
  unsigned rank = op.getSpatialRank();
  if (rank > 2 || hasFewChannels(op))
    return false;
  cuda::Window window = getWindow();
  if (!window.getWhyInvalid().empty())
    return false;
  for (unsigned i = 0; i < rank; ++i)
    if (window.countPlaces(2 - rank + i, getExtent(i)) !=
        op.getSize(op.getOutputDim(i)))
      return false;
  return true;
}

int64_t ConvolutionOperands::countProducts() {
  int64_t groups = op.getGroups(), bytes = op.getChannels() * getElementBytes();
  for (int64_t ofProduct = 1; ofProduct < groups; ++ofProduct)
    if (groups % ofProduct == 0 && ofProduct * bytes % kStepBytes == 0)
      return groups / ofProduct;
  return 1;
}

bool ConvolutionOperands::fits(ConvolutionForm form) {
  unsigned rank = op.getSpatialRank();
  switch (form) {
  case ConvolutionForm::Planes:
    return hasPlanes();
  case ConvolutionForm::Pixels:
    return isOfPixels(op);
  case ConvolutionForm::Patches:
    return hasPatches();
  case ConvolutionForm::Groups:
    return countProducts() > 1 && hasWindows();
  case ConvolutionForm::Windows:
    return hasWindows();
  case ConvolutionForm::Lines:
    return rank == 2 && hasFewChannels(op);
  case ConvolutionForm::Copy:
    return true;
  }
  llvm_unreachable("every form is listed");
}
