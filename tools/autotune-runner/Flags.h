//===- Flags.h - The command line ----------------------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_RUNNER_FLAGS_H
#define AUTOTUNE_RUNNER_FLAGS_H

#include "mlir-autotune/Measure/Options.h"

#include "llvm/ADT/ArrayRef.h"

struct Flags {
  mlir::autotune::measure::Options options;
  bool deviceInfo = false, help = false;
  /// Requests come from stdin; there is no bundle.
  bool serve = false;
  /// This process is the one that touches the GPU.
  bool worker = false;
};

extern const char kUsage[];

llvm::Expected<Flags> parseFlags(llvm::ArrayRef<std::string> arguments);

#endif // AUTOTUNE_RUNNER_FLAGS_H
