//===- Function.h - A fused function, evaluated as written ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates an epilogue or a prologue for one element, independently of
// kernels. It reads the function's text without MLIR and computes the
// operations one by one in the types that the text names. Math functions come
// from the host's library, in double. Kernels use polynomials instead, with
// the errors that docs/reference/epilogues.md allows, so each result comes
// with the least and the largest accepted value.
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
  /// The width of an integer, from 1 to 64.
  uint8_t bits = 32;

  bool isFloat() const { return kind != Integer; }
  bool operator==(ElementType other) const {
    return kind == other.kind && bits == other.bits;
  }
  bool operator!=(ElementType other) const { return !(*this == other); }
};

/// The type that elements of a kind have in memory.
ElementType getElementType(ElementKind kind);

/// Rounds a double to a float type, to nearest even, and returns the bits.
uint64_t encode(ElementType type, double value);
/// The value of a float, whose bits are the low bits of `bits`.
double decode(ElementType type, uint64_t bits);

/// The accepted values of a result: `low` to `high` for floats, `least` to
/// `most` for integers.
struct Result {
  ElementType type;
  /// The result of the operations exactly as written.
  uint64_t bits = 0;
  double low = 0, high = 0;
  int64_t least = 0, most = 0;
  /// Whether NaN is accepted; if `low` is above `high`, only NaN is.
  /// `isAnything` accepts every value, where an operation is undefined or next
  /// to a pole.
  bool mayBeNaN = false, isAnything = false;

  /// Whether `got` is accepted. Zeros are equal, whatever their sign.
  bool accepts(uint64_t got) const;
  /// "1.5 (1.499 to 1.501)"
  std::string str() const;
};
/// A value that is known exactly.
Result getExactly(ElementType type, uint64_t bits);
/// An element as text for a person.
std::string print(ElementType type, uint64_t bits);

struct Instruction;

class Function {
public:
  /// Parses a func.func of fused operations (FusedOps.h), as MLIR prints it.
  /// Returns null, with the reason in `whyNot`, for any other text.
  static std::unique_ptr<Function> parse(const std::string &text,
                                         std::string &whyNot);
  ~Function();

  const std::vector<ElementType> &getArguments() const { return arguments; }
  const std::vector<ElementType> &getResults() const { return results; }

  /// Evaluates the function; `elements` are the bits of its arguments.
  std::vector<Result> evaluate(const std::vector<uint64_t> &elements) const;
  /// The same for arguments that are known to lie in an interval. Math
  /// functions have the error of results in f32, whatever the results are.
  std::vector<Result> evaluate(const std::vector<Result> &given) const;

  /// What is wrong with `got` as result number `output`, as in "2 and 3 become
  /// 4, not 5"; empty if it is right.
  std::string findFault(const std::vector<uint64_t> &elements, size_t output,
                        uint64_t got) const;

private:
  Function();
  friend class Parser;

  std::vector<ElementType> arguments, results;
  std::vector<Instruction> instructions;
  /// The numbers of the returned values. Arguments are numbered first.
  std::vector<size_t> returned;
};

} // namespace mlir::autotune::reference

#endif // MLIR_AUTOTUNE_REFERENCE_FUNCTION_H
