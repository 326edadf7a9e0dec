//===- EpilogueMatcher.h - What follows a matmul -------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_FORMPROBLEMS_EPILOGUEMATCHER_H
#define MLIR_AUTOTUNE_LIB_FORMPROBLEMS_EPILOGUEMATCHER_H

#include "mlir-autotune/FormProblems/MatmulMatcher.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::autotune {

/// Makes the function of an epilogue from element-wise operations, one after
/// the other.
class EpilogueBuilder {
public:
  /// The function starts with a sum, rounded to the type of its result, the
  /// output of the matmul of `fact`: as what reads it finds it. Of a pair with
  /// both.
  EpilogueBuilder(const MatmulFact &fact, ValueRange results);

  /// Adds an operation that findWhyNotFused has nothing against.
  void add(linalg::LinalgOp op);
  void addMapped(Operation *op);
  /// Ends with what has become of these values, the first of which is C and of
  /// type `element`. Fails on what no kernel can compute, and says why.
  FailureOr<EpilogueFact> finish(ValueRange outputs, ElementKind element,
                                 std::string &whyNot);

  ArrayRef<EpilogueValue> getValues() const { return values; }

private:
  Value getScalar(OpBuilder &b, EpilogueValue value);
  Value addProducer(OpBuilder &b, Operation *op, const EpilogueValue &read);

  const MatmulFact &fact;
  int64_t rank;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  /// Those of which there are scalars: sums, and what became of them.
  DenseMap<Value, Value> scalars;
  SmallVector<EpilogueValue> values;
};

/// The element of an operand in the body of `op`; null where none is read.
BlockArgument getReadElement(linalg::LinalgOp op, OpOperand &operand);

/// A value with the output's dimensions that its own run along, as a map says,
/// or along groups of them; nothing, and why, if it is more than that.
std::optional<EpilogueValue> matchRead(Value value, AffineMap map,
                                       std::string *whyNot = nullptr);

/// What is read in place of a value: where it repeats elements of another, the
/// other one. It may be a scalar, which has no dimensions.
EpilogueValue findSource(EpilogueValue value);

/// Why a kernel can't read `value`, an operand with such a map, or a scalar,
/// which lies where the host may put it: in memory of its own. `depth` is how
/// many operations were looked through.
std::string findWhyNotRead(Value value, AffineMap map, unsigned depth = 0);

/// The operation that makes what is read, where the kernel does it for the
/// elements that it reads of an output of `rank` dimensions; else null.
Operation *findProducer(const EpilogueValue &read, int64_t rank,
                        unsigned depth = 0);

/// Why an operation that reads `current`, of which the results of a matmul have
/// become these values, can't be part of its epilogue; empty if it can. `shape`
/// is that of the matmul's result.
std::string findWhyNotFused(Operation *op, function_ref<bool(Value)> isCurrent,
                            ShapedType shape);

/// How many operations an epilogue is made of, and how many are looked at
/// behind a matmul on memrefs.
constexpr size_t kMaxEpilogueOperations = 64;

/// Builds the epilogue of these operations, of which `outputs` are left, to be
/// launched before `place`.
LogicalResult buildEpilogue(MatmulPattern &pattern, ArrayRef<Operation *> ops,
                            ArrayRef<Value> outputs, Operation *place,
                            std::string &whyNot);

/// Removes from the operations behind `products` those that their readers can
/// compute at little cost, where the kernel then stores fewer bytes. Gives what
/// it removed.
SmallVector<Operation *> cutEpilogue(ValueRange products,
                                     SmallVectorImpl<Operation *> &ops);

/// Finds, on memrefs, the epilogue that makes one buffer of the product, of a
/// pair of both, or the cast that does; it has none of `taken`, which may be
/// null.
void matchBuffers(MatmulPattern &pattern, const TakenOperations *taken);

/// A value that operations have for all elements, or one element of it: an
/// attribute that is known now; null if it is none.
TypedAttr getElementConstant(Value value);

/// An operation that somebody could take for an epilogue.
bool isElementwise(Operation *op);

/// Finds the other matmul of a pair, operands of which are taken as they are
/// without `findsPrologue`, and the pair's epilogue, which has none of `taken`;
/// says in the pattern why two matmuls are none. Whether there is one.
bool matchPair(MatmulPattern &pattern, bool findsPrologue,
               const TakenOperations *taken);

/// Makes the pattern that of a sum, of which the epilogue is still to be found,
/// where another matmul adds to this one's result, operands of which are taken
/// as they are without `findsPrologue`; says in the pattern why two
/// matmuls are none. Whether there is one.
bool matchSum(MatmulPattern &pattern, bool findsPrologue);

/// Finds the epilogue of a matmul whose fact is complete but for it. Where
/// there is one, it takes the place of the pattern's cast. Of `taken`, which
/// may be null, it has none.
void matchEpilogue(MatmulPattern &pattern, const TakenOperations *taken);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_FORMPROBLEMS_EPILOGUEMATCHER_H
