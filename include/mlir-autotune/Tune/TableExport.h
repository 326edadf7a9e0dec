//===- TableExport.h - From records to what compilers read ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TABLEEXPORT_H
#define MLIR_AUTOTUNE_TUNE_TABLEEXPORT_H

#include "mlir-autotune/Proposers/Plans.h"
#include "mlir-autotune/Tune/RecordsFile.h"

namespace mlir::autotune::tune {

/// The best measured configs of one matmul on one device.
struct BestConfigs {
  ProblemFact fact;
  /// The device's name in a table.
  std::string device;
  /// Best first, at least one; complete, and legal on the device.
  std::vector<Config> configs;
  /// A library's algorithm that is faster than all of them.
  std::optional<Config> library = std::nullopt;
  /// The source of the fastest config: its time, device and date.
  std::string comment;
};

struct ExportOptions {
  /// The most configs of a matmul; at least 1.
  unsigned top = 1;
  /// Only records of this device, as the driver calls it. Empty for all.
  std::string device;
  /// The target of the device, if its name is no known product.
  std::optional<TargetInfo> target;
  /// Records of libraries' algorithms, which are exported if they are faster
  /// than the best kernel by more than the noise; null for none.
  const RecordsByKey *libraries = nullptr;
  /// The libraries whose records count.
  std::vector<std::string> allowedLibraries;
};

/// The best configs of each matmul on each device, by the rule for picks
/// (chooseBest). The order depends only on the measurements. Only timed
/// configs count. Matmuls that a table can't describe, or without a legal
/// config, are left out and reported to `warn`. Fails if a device has no known
/// target.
llvm::Expected<std::vector<BestConfigs>>
findBestConfigs(const RecordsByKey &records, const ExportOptions &options,
                llvm::function_ref<void(const llvm::Twine &)> warn);

/// Whether an entry of a table can describe all that is known of a problem,
/// except sizes that are unknown.
bool isDescribable(const ProblemFact &fact);

/// The plan of one matmul of unknown sizes on one device.
struct BestPlan {
  ProblemFact fact;
  /// The device's name in a table.
  std::string device;
  /// At least one.
  std::vector<PlanRow> rows;
  /// The source of the plan: how many times, device and date.
  std::string comment;
};

/// A matmul of unknown sizes whose plan is exported.
struct ProblemToPlan {
  ProblemFact fact;
  PlanOptions options;
};

/// Parses the text of a problem with an unknown size. Fails if all of its sizes
/// are known, or a table can't describe it.
llvm::Expected<ProblemFact> parseProblemToPlan(llvm::StringRef text);

/// The plans that each device's records have for `problems`, and removes the
/// records that plans are from. A device without records of a problem has no
/// plan for it, and `warn` is told. Fails if no device has a plan for a
/// problem, or if a device has no known target.
llvm::Expected<std::vector<BestPlan>>
takePlans(RecordsByKey &records, llvm::ArrayRef<ProblemToPlan> problems,
          const ExportOptions &options,
          llvm::function_ref<void(const llvm::Twine &)> warn);

/// The target that stands for a device; fails if none is known.
llvm::Expected<TargetInfo> findExportTarget(llvm::StringRef device,
                                            const ExportOptions &options);

/// With `near`, entries also serve matmuls whose sizes are near.
LookupTable makeTable(llvm::ArrayRef<BestConfigs> best, bool near,
                      llvm::ArrayRef<BestPlan> plans = {});

/// Prints a library for the transform dialect's interpreter that uses only
/// upstream operations. It sets `autotune.config` on matmuls on tensors and,
/// if there are several configs, `autotune.candidates`. `best` must be of one
/// device.
void printTransformLibrary(llvm::raw_ostream &os,
                           llvm::ArrayRef<BestConfigs> best);

/// Prints a library with a knob of the tune extension for each parameter,
/// which selects the best config. Another tuner can select other values.
/// autotune-attach-configs makes a config of the knobs.
void printKnobLibrary(llvm::raw_ostream &os, llvm::ArrayRef<BestConfigs> best);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TABLEEXPORT_H
