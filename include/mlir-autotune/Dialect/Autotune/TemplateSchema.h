//===- TemplateSchema.h - Which parameters a template has -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tables that autotune-tblgen makes from kernels_td/. A config is stored as
// slots: one integer per component of a list and per parameter of any other
// kind, in the order of declaration. A Bool is 0 or 1, a case of an enumeration
// its index. All tables are static and live as long as the program.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_DIALECT_AUTOTUNE_TEMPLATESCHEMA_H
#define MLIR_AUTOTUNE_DIALECT_AUTOTUNE_TEMPLATESCHEMA_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlir {
class InFlightDiagnostic;
namespace autotune {

enum class ParamKind { Int, IntList, Bool, Enum };
/// How a value of the kind is written: "an integer", "true or false", ...
StringRef describeKind(ParamKind kind);

/// The lists of legal values of a component. Each list contains the one before
/// it. Legal is what an attribute may hold; the others are what an enumeration
/// of the space tries.
enum class DomainLevel { Quick, Default, Exhaustive, Legal };

/// All integers from `lower` to `upper`, both included.
struct IntegerRange {
  int64_t lower, upper;
};

struct ComponentSchema {
  /// "m" of tile = [m, n, k]; empty unless the parameter is a list.
  StringRef name;
  int64_t defaultValue;
  ArrayRef<int64_t> domains[4];
  /// If set, all integers of a range are legal. The list of legal values then
  /// has both ends, and the other lists are empty.
  std::optional<IntegerRange> range = std::nullopt;

  ArrayRef<int64_t> getDomain(DomainLevel level) const {
    return domains[static_cast<unsigned>(level)];
  }
  /// Whether an attribute may have the value.
  bool isLegal(int64_t value) const;
};

/// A case that an Enum had once, and that stored texts may still name.
struct RemovedCase {
  StringRef name;
  /// Why it was removed, as what follows "because".
  StringRef reason;
};

struct ParamSchema {
  StringRef name;
  StringRef doc;
  ParamKind kind;
  unsigned firstSlot;
  ArrayRef<ComponentSchema> components;
  /// Spellings of an Enum, by index.
  ArrayRef<StringRef> cases;
  /// How people read the parameter (ConfigWords.h): a word with % for the
  /// value ("s%", "%-store"), or for a Bool the word for true.
  StringRef word;
  /// Whether the word is written even if the value is the default.
  bool isShown = false;
  /// Whether a config without this parameter means the same kernel as with its
  /// default, as it did before the template had the parameter.
  bool isNeutral = false;
  /// Of an Enum.
  ArrayRef<RemovedCase> removedCases = {};

  unsigned getNumSlots() const { return components.size(); }
  /// The value in a slot of this parameter as text: "4", "true", "pingpong".
  std::string printValue(int64_t value) const;
  /// "{64, 128}", "{8, 16, ..., 256}", "{direct, tma}".
  std::string printDomain(unsigned component) const;
  /// The index of a case; nullopt when there is none of that name.
  std::optional<int64_t> lookupCase(StringRef text) const;
  /// Why no case has that name.
  std::string getCaseFault(StringRef text) const;
  /// Checks values, one per slot, against the legal domain. Returns a text
  /// with the component, the value and the domain at fault; empty if all are
  /// legal.
  std::string getFault(ArrayRef<int64_t> values) const;
  /// Like getFault(), but emits the text as an error.
  LogicalResult verify(ArrayRef<int64_t> values,
                       function_ref<InFlightDiagnostic()> emitError) const;
};

/// A parameter that was removed from a template, and that stored texts may
/// still name.
struct RemovedParam {
  StringRef name;
  /// Its former default, as text. A stored text with this value is read as if
  /// it did not name the parameter.
  StringRef value;
  /// The word of the former default in getBrief()'s texts.
  StringRef word;
  /// Why it was removed: the clause that follows "because" in a message.
  StringRef reason;

  /// The value that a word of this parameter stands for; nullopt for any other
  /// word.
  std::optional<std::string> readWord(StringRef text) const;
  /// Why a text with this value can't be read; empty if it can.
  std::string getFault(StringRef given) const;
};

struct TemplateSchema {
  StringRef name;
  StringRef summary;
  ArrayRef<ParamSchema> params;
  unsigned numSlots;
  /// 16 hexadecimal digits: a hash of the declaration. A config that was
  /// stored under another hash belongs to another kernel, even if its text is
  /// equal.
  StringRef hash = {};
  ArrayRef<RemovedParam> removedParams = {};
  /// Whether a config is a call of a library, which may be missing or refuse,
  /// and not a kernel.
  bool isLibrary = false;

  /// nullptr when there is none of that name.
  const ParamSchema *lookupParam(StringRef name) const;
  const RemovedParam *lookupRemovedParam(StringRef name) const;
  /// "tile, stages, ...", for diagnostics.
  std::string listParams() const;
};

/// In the order of kernels_td/Templates.td.
ArrayRef<TemplateSchema> getTemplateSchemas();
/// nullptr when there is none of that name.
const TemplateSchema *lookupTemplateSchema(StringRef name);
/// Their names with commas between them, for diagnostics.
std::string listTemplates();

} // namespace autotune
} // namespace mlir

#endif // MLIR_AUTOTUNE_DIALECT_AUTOTUNE_TEMPLATESCHEMA_H
