//===- FakeOutputs.h - Kernels of several outputs ------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_TEST_RUNTIME_FAKEOUTPUTS_H
#define AUTOTUNE_TEST_RUNTIME_FAKEOUTPUTS_H

#include "FakeDequantized.h"

namespace fake {

/// A kernel of kind "twofold" (FakeKernels.cpp says what it takes).
Work bindTwofold(const FunctionImpl &function, void **params);
/// The references of its outputs: of C, and of what it writes beside it.
Work bindOutput(const FunctionImpl &function, void **params, bool isC);

} // namespace fake

#endif // AUTOTUNE_TEST_RUNTIME_FAKEOUTPUTS_H
