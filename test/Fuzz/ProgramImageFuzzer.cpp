//===- ProgramImageFuzzer.cpp - Files of programs, from anywhere ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The input stands behind a checksum that is right, which no fuzzer would find.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Program/ProgramImage.h"

#include "llvm/Support/Endian.h"
#include "llvm/Support/xxhash.h"

using namespace mlir::autotune;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef body(reinterpret_cast<const char *>(data), size);
  llvm::consumeError(ProgramImage::parse(body).takeError());
  char numbers[12];
  llvm::support::endian::write32le(numbers, ProgramImage::kVersion);
  llvm::support::endian::write64le(numbers + 4, llvm::xxh3_64bits(body));
  std::string bytes =
      ProgramImage::kMagic.str() + std::string(numbers, 12) + body.str();
  llvm::Expected<ProgramImage> image = ProgramImage::parse(bytes);
  if (!image) {
    llvm::consumeError(image.takeError());
    return 0;
  }
  // Writing the image and reading it again must not change it.
  std::string written = image->serialize();
  llvm::Expected<ProgramImage> again = ProgramImage::parse(written);
  if (!again || again->serialize() != written)
    __builtin_trap();
  return 0;
}
