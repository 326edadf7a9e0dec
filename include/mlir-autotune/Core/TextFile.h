//===- TextFile.h - Text as other systems write it --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Editors of some systems begin a text with a byte order mark and end lines
// with \r\n. Every reader of text uses this header to skip the mark and to
// take one line at a time.
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_TEXTFILE_H
#define MLIR_AUTOTUNE_CORE_TEXTFILE_H

#include <string_view>

namespace mlir::autotune {

/// U+FEFF in UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The text behind its byte order mark, or all of a text without one.
std::string_view skipByteOrderMark(std::string_view text);

/// Removes the next line from `text` and returns it without its end: \n, \r\n
/// or the end of the text. A mark is skipped at the start of any line, because
/// `cat` joins files.
std::string_view takeLine(std::string_view &text);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_CORE_TEXTFILE_H
