//===- FlagParsers.h - Flags whose values are checked -----------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsers for llvm::cl::opt, for the tools that measure.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_FLAGPARSERS_H
#define MLIR_AUTOTUNE_MEASURE_FLAGPARSERS_H

#include "mlir-autotune/Measure/Effort.h"
#include "mlir-autotune/Measure/LibraryCandidate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::autotune::measure {

/// Integers from kMin to kMax.
template <int kMin, int kMax> struct IntegerParser : llvm::cl::parser<int> {
  using parser::parser;
  bool parse(llvm::cl::Option &flag, llvm::StringRef, llvm::StringRef text,
             int &value) {
    if (!text.getAsInteger(10, value) && value >= kMin && value <= kMax)
      return false;
    return flag.error("'" + text + "' is no integer from " + llvm::Twine(kMin) +
                      " to " + llvm::Twine(kMax));
  }
};

using RoundsParser =
    IntegerParser<FinalEffort::kMinRounds, FinalEffort::kMaxRounds>;

struct SecondsParser : llvm::cl::parser<double> {
  using parser::parser;
  bool parse(llvm::cl::Option &flag, llvm::StringRef, llvm::StringRef text,
             double &value) {
    if (!text.getAsDouble(value) && value > 0 && value < 1e9)
      return false;
    return flag.error("'" + text + "' is no positive number of seconds");
  }
};

/// A library's name, or none: whether times are compared with cuBLASLt's.
struct LibraryParser : llvm::cl::parser<bool> {
  using parser::parser;
  llvm::cl::ValueExpected getValueExpectedFlagDefault() const {
    return llvm::cl::ValueRequired;
  }
  llvm::StringRef getValueName() const override { return "library"; }
  bool parse(llvm::cl::Option &flag, llvm::StringRef, llvm::StringRef text,
             bool &value) {
    value = text == "cublaslt";
    return !value && text != "none" &&
           flag.error("'" + text + "' is none of cublaslt, none");
  }
};

/// A library whose algorithms are candidates, or "none". For lists of names.
struct LibraryNameParser : llvm::cl::parser<std::string> {
  using parser::parser;
  llvm::StringRef getValueName() const override { return "library"; }
  bool parse(llvm::cl::Option &flag, llvm::StringRef, llvm::StringRef text,
             std::string &value) {
    value = text.str();
    return text != "none" &&
           !llvm::is_contained(getMeasuredLibraries(), text) &&
           flag.error("'" + text + "' is none of " +
                      llvm::join(getMeasuredLibraries(), ", ") + ", none");
  }
};

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_FLAGPARSERS_H
