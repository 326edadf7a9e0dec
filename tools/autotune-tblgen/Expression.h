//===- Expression.h - C++ expressions inside records ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record's predicates are C++, which is read here just far enough to know the
// identifiers: to refuse unknown ones at the record's place, to see which slots
// a constraint mentions, and to turn a quantity's name into a call.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TBLGEN_EXPRESSION_H
#define AUTOTUNE_TBLGEN_EXPRESSION_H

#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TableGen/Record.h"

#include <string>
#include <vector>

namespace autotune_tblgen {

/// An expression ready to be printed into generated code, where `config`,
/// `fact` and `target` are in scope.
struct Expression {
  std::string code;
  /// The slots it mentions, itself or through a quantity.
  llvm::SmallBitVector slots;
};

/// Text with expressions in between: literals[0] parts[0] literals[1] ...
struct Message {
  std::vector<std::string> literals;
  std::vector<Expression> parts;
};

/// The names that the expressions of one template may use.
class Scope {
public:
  /// `kind` says which kind of fact there is, as in TemplateModel.
  Scope(unsigned numSlots, llvm::StringRef kind)
      : numSlots(numSlots), kind(kind) {}

  void addParam(llvm::StringRef cppName, unsigned firstSlot, unsigned count,
                bool isList);
  void addEnum(llvm::StringRef typeName, llvm::ArrayRef<std::string> cases);
  /// A quantity, or with a dot in its name a resource. Its slots are those of
  /// its own expression, so a quantity may use only those before it.
  void addQuantity(llvm::StringRef name, const llvm::SmallBitVector &slots);
  bool has(llvm::StringRef name) const;

  /// An identifier that nothing declares is a fatal error at `record`. `what`
  /// says whose expression it is, as in `predicate of "chip"`.
  Expression parse(llvm::StringRef text, const llvm::Record *record,
                   const llvm::Twine &what) const;
  Message parseMessage(llvm::StringRef text, const llvm::Record *record,
                       const llvm::Twine &what) const;

private:
  struct Field {
    unsigned firstSlot, count;
    bool isList;
  };
  struct Parser;

  unsigned numSlots;
  std::string kind;
  llvm::StringMap<Field> params;
  llvm::StringMap<std::vector<std::string>> enums;
  llvm::StringMap<llvm::SmallBitVector> quantities;
};

} // namespace autotune_tblgen

#endif // AUTOTUNE_TBLGEN_EXPRESSION_H
