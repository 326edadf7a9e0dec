//===- SpaceTestUtils.h - Facts and targets for tests -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_UNITTESTS_SPACE_SPACETESTUTILS_H
#define MLIR_AUTOTUNE_UNITTESTS_SPACE_SPACETESTUTILS_H

#include "mlir-autotune/Space/Space.h"

#include "gtest/gtest.h"

namespace mlir::autotune {

inline const TargetInfo &getH200() {
  const TargetInfo *target = lookupTarget("h200");
  assert(target && "kernels_td/Targets.td has an h200");
  return *target;
}

/// Contiguous operands of `element`, summed in f32; B is stored N x K when
/// `bTransposed`.
inline MatmulFact makeFact(int64_t m, int64_t n, int64_t k, bool bTransposed,
                           ElementKind element = ElementKind::BF16) {
  MatmulFact fact;
  fact.m = m;
  fact.n = n;
  fact.k = k;
  fact.a.element = fact.b.element = fact.c.element = element;
  fact.a.rowStride = k;
  fact.b.transposed = bTransposed;
  fact.b.rowStride = bTransposed ? k : n;
  fact.c.rowStride = n;
  return fact;
}

/// The config that `text` spells; its text is as in the attribute.
inline Config parseConfig(StringRef text) {
  MLIRContext context;
  FailureOr<Config> config = Config::parse(text, &context);
  EXPECT_TRUE(succeeded(config)) << text.str();
  return succeeded(config) ? *config : Config(getTemplateSchemas().front());
}

/// What check() says of a config, by default for a product of 4096 cubed.
inline Violation
getViolation(StringRef text,
             const ProblemFact &fact = makeFact(4096, 4096, 4096,
                                                /*bTransposed=*/true)) {
  Config config = parseConfig(text).withDefaults();
  std::optional<Violation> violation =
      lookupKernelTemplate(config.getTemplateName())
          ->check(fact, getH200(), config);
  EXPECT_TRUE(violation) << text.str();
  return violation.value_or(Violation());
}

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_UNITTESTS_SPACE_SPACETESTUTILS_H
