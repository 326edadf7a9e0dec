//===- ElementReader.cpp - What an element of a tensor is -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementReader.h"

#include "LoopElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

SmallVector<ProductSize> ElementReader::getSizes(Value tensor) {
  SmallVector<ProductSize> sizes;
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    sizes.push_back(graph.getSizes().getDim(tensor, dim));
  return sizes;
}

/// Divides the axes of an index among the dimensions that it runs through.
std::optional<SmallVector<Place>>
ElementReader::distribute(Place place, ArrayRef<ProductSize> sizes) {
  SmallVector<Place> places(sizes.size());
  SmallVector<unsigned> dims;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!size.isOne())
      dims.push_back(dim);
  if (dims.empty())
    return place.empty() ? std::optional(places) : std::nullopt;
  if (dims.size() == 1) {
    places[dims.front()] = place;
    return places;
  }
  if (place.size() == dims.size()) {
    // If all sizes but one are equal, so is that one.
    unsigned others = 0;
    for (auto [axis, dim] : llvm::zip_equal(place, dims))
      others += !(graph.getSize(axis) == sizes[dim]);
    if (others <= 1) {
      for (auto [axis, dim] : llvm::zip_equal(place, dims))
        places[dim] = {axis};
      return places;
    }
  }
  for (unsigned dim : llvm::reverse(ArrayRef(dims).drop_front())) {
    ProductSize left = sizes[dim];
    while (!left.isOne()) {
      if (place.empty())
        return std::nullopt;
      Axis axis = place.back();
      if (std::optional<ProductSize> rest = divide(left, graph.getSize(axis))) {
        left = *rest;
        places[dim].insert(places[dim].begin(), axis);
        place.pop_back();
        continue;
      }
      if (divide(graph.getSize(axis), left) && !division)
        division = {axis, left};
      return std::nullopt;
    }
  }
  if (place.empty())
    return std::nullopt;
  places[dims.front()] = place;
  return places;
}

/// The places in a tensor of the sizes `to` with the same elements in the same
/// order.
std::optional<SmallVector<Place>>
ElementReader::reshape(ArrayRef<Place> places, ArrayRef<ProductSize> from,
                       ArrayRef<ProductSize> to) {
  SmallVector<Place> result;
  size_t i = 0, j = 0;
  while (i < from.size() || j < to.size()) {
    // The fewest dimensions of both that have equally many elements.
    size_t i0 = i, j0 = j;
    ProductSize one, other;
    if (i < from.size())
      one = from[i++];
    if (j < to.size())
      other = to[j++];
    while (!(one == other)) {
      if (i < from.size() && divide(other, one))
        one = one * from[i++];
      else if (j < to.size() && divide(one, other))
        other = other * to[j++];
      else
        break;
    }
    if (!(one == other)) {
      // Nothing tells the sizes apart: all that is left belongs together.
      i = from.size();
      j = to.size();
    }
    Place all;
    for (const Place &place : places.slice(i0, i - i0))
      llvm::append_range(all, place);
    auto part = distribute(all, to.slice(j0, j - j0));
    if (!part)
      return std::nullopt;
    llvm::append_range(result, *part);
  }
  return result;
}

const Element *
ElementReader::readPlaces(Value tensor,
                          std::optional<SmallVector<Place>> places) {
  return places ? graph.getRead(tensor, *places) : nullptr;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

const Element *ElementReader::defineReduction(linalg::LinalgOp op,
                                              OpResult result,
                                              ArrayRef<Place> places,
                                              SmallVector<Place> loops) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  std::optional<MatchedCombiner> match =
      matchCombiner(op, result.getResultNumber());
  if (reductions.size() != 1 || !match)
    return nullptr;
  Axis bound = 0;
  ProductSize size = getLoopSize(graph.getSizes(), op, reductions.front());
  if (match->isProduct) {
    auto [it, isNew] = depths.try_emplace(op);
    if (isNew)
      it->second = graph.addAxis(size);
    bound = it->second;
  } else {
    if (!reduced)
      return nullptr;
    bound = *reduced;
    const ProductSize &expected = graph.getSize(bound);
    if (size.isStatic() && expected.isStatic() && !(size == expected))
      return nullptr;
  }
  for (const Place &place : places)
    if (llvm::is_contained(place, bound))
      return nullptr;
  loops[reductions.front()] = {bound};
  auto follow = [&](const Element *each) { return resolve(each); };
  LoopElements elements(graph, op, loops, follow);
  Element reduction;
  reduction.kind = Element::Kind::Reduce;
  reduction.type = getElementTypeOrSelf(result.getType());
  reduction.source = result;
  reduction.places.assign(places.begin(), places.end());
  reduction.op = op;
  reduction.bound = bound;
  reduction.combiner = match->combiner;
  reduction.isProduct = match->isProduct;
  const Element *element = elements.get(match->element),
                *init = elements.getInit(result.getResultNumber());
  if (!element || !init)
    return nullptr;
  reduction.operands = {element, init};
  return graph.getOther(std::move(reduction));
}

