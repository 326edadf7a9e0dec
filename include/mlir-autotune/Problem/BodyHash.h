//===- BodyHash.h - The hash that stands for an operation -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts have functions and operations as text. Keys have the hash of the text.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_BODYHASH_H
#define MLIR_AUTOTUNE_PROBLEM_BODYHASH_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::autotune {

/// Whether a text is a hash, which stands for a function or an operation of
/// which no more is known. The text of no function and no operation is a hash.
bool isBodyHash(llvm::StringRef text);

/// 16 hexadecimal digits, the same on every machine. The hash of a hash is the
/// hash itself.
std::string getBodyHash(llvm::StringRef body);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_BODYHASH_H
