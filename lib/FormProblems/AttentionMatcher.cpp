//===- AttentionMatcher.cpp - Two products around a softmax ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttentionMatcher.h"

#include "LoopElements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// How the dimensions of the output are divided into axes.
using Divisions = SmallVector<SmallVector<ProductSize, 2>>;

/// One attempt, with the output `root`.
class Matcher {
public:
  Matcher(AttentionMatch &match, Value root, linalg::LinalgOp second,
          std::string &whyNot)
      : graph(match.graph), pattern(match.pattern), root(root), second(second),
        whyNot(whyNot) {}

  bool match(const Divisions &divisions);
  /// The dimension of the output that has to be divided, if that is why the
  /// match failed, and into which axes.
  std::optional<std::pair<unsigned, SmallVector<ProductSize, 2>>>
  getDivision() const;

private:
  bool fail(const Twine &reason);
  void startReading();
  bool findSecond();
  bool findLoops(const Element *weights, const Element *values);
  bool findFirst();
  bool setFactors(const Element *one, const Element *other);
  bool checkPlaces();

  ElementGraph &graph;
  AttentionPattern &pattern;
  std::unique_ptr<ElementReader> reader;
  Value root;
  linalg::LinalgOp second;
  std::string &whyNot;
  /// Whether the second product is of exponentials.
  bool isLikely = false;
  const Element *product = nullptr, *sum = nullptr;
  MatchedGuard guard;
  SmallVector<SmallVector<Axis>> rootAxes;
};
} // namespace

bool Matcher::fail(const Twine &reason) {
  if (isLikely)
    whyNot = graph.isTooLarge() ? "what computes the scores is too large"
                                : reason.str();
  return false;
}

/// A sum of products in f32, or rounded to fewer bits.
static bool isSumOfProducts(const Element *element) {
  auto type = dyn_cast<FloatType>(element->type);
  return element->kind == Element::Kind::Reduce && element->isProduct && type &&
         type.getWidth() <= 32;
}

/// The reductions of the softmax go along the loop of the second product.
void Matcher::startReading() {
  reader = std::make_unique<ElementReader>(graph);
  reader->reduced = pattern.n;
  reader->adoptDepth(second, pattern.n);
}

/// Finds the second product behind roundings, a division and a selection.
bool Matcher::findSecond() {
  const Element *element =
      reader->resolve(graph.getRead(root, pattern.output.places));
  sum = nullptr;
  guard = MatchedGuard();
  while (!reader->division) {
    if (element->kind == Element::Kind::Reduce) {
      product = element;
      return element->op == second && isSumOfProducts(element) &&
             element->operands[0]->is<arith::MulFOp>();
    }
    if (element->is<arith::TruncFOp>()) {
      element = element->operands[0];
      continue;
    }
    MatchedGuard found = matchGuard(element);
    auto quotient = matchQuotient(element);
    if (found.condition && !guard.condition) {
      guard = found;
      element = found.element;
    } else if (quotient && !sum) {
      std::tie(element, sum) = *quotient;
    } else {
      return false;
    }
  }
  return false;
}

/// Finds out which axes the rows and columns of the second product have.
bool Matcher::findLoops(const Element *weights, const Element *values) {
  ArrayRef<Axis> ofWeights = weights->axes, ofValues = values->axes;
  std::optional<Axis> m, e;
  for (Axis axis : ofWeights)
    if (axis != pattern.n && !llvm::is_contained(ofValues, axis))
      m = axis;
  for (Axis axis : ofValues)
    if (axis != pattern.n && !llvm::is_contained(ofWeights, axis)) {
      if (e)
        return fail("the columns of the result are several dimensions");
      e = axis;
    }
  ProductSize one;
  pattern.m = m ? *m : graph.addAxis(one);
  pattern.e = e ? *e : graph.addAxis(one);
  pattern.batch.clear();
  for (ArrayRef<Axis> axes : rootAxes)
    for (Axis axis : axes)
      if (axis != pattern.m && axis != pattern.e)
        pattern.batch.push_back(axis);
  return true;
}

static Type getElementType(const MatchedTensor &tensor) {
  return getElementTypeOrSelf(tensor.tensor.getType());
}

