//===- DebugLayout.h - LLVM's layout, our assertions ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comes before each source of a debug build. Debian's LLVM is built with
// NDEBUG, and llvm::Statistic, a member of every pass with statistics, has more
// fields without it: a pass of ours would be larger than libMLIR.so believes.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TOOLS_CMAKE_DEBUGLAYOUT_H
#define MLIR_AUTOTUNE_TOOLS_CMAKE_DEBUGLAYOUT_H

#ifndef NDEBUG
#define NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#include <cassert>
#endif

#endif // MLIR_AUTOTUNE_TOOLS_CMAKE_DEBUGLAYOUT_H
