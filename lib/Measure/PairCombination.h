//===- PairCombination.h - C of two products of a library -------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_PAIRCOMBINATION_H
#define AUTOTUNE_LIB_MEASURE_PAIRCOMBINATION_H

#include "ElementwiseKernel.h"

namespace mlir::autotune::measure {

/// What is left to do of a pair where a library has computed its products: the
/// kernel that makes C of them.
class PairCombination {
public:
  /// Loads the kernel, and allocates both products, of C's type and dense. The
  /// problem must be one of a pair, and outlive this object.
  static cuda::Status create(const MeasuredProblem &problem,
                             cuda::StreamHandle stream,
                             PairCombination &combination);

  /// Where the products go; the second is with the other B.
  cuda::DevicePtr getProduct(int64_t index) const {
    return products[index].get();
  }
  /// Makes C of a set.
  cuda::Status apply(const Buffers &buffers, int64_t set) const;

private:
  const MeasuredProblem *problem = nullptr;
  ElementwiseKernel kernel;
  cuda::DeviceBuffer products[2];
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_PAIRCOMBINATION_H
