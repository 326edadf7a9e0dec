//===- TextFile.h - Text as other systems write it --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Editors of some systems begin a text with a byte order mark and end lines
// with \r\n. Every reader of text uses this header: it reads a document from
// behind the mark, and lines one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_CORE_TEXTFILE_H
#define MLIR_AUTOTUNE_CORE_TEXTFILE_H

#include <string_view>

namespace mlir::autotune {

/// U+FEFF in UTF-8.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// The text behind a byte order mark, or all of it.
std::string_view skipByteOrderMark(std::string_view text);

/// Takes the next line from `text`, without what ends it: \n, \r\n or the end
/// of the text. A mark may begin any line: files are joined by `cat`.
std::string_view takeLine(std::string_view &text);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_CORE_TEXTFILE_H
