//===- ScalarProgram.h - The body of an operation, evaluated ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_SIMULATION_SCALARPROGRAM_H
#define AUTOTUNE_LIB_SIMULATION_SCALARPROGRAM_H

#include "mlir-autotune/Reference/Function.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <vector>

namespace mlir::autotune {

/// The type of an element: an index is an i64.
reference::ElementType getScalarType(Type type);

/// The value of a constant number.
reference::Result getConstantValue(TypedAttr attr);

/// The body of a linalg.generic, evaluated in order for one point of its loops,
/// or the combiner of a problem.scan.
/// Each operation is evaluated by lib/Reference from its text, and none is
/// rewritten.
class ScalarProgram {
public:
  /// The values that operations of the body take from outside.
  struct Outside {
    /// An element of a tensor that the body gathers from.
    std::function<reference::Result(Value tensor, int64_t offset)> getElement;
    /// A number that is defined outside of the body.
    std::function<reference::Result(Value number)> getNumber;
  };

  /// Fails at an operation without a reference.
  static llvm::Expected<ScalarProgram> create(linalg::GenericOp op,
                                              const Outside &outside);
  /// `sums` are the arguments that have what has been combined so far, one for
  /// each value that the block yields.
  static llvm::Expected<ScalarProgram> create(Block &body, ValueRange sums,
                                              const Outside &outside);

  /// Evaluates the body. `arguments` are those of its block, and become the
  /// values that it yields; `terms` become what it adds to its sums.
  void run(ArrayRef<int64_t> loops, std::vector<reference::Result> &arguments,
           std::vector<reference::Result> &terms);

  /// Whether the body adds or multiplies floats to yield its result of that
  /// number: then the result depends on the order.
  enum class Order { Any, Sum, Product };
  Order getOrder(unsigned result) const { return results[result].order; }

private:
  struct Step {
    enum class Kind { Index, Gather, Call } kind;
    std::vector<size_t> operands;
    size_t result = 0;
    /// The loop whose number an index is.
    unsigned dim = 0;
    /// The tensor that a gather reads.
    Value tensor;
    std::shared_ptr<reference::Function> function;
  };
  struct Yielded {
    size_t value = 0;
    Order order = Order::Any;
    size_t term = 0;
  };

  llvm::Error addStep(Operation *inner);
  size_t getSlot(Value value);
  size_t addSlot(Value value);
  void addResults(Block &body, ValueRange sums);
  reference::Result gather(const Step &step) const;

  Outside outside;
  llvm::DenseMap<Value, size_t> slots;
  std::vector<reference::Result> values;
  std::vector<Step> steps;
  std::vector<Yielded> results;
};

} // namespace mlir::autotune

#endif // AUTOTUNE_LIB_SIMULATION_SCALARPROGRAM_H
