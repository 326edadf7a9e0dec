//===- InputFile.cpp - What needs no parser of modules --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compression.h"

#include "mlir-autotune/Tune/Input.h"

#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

llvm::Expected<std::string> tune::readInputFile(StringRef path) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  StringRef bytes = (*file)->getBuffer();
  if (!isCompressed(bytes))
    return bytes.str();
  llvm::Expected<std::string> text = decompress(bytes);
  if (!text)
    return llvm::createStringError(path + ": " +
                                   llvm::toString(text.takeError()));
  return text;
}

llvm::Expected<TargetInfo> tune::parseTargetOption(StringRef text) {
  std::string whyNot;
  FailureOr<TargetInfo> target = parseTarget(text, whyNot);
  if (failed(target))
    return llvm::createStringError("--target: " + whyNot);
  return *target;
}
