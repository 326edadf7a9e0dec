//===- MeasureFlags.cpp - The command line of measuring -------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeasureFlags.h"

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using namespace mlir::autotune::tune;
namespace cl = llvm::cl;

MeasureFlags::MeasureFlags(cl::SubCommand &command, const char *deviceText,
                           const char *runnerText)
    : device("device", cl::value_desc("cuda:N"), cl::init("cuda:0"),
             cl::desc(deviceText), cl::sub(command), cl::cat(getCategory())),
      baseline("baseline", cl::value_desc("library"), cl::init("cublaslt"),
               cl::desc("What times are compared with: cublaslt (the default) "
                        "or none"),
               cl::sub(command), cl::cat(getCategory())),
      budget("budget", cl::value_desc("seconds"),
             cl::desc("Stop measuring after so long (default: no limit); the "
                      "build is not counted"),
             cl::sub(command), cl::cat(getCategory())),
      keepBundle("keep-bundle", cl::value_desc("folder"),
                 cl::desc("Keep the bundle there"), cl::sub(command),
                 cl::cat(getCategory())),
      records("records", cl::value_desc("file"),
              cl::desc("Keep the records there"), cl::sub(command),
              cl::cat(getCategory())),
      runners("runner", cl::value_desc("path"), cl::desc(runnerText),
              cl::sub(command), cl::cat(getCategory())) {}

llvm::Error MeasureFlags::parse(measure::Options &options) const {
  if (llvm::Error error = setOption("--baseline", baseline, options))
    return error;
  return budget.empty() ? llvm::Error::success()
                        : setOption("--budget", budget, options);
}

llvm::Error MeasureFlags::check() const {
  measure::Options parsed;
  if (llvm::Error error = setOption("--device", device, parsed))
    return error;
  return parse(parsed);
}

MeasureOptions MeasureFlags::get() const {
  measure::Options parsed;
  llvm::consumeError(parse(parsed));
  MeasureOptions options;
  options.device = device;
  options.useBaseline = parsed.useBaseline;
  options.budget = parsed.budget;
  options.keepBundle = keepBundle;
  options.records = records;
  options.runners.assign(runners.begin(), runners.end());
  return options;
}

bool MeasureFlags::hasDeviceOnly() const {
  return baseline.getNumOccurrences() || !budget.empty();
}
