//===- FunctionReference.cpp - Is a function's lowering right? ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionReference.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;

/// A reference takes some microseconds for each.
static constexpr int64_t kMostElements = int64_t(1) << 16;

llvm::Expected<FunctionReference>
FunctionReference::create(const char *what, StringRef body, int64_t elements) {
  FunctionReference reference;
  reference.what = what;
  std::string whyNot;
  reference.function = reference::Function::parse(body.str(), whyNot);
  if (!reference.function)
    return llvm::createStringError("there is no reference for the " +
                                   llvm::Twine(what) + " '" + body +
                                   "': " + whyNot);
  // No divisor of what rows are likely to have.
  reference.period = llvm::divideCeil(elements, kMostElements) | 1;
  return reference;
}

llvm::Error FunctionReference::check(const std::vector<uint64_t> &arguments,
                                     ArrayRef<uint64_t> results) {
  if (count++ % period != 0)
    return llvm::Error::success();
  for (size_t output = 0; output < function->getResults().size(); ++output) {
    std::string fault = function->findFault(arguments, output, results[output]);
    if (!fault.empty())
      return llvm::createStringError("kernels compute the " +
                                     llvm::Twine(what) + " wrong: " + fault);
  }
  return llvm::Error::success();
}
