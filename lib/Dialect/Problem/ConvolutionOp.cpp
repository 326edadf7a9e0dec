//===- ConvolutionOp.cpp - What a problem.convolution may be --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyProblem.h"

#include "mlir-autotune/Dialect/Problem/ConvolutionDims.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

void ConvolutionOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, /*readsInits=*/false, effects);
}

Type ConvolutionOp::getSumType() {
  Builder b(getContext());
  if (isa<IntegerType>(getElementTypeOrSelf(getX())))
    return b.getI32Type();
  return b.getF32Type();
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

static std::string getOperandName(ConvolutionOp op, unsigned number) {
  if (number == op.getInputs().size())
    return "Y";
  if (number > 1)
    return "an input of the epilogue";
  return number ? "F" : "X";
}

static InFlightDiagnostic emitOperandError(ConvolutionOp op, unsigned number) {
  return op.emitOpError("operand ")
         << number << " is " << getOperandName(op, number) << ": ";
}

/// Whether each result is another dimension, or the position of a window.
static LogicalResult verifyMapOfX(ConvolutionOp op) {
  AffineMap map = op.getMap(0);
  SmallVector<unsigned> seen(map.getNumDims());
  for (AffineExpr result : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(result)) {
      ++seen[dim.getPosition()];
      continue;
    }
    std::optional<WindowExpr> window = matchWindow(result);
    if (!window)
      return emitOperandError(op, 0)
             << "each result of its map must be a dimension, or 'o * stride + "
                "r * dilation - padding' with a stride and dilation of at "
                "least 1, not those of "
             << AffineMapAttr::get(map);
    for (const WindowExpr::Term &term : window->terms)
      ++seen[term.dim];
  }
  for (auto [dim, count] : llvm::enumerate(seen))
    if (count > 1)
      return emitOperandError(op, 0)
             << "its map must have each dimension once, unlike "
             << AffineMapAttr::get(map);
  return success();
}

static LogicalResult verifyConvolutionMap(ConvolutionOp op, unsigned number) {
  AffineMap map = op.getMap(number);
  if (map.getNumDims() != op.getNumDims() || map.getNumSymbols() != 0)
    return emitOperandError(op, number)
           << "its map must have the " << op.getNumDims()
           << " dimensions that the map of X has and no symbols, not "
           << map.getNumDims() << " and " << map.getNumSymbols();
  if (number != 0 && !map.isProjectedPermutation())
    return emitOperandError(op, number)
           << "its map must have different dimensions as results, not "
           << AffineMapAttr::get(map);
  int64_t rank = cast<ShapedType>(op->getOperand(number).getType()).getRank();
  if (map.getNumResults() != rank)
    return emitOperandError(op, number)
           << "it has " << rank << " dimensions, and its map "
           << map.getNumResults();
  return number == 0 ? verifyMapOfX(op) : success();
}

static StringRef getKindName(ConvolutionOp::DimKind kind) {
  static constexpr StringRef kNames[] = {"batch",           "groups",
                                         "output position", "output channels",
                                         "filter position", "summed channels"};
  return kNames[unsigned(kind)];
}

static LogicalResult verifyKinds(ConvolutionOp op) {
  using DimKind = ConvolutionOp::DimKind;
  std::optional<DimKind> last;
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim) {
    std::optional<DimKind> kind = op.findDimKind(dim);
    if (!kind)
      return op.emitOpError("dimension ")
             << dim
             << " must be in two of the maps of X, F and Y, or, as a "
                "dimension of groups, in all three and alone in a result of "
                "the map of X";
    if (kind < last)
      return op.emitOpError("dimension ")
             << dim << " is of the kind '" << getKindName(*kind)
             << "', and must be in front of those of the kind '"
             << getKindName(*last) << "'";
    last = kind;
  }
  unsigned rank = op.getSpatialRank();
  if (rank < 1 || rank > 3)
    return op.emitOpError("must have 1, 2 or 3 output positions, not ") << rank;
  for (AffineExpr result : op.getMap(0).getResults()) {
    std::optional<WindowExpr> window = matchWindow(result);
    if (!window)
      continue;
    unsigned one = window->terms[0].dim, other = window->terms[1].dim;
    if (op.findDimKind(one) != DimKind::Output)
      std::swap(one, other);
    if (op.findDimKind(one) != DimKind::Output ||
        op.findDimKind(other) != DimKind::Window ||
        one - op.getFirstDim(DimKind::Output) !=
            other - op.getFirstDim(DimKind::Window))
      return op.emitOpError("operand 0 is X: a result of its map must be made "
                            "of an output position and the filter position "
                            "with the same number, not of dimensions ")
             << std::min(one, other) << " and " << std::max(one, other);
  }
  for (unsigned number = 2; number < op.getInputs().size(); ++number)
    for (DimKind kind : {DimKind::Window, DimKind::Channel})
      for (unsigned i = 0; i < op.getNumDims(kind); ++i)
        if (op.getMap(number).isFunctionOfDim(op.getFirstDim(kind) + i))
          return emitOperandError(op, number)
                 << "its map must have dimensions of Y only, not "
                 << AffineMapAttr::get(op.getMap(number));
  return success();
}