/// Takes the tensors that hold Q and K: those that are stored in a common type,
/// as far ahead as possible.
bool Matcher::setFactors(const Element *one, const Element *other) {
  SmallVector<MatchedTensor> q = peelFactor(*reader, one),
                             k = peelFactor(*reader, other);
  if (q.empty() || k.empty())
    return fail("a factor of the scores is computed in the product");
  if (hasAxis(q.front(), pattern.n))
    std::swap(q, k);
  if (hasAxis(q.front(), pattern.n) || !hasAxis(k.front(), pattern.n) ||
      hasAxis(k.front(), pattern.m))
    return fail("the first product does not multiply rows of queries by rows "
                "of keys");
  for (MatchedTensor &query : llvm::reverse(q))
    for (MatchedTensor &key : llvm::reverse(k))
      if (getElementType(query) == getElementType(key)) {
        pattern.q = query;
        pattern.k = key;
        return true;
      }
  return fail("Q and K have elements of different types");
}

/// The sums of products in an element, the first one first.
static void collectProducts(const Element *element,
                            llvm::SetVector<const Element *> &products,
                            llvm::SmallDenseSet<const Element *> &seen) {
  if (!element->hasProduct || !seen.insert(element).second)
    return;
  if (element->isProduct)
    products.insert(element);
  else
    for (const Element *operand : element->operands)
      collectProducts(operand, products, seen);
}

bool Matcher::findFirst() {
  llvm::SetVector<const Element *> products;
  llvm::SmallDenseSet<const Element *> seen;
  collectProducts(pattern.softmax.scores, products, seen);
  if (products.empty())
    return fail("the scores are not made of a product of Q and K");
  for (const Element *candidate : products) {
    const Element *factors = candidate->operands[0];
    if (!isSumOfProducts(candidate) || !factors->is<arith::MulFOp>() ||
        !isConstant(reader->resolve(candidate->operands[1]), 0)) {
      fail("the first product adds to a matrix that is not zero, or its sums "
           "have more than 32 bits");
      continue;
    }
    if (setFactors(factors->operands[0], factors->operands[1])) {
      pattern.product = candidate;
      pattern.d = candidate->bound;
      return true;
    }
  }
  return false;
}

/// Each tensor has each axis once, and the axes that its role needs. No
/// dimension has several axes of unknown size.
bool Matcher::checkPlaces() {
  llvm::SmallDenseSet<Axis> batch(pattern.batch.begin(), pattern.batch.end());
  auto check = [&](const MatchedTensor &tensor, Axis row, Axis column) {
    llvm::SmallDenseSet<Axis> seen;
    for (const Place &place : tensor.places)
      for (Axis axis : place)
        if (!seen.insert(axis).second ||
            (!batch.contains(axis) && axis != row && axis != column))
          return false;
    for (Axis axis : {row, column})
      if (!seen.contains(axis) && !graph.getSize(axis).isOne())
        return false;
    return true;
  };
  if (!check(pattern.q, pattern.m, pattern.d) ||
      !check(pattern.k, pattern.n, pattern.d) ||
      !check(pattern.v, pattern.n, pattern.e))
    return fail("an operand is not indexed by rows and columns");
  for (const MatchedTensor *tensor :
       {&pattern.q, &pattern.k, &pattern.v, &pattern.output})
    for (const Place &place : tensor->places)
      if (llvm::count_if(place, [&](Axis axis) {
            return !graph.getSize(axis).isStatic();
          }) > 1)
        return fail("a dimension has several unknown sizes");
  return true;
}

bool Matcher::match(const Divisions &divisions) {
  pattern = AttentionPattern();
  pattern.output.tensor = root;
  for (ArrayRef<ProductSize> sizes : divisions) {
    SmallVector<Axis> axes;
    for (const ProductSize &size : sizes)
      if (!size.isOne())
        axes.push_back(graph.addAxis(size));
    pattern.output.places.emplace_back(axes.begin(), axes.end());
    rootAxes.push_back(axes);
  }
  SmallVector<unsigned> loops;
  second.getReductionDims(loops);
  pattern.n = graph.addAxis(getLoopSize(graph.getSizes(), second, loops[0]));
  startReading();
  if (!findSecond())
    return false;
  const Element *factors = product->operands[0];
  bool isFirst = looksLikeSoftmax(reader->resolve(factors->operands[0]));
  const Element *weights = factors->operands[isFirst ? 0 : 1],
                *values = factors->operands[isFirst ? 1 : 0];
  if (reader->division || !looksLikeSoftmax(reader->resolve(weights)))
    return false;
  isLikely = true;
  if (!findLoops(weights, values))
    return false;
  // Once more, now that it is known what is worth computing again.
  startReading();
  reader->rows = pattern.m;
  if (!findSecond())
    return false;
  if (!isConstant(reader->resolve(product->operands[1]), 0))
    return fail("the second product adds to a matrix that is not zero");
  std::optional<MatchedSoftmax> softmax = matchSoftmax(
      graph, reader->resolve(weights), sum, guard, pattern.n, whyNot);
  if (!softmax)
    return false;
  pattern.softmax = *softmax;
  if (!softmax->scores->type.isF32())
    return fail("the softmax is not computed in f32");
  if (!findFirst())
    return false;
  for (MatchedTensor &tensor : peelFactor(*reader, values))
    if (tensor.scales.empty())
      pattern.v = tensor;
  if (!pattern.v.tensor)
    return fail("V is computed in the second product");
  std::stable_partition(pattern.batch.begin(), pattern.batch.end(),
                        [&](Axis axis) { return hasAxis(pattern.k, axis); });
  return checkPlaces() && !reader->division;
}

