//===- BodyHash.cpp - The hash that stands for an operation ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Problem/BodyHash.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using llvm::StringRef;

bool autotune::isBodyHash(StringRef text) {
  return text.size() == 16 && llvm::all_of(text, [](char c) {
           return llvm::isDigit(c) || (c >= 'a' && c <= 'f');
         });
}

std::string autotune::getBodyHash(StringRef body) {
  if (isBodyHash(body))
    return body.str();
  return llvm::utohexstr(llvm::xxh3_64bits(body), /*LowerCase=*/true,
                         /*Width=*/16);
}
