//===- Libraries.h - Which libraries a program may call ------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROVIDERS_LIBRARIES_H
#define MLIR_AUTOTUNE_PROVIDERS_LIBRARIES_H

#include "mlir-autotune/Dialect/Autotune/Config.h"

namespace mlir::autotune {

/// The value of an option `libraries`: "none", "all", or names of libraries
/// with commas between them.
class AllowedLibraries {
public:
  /// No library.
  AllowedLibraries() = default;

  /// Fails, with the reason in `whyNot`, if a name is not that of a library.
  static FailureOr<AllowedLibraries> parse(StringRef text, std::string &whyNot);
  /// The names of all libraries, with commas between them.
  static std::string list();

  /// Whether programs may have the config: it is a kernel, or a call of an
  /// allowed library.
  bool allow(const Config &config) const;
  /// Whether programs may call the library of this name.
  bool allow(StringRef library) const;

private:
  bool isAll = false;
  SmallVector<StringRef> names;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROVIDERS_LIBRARIES_H
