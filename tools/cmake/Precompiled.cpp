//===- Precompiled.cpp - Whose headers are precompiled --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CMake wants a file to compile them for (AutotunePrecompiled.cmake).
//
//===----------------------------------------------------------------------===//
