//===- main.cpp - Checks and times the candidates of a bundle -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ServeWorker.h"
#include "Server.h"
#include "Supervisor.h"
#include "Worker.h"

#include "mlir-autotune/Measure/Options.h"

#include "llvm/Support/raw_ostream.h"

#include <csignal>

using namespace mlir::autotune::measure;

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  llvm::Expected<Options> options =
      parseOptions(llvm::ArrayRef(arguments).drop_front());
  if (!options)
    return reportError(llvm::toString(options.takeError()));
  if (options->help) {
    llvm::outs() << kUsage;
    return 0;
  }
  // Errors in writing come back from write(), with their reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  if (options->deviceInfo)
    return printDeviceInfo(*options);
  if (options->worker)
    return options->serve ? runServeWorker(*options) : runWorker(*options);
  arguments.push_back("--worker");
  if (options->serve)
    return Server(*options, arguments).run();
  Supervisor supervisor(*options, arguments);
  llvm::Error error = supervisor.run();
  if (!error)
    return 0;
  std::string text = llvm::toString(std::move(error));
  return supervisor.hasWorkerFailed() ? 1 : reportError(text);
}
