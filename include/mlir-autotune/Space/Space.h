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

/// How finely the domains are sampled. Each level contains the previous one.
/// They have tens, hundreds to a few thousand, and up to about a hundred
/// thousand configs.
enum class SpaceLevel { Quick, Default, Exhaustive };

StringRef stringifySpaceLevel(SpaceLevel level);
/// Parses "quick", "default" or "exhaustive".
std::optional<SpaceLevel> symbolizeSpaceLevel(StringRef text);

/// How many configs a constraint kept out of a space.
struct RejectionCount {
  StringRef templateName;
  StringRef constraint;
  /// Whether the configs are legal but redundant.
  bool isRedundancy;
  uint64_t count;
};

/// The legal configs of all templates. A space is a value: it refers only to
/// static tables.
class Space {
public:
  /// Enumerates the space. The rejections count every config that is left out.
  static Space enumerate(const ProblemFact &fact, const TargetInfo &target,
                         SpaceLevel level);

  /// In the order of templates, then of Config: the same order on every
  /// machine.
  ArrayRef<Config> getConfigs() const { return configs; }
  /// The counts above zero, in the order of templates and of their records.
  ArrayRef<RejectionCount> getRejections() const { return rejections; }

  /// Prints one line for each config.
  void print(raw_ostream &os) const;
  /// Prints one line for each template (legal configs out of all), then one
  /// for each constraint.
  void printRejections(raw_ostream &os) const;

private:
  std::vector<Config> configs;
  std::vector<RejectionCount> rejections;
};

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_SPACE_SPACE_H
