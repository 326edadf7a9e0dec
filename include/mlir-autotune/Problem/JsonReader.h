//===- JsonReader.h - JSON values with a place and a range ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a parsed JSON document. Every getter checks the type and the range, and
// the first thing that is wrong becomes the one error, with its path in the
// document. After an error getters give defaults, so that callers need not test
// each.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_JSONREADER_H
#define MLIR_AUTOTUNE_PROBLEM_JSONREADER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>

namespace mlir::autotune {

/// llvm::json::parse, but safe against nesting that would exhaust its stack.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

class JsonReader {
public:
  /// `value` is read, `path` is its path from the root ("kernels[2].grid"),
  /// and `error` receives the first error. `value` and `error` must outlive
  /// the reader.
  JsonReader(const llvm::json::Value *value, std::string path,
             std::string &error)
      : value(value), path(std::move(path)), error(error) {}

  bool failed() const { return !error.empty(); }
  void fail(const llvm::Twine &what) const;
  /// Reports an error at `member` of this value, as in "params[2].box",
  /// whether the member exists or not.
  void failAt(llvm::StringRef member, const llvm::Twine &what) const;

  bool has(llvm::StringRef key) const;
  /// A member that must be there.
  JsonReader operator[](llvm::StringRef key) const;

  int64_t asInteger(int64_t min, int64_t max) const;
  /// A finite number that is not negative.
  double asNumber() const;
  /// A number in a range.
  double asNumber(double min, double max) const;
  bool asBool() const;
  std::string asString() const;
  /// One of `words`, as its index.
  int asWord(llvm::ArrayRef<llvm::StringRef> words) const;
  size_t arraySize() const;
  JsonReader at(size_t index) const;
  void forEach(llvm::function_ref<void(JsonReader)> visit) const;
  /// An array of exactly `out.size()` integers.
  void asIntegers(llvm::MutableArrayRef<int64_t> out, int64_t min,
                  int64_t max) const;

private:
  const llvm::json::Value *value;
  std::string path;
  std::string &error;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_JSONREADER_H
