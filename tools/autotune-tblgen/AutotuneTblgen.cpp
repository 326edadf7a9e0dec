//===- AutotuneTblgen.cpp - From kernels_td/ to C++, JSON and docs --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The program holds no action of its own: each *Emitter.cpp registers one.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/TableGen/Main.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  llvm::cl::ParseCommandLineOptions(argc, argv);
  // Without a function of our own the registered action runs.
  llvm::MultiFileTableGenMainFn registeredAction = nullptr;
  return llvm::TableGenMain(argv[0], registeredAction);
}
