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

MeasureFlags::MeasureFlags(cl::SubCommand &command, MeasureOptions &options,
                           const char *deviceText, const char *runnerText)
    : device(command, options.device, "device", cl::value_desc("cuda:N"),
             cl::desc(deviceText)),
      baseline(command, options.useBaseline, "baseline",
               cl::value_desc("library"),
               cl::desc("The library to compare with: cublaslt or none "
                        "(default: cublaslt)")),
      budget(command, options.budget, "budget", cl::value_desc("seconds"),
             cl::desc("Stop measuring after this time. tune counts from its "
                      "start, compare from the end of the build "
                      "(default: no limit)")),
      keepBundle(command, options.keepBundle, "keep-bundle",
                 cl::value_desc("folder"),
                 cl::desc("Keep the bundle in this folder (default: a "
                          "temporary folder, which is removed)")),
      records(
          command, options.records, "records", cl::value_desc("file"),
          cl::desc(
              "Write the records to this file (default: they are removed)")),
      runners(command, options.runners, "runner", cl::value_desc("path"),
              cl::desc(runnerText)) {}

bool MeasureFlags::hasDeviceOnly() const {
  return baseline.getNumOccurrences() || budget.getNumOccurrences();
}
