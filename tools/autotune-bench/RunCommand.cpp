//===- RunCommand.cpp - autotune-bench run --------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "RunnerProcess.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using llvm::StringRef;

int bench::runRun(llvm::ArrayRef<StringRef> arguments) {
  std::string path;
  std::vector<std::string> forwarded;
  for (StringRef argument : arguments)
    if (argument.consume_front("--runner="))
      path = argument.str();
    else
      forwarded.push_back(argument.str());
  llvm::Expected<std::string> runner = findRunner(path);
  if (!runner)
    return reportError(runner.takeError());
  llvm::Expected<int> code = spawnRunner(*runner, forwarded);
  if (!code)
    return reportError(code.takeError());
  return *code;
}
