//===- Operations.h - Operations on one element -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_REFERENCE_OPERATIONS_H
#define AUTOTUNE_LIB_REFERENCE_OPERATIONS_H

#include "mlir-autotune/Reference/Function.h"

namespace mlir::autotune::reference {

enum class Opcode : uint8_t {
#define AUTOTUNE_OPERATION(name, text) name,
#include "Operations.def"
};

/// Of an operation's name, as in "arith.addf"; false for none.
bool findOpcode(const std::string &name, Opcode &opcode);

enum class Predicate : uint8_t {
  // Of floats: bit 0 is equal, 1 greater, 2 less, 3 unordered.
  False,
  OEQ,
  OGT,
  OGE,
  OLT,
  OLE,
  ONE,
  ORD,
  UNO,
  UEQ,
  UGT,
  UGE,
  ULT,
  ULE,
  UNE,
  True,
  // Of integers.
  EQ,
  NE,
  SLT,
  SLE,
  SGT,
  SGE,
  ULTI,
  ULEI,
  UGTI,
  UGEI
};

/// Of a word as it is printed, of floats or of integers; false for none.
bool findPredicate(const std::string &word, bool isFloat, Predicate &predicate);

struct Instruction {
  Opcode opcode = Opcode::Constant;
  Predicate predicate = Predicate::False;
  /// Of the first operand (of a selection the second, of a constant its own),
  /// and of the first result.
  ElementType type, resultType;
  std::vector<size_t> operands;
  /// Of two results it is the second.
  bool isSecond = false;
  uint64_t constant = 0;
};

/// A float in `real`, an integer in the low bits.
struct Scalar {
  double real = 0;
  uint64_t bits = 0;
};

/// What an instruction makes of operands; a float is not rounded to its type
/// yet. False where MLIR leaves it undefined.
bool compute(const Instruction &instruction, const Scalar *operands,
             Scalar &result);

int64_t signExtend(uint64_t bits, unsigned width);
uint64_t truncate(uint64_t bits, unsigned width);

} // namespace mlir::autotune::reference

#endif // AUTOTUNE_LIB_REFERENCE_OPERATIONS_H
