//===- CallProvider.h - Templates that are calls of a library - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_CALLPROVIDER_H
#define MLIR_AUTOTUNE_PROVIDERS_CALLPROVIDER_H

#include "mlir-autotune/Providers/KernelProvider.h"

#include <string>

namespace mlir::autotune {

/// A provider whose configs are calls of a library. The library is found at run
/// time, and may be missing, of another version, or refuse the call. Its
/// configs therefore stand in plans, before a kernel (`library` of the
/// template's record). Nobody proposes or enumerates them: only the library
/// knows which ones it has.
class CallProvider : public KernelProvider {
public:
  /// The library's name in the runtime (Runtime/Libraries.inc), as users write
  /// it.
  virtual StringRef getLibrary() const = 0;
  /// What the runtime must know of the call, beside addresses, sizes and
  /// strides: words `key=value` with blanks between them. The config must be
  /// complete and legal for the fact.
  virtual std::string getCall(const ProblemFact &fact,
                              const Config &config) const = 0;

  /// Whether the library only computes the bare product, and a kernel of ours
  /// the epilogue (KernelProgram::buildEpilogue). getCall() then takes the fact
  /// of getBareProduct().
  virtual bool hasSeparateEpilogue(const Config &config) const = 0;
  /// The product of a fact without its epilogue: C is a dense matrix of sums,
  /// which is only written.
  static ProblemFact getBareProduct(const ProblemFact &fact);

  /// Libraries have kernels for tensor cores.
  bool usesTensorCores() const override { return true; }
  /// The least time that the target's rates allow: the library's kernels are
  /// not known.
  TimeEstimate estimate(const ProblemFact &fact, const TargetInfo &target,
                        const Config &config) const override;
  SmallVector<RankedHeuristic> createHeuristics() const final { return {}; }
  const ProgramProvider *asProgramProvider() const final { return nullptr; }
  const CallProvider *asCallProvider() const final { return this; }

protected:
  using KernelProvider::KernelProvider;
  /// The words of every call of a product: `a`, `b`, `c` and `sums` are element
  /// types by name, `transpose_a`, `transpose_b` and `accumulate` are 0 or 1.
  static std::string describeProduct(const ProblemFact &fact);
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_CALLPROVIDER_H
