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

#ifndef MLIR_AUTOTUNE_TUNING_FUSIONCHOICES_H
#define MLIR_AUTOTUNE_TUNING_FUSIONCHOICES_H

#include "mlir-autotune/Tuning/Problems.h"

namespace mlir::autotune {

/// A pass over memory that is left to a kernel of somebody else.
struct FusionPass {
  /// What would do it on its way: a product with its prologue or scales, or
  /// two products.
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

  bool isTogether() const { return matmuls.front().fact.hasTwoProducts(); }
  double estimatePasses(const TargetInfo &target) const;
};

/// Takes one of the ways that there are for a matmul, by its number.
using FusionChooser =
    llvm::function_ref<size_t(ArrayRef<FusionChoice> choices)>;

/// What becomes of a module's matmuls where `choose` takes one of the ways for
/// each, one matmul after the other: where two are not done together, the
/// second has its own turn. The ways come in order, that with the fewest passes
/// first, and of those the one of fewer kernels; `choose` is asked where there
/// is but one, too. What is not launched, as `isLaunched` has it, has no
/// epilogue, as where passes lower what has a config.
SmallVector<ModuleMatmul, 0>
chooseFusions(ArrayRef<Operation *> matmuls, FusionChooser choose,
              llvm::function_ref<bool(const ModuleMatmul &)> isLaunched);

/// What matmuls could be launched as, once or more often each, where all before
/// are launched in the way of the fewest passes, or all in that of the most.
SmallVector<ModuleMatmul, 0> listFusions(ArrayRef<Operation *> matmuls);

/// What is tuned of them without comparing ways: each with as much of what is
/// around it as is served on the target (Proposers/Serving.h).
SmallVector<ModuleMatmul, 0> choosePatterns(ArrayRef<Operation *> matmuls,
                                            const TargetInfo &target);

/// How much longer than the best a way may be estimated to take and yet be
/// measured: estimates are off by a tenth as a rule, in either direction.
inline constexpr double kCloseFusion = 1.25;

/// What choosePatterns chooses, and behind each, as alternatives, what else
/// there is of the ways that are estimated to be the best or nearly so: so that
/// a pick can tell. A matmul that says its `autotune.fusion` has been decided
/// on, and one that carries a config, but where `extend` is set.
SmallVector<ModuleMatmul, 0> chooseCloseFusions(ArrayRef<Operation *> matmuls,
                                                const TargetInfo &target,
                                                bool extend);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_FUSIONCHOICES_H
