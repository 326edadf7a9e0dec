//===- ShapeClasses.cpp - Kinds of problems -------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/ShapeClasses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

static constexpr int64_t kLarge = 2048;
static constexpr int64_t kFewRows = 64;
/// More than the L2 of any known target holds.
static constexpr double kStreamedBytes = 200e6;
/// Tiles of the size that squares take; so few leave half of a large GPU idle
/// unless CTAs share K.
static constexpr int64_t kTile = 128, kFewTiles = 64, kLongK = 4096;
static constexpr double kSmallWork = 0x1p31;
/// What one access to memory fetches at once.
static constexpr int64_t kLineBytes = 128;

static bool isAny(const ProblemFact &) { return true; }

static bool isLarge(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return matmul.m >= kLarge && matmul.n >= kLarge && matmul.k >= kLarge;
}

static bool hasFewRows(const ProblemFact &fact) {
  return fact.getMatmul().m <= kFewRows;
}

static bool hasStreamedWeights(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return hasFewRows(fact) &&
         1.0 * matmul.k * matmul.n * getElementBytes(matmul.b.element) >=
             kStreamedBytes;
}

static bool hasFewTilesAndLongK(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return matmul.asOneProduct().k >= kLongK &&
         matmul.batch * llvm::divideCeil(uint64_t(matmul.m), uint64_t(kTile)) *
                 llvm::divideCeil(uint64_t(matmul.n), uint64_t(kTile)) <=
             uint64_t(kFewTiles);
}

static bool isSmall(const ProblemFact &fact) {
  return fact.getFlops() / 2 <= kSmallWork;
}

static bool isOdd(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  return llvm::any_of(
      ArrayRef<const OperandFact *>{&matmul.a, &matmul.b, &matmul.c},
      [](const OperandFact *operand) {
        return operand->rowStride * getElementBytes(operand->element) %
                   kLineBytes !=
               0;
      });
}

static constexpr ShapeClass kClasses[] = {
    {"all", "every shape", isAny},
    {"large", "M, N and K of 2048 or more", isLarge},
    {"few rows", "M of 64 or less", hasFewRows},
    {"streamed weights", "M of 64 or less, and B of 200 MB or more",
     hasStreamedWeights, /*isStreaming=*/true},
    {"few tiles, long K",
     "64 tiles of 128 x 128 or less in C, and K of 4096 or more",
     hasFewTilesAndLongK},
    {"small", "2^31 multiply-adds or less", isSmall},
    {"odd", "a row stride of A, B or C that is no multiple of 128 bytes",
     isOdd},
};

ArrayRef<ShapeClass> tune::getShapeClasses() { return kClasses; }
