//===- Options.cpp - The command line -------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Options.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;

const char mlir::autotune::measure::kUsage[] =
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

static llvm::Error parseInteger(StringRef flag, StringRef text, int64_t min,
                                int64_t max, int64_t &out) {
  if (!text.getAsInteger(10, out) && out >= min && out <= max)
    return llvm::Error::success();
  return llvm::createStringError(flag + ": '" + text + "' is no integer from " +
                                 Twine(min) + " to " + Twine(max));
}

static llvm::Error parseSeconds(StringRef flag, StringRef text, double &out) {
  if (!text.getAsDouble(out) && out > 0 && out < 1e9)
    return llvm::Error::success();
  return llvm::createStringError(flag + ": '" + text +
                                 "' is no positive number of seconds");
}

/// One --flag=value.
static llvm::Error parseFlag(StringRef flag, StringRef value,
                             Options &options) {
  if (flag == "--rounds")
    return parseInteger(flag, value, 7, 1000, options.rounds);
  if (flag == "--finalists")
    return parseInteger(flag, value, 1, 1000, options.finalists);
  if (flag == "--top")
    return parseInteger(flag, value, 1, 1000000, options.top);
  if (flag == "--budget")
    return parseSeconds(flag, value, options.budget);
  if (flag == "--silence")
    return parseSeconds(flag, value, options.silence);
  if (flag == "--device") {
    StringRef ordinal = value;
    if (ordinal.consume_front("cuda:") &&
        !ordinal.getAsInteger(10, options.device) && options.device >= 0)
      return llvm::Error::success();
    return llvm::createStringError("--device: '" + value +
                                   "' is not of the form cuda:N");
  }
  if (flag == "--baseline") {
    if (value != "cublaslt" && value != "none")
      return llvm::createStringError("--baseline: '" + value +
                                     "' is none of cublaslt, none");
    options.useBaseline = value == "cublaslt";
    return llvm::Error::success();
  }
  if (flag == "--only") {
    llvm::SmallVector<StringRef> ids;
    value.split(ids, ',', -1, /*KeepEmpty=*/false);
    for (StringRef id : ids)
      options.only.push_back(id.str());
    if (!options.only.empty())
      return llvm::Error::success();
    return llvm::createStringError("--only: no id given");
  }
  return llvm::createStringError("unknown option " + flag + "; see --help");
}

llvm::Expected<Options>
mlir::autotune::measure::parseOptions(llvm::ArrayRef<std::string> arguments) {
  Options options;
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
      options.deviceInfo = true;
    else if (argument == "--serve")
      options.serve = true;
    else if (argument == "--worker")
      options.worker = true;
    else if (argument == "--help" || argument == "-h")
      options.help = true;
    else if (argument == "-o") {
      if (++i == arguments.size())
        return llvm::createStringError("-o: no file given");
      options.output = arguments[i];
    } else if (argument.starts_with("-")) {
      auto [flag, value] = argument.split('=');
      if (llvm::Error error = parseFlag(flag, value, options))
        return error;
    } else if (!options.bundle.empty())
      return llvm::createStringError("two bundles given: '" + options.bundle +
                                     "' and '" + argument + "'");
    else
      options.bundle = argument.str();
  }
  if (options.checkOnly)
    options.useBaseline = false;
  if (options.help || options.deviceInfo)
    return options;
  if (options.serve) {
    if (!options.bundle.empty() || !options.output.empty())
      return llvm::createStringError(
          "--serve takes what to measure from stdin, and neither a bundle nor "
          "-o");
    if (!ofBundles.empty())
      return llvm::createStringError(
          ofBundles + " is for bundles; with --serve each request says how it "
                      "is measured");
    return options;
  }
  if (options.bundle.empty())
    return llvm::createStringError("no bundle given; see --help");
  if (options.output.empty() && !options.worker)
    return llvm::createStringError("no output given: -o FILE");
  return options;
}
