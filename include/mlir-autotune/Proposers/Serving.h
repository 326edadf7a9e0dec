//===- Serving.h - Whether one kernel is to do all it could -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel could compute more around a matmul than it does well: another
// matmul, or the operations that make an operand. Passes that attach and lower,
// and the tuner, all ask here for each pattern of FormProblems/Patterns.h. The
// measured kernel is therefore the launched kernel.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_SERVING_H
#define MLIR_AUTOTUNE_PROPOSERS_SERVING_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Proposers/Pairs.h"

namespace mlir::autotune {

/// Says why separate kernels (`apart`), with operands as they are, are better
/// for a fact of two products, or with a prologue or scales. Returns a clause;
/// empty if one kernel is better, or if nothing can be separated.
///
/// If the config that the first matmul carries (`given`, null for none) is not
/// legal for the fact, separate kernels are used. Without a config, times
/// decide (Pairs.h). For a fact of one product they also decide with a config,
/// if it is legal both ways. A prologue or scales that only CUDA cores support
/// are refused too: one dequantizing pass followed by tensor cores is faster,
/// and a CUDA-core config that the matmul carries was attached to the matmul
/// without the prologue. With `isAsked`, neither times nor tensor cores count.
std::string getWhyNotServed(const ProblemFact &fact, const ApartMatmuls &apart,
                            const TargetInfo &target, ConfigAttr given,
                            bool isAsked);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_SERVING_H
