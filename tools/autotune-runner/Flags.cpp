//===- Flags.cpp - The command line ---------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Flags.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir::autotune::measure;
using llvm::StringRef;

const char kUsage[] =
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

llvm::Expected<Flags> parseFlags(llvm::ArrayRef<std::string> arguments) {
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
