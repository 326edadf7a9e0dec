//===- NvMatmulQuestion.cpp - A matmul as the library sees it -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NvMatmulQuestion.h"

#include "mlir-autotune/Problem/Elements.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::nvmatmul;

/// With fewer rows, and with more columns than rows, the library is asked for
/// C^T: its kernels have 64 rows or more, and may have few columns. Of 0, 64,
/// 128, 256 and any number of rows, 256 had the lowest regret on both oracles
/// (docs/design/proposers.md).
static constexpr int64_t kFewRows = 256;

namespace {
/// A GPU that the library knows by number, and the figures that tell it from
/// others.
struct Gpu {
  int number;
  int64_t computeCapability, sms;
  double gigabytesPerSecond;
};
} // namespace

/// The figures are those of kernels_td/Targets.td; for the PCIe card, those of
/// NVIDIA's H100 datasheet.
static constexpr Gpu kGpus[] = {
    {8000, 80, 108, 2039},   // A100 SXM
    {8902, 89, 142, 864},    // L40S
    {9000, 90, 132, 3352},   // H100 SXM
    {9001, 90, 114, 2000},   // H100 PCIe
    {9003, 90, 132, 4800},   // H200 SXM
    {10000, 100, 148, 8000}, // B200
};

/// The GPU of the target's compute capability whose figures are nearest; null
/// if there is none.
static const Gpu *findGpu(const TargetInfo &target) {
  const Gpu *nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Gpu &gpu : kGpus) {
    if (gpu.computeCapability != target.computeCapability)
      continue;
    double apart =
        std::abs(double(target.sms) / double(gpu.sms) - 1) +
        std::abs(target.memoryBandwidth / (1e9 * gpu.gigabytesPerSecond) - 1);
    if (apart >= least)
      continue;
    least = apart;
    nearest = &gpu;
  }
  return nearest;
}

/// The library's letter for a type, by its cudaDataType; 0 if it has none.
static char getLetter(ElementKind kind) {
  switch (getElementInfo(kind).cudaDataType) {
  case 0:
    return 'S';
  case 1:
    return 'D';
  case 2:
    return 'H';
  case 3: // The library's have no sign.
    return 'B';
  case 14:
    return 'T';
  case 28:
    return 'Q';
  case 29:
    return 'R';
  default:
    return 0;
  }
}

/// Letters for A and B, sums, and C; for 8-bit floats, those for A, B, C, sums
/// and the result. Empty if the library has no such product. A type of C that
/// it does not combine with A and B counts as the type of the sums.
static std::string getPrecision(const ProblemFact &fact) {
  const auto &matmul = fact.getMatmul();
  char a = getLetter(matmul.a.element), b = getLetter(matmul.b.element);
  char c = getLetter(matmul.c.element);
  auto isFloat8 = [](char letter) { return letter == 'Q' || letter == 'R'; };
  if (isFloat8(a) && isFloat8(b) && (a == 'Q' || b == 'Q')) {
    char result = c == 'T' || c == 'H' ? c : 'S';
    return {a, b, result, 'S', result};
  }
  if (matmul.a.element != matmul.b.element)
    return "";
  switch (a) {
  case 'T':
  case 'H':
    if (getLetter(matmul.accumulator) == 'H')
      return "HHH";
    return {a, 'S', c == a ? a : 'S'};
  case 'B':
    return "BII";
  case 'D':
    return "DDD";
  case 'S':
    // Other f32 is not multiplied by tensor cores, or three times.
    return getElementInfo(matmul.a.element).precision == 11 ? "SFS" : "";
  default:
    return "";
  }
}

static Question transpose(Question question) {
  Product &product = question.product;
  std::swap(product.m, product.n);
  bool transposesA = product.layout & 2, transposesB = product.layout & 1;
  product.layout = uint8_t(2 * !transposesB + !transposesA);
  if (question.precision.size() == 5)
    std::swap(question.precision[0], question.precision[1]);
  return question;
}

std::optional<MatmulQuestion> nvmatmul::getQuestion(const ProblemFact &fact,
                                                    const TargetInfo &target) {
  const auto &matmul = fact.getMatmul();
  const Gpu *gpu = findGpu(target);
  if (!gpu || !fact.hasStaticSizes() || matmul.isGrouped() ||
      matmul.convertsFactor())
    return std::nullopt;
  for (int64_t size : {matmul.m, matmul.n, matmul.k, matmul.batch})
    if (size < 1 || size > std::numeric_limits<uint32_t>::max())
      return std::nullopt;
  Question question;
  question.precision = getPrecision(fact);
  if (question.precision.empty())
    return std::nullopt;
  // CUTLASS 3 has the kernels with wgmma, which multiplies no f64.
  question.generator =
      target.computeCapability == 90 && question.precision != "DDD"
          ? Generator::Cutlass3
          : Generator::Cutlass2;
  question.gpu = gpu->number;
  question.product = {uint32_t(matmul.m), uint32_t(matmul.n),
                      uint32_t(matmul.k), uint32_t(matmul.batch),
                      uint8_t(2 * matmul.a.transposed + matmul.b.transposed)};
  bool transposed = matmul.m < kFewRows && matmul.m < matmul.n;
  return MatmulQuestion{transposed ? transpose(question) : question,
                        transposed};
}
