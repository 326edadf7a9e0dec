//===- TableExport.h - From records to what compilers read ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TABLEEXPORT_H
#define MLIR_AUTOTUNE_TUNE_TABLEEXPORT_H

#include "mlir-autotune/Proposers/LookupTable.h"
#include "mlir-autotune/Tune/RecordsFile.h"

namespace mlir::autotune::tune {

/// The best configs of one matmul on one device, as they were measured.
struct BestConfigs {
  ProblemFact fact;
  /// What a table calls the device.
  std::string device;
  /// Best first, complete, and legal there; one at least.
  std::vector<Config> configs;
  /// Where the first one is from: its time, device and date.
  std::string comment;
};

struct ExportOptions {
  /// The most configs of a matmul; at least 1.
  unsigned top = 1;
  /// Only records of this device, as the driver calls it. Empty for all.
  std::string device;
  /// The target that stands for the device, where none is known by its name.
  std::optional<TargetInfo> target;
};

/// The best of each matmul on each device, by the rule that picks go by
/// (chooseBest), in an order that depends on nothing but what was measured.
/// Only what was timed counts. `warn` is told of matmuls that are left out:
/// those that a table can't describe, and those without a legal config. Fails
/// where a device is of no known target.
llvm::Expected<std::vector<BestConfigs>>
findBestConfigs(const RecordsByKey &records, const ExportOptions &options,
                llvm::function_ref<void(const llvm::Twine &)> warn);

/// With `near`, entries also serve matmuls whose sizes are near.
LookupTable makeTable(llvm::ArrayRef<BestConfigs> best, bool near);

/// A library for the transform dialect's interpreter, with nothing in it but
/// upstream's operations: it gives matmuls on tensors the attributes
/// `autotune.config` and, of several, `autotune.candidates`. `best` must be of
/// one device.
void printTransformLibrary(llvm::raw_ostream &os,
                           llvm::ArrayRef<BestConfigs> best);

/// The same with a knob of the tune extension for each parameter, the best
/// config selected: whoever selects others has tuned. autotune-attach-configs
/// makes a config of them.
void printKnobLibrary(llvm::raw_ostream &os, llvm::ArrayRef<BestConfigs> best);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TABLEEXPORT_H