static LogicalResult verifyConvolutionSizes(ConvolutionOp op) {
  SmallVector<int64_t> sizes(op.getNumDims(), ShapedType::kDynamic);
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    auto type = cast<ShapedType>(operand.getType());
    for (auto [index, size] :
         llvm::zip_equal(op.getMap(number).getResults(), type.getShape())) {
      auto expr = dyn_cast<AffineDimExpr>(index);
      if (!expr || ShapedType::isDynamic(size))
        continue;
      unsigned dim = expr.getPosition();
      if (ShapedType::isStatic(sizes[dim]) && sizes[dim] != size)
        return emitOperandError(op, number)
               << "it has " << size << " elements along dimension " << dim
               << ", but an earlier operand has " << sizes[dim];
      sizes[dim] = size;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether elements are numbers that are summed in f32 or i32.
static bool isMultiplied(Type type) {
  if (auto number = dyn_cast<IntegerType>(type))
    return number.isSignless() && number.getWidth() > 1 &&
           number.getWidth() <= 32;
  auto number = dyn_cast<FloatType>(type);
  return number && number.getWidth() <= 32;
}

static LogicalResult verifyConvolutionTypes(ConvolutionOp op) {
  Type x = getElementTypeOrSelf(op.getX()), f = getElementTypeOrSelf(op.getF()),
       y = getElementTypeOrSelf(op.getY());
  if (x != f)
    return op.emitOpError("X and F must have elements of one type, not ")
           << x << " and " << f;
  if (!isMultiplied(x))
    return op.emitOpError("X and F must have elements that are floats or "
                          "signless integers of at most 32 bits, not ")
           << x;
  if (!y.isIntOrFloat() || y.isInteger(1))
    return op.emitOpError("Y must have elements that are floats, or integers "
                          "of at least 2 bits, not ")
           << y;
  for (Value input : op.getEpilogueInputs())
    if (!getElementTypeOrSelf(input).isIntOrIndexOrFloat())
      return op.emitOpError("the epilogue reads integers and floats, not ")
             << getElementTypeOrSelf(input);
  return success();
}

LogicalResult ConvolutionOp::verify() {
  if (getInputs().size() < 2)
    return emitOpError("must have two inputs, X and F, and then those of the "
                       "epilogue, not ")
           << getInputs().size();
  if (failed(verifyOperandKinds(*this, "outputs")))
    return failure();
  if (getIndexingMaps().size() != getNumOperands())
    return emitOpError("must have a map for each of ")
           << getNumOperands() << " operands, not " << getIndexingMaps().size();
  for (unsigned number = 0; number < getNumOperands(); ++number)
    if (failed(verifyConvolutionMap(*this, number)))
      return failure();
  return success(succeeded(verifyKinds(*this)) &&
                 succeeded(verifyConvolutionSizes(*this)) &&
                 succeeded(verifyConvolutionTypes(*this)));
}

//===----------------------------------------------------------------------===//
// The epilogue
//===----------------------------------------------------------------------===//

LogicalResult ConvolutionOp::verifyRegions() {
  SmallVector<Type> arguments = {getSumType()};
  llvm::append_range(arguments,
                     llvm::map_range(getEpilogueInputs(), getArgumentType));
  return verifyFunction(*this, getEpilogue(), "epilogue", arguments,
                        getElementTypeOrSelf(getY()),
                        ", which are the sum and the inputs' elements");
}
