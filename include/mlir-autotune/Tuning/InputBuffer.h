//===- InputBuffer.h - Modules as other systems write them ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_INPUTBUFFER_H
#define MLIR_AUTOTUNE_TUNING_INPUTBUFFER_H

#include "mlir-autotune/Core/TextFile.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::autotune {

/// Returns the buffer without its byte order mark, which MLIR's lexer refuses.
inline std::unique_ptr<llvm::MemoryBuffer>
skipByteOrderMark(std::unique_ptr<llvm::MemoryBuffer> buffer) {
  llvm::StringRef text = skipByteOrderMark(buffer->getBuffer());
  if (text.size() == buffer->getBufferSize())
    return buffer;
  return llvm::MemoryBuffer::getMemBufferCopy(text,
                                              buffer->getBufferIdentifier());
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_INPUTBUFFER_H
