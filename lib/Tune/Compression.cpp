//===- Compression.cpp - Files that were made small -----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compression.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Twine.h"

#include <zstd.h>

using namespace mlir::autotune;
using llvm::StringRef;
using llvm::Twine;

bool tune::isCompressed(StringRef bytes) {
  return bytes.starts_with("\x28\xb5\x2f\xfd");
}

/// As a stream, since a frame need not say how much it holds, and is not
/// believed where it does.
llvm::Expected<std::string> tune::decompress(StringRef bytes, size_t limit) {
  ZSTD_DCtx *context = ZSTD_createDCtx();
  llvm::scope_exit release([&] { ZSTD_freeDCtx(context); });
  if (!context)
    return llvm::createStringError("zstd: no memory");
  std::string text, buffer(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  size_t left = 0;
  while (true) {
    ZSTD_outBuffer out{buffer.data(), buffer.size(), 0};
    left = ZSTD_decompressStream(context, &out, &in);
    if (ZSTD_isError(left))
      return llvm::createStringError(Twine("zstd: ") + ZSTD_getErrorName(left));
    if (out.pos > limit - text.size())
      return llvm::createStringError("zstd: more than " + Twine(limit) +
                                     " bytes");
    text.append(buffer, 0, out.pos);
    // What did not fit comes with the next call.
    if (in.pos == in.size && out.pos < out.size)
      break;
  }
  if (left != 0)
    return llvm::createStringError("zstd: the end is missing");
  return text;
}
