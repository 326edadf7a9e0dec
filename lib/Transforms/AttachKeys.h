//===- AttachKeys.h - What configs are decided by ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHKEYS_H
#define MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHKEYS_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/Patterns.h"

namespace mlir::autotune {

/// What decides the attributes of a matmul. Targets live in the cache, so their
/// address stands for them.
struct AttachKey {
  ProblemFact fact;
  const TargetInfo *target;
  /// The config or plan that was there; null for none.
  Attribute given;
  /// The matmul's own expected sizes; null for none.
  Attribute sizes;

  bool operator==(const AttachKey &other) const {
    return target == other.target && given == other.given &&
           sizes == other.sizes && fact == other.fact;
  }
};

struct AttachKeyHash {
  size_t operator()(const AttachKey &key) const {
    return llvm::hash_combine(key.fact, key.target, key.given, key.sizes);
  }
};

/// What decides whether one kernel is to do all that it could.
struct FusionQuestion {
  AttachKey key;
  ApartMatmuls apart;
  bool isAsked = false;

  bool operator==(const FusionQuestion &other) const {
    return key == other.key && apart.facts == other.apart.facts &&
           apart.isWhole == other.apart.isWhole && isAsked == other.isAsked;
  }
};

struct FusionQuestionHash {
  size_t operator()(const FusionQuestion &question) const {
    return llvm::hash_combine(
        AttachKeyHash()(question.key), question.apart.isWhole, question.isAsked,
        llvm::hash_combine_range(question.apart.facts.begin(),
                                 question.apart.facts.end()));
  }
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_LIB_TRANSFORMS_ATTACHKEYS_H
