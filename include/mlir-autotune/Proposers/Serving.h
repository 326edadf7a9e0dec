//===- Serving.h - Whether one kernel is to do all it could -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What surrounds a matmul can be more than any kernel does well: another
// matmul, or what makes an operand. Whoever attaches, tunes or lowers
// asks here, for each pattern of Analysis/Patterns.h, so that what is measured
// is what is launched.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROPOSERS_SERVING_H
#define MLIR_AUTOTUNE_PROPOSERS_SERVING_H

#include "mlir-autotune/Analysis/Patterns.h"
#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"

namespace mlir::autotune {

/// Why a fact of two products, or with a prologue or scales, is better left to
/// kernels of its matmuls, each for itself and with operands as they are
/// (`apart`): the config that the first carries (`given`, null for none) is not
/// legal for it; or, without one, they take less time (Pairs.h), which of what
/// one product is of is asked with one, too, if that is legal either way. Nor
/// are a prologue and scales served for which there is only simt, which serves
/// anything: one pass that dequantizes, and tensor cores, are faster. So a simt
/// that is carried there was attached to the matmul without it. Where it is
/// `isAsked` for, neither time nor the tensor cores count. A clause; empty
/// where one kernel is better, and where there is nothing to take apart.
std::string getWhyNotServed(const MatmulFact &fact, const ApartMatmuls &apart,
                            const TargetInfo &target, ConfigAttr given,
                            bool isAsked);

/// choosePattern as it is served on the target, each matmul with the config
/// that it carries.
MatmulPattern chooseServed(const MatmulPattern &most,
                           const TakenOperations *taken,
                           const TargetInfo &target);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROPOSERS_SERVING_H
