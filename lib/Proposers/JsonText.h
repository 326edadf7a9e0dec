//===- JsonText.h - JSON that knows where it stands -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::json forgets positions and keys that come twice, and both are what a
// person who edits a file by hand needs to be told.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROPOSERS_JSONTEXT_H
#define MLIR_AUTOTUNE_LIB_PROPOSERS_JSONTEXT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

struct JsonKey {
  std::string text;
  /// Of the opening quote.
  size_t offset = 0;
};

struct JsonNode {
  enum Kind { Null, Bool, Integer, Number, String, Array, Object };

  Kind kind = Null;
  /// Of the first character, for a string its quote.
  size_t offset = 0;
  bool flag = false;
  /// Of a number that is written without fraction and exponent and fits.
  int64_t integer = 0;
  std::string text;
  /// Whether `text` is not what stands in the file.
  bool hasEscapes = false;
  /// Of an array, or of an object in the order of its keys.
  std::vector<JsonNode> elements;
  std::vector<JsonKey> keys;

  /// "an object", "a string", ...: what a message says was found.
  StringRef describe() const;
  /// The place of a character of `text`, or of the string where escapes make
  /// that hard to say.
  size_t getOffset(size_t index) const {
    return hasEscapes ? offset : offset + 1 + index;
  }
};

/// The most levels of arrays and objects in each other. Far more than any file
/// of ours nests, far less than a stack holds.
inline constexpr unsigned kMaxJsonNesting = 64;

/// The document, by RFC 8259. The first thing that is wrong goes to `report`.
std::optional<JsonNode>
parseJsonText(StringRef text,
              llvm::function_ref<void(size_t offset, const Twine &)> report);

/// Lines and columns, both from 1, in bytes.
class LineMap {
public:
  explicit LineMap(StringRef text);
  std::pair<unsigned, unsigned> get(size_t offset) const;

private:
  /// Where each line begins.
  std::vector<size_t> begins;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROPOSERS_JSONTEXT_H