/// The indices of the loops that write an element. Fails if a loop that is no
/// reduction is not known from the places of the element.
static std::optional<SmallVector<Place>>
getLoops(linalg::LinalgOp op, OpResult result, ArrayRef<Place> places) {
  AffineMap map = op.getIndexingMapMatchingResult(result);
  auto type = cast<RankedTensorType>(result.getType());
  SmallVector<Place> loops(op.getNumLoops());
  llvm::SmallBitVector known(op.getNumLoops());
  for (auto [dim, index] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(index);
    if (!loop) {
      if (index != getAffineConstantExpr(0, op.getContext()) ||
          type.getDimSize(dim) != 1)
        return std::nullopt;
      continue;
    }
    if (known.test(loop.getPosition()))
      return std::nullopt;
    known.set(loop.getPosition());
    loops[loop.getPosition()] = places[dim];
  }
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  for (unsigned loop : reductions)
    known.set(loop);
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (int loop = known.find_first_unset(); loop >= 0;
       loop = known.find_next_unset(loop))
    if (ranges[loop] != 1)
      return std::nullopt;
  return loops;
}

const Element *ElementReader::defineLinalg(linalg::LinalgOp op, OpResult result,
                                           ArrayRef<Place> places) {
  if (!op.hasPureTensorSemantics() || !hasOnlyArithmetic(op))
    return nullptr;
  std::optional<SmallVector<Place>> loops = getLoops(op, result, places);
  if (!loops)
    return nullptr;
  if (op.getNumReductionLoops() != 0)
    return defineReduction(op, result, places, *loops);
  auto follow = [&](const Element *each) { return resolve(each); };
  LoopElements elements(graph, op, *loops, follow);
  return elements.get(
      op.getBlock()->getTerminator()->getOperand(result.getResultNumber()));
}

const Element *ElementReader::defineSoftmax(linalg::SoftmaxOp op,
                                            const Element *read) {
  if (!reduced || !op.hasPureTensorSemantics() ||
      read->places[op.getDimension()] != Place{*reduced})
    return nullptr;
  Element softmax = *read;
  softmax.kind = Element::Kind::Softmax;
  softmax.op = op;
  softmax.bound = *reduced;
  softmax.operands = {graph.getRead(op.getInput(), read->places)};
  return graph.getOther(std::move(softmax));
}

const Element *ElementReader::define(const Element *read) {
  auto [it, isNew] = defined.try_emplace(read, nullptr);
  if (!isNew)
    return it->second;
  auto result = dyn_cast<OpResult>(read->source);
  if (!result || graph.isTooLarge() ||
      !isa<RankedTensorType>(read->source.getType()))
    return nullptr;
  Operation *op = result.getOwner();
  ArrayRef<Place> places = read->places;
  auto reshapeFrom = [&](Value source) {
    return readPlaces(
        source, reshape(places, getSizes(read->source), getSizes(source)));
  };
  const Element *element =
      llvm::TypeSwitch<Operation *, const Element *>(op)
          .Case([&](arith::ConstantOp constant) -> const Element * {
            auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
            return splat ? graph.getConstant(cast<TypedAttr>(
                               splat.getSplatValue<Attribute>()))
                         : nullptr;
          })
          .Case([&](tensor::CastOp cast) -> const Element * {
            if (!isa<RankedTensorType>(cast.getSource().getType()))
              return nullptr;
            return graph.getRead(cast.getSource(), places);
          })
          .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
              [&](auto reshape) { return reshapeFrom(reshape.getSrc()); })
          .Case([&](tensor::ReshapeOp reshape) -> const Element * {
            if (!isa<RankedTensorType>(reshape.getSource().getType()))
              return nullptr;
            return reshapeFrom(reshape.getSource());
          })
          .Case([&](linalg::SoftmaxOp softmax) {
            return defineSoftmax(softmax, read);
          })
          .Case([&](linalg::LinalgOp linalg) {
            return defineLinalg(linalg, result, places);
          })
          .Default([&](Operation *) -> const Element * {
            if (!OpTrait::hasElementwiseMappableTraits(op))
              return nullptr;
            SmallVector<const Element *> operands;
            for (Value operand : op->getOperands())
              operands.push_back(isa<RankedTensorType>(operand.getType())
                                     ? graph.getRead(operand, places)
                                     : graph.getScalar(operand));
            return graph.apply(op, read->type, operands);
          });
  if (element && element->isOpaque)
    element = nullptr;
  return defined[read] = element;
}

//===----------------------------------------------------------------------===//
// Following
//===----------------------------------------------------------------------===//

const Element *ElementReader::resolve(const Element *element) {
  auto [it, isNew] = resolved.try_emplace(element, element);
  if (!isNew)
    return it->second;
  const Element *result = element;
  if (element->kind == Element::Kind::Read) {
    const Element *definition = define(element);
    if (definition && !graph.isTooLarge()) {
      result = resolve(definition);
      // What is computed for few elements is worth reading.
      bool isRead = !result->hasProduct && result->isExpensive &&
                    !result->axes.empty() && rows && reduced &&
                    !(llvm::is_contained(result->axes, *rows) &&
                      llvm::is_contained(result->axes, *reduced));
      if (result->isOpaque || isRead)
        result = element;
    }
  } else if (!element->isProduct && !element->operands.empty()) {
    SmallVector<const Element *> operands;
    for (const Element *operand : element->operands)
      operands.push_back(resolve(operand));
    result = graph.replaceOperands(element, operands);
  }
  return resolved[element] = result;
}
