//===- LineReader.h - Lines from a descriptor, in time ----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_LINEREADER_H
#define MLIR_AUTOTUNE_MEASURE_LINEREADER_H

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <string>

namespace mlir::autotune::measure {

/// Reads a descriptor, which it does not own, line by line.
class LineReader {
public:
  enum Result {
    Line,
    /// The line was longer than allowed and is dropped; the next call begins
    /// behind it.
    TooLong,
    /// Nothing came for `seconds`. A partial line is kept.
    Silent,
    /// No more lines: the writer has closed its end.
    Closed
  };

  LineReader(int fd, size_t maxBytes) : fd(fd), maxBytes(maxBytes) {}

  /// Waits at most `seconds` for each piece of the line; 0 waits for ever.
  /// Text behind the last line end counts as a line.
  Result read(std::string &line, double seconds);

private:
  /// Moves the next complete line of `pending` to `line`; false if there is
  /// none.
  bool take(std::string &line);

  int fd;
  size_t maxBytes;
  std::string pending;
  /// `begin` is where the next line begins in `pending`; no line end lies
  /// before `scanned`.
  size_t begin = 0, scanned = 0;
  bool dropping = false;
};

/// Writes all bytes. False, with errno set, if that fails.
bool writeAll(int fd, llvm::StringRef bytes);

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_LINEREADER_H
