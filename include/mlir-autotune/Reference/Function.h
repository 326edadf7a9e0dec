//===- Function.h - A fused function, evaluated as written ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates an epilogue or a prologue for one element, independently of
// kernels. It reads the function's text without MLIR, computes its operations
// one by one in the types that the text names, and takes functions from the
// host's library in double. Kernels' functions are polynomials, whose errors
// docs/reference/epilogues.md allows. Each result therefore comes with the
// least and the most value that is right.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_REFERENCE_FUNCTION_H
#define MLIR_AUTOTUNE_REFERENCE_FUNCTION_H

#include "mlir-autotune/Core/Elements.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace mlir::autotune::reference {

/// The type of an element: one of the floats of Elements.td that matrices in
/// memory have, or an integer.
struct ElementType {
  enum Kind : uint8_t {
#define AUTOTUNE_FLOAT(NAME, ...) NAME,
    AUTOTUNE_STORED_FLOATS(AUTOTUNE_FLOAT)
#undef AUTOTUNE_FLOAT
        Integer
  };
  Kind kind = F32;
  /// Of an integer from 1 to 64.
  uint8_t bits = 32;

  bool isFloat() const { return kind != Integer; }
  bool operator==(ElementType other) const {
    return kind == other.kind && bits == other.bits;
  }
  bool operator!=(ElementType other) const { return !(*this == other); }
};

/// The type that elements of a kind have in memory.
ElementType getElementType(ElementKind kind);

/// The bits of a double, rounded to a type of floats to nearest even.
uint64_t encode(ElementType type, double value);
/// A float's value, from the low bits.
double decode(ElementType type, uint64_t bits);

/// What a result may be. Of floats `low` to `high`, of integers `least` to
/// `most`.
struct Result {
  ElementType type;
  /// What the operations say, as they are written.
  uint64_t bits = 0;
  double low = 0, high = 0;
  int64_t least = 0, most = 0;
  /// Whether NaN is right (if `low` is above `high`, only that is), and whether
  /// anything is: where an operation is undefined, or next to a pole.
  bool mayBeNaN = false, isAnything = false;

  /// Zeros are equal, whatever their sign.
  bool accepts(uint64_t got) const;
  /// "1.5 (1.499 to 1.501)"
  std::string str() const;
};
/// An element as a person reads it.
std::string print(ElementType type, uint64_t bits);

struct Instruction;

class Function {
public:
  /// Reads a func.func of the operations that are fused (FusedOps.h), as MLIR
  /// prints it. Null, and why, for what is none.
  static std::unique_ptr<Function> parse(const std::string &text,
                                         std::string &whyNot);
  ~Function();

  const std::vector<ElementType> &getArguments() const { return arguments; }
  const std::vector<ElementType> &getResults() const { return results; }

  /// Of the bits of its arguments.
  std::vector<Result> evaluate(const std::vector<uint64_t> &elements) const;

  /// What is wrong with `got` as result number `output`, as in "2 and 3 become
  /// 4, not 5"; empty if it is right.
  std::string findFault(const std::vector<uint64_t> &elements, size_t output,
                        uint64_t got) const;

private:
  Function();
  friend class Parser;

  std::vector<ElementType> arguments, results;
  std::vector<Instruction> instructions;
  /// Numbers of the values that it returns: arguments come first.
  std::vector<size_t> returned;
};

} // namespace mlir::autotune::reference

#endif // MLIR_AUTOTUNE_REFERENCE_FUNCTION_H
