//===- main.cpp - Checks and times the candidates of a bundle -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Measuring.h"
#include "mlir-autotune/Measure/Options.h"
#include "mlir-autotune/Measure/Records.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <csignal>
#include <unistd.h>

using namespace mlir::autotune::measure;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

namespace {
struct Flags {
  Options options;
  bool deviceInfo = false, help = false;
  /// Requests come from stdin; there is no bundle.
  bool serve = false;
  /// This process is the one that touches the GPU.
  bool worker = false;
};
} // namespace

static constexpr char kUsage[] =
    R"(usage: autotune-runner BUNDLE -o RECORDS [options]
       autotune-runner --serve [--device=cuda:N] [--silence=SECONDS]
       autotune-runner --device-info [--device=cuda:N]

Checks every candidate of a bundle on this machine's GPU, times those that are
right, and writes one record each, as JSON lines. With --serve, does what the
requests on stdin ask for, and answers on stdout.

  -o FILE                  where the records go; - is the standard output, and
                           tables go to the standard error output then
  --device=cuda:N          which GPU (default cuda:0)
  --baseline=cublaslt|none what the times are compared with (default cublaslt)
  --only=ID[,ID...]        these candidates, or all of these problems
  --rounds=N               replays of each candidate, 7 to 1000 (default 9)
  --finalists=N            candidates timed again, interleaved (default 8)
  --budget=SECONDS         stop measuring after so long (default: no limit)
  --top=N                  lines of each table (default 10)
  --check-only             check, on few buffers, and time a single launch: for
                           a kernel under a tool that slows it down
  --quiet                  no progress, no tables
  --silence=SECONDS        how long a worker may say nothing (default 300)
  --serve                  measure for a program, over stdin and stdout
  --device-info            print what the GPU says of itself, as JSON
  --help                   this text
)";

static constexpr StringRef kBundleFlags[] = {
    "--baseline", "--only", "--rounds",     "--finalists",
    "--budget",   "--top",  "--check-only", "--quiet"};

static llvm::Expected<Flags> parseFlags(llvm::ArrayRef<std::string> arguments) {
  Flags flags;
  Options &options = flags.options;
  // The first that says how a bundle is measured; a request says it itself.
  StringRef ofBundles;
  for (size_t i = 0; i < arguments.size(); ++i) {
    StringRef argument = arguments[i];
    StringRef name = argument.split('=').first;
    if (ofBundles.empty() && llvm::is_contained(kBundleFlags, name))
      ofBundles = name;
    if (argument == "--quiet")
      options.quiet = true;
    else if (argument == "--check-only")
      options.checkOnly = true;
    else if (argument == "--device-info")
      flags.deviceInfo = true;
    else if (argument == "--serve")
      flags.serve = true;
    else if (argument == "--worker")
      flags.worker = true;
    else if (argument == "--help" || argument == "-h")
      flags.help = true;
    else if (argument == "-o") {
      if (++i == arguments.size())
        return llvm::createStringError("-o: no file given");
      options.output = arguments[i];
    } else if (argument.starts_with("-")) {
      auto [flag, value] = argument.split('=');
      if (llvm::Error error = setOption(flag, value, options))
        return error;
    } else if (!options.bundle.empty())
      return llvm::createStringError("two bundles given: '" + options.bundle +
                                     "' and '" + argument + "'");
    else
      options.bundle = argument.str();
  }
  if (options.checkOnly)
    options.useBaseline = false;
  if (flags.help || flags.deviceInfo)
    return flags;
  if (flags.serve) {
    if (!options.bundle.empty() || !options.output.empty())
      return llvm::createStringError(
          "--serve takes what to measure from stdin, and neither a bundle nor "
          "-o");
    if (!ofBundles.empty())
      return llvm::createStringError(
          ofBundles + " is for bundles; with --serve each request says how it "
                      "is measured");
    return flags;
  }
  if (options.bundle.empty())
    return llvm::createStringError("no bundle given; see --help");
  if (options.output.empty() && !flags.worker)
    return llvm::createStringError("no output given: -o FILE");
  return flags;
}

//===----------------------------------------------------------------------===//
// What it asks for
//===----------------------------------------------------------------------===//

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
