//===- GivenConfig.cpp - Configs that the IR has for a problem ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GivenConfig.h"

#include "mlir-autotune/Providers/Registry.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::autotune;

ConfigAttr autotune::findGivenConfig(Operation *op, StringRef key) {
  if (auto own = op->getAttrOfType<ConfigAttr>(kConfigAttrName))
    return own;
  auto ofModule =
      op->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>(
          kRowConfigsAttrName);
  return ofModule ? ofModule.getAs<ConfigAttr>(key) : ConfigAttr();
}

FailureOr<Config> autotune::readGivenConfig(Operation *op, ConfigAttr attr,
                                            const ProblemFact &fact,
                                            const TargetInfo &info) {
  FailureOr<Config> given = Config::fromAttr(attr);
  if (failed(given))
    return op->emitOpError()
           << "has the config " << attr << ", which is of no known template";
  Config config = given->withDefaults();
  if (std::optional<Violation> violation =
          getProvider(config).getTemplate().check(fact, info, config))
    return op->emitOpError()
           << "has a config that breaks the constraint "
           << violation->constraint << ": " << violation->message;
  return config;
}

void autotune::makeDependent(Config &config, const ProblemFact &fact,
                             const TargetInfo &info) {
  constexpr StringLiteral kParam = "dependent_launch";
  Config dependent = config;
  if (config.getBool(kParam) == std::optional(false) &&
      succeeded(dependent.set(kParam, 1)) &&
      !getProvider(config).getTemplate().check(fact, info, dependent))
    config = dependent;
}
