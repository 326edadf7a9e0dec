//===- SizeProfile.h - Sizes that a program ran with ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/profile.md specifies the file.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_SIZEPROFILE_H
#define MLIR_AUTOTUNE_PROBLEM_SIZEPROFILE_H

#include "mlir-autotune/Problem/ExpectedSizes.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

namespace mlir::autotune {

class SizeProfile {
public:
  /// Told of a fault in a line, which counts from 1.
  using Complain = llvm::function_ref<void(unsigned line, const llvm::Twine &)>;

  /// Reads the text of a profile, from which lines with a fault are left out.
  static SizeProfile parse(llvm::StringRef text, Complain complain);

  /// The sizes of a problem and their counts, in the order of their first
  /// lines.
  llvm::ArrayRef<CountedSizes> find(const ProblemFact &fact) const;

private:
  llvm::StringMap<std::vector<CountedSizes>> entries;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_SIZEPROFILE_H
