//===- Options.cpp - How a bundle is measured -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Measure/Options.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir::autotune::measure;
using llvm::StringRef;
using llvm::Twine;

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

llvm::Error mlir::autotune::measure::setOption(StringRef flag, StringRef value,
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
