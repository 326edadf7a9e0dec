//===- Space.h - All the legal configs of a fact on a target ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_SPACE_SPACE_H
#define MLIR_AUTOTUNE_SPACE_SPACE_H

#include "mlir-autotune/Space/KernelTemplate.h"

#include <optional>
#include <vector>

namespace mlir::autotune {

/// How finely the domains are sampled. Each level contains the one before it:
/// tens, hundreds to a few thousand, up to about a hundred thousand configs.
enum class SpaceLevel { Quick, Default, Exhaustive };

StringRef stringifySpaceLevel(SpaceLevel level);
/// From "quick", "default", "exhaustive".
std::optional<SpaceLevel> symbolizeSpaceLevel(StringRef text);

/// How many configs a constraint kept out of a space.
struct RejectionCount {
  StringRef templateName;
  StringRef constraint;
  /// Whether the configs are legal, but do the work of others.
  bool isRedundancy;
  uint64_t count;
};

/// A space is a value: it refers to nothing but static tables.
class Space {
public:
  /// Nothing is left out but what the rejections count.
  static Space enumerate(const ProblemFact &fact, const TargetInfo &target,
                         SpaceLevel level);

  /// In the order of templates, then of Config: the same on every machine.
  ArrayRef<Config> getConfigs() const { return configs; }
  /// Those above zero, in the order of templates and of their records.
  ArrayRef<RejectionCount> getRejections() const { return rejections; }

  /// One config a line.
  void print(raw_ostream &os) const;
  /// One line a template (legal configs out of all), then one a constraint.
  void printRejections(raw_ostream &os) const;

private:
  std::vector<Config> configs;
  std::vector<RejectionCount> rejections;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_SPACE_H
