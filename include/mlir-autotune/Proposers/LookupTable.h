//===- LookupTable.h - Configs that are known to be good --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table says which configs to use for which matmuls on which hardware. It is
// a JSON file that people edit. docs/reference/tables.md has its format and the
// order of entries. This layer reads no files: a table is a text with a name.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_LOOKUPTABLE_H
#define MLIR_AUTOTUNE_PROPOSERS_LOOKUPTABLE_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::autotune {

/// The condition of a table on M, N or K.
struct TableSize {
  /// The kinds of conditions, the most specific first.
  enum Kind { Exact, Range, Near, Any };

  Kind kind = Any;
  /// The value for Exact and Near, from 1 to kMaxMatmulSize.
  int64_t value = 0;
  /// The ends of a Range, both inclusive. A missing end is the largest or
  /// smallest size there is.
  int64_t min = 1, max = kMaxMatmulSize;

  bool operator==(const TableSize &other) const;
};

/// The properties of a matmul that an entry matches. A property that is not set
/// matches any value.
struct TablePattern {
  std::optional<ElementKind> a, b, c;
  std::optional<bool> transposeA, transposeB;
  /// Whether the product is added to an existing C.
  std::optional<bool> accumulate;
  /// M, N and K.
  TableSize sizes[3];

  bool operator==(const TablePattern &other) const;
};

/// How far the sizes of a matmul may be from an entry's, as the sum of
/// |log2(size / near)|. Beyond this distance an entry's configs say little.
inline constexpr double kMaxTableDistance = 2;

struct TableConfig {
  /// May leave parameters unset.
  Config config;
  /// The line in the file; 0 in a table that was made by a program.
  unsigned line = 0;
};

struct TableEntry {
  TablePattern match;
  /// As in the file: the driver's name ("NVIDIA H200") or a target's ("h200")
  /// for `device`, a name such as "sm_90a" for `chip`. Empty for any.
  std::string device, chip;
  /// Template and hash, in the order of the file.
  std::vector<std::pair<std::string, std::string>> hashes;
  /// Best first.
  std::vector<TableConfig> configs;
  std::string comment;

  /// Compares entries without the lines of their configs.
  bool operator==(const TableEntry &other) const;
};

/// A fault of a table, and its place: line and column from 1, in bytes.
struct TableFault {
  unsigned line = 1, column = 1;
  std::string message;
};

class LookupTable {
public:
  LookupTable() = default;

  /// Reads `text` as far as possible. Each fault goes to `report`. An entry
  /// with a fault is left out; so is a config with a fault, or whose template
  /// now has another hash. `fileName` names the table in lookup() and in
  /// messages.
  static LookupTable parse(StringRef text, StringRef fileName,
                           llvm::function_ref<void(const TableFault &)> report);

  /// Prints a text that parse() reads back, in a form made to be edited.
  void print(raw_ostream &os) const;

  /// The configs of the entries that match, the most specific entry first and
  /// each entry's in its order. They may be partial, and illegal for the
  /// matmul; the pointers are valid as long as the table.
  SmallVector<const TableConfig *> lookup(const ProblemFact &fact,
                                          const TargetInfo &target) const;

  StringRef getFileName() const { return fileName; }
  std::vector<TableEntry> entries;

private:
  std::string fileName;
};

/// The name of the target that a table's "device" stands for; empty if no
/// known target has this name.
std::string resolveTableDevice(StringRef device);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_LOOKUPTABLE_H
