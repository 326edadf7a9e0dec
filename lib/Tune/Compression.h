//===- Compression.h - Files that were made small ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_COMPRESSION_H
#define AUTOTUNE_LIB_TUNE_COMPRESSION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace mlir::autotune::tune {

/// Whether these are the first bytes of a zstd frame, as of no text.
bool isCompressed(llvm::StringRef bytes);

/// What one zstd frame or several hold. An error where they are damaged or cut
/// off, or hold more than `limit` bytes, whatever they claim.
llvm::Expected<std::string> decompress(llvm::StringRef bytes,
                                       size_t limit = size_t(1) << 30);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_COMPRESSION_H
