//===- KernelProvider.cpp - Who can compute a matmul ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/KernelProvider.h"

#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::autotune;

KernelProvider::KernelProvider(StringRef name)
    : kernelTemplate(*lookupKernelTemplate(name)) {}

KernelProvider::~KernelProvider() = default;

const KernelProvider &autotune::getProvider(const Config &config) {
  // A schema is one object, as is its template.
  const TemplateSchema *schema = &config.getSchema();
  for (const KernelProvider *provider : getProviders())
    if (&provider->getTemplate().getSchema() == schema)
      return *provider;
  llvm_unreachable("every template has a provider");
}

bool autotune::isServedBefore(const KernelProvider &provider,
                              const ProblemFact &fact,
                              const TargetInfo &target) {
  for (const KernelProvider *other : getProviders()) {
    if (other == &provider)
      return false;
    if (other->serves(fact, target))
      return true;
  }
  llvm_unreachable("every provider is listed");
}

bool autotune::mustCopy(const ProblemFact &fact, const TargetInfo &target) {
  return llvm::any_of(getProviders(), [&](const KernelProvider *provider) {
    return provider->mustCopy(fact, target);
  });
}
