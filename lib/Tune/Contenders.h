//===- Contenders.h - Whom more final rounds could help ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_CONTENDERS_H
#define AUTOTUNE_LIB_TUNE_CONTENDERS_H

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace mlir::autotune::tune {

/// Indices of those that one more pass of so many rounds could help to tell who
/// ties with the fastest; none where it could not. `times[i]` are candidate i's
/// in `passes` passes, one behind the other.
std::vector<size_t> findContenders(llvm::ArrayRef<llvm::ArrayRef<double>> times,
                                   size_t passes, size_t rounds);

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_CONTENDERS_H