std::optional<std::pair<unsigned, SmallVector<ProductSize, 2>>>
Matcher::getDivision() const {
  if (!reader->division)
    return std::nullopt;
  auto [axis, inner] = *reader->division;
  for (auto [dim, axes] : llvm::enumerate(rootAxes)) {
    if (!llvm::is_contained(axes, axis))
      continue;
    std::optional<ProductSize> outer = divide(graph.getSize(axis), inner);
    if (!outer)
      return std::nullopt;
    SmallVector<ProductSize, 2> sizes;
    for (Axis each : axes) {
      if (each == axis)
        sizes.push_back(*outer);
      sizes.push_back(each == axis ? inner : graph.getSize(each));
    }
    return std::pair(unsigned(dim), sizes);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Where the kernel ends
//===----------------------------------------------------------------------===//

/// A dimension is divided as often as heads can be.
static constexpr unsigned kMostDivisions = 8;

static std::unique_ptr<AttentionMatch>
matchWithOutput(Value root, linalg::LinalgOp second, std::string &whyNot) {
  Divisions divisions;
  SizeReader sizes;
  for (int64_t dim = 0, rank = cast<ShapedType>(root.getType()).getRank();
       dim < rank; ++dim)
    divisions.push_back({sizes.getDim(root, dim)});
  for (unsigned i = 0; i < kMostDivisions; ++i) {
    auto match = std::make_unique<AttentionMatch>();
    // Unknown sizes have numbers, which must be those of this graph.
    match->graph.getSizes() = sizes;
    Matcher matcher(*match, root, second, whyNot);
    if (matcher.match(divisions))
      return match;
    auto division = matcher.getDivision();
    if (!division)
      return nullptr;
    sizes = match->graph.getSizes();
    divisions[division->first] = division->second;
  }
  return nullptr;
}

/// The result of the operation that alone reads `value`, if a kernel could
/// compute it too: a reshape, or operations on elements.
static Value getNextOutput(Value value) {
  if (!value.hasOneUse())
    return Value();
  Operation *user = *value.user_begin();
  auto linalg = dyn_cast<linalg::LinalgOp>(user);
  bool isElementwise =
      linalg ? linalg.hasPureTensorSemantics() &&
                   linalg.getNumParallelLoops() == linalg.getNumLoops() &&
                   hasOnlyArithmetic(linalg)
             : OpTrait::hasElementwiseMappableTraits(user);
  bool isReshape = isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp,
                       tensor::ReshapeOp, tensor::CastOp>(user);
  if (user->getNumResults() != 1 || !(isElementwise || isReshape) ||
      !isa<RankedTensorType>(user->getResult(0).getType()))
    return Value();
  return user->getResult(0);
}

std::unique_ptr<AttentionMatch> autotune::matchAttention(linalg::LinalgOp op,
                                                         std::string &whyNot) {
  whyNot.clear();
  if (op->getNumResults() != 1 || !op.hasPureTensorSemantics() ||
      op.getNumReductionLoops() != 1)
    return nullptr;
  std::optional<MatchedCombiner> combiner = matchCombiner(op, 0);
  if (!combiner || !combiner->isProduct)
    return nullptr;
  SmallVector<Value> outputs = {op->getResult(0)};
  // A division, a selection, a rounding, a transpose, and reshapes.
  constexpr size_t kMostOutputs = 12;
  while (outputs.size() < kMostOutputs)
    if (Value next = getNextOutput(outputs.back()))
      outputs.push_back(next);
    else
      break;
  // The reason is that of the last output that is made of the second product.
  std::string reason;
  for (Value output : llvm::reverse(outputs)) {
    reason.clear();
    if (auto match = matchWithOutput(output, op, reason))
      return match;
    if (whyNot.empty())
      whyNot = reason;
  }
  return nullptr;
}
