//===- Tools.cpp - The project's programs inside of Python ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM is large, so a package has it once: its tools are the module that Python
// loads, started by `python -m mlir_autotune._program`.
//
//===----------------------------------------------------------------------===//

#include "Tools.h"

#include "Commands.h"

#include "mlir-autotune/Backends/NVVM/Passes.h"
#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Program/ProgramCompiler.h"
#include "mlir-autotune/Transforms/Passes.h"
#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/raw_ostream.h"

#include <mutex>

using namespace mlir;
using namespace mlir::autotune;

void autotune::registerToolPasses() {
  static std::once_flag once;
  std::call_once(once, [] {
    registerTransformsPasses();
    registerAutotunePasses();
    registerAutotuneNVVMPasses();
    registerAutotuneConversionPasses();
    registerAutotunePipelines();
  });
}

static int runOpt(int argc, char **argv) {
  DialectRegistry registry;
  registerProgramDialects(registry);
  return asMainReturnCode(
      MlirOptMain(argc, argv, "mlir-autotune's passes\n", registry));
}

int autotune::runTool(std::vector<std::string> arguments) {
  std::vector<char *> argv;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  int argc = int(arguments.size());
  std::string name = arguments.empty() ? "" : arguments.front();
  if (name == "autotune-bench")
    return bench::benchMain(argc, argv.data());
  if (name == "autotune-opt")
    return runOpt(argc, argv.data());
  llvm::errs() << "there is no tool '" << name
               << "' in this package; there are autotune-bench and "
                  "autotune-opt\n";
  return 1;
}
