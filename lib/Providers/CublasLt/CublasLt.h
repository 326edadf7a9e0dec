//===- CublasLt.h - The provider of cublaslt ------------------ -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_PROVIDERS_CUBLASLT_CUBLASLT_H
#define MLIR_AUTOTUNE_LIB_PROVIDERS_CUBLASLT_CUBLASLT_H

#include "mlir-autotune/Dialect/Autotune/Configs.h"
#include "mlir-autotune/Providers/CallProvider.h"

namespace mlir::autotune {

class CublasLt : public CallProvider {
public:
  CublasLt() : CallProvider(CublasLtConfig::kTemplateName) {}

  int64_t getWorkspaceBytes(const ProblemFact &fact, int64_t sms,
                            const Config &config) const override;
  StringRef getLibrary() const override { return getName(); }
  bool hasSeparateEpilogue(const Config &config) const override;
  std::string getCall(const ProblemFact &fact,
                      const Config &config) const override;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_PROVIDERS_CUBLASLT_CUBLASLT_H
