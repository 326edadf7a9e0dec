//===- AttachPermissions.cpp - What permissions would be worth ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products of f32 run on CUDA cores unless the program allows other roundings.
// Nobody should lose a factor of ten without being told, so a remark says what
// each permission is worth, by the estimates.
//
//===----------------------------------------------------------------------===//

#include "AttachRemarks.h"
#include "Remarks.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Widening.h"
#include "mlir-autotune/Providers/Registry.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// What the user would have to write, and the fact that is served then.
struct Permission {
  std::string name;
  ProblemFact fact;
};
} // namespace

static bool isOnCudaCores(const Config &config) {
  return !getProvider(config).usesTensorCores();
}

/// The product of what the inputs were widened from.
static std::optional<Permission> getNarrow(linalg::LinalgOp op,
                                           const ProblemFact &fact) {
  FailureOr<Contraction> contraction = matchContraction(op);
  std::string whyNot;
  if (failed(contraction))
    return std::nullopt;
  FailureOr<NarrowProduct> product =
      findNarrowProduct(*contraction, /*foldScales=*/true, whyNot);
  if (failed(product))
    return std::nullopt;
  Permission permission;
  permission.name =
      std::string(product->needsPermission() ? "fold-scales"
                                             : "narrow-products") +
      " of autotune-canonicalize-contractions";
  auto matmul = fact.getMatmul();
  matmul.a.element = *getFactorKind(product->inputs[0].element);
  matmul.b.element = *getFactorKind(product->inputs[1].element);
  if (product->sumsIntegers) {
    matmul.accumulator = matmul.c.element = ElementKind::I32;
    matmul.epilogue = EpilogueFact();
  }
  permission.fact = std::move(matmul);
  return permission;
}

/// Of the best config that is proposed; nullopt for none.
static std::optional<double> getBestTime(const ProblemFact &fact,
                                         const TargetInfo &target) {
  ProposeOptions options;
  options.space = std::nullopt;
  options.maxCandidates = 1;
  Proposal proposal = propose(fact, target, options);
  if (proposal.candidates.empty())
    return std::nullopt;
  return estimateTime(fact, target, proposal.candidates.front().config);
}

void autotune::remarkPermissions(linalg::LinalgOp op, const ProblemFact &fact,
                                 const TargetInfo &target, ConfigAttr config) {
  const auto &matmul = fact.getMatmul();
  if (!areRemarksOn(op) || !config || op->hasAttr(kAllowTf32AttrName) ||
      matmul.a.element != ElementKind::F32 ||
      matmul.b.element != ElementKind::F32 ||
      matmul.accumulator != ElementKind::F32)
    return;
  FailureOr<Config> pick = Config::fromAttr(config);
  if (failed(pick) || !isOnCudaCores(*pick))
    return;
  std::vector<Permission> permissions;
  if (std::optional<Permission> narrow = getNarrow(op, fact))
    permissions.push_back(std::move(*narrow));
  for (ElementKind kind : {ElementKind::TF32, ElementKind::TF32x3}) {
    auto tf32 = matmul;
    tf32.a.element = tf32.b.element = kind;
    permissions.push_back(
        {"allow-tf32=" + stringifyElementKind(kind).str(), std::move(tf32)});
  }

  double time = estimateTime(fact, target, *pick);
  // Estimates are not exact: less is no reason to change what is rounded.
  constexpr double kWorthTelling = 1.2;
  std::string text;
  for (const Permission &permission : permissions) {
    std::optional<double> allowed = getBestTime(permission.fact, target);
    if (!allowed || time < kWorthTelling * *allowed)
      continue;
    text += llvm::formatv("{0}{1:f1} times as fast with {2}",
                          text.empty() ? "" : ", ", time / *allowed,
                          permission.name);
  }
  if (!text.empty())
    remark::missed(op->getLoc(), getRemarkOptions(op, "AttachConfigs"))
        << "multiplies f32 on CUDA cores; by the estimates it would be " + text;
}
