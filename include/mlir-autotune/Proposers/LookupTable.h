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
#include "mlir-autotune/Problem/ExpectedSizes.h"
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

/// A row of a plan in a table.
struct TableRow {
  SizeGuard guard;
  TableConfig config;
};

/// Has either configs or a plan.
struct TableEntry {
  TablePattern match;
  /// As in the file: the driver's name ("NVIDIA H200") or a target's ("h200")
  /// for `device`, a name such as "sm_90a" for `chip`. Empty for any.
  std::string device, chip;
  /// Template and hash, in the order of the file.
  std::vector<std::pair<std::string, std::string>> hashes;
  /// Best first.
  std::vector<TableConfig> configs;
  /// The first row whose guard holds counts. The last row is for all sizes, and
  /// each row for some sizes that the entry matches. At least one size of
  /// `match` is a range, or left out.
  std::vector<TableRow> plan;
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
  /// now has another hash, with its row. A plan without its last row is left
  /// out. `fileName` names the table in messages.
  static LookupTable parse(StringRef text, StringRef fileName,
                           llvm::function_ref<void(const TableFault &)> report);

  /// Prints a text that parse() reads back, in a form made to be edited.
  void print(raw_ostream &os) const;

  /// The configs of the entries that match, the most specific entry first and
  /// each entry's in its order. A plan has one config for a matmul: that of the
  /// row that selectRow() gives for its sizes, or of the last row if a size is
  /// not known. Configs may be partial, and illegal for the matmul; the
  /// pointers are valid as long as the table.
  SmallVector<const TableConfig *> lookup(const ProblemFact &fact,
                                          const TargetInfo &target) const;

  /// The rows of the most specific entry whose plan is for all sizes that the
  /// matmul may have; empty if there is none. A range in an entry is for an
  /// unknown size only if all `expected` sizes are in the range. Rows that the
  /// matmul never reaches, and conditions on known sizes, are left out. Empty,
  /// too, for a pair or sum if a guard speaks of an unknown size that both
  /// products have together.
  std::vector<TableRow> lookupPlan(const ProblemFact &fact,
                                   const TargetInfo &target,
                                   const ExpectedSizes &expected) const;

  StringRef getFileName() const { return fileName; }
  std::vector<TableEntry> entries;

private:
  /// The entries that match, the most specific one first.
  SmallVector<const TableEntry *> match(const ProblemFact &fact,
                                        const TargetInfo &target,
                                        const ExpectedSizes &expected) const;

  std::string fileName;
};

/// Why a row of a plan is never reached by a matmul that `match` matches.
struct UnreachableRow {
  size_t row;
  /// A sentence's predicate, as in "is never reached: ...".
  std::string reason;
};

/// The first row of a plan that is never reached; nullopt if there is none.
std::optional<UnreachableRow> findUnreachableRow(const TablePattern &match,
                                                 ArrayRef<SizeGuard> guards);

/// The name of the target that a table's "device" stands for; empty if no
/// known target has this name.
std::string resolveTableDevice(StringRef device);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_LOOKUPTABLE_H
