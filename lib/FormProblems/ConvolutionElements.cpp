//===- ConvolutionElements.cpp - Elements behind a convolution ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvolutionElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;

/// How often dimensions are divided until a reshape can be read.
static constexpr unsigned kMostDivided = 8;

/// For each dimension of the output the sizes of its axes but the outermost.
using InnerSizes = SmallVector<SmallVector<int64_t>>;

namespace {
/// Reads an element of one candidate.
class ConvolutionReader {
public:
  ConvolutionReader(ConvolutionPattern &pattern,
                    const ConvolutionCandidate &candidate,
                    ConvolutionElements &result)
      : pattern(pattern), candidate(candidate), result(result),
        reader(result.graph) {}

  /// If it fails, and it may help to divide an axis of the output, it does so.
  bool read(InnerSizes &inner, bool &isDivided);

private:
  bool addAxes(const InnerSizes &inner);
  const Element *follow(const Element *element);
  const Element *followOther(const Element *element);
  bool nameAxes();
  void nameUnits(MatchedTensor &tensor, ArrayRef<Place> before);
  bool collect(const Element *element);

  ConvolutionPattern &pattern;
  const ConvolutionCandidate &candidate;
  ConvolutionElements &result;
  ElementReader reader;
  llvm::DenseMap<const Element *, const Element *> followed;
  llvm::SmallDenseSet<const Element *> collected;
  size_t numAxes = 0;
};
} // namespace

static bool isWidening(const Element *element) {
  return element->is<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>();
}

/// Follows what does not depend on the convolution. Views are looked through,
/// and so is what is computed for few elements without expensive functions.
const Element *ConvolutionReader::followOther(const Element *element) {
  if (element->kind == Element::Kind::Apply) {
    SmallVector<const Element *> operands;
    for (const Element *operand : element->operands)
      operands.push_back(followOther(operand));
    return result.graph.replaceOperands(element, operands);
  }
  if (element->kind != Element::Kind::Read)
    return element;
  auto [it, isNew] = followed.try_emplace(element, element);
  if (!isNew)
    return it->second;
  const Element *definition = reader.define(element);
  // It is read as it is if an axis would have to be divided.
  reader.division.reset();
  if (!definition || definition->isOpaque)
    return element;
  bool isFew = element->axes.size() < numAxes;
  bool isRead = definition->kind == Element::Kind::Read;
  if (!isFew && !isRead && !isWidening(definition) &&
      definition->kind != Element::Kind::Constant)
    return element;
  const Element *found = followOther(definition);
  bool isCheap = !found->isExpensive && !found->isOpaque &&
                 found->kind != Element::Kind::Reduce &&
                 found->kind != Element::Kind::Softmax;
  if (!isCheap || (!isFew && isWidening(found) &&
                   found->operands[0]->kind != Element::Kind::Read))
    return element;
  return followed[element] = found;
}

