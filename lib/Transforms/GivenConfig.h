//===- GivenConfig.h - Configs that the IR has for a problem ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_GIVENCONFIG_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_GIVENCONFIG_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Problem/ProblemFact.h"

namespace mlir::autotune {

/// The config that a problem has, or its module has for the key of its fact;
/// null for none.
ConfigAttr findGivenConfig(Operation *op, StringRef key);

/// Reads such a config, and fills in defaults. Emits an error at the problem if
/// it does not compute the fact on the target.
FailureOr<Config> readGivenConfig(Operation *op, ConfigAttr attr,
                                  const ProblemFact &fact,
                                  const TargetInfo &info);

/// Lets a config's kernel start before the previous one has ended, if it can.
void makeDependent(Config &config, const ProblemFact &fact,
                   const TargetInfo &info);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_GIVENCONFIG_H
