//===- FusionChoices.h - Ways to do what matmuls are part of ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pair, a sum, or a product with a prologue can be one kernel, or several
// kernels and passes over memory. Estimates say which is faster
// (Proposers/Serving.h). Where they are close, the problems of all ways that
// could be the best are tuned, and a pick compares the measured times.
//
// Epilogues are always fused: without one C is written, read and written
// again, and no kernel loses as much time by an epilogue.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_FUSIONCHOICES_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_FUSIONCHOICES_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/FormProblems/ModuleMatmuls.h"

namespace mlir::autotune {

/// A pass over memory that another compiler's kernel does.
struct FusionPass {
  /// The fact of the kernel that would fuse the pass: a product with its
  /// prologue or scales, or two products.
  MatmulFact of;
  /// The operand that the pass makes; null for a pass behind products.
  Value made;

  /// The estimated time in nanoseconds. Passes are never measured.
  double estimateNs(const TargetInfo &target) const;
};

/// One way to compute a matmul, together with another one if one kernel could
/// compute both.
struct FusionChoice {
  /// The matmuls to launch, the matmul itself first. `fusion` of the first is
  /// set if there are other ways.
  SmallVector<ModuleMatmul, 0> matmuls;
  SmallVector<FusionPass, 0> passes;
  /// The element-wise operations that the first matmul's kernel fuses.
  TakenOperations done;
  /// Whether `autotune.fusion` of one of the two matmuls demands another way.
  bool isRuledOut = false;

  bool isTogether() const {
    return matmuls.front().fact.getMatmul().hasTwoProducts();
  }
  double estimatePasses(const TargetInfo &target) const;
};

/// Selects one of the ways to compute a matmul, by its index.
using FusionChooser =
    llvm::function_ref<size_t(ArrayRef<FusionChoice> choices)>;

/// Returns a module's matmuls after `choose` has selected one way for each, one
/// matmul after the other. If two are not computed together, the second has its
/// own turn. `choose` gets the ways in order: fewest passes first, then fewest
/// kernels. It is also asked if there is only one way. A matmul that is not
/// launched, by `isLaunched`, has no epilogue: passes only lower matmuls that
/// have a config.
SmallVector<ModuleMatmul, 0>
chooseFusions(ArrayRef<Operation *> matmuls, FusionChooser choose,
              llvm::function_ref<bool(const ModuleMatmul &)> isLaunched);

/// Lists all kernels that matmuls could be launched as, each once or more
/// often. Earlier matmuls are launched in the way with the fewest passes, or
/// all in the way with the most.
SmallVector<ModuleMatmul, 0> listFusions(ArrayRef<Operation *> matmuls);

/// Returns the matmuls to tune if ways are not compared: each with as many
/// surrounding operations as are supported on the target (Proposers/Serving.h).
SmallVector<ModuleMatmul, 0> choosePatterns(ArrayRef<Operation *> matmuls,
                                            const TargetInfo &target);

/// How much longer than the best way another may be estimated to take and
/// still be measured. Estimates are usually off by a tenth in either
/// direction.
inline constexpr double kCloseFusion = 1.25;

/// Returns the choice of choosePatterns, and after each matmul its
/// alternatives: the matmuls of all ways whose estimates are the best or nearly
/// so. A pick can then decide. The decision is made already if a matmul has
/// `autotune.fusion`, or carries a config and `extend` is not set.
SmallVector<ModuleMatmul, 0> chooseCloseFusions(ArrayRef<Operation *> matmuls,
                                                const TargetInfo &target,
                                                bool extend);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_FORMPROBLEMS_FUSIONCHOICES_H