/// Follows what may depend on the convolution. Null if it does in another way
/// than element by element.
const Element *ConvolutionReader::follow(const Element *element) {
  if (element->kind == Element::Kind::Apply) {
    SmallVector<const Element *> operands;
    for (const Element *operand : element->operands) {
      operands.push_back(follow(operand));
      if (!operands.back())
        return nullptr;
    }
    return result.graph.replaceOperands(element, operands);
  }
  if (element->kind != Element::Kind::Read)
    return element;
  if (element->source == pattern.getResult()) {
    if (result.sum && result.sum != element)
      return nullptr;
    return result.sum = element;
  }
  if (!candidate.operations.contains(element->source.getDefiningOp()))
    return followOther(element);
  auto [it, isNew] = followed.try_emplace(element, nullptr);
  if (!isNew)
    return it->second;
  const Element *definition = reader.define(element);
  if (!definition || definition->isOpaque || result.graph.isTooLarge())
    return nullptr;
  const Element *found = follow(definition);
  return followed[element] = found;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// Finds the axis of each dimension of the convolution. Those of one element
/// get axes that the output has at the same place, if it has as many dimensions
/// of one element.
bool ConvolutionReader::nameAxes() {
  SmallVector<unsigned> units, unitsOfOutput;
  llvm::SmallDenseSet<Axis> seen;
  for (auto [dim, place] : llvm::enumerate(result.sum->places)) {
    if (place.size() > 1 || (!place.empty() && !seen.insert(place[0]).second))
      return false;
    if (place.empty())
      units.push_back(dim);
    result.axes.push_back(place.empty() ? result.graph.addAxis(ProductSize())
                                        : place[0]);
  }
  // The output has no other axes than the convolution.
  if (seen.size() != numAxes)
    return false;
  for (auto [dim, place] : llvm::enumerate(result.output.places))
    if (place.empty())
      unitsOfOutput.push_back(dim);
  if (units.size() == unitsOfOutput.size())
    for (auto [dim, ofOutput] : llvm::zip_equal(units, unitsOfOutput))
      result.output.places[ofOutput] = {result.axes[dim]};
  else
    for (unsigned dim : units)
      result.missing.push_back(result.axes[dim]);
  return true;
}

/// A tensor with the dimensions of the output has its axes of one element, too.
void ConvolutionReader::nameUnits(MatchedTensor &tensor,
                                  ArrayRef<Place> before) {
  auto type = cast<RankedTensorType>(tensor.tensor.getType());
  if (type.getRank() == int64_t(before.size()) &&
      ArrayRef<Place>(tensor.places) == before && !before.empty())
    tensor.places = result.output.places;
}

bool ConvolutionReader::collect(const Element *element) {
  if (element == result.sum || !collected.insert(element).second)
    return true;
  switch (element->kind) {
  case Element::Kind::Constant:
    return true;
  case Element::Kind::Scalar:
  case Element::Kind::Apply:
    if (Value scalar = result.graph.getScalarOf(element)) {
      result.scalars.insert(scalar);
      return true;
    }
    return element->kind == Element::Kind::Apply &&
           llvm::all_of(element->operands, [&](const Element *operand) {
             return collect(operand);
           });
  case Element::Kind::Read:
    break;
  case Element::Kind::Index:
  case Element::Kind::Reduce:
  case Element::Kind::Softmax:
    return false;
  }
  llvm::SmallDenseSet<Axis> axes;
  for (const Place &place : element->places) {
    unsigned unknown = 0;
    for (Axis axis : place) {
      unknown += !result.graph.getSize(axis).isStatic();
      if (!axes.insert(axis).second)
        return false;
    }
    if (unknown > 1)
      return false;
  }
  if (candidate.operations.contains(element->source.getDefiningOp()) ||
      !element->type.isIntOrIndexOrFloat())
    return false;
  result.leaves.insert(element);
  result.tensors.push_back({element->source, element->places, {}});
  return true;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Divides the axis that the reader asks for. `inner` are the sizes of the axes
/// of each dimension of the output but the outermost. Fails if the sizes are
/// unknown.
static bool divideAxis(InnerSizes &inner, ArrayRef<Place> places,
                       const ElementGraph &graph,
                       std::pair<Axis, ProductSize> division) {
  for (auto [sizes, place] : llvm::zip_equal(inner, places)) {
    const auto *it = llvm::find(place, division.first);
    if (it == place.end())
      continue;
    std::optional<ProductSize> outer =
        divide(graph.getSize(division.first), division.second);
    unsigned number = it - place.begin();
    if (!outer || !division.second.isStatic() ||
        (number != 0 && !outer->isStatic()))
      return false;
    if (number != 0)
      sizes[number - 1] = outer->number;
    sizes.insert(sizes.begin() + number, division.second.number);
    return true;
  }
  return false;
}

/// Gives each dimension of the output its axes.
bool ConvolutionReader::addAxes(const InnerSizes &inner) {
  ElementGraph &graph = result.graph;
  result.output.tensor = candidate.tensor;
  for (auto [dim, sizes] : llvm::enumerate(inner)) {
    ProductSize size = graph.getSizes().getDim(candidate.tensor, dim), within;
    Place &place = result.output.places.emplace_back();
    if (size.isOne())
      continue;
    for (int64_t each : sizes)
      within.number *= each;
    std::optional<ProductSize> outer = divide(size, within);
    if (!outer)
      return false;
    place.push_back(graph.addAxis(*outer));
    for (int64_t each : sizes)
      place.push_back(graph.addAxis({each, {}}));
    numAxes += place.size();
  }
  return true;
}

bool ConvolutionReader::read(InnerSizes &inner, bool &isDivided) {
  if (!addAxes(inner))
    return false;
  SmallVector<Place> before(result.output.places.begin(),
                            result.output.places.end());
  result.element = follow(result.graph.getRead(candidate.tensor, before));
  if (!result.element) {
    isDivided = reader.division &&
                divideAxis(inner, before, result.graph, *reader.division);
    return false;
  }
  if (!result.sum || !nameAxes())
    return false;
  result.init =
      followOther(result.graph.getRead(pattern.getInit(), result.sum->places));
  if (!collect(result.init) || !collect(result.element))
    return false;
  for (MatchedTensor &tensor : result.tensors)
    nameUnits(tensor, before);
  return true;
}

std::unique_ptr<ConvolutionElements>
autotune::readConvolutionElements(ConvolutionPattern &pattern,
                                  const ConvolutionCandidate &candidate) {
  auto type = cast<RankedTensorType>(candidate.tensor.getType());
  Type element = type.getElementType();
  if (!element.isIntOrFloat() || element.isInteger(1))
    return nullptr;
  InnerSizes inner(type.getRank());
  for (unsigned i = 0; i <= kMostDivided; ++i) {
    auto result = std::make_unique<ConvolutionElements>();
    bool isDivided = false;
    if (ConvolutionReader(pattern, candidate, *result).read(inner, isDivided))
      return result;
    if (!isDivided)
      break;
  }
  return nullptr;
}
