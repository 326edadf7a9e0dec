//===- LookupTableReader.h - The text of a lookup table ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_LOOKUPTABLEREADER_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_LOOKUPTABLEREADER_H

#include "JsonText.h"
#include "mlir-autotune/Proposers/LookupTable.h"

namespace mlir::autotune {

/// Reads one table, and reports each fault at its place.
class TableReader {
public:
  TableReader(StringRef text,
              llvm::function_ref<void(const TableFault &)> report)
      : lines(text), report(report) {}

  void fail(size_t offset, const Twine &message) {
    auto [line, column] = lines.get(offset);
    report({line, column, message.str()});
    isSound = false;
  }
  void fail(const JsonNode &node, const Twine &message) {
    fail(node.offset, message);
  }
  void readTable(const JsonNode &root, std::vector<TableEntry> &entries);

private:
  using Visitor = llvm::function_ref<void(StringRef key, const JsonNode &)>;
  void readMembers(const JsonNode &node, StringRef what,
                   ArrayRef<StringRef> known, Visitor visit);
  bool check(const JsonNode &node, JsonNode::Kind kind, const Twine &what);
  void readEntry(const JsonNode &node, TableEntry &entry);
  void readMatch(const JsonNode &node, TablePattern &match);
  void readElements(const JsonNode &node, TablePattern &match);
  void readLayout(const JsonNode &node, TablePattern &match);
  void readSize(const JsonNode &node, StringRef name, TableSize &size);
  int64_t readPositive(const JsonNode &node, const Twine &what);
  void readHashes(const JsonNode &node, TableEntry &entry,
                  SmallVectorImpl<std::string> &stale);
  std::optional<TableConfig> readConfig(const JsonNode &node,
                                        ArrayRef<std::string> stale);
  void readConfigs(const JsonNode &node, ArrayRef<std::string> stale,
                   TableEntry &entry);
  std::optional<SizeGuard> readGuard(const JsonNode *node, const JsonNode &row,
                                     size_t number, bool isLast);
  void readPlan(const JsonNode &node, ArrayRef<std::string> stale,
                TableEntry &entry);

  LineMap lines;
  llvm::function_ref<void(const TableFault &)> report;
  /// Of the entry that is being read.
  bool isSound = true;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_LOOKUPTABLEREADER_H
