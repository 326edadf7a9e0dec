//===- main.cpp - Checks and times the candidates of a bundle -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

#include "mlir-autotune/Measure/Measuring.h"
#include "mlir-autotune/Measure/Records.h"

#include "llvm/Support/FormatVariadic.h"

#include <csignal>
#include <unistd.h>

using namespace mlir::autotune::measure;

/// The exit code of what came to this, after an error has been printed.
static int finish(llvm::Error error) {
  if (!error)
    return 0;
  llvm::handleAllErrors(
      std::move(error), [](const WorkerError &) {},
      [](const llvm::ErrorInfoBase &each) {
        llvm::errs() << "autotune-runner: error: " << each.message() << "\n";
      });
  return 1;
}

static int finish(llvm::Expected<int> code) {
  return code ? *code : finish(code.takeError());
}

static int printDeviceInfo(int device) {
  llvm::Expected<llvm::json::Value> info = describeDevice(device);
  if (!info)
    return finish(info.takeError());
  llvm::outs() << llvm::formatv("{0:2}\n", *info);
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return 0;
  return finish(llvm::createStringError("stdout: cannot write"));
}

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  llvm::Expected<Flags> flags =
      parseFlags(llvm::ArrayRef(arguments).drop_front());
  if (!flags)
    return finish(flags.takeError());
  const Options &options = flags->options;
  if (flags->help) {
    llvm::outs() << kUsage;
    return 0;
  }
  // Errors in writing come back from write(), with their reason.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  if (flags->deviceInfo)
    return printDeviceInfo(options.device);
  if (flags->worker)
    return finish(flags->serve ? runServingWorker(options.device)
                               : runBundleWorker(options));
  // A worker is this program with the same arguments and one more.
  arguments.push_back("--worker");
  WorkerCommand worker{"/proc/self/exe", std::move(arguments)};
  if (flags->serve)
    return finish(serve(options.silence, worker, STDIN_FILENO, STDOUT_FILENO));
  // Records on the standard output stay what they are.
  llvm::raw_ostream &tables =
      isStandardOutput(options.output) ? llvm::errs() : llvm::outs();
  return finish(measureBundle(options, worker, tables, llvm::errs()));
}
