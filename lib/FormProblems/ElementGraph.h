//===- ElementGraph.h - How an element is computed --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A softmax between two products is recognised in one element of the result:
// the graph of the scalar operations that compute the element, however linalg
// divides these operations among loops, reshapes and transposes. Equal elements
// are one node, so it is a comparison of pointers whether two parts of a
// softmax see the same scores.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ELEMENTGRAPH_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ELEMENTGRAPH_H

#include "ProductSizes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <deque>
#include <map>

namespace mlir::autotune {

/// A loop that is not divided further, by its number in an ElementGraph.
using Axis = unsigned;

/// The index along one dimension of a tensor: axes, the outermost first. The
/// index of a dimension of one element has none.
using Place = SmallVector<Axis, 2>;

/// How a reduction combines elements.
enum class Combiner { Add, Max, And, Or, Other };

struct Element {
  enum class Kind {
    /// `value`
    Constant,
    /// The index `place`, as an index or integer.
    Index,
    /// `source`, a scalar defined outside of all loops.
    Scalar,
    /// The element of `source` at `places`.
    Read,
    /// The scalar operation `op` of `operands`.
    Apply,
    /// The reduction `op` along the axis `bound` of operands[0], beginning with
    /// operands[1]. It is the element of `source` at `places`.
    Reduce,
    /// The softmax `op` along the axis `bound` of operands[0]. It is the
    /// element of `source` at `places`.
    Softmax
  };
  Kind kind = Kind::Constant;
  Type type;
  Attribute value;
  Place place;
  Value source;
  SmallVector<Place, 4> places;
  Operation *op = nullptr;
  SmallVector<const Element *, 2> operands;
  Axis bound = 0;
  Combiner combiner = Combiner::Other;
  /// Of a reduction: a sum of products, whose operands are not read further.
  bool isProduct = false;
  /// Whether it depends on a value that exists within a loop alone.
  bool isOpaque = false;
  /// Whether it depends on a sum of products.
  bool hasProduct = false;

  // These are set by the graph.

  /// The axes that it depends on, in the order of their appearance. Those that
  /// reductions in it go along are none of them.
  SmallVector<Axis, 4> axes;
  /// Whether a tensor is read for it.
  bool hasRead = false;
  /// Whether it is a function or a quotient, or computed from one.
  bool isExpensive = false;

  template <typename... OpTs> bool is() const {
    return kind == Kind::Apply && isa<OpTs...>(op);
  }
};

/// Whether an element is a constant of this value; of a boolean, 0 or 1.
bool isConstant(const Element *element, double value);

/// Elements, and what is computed of them when they are created.
class ElementGraph {
public:
  /// More elements than a function of scores could have.
  static constexpr size_t kMostElements = 20000;

  const Element *getConstant(TypedAttr value);
  const Element *getIndex(const Place &place, Type type);
  /// A scalar from outside of loops. Its computation is part of the graph.
  const Element *getScalar(Value value, bool isOpaque = false);
  const Element *getRead(Value tensor, ArrayRef<Place> places);
  const Element *apply(Operation *op, Type type,
                       ArrayRef<const Element *> operands);
  const Element *getOther(Element element);
  /// The same reduction or operation, of other operands.
  const Element *replaceOperands(const Element *element,
                                 ArrayRef<const Element *> operands);

  Axis addAxis(ProductSize size);
  const ProductSize &getSize(Axis axis) const { return axes[axis]; }
  ProductSize getSize(const Place &place) const;
  /// The value that an element is if a scalar from outside of loops is it.
  Value getScalarOf(const Element *element) const {
    return scalars.lookup(element);
  }
  bool isTooLarge() const { return elements.size() > kMostElements; }
  SizeReader &getSizes() { return sizes; }

private:
  const Element *fold(Operation *op, Type type,
                      ArrayRef<const Element *> operands);

  SizeReader sizes;
  SmallVector<ProductSize> axes;
  std::deque<Element> elements;
  llvm::DenseMap<const Element *, Value> scalars;
  std::map<std::vector<uintptr_t>, const Element *> known;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_ELEMENTGRAPH_H
