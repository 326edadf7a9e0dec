//===- FusionChoices.h - Ways to do what matmuls are part of ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pair, a sum, or a product with a prologue can be one kernel, or several and
// passes over memory. Which is faster is estimated (Proposers/Serving.h), and
// measured where the estimates are close: then the problems of all ways that
// could be the best are tuned, and a pick compares them.
//
// An epilogue is not in question: without one C is written, read and written
// again, and no kernel loses as much by it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_FORMPROBLEMS_FUSIONCHOICES_H
#define MLIR_AUTOTUNE_FORMPROBLEMS_FUSIONCHOICES_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/FormProblems/MatmulMatcher.h"
#include "mlir-autotune/FormProblems/ModuleMatmuls.h"

namespace mlir::autotune {

/// A pass over memory that is left to a kernel of somebody else.
struct FusionPass {
  /// The fact whose kernel would do the pass on the way: a product with its
  /// prologue or scales, or two products.
  MatmulFact of;
  /// The operand that it makes; null behind products.
  Value made;

  /// As it is estimated, in nanoseconds: nobody measures it.
  double estimateNs(const TargetInfo &target) const;
};

/// One way to do a matmul and, where one kernel could do both, another one.
struct FusionChoice {
  /// What is launched for it, the matmul itself first. Where there are other
  /// ways it has its `autotune.fusion`.
  SmallVector<ModuleMatmul, 0> matmuls;
  SmallVector<FusionPass, 0> passes;
  /// The element-wise operations that the kernel of the first does.
  TakenOperations done;
  /// Whether what either `autotune.fusion` says is another way.
  bool isRuledOut = false;

  bool isTogether() const {
    return matmuls.front().fact.getMatmul().hasTwoProducts();
  }
  double estimatePasses(const TargetInfo &target) const;
};

/// Takes one of the ways that there are for a matmul, by its number.
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

/// How much longer than the best a way may be estimated to take and yet be
/// measured: estimates are off by a tenth as a rule, in either direction.
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
