//===- MeasureStage.h - From a bundle to records ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of `tune` and `compare`: a bundle and its records in a
// temporary folder, measured by the runner.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_MEASURESTAGE_H
#define MLIR_AUTOTUNE_TUNE_MEASURESTAGE_H

#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// The options of measuring, for every command that measures.
struct MeasureOptions {
  /// The GPU, as in "cuda:0".
  std::string device = "cuda:0";
  /// Whether times are compared with cuBLASLt's.
  bool useBaseline = true;
  /// Seconds of measuring; 0 is no limit.
  double budget = 0;
  /// Final rounds, from 7 to 1000; 0 is the runner's default.
  int rounds = 0;
  /// Where the bundle and the records are kept; empty to discard them.
  std::string keepBundle, records;
  /// Paths of runners; a bundle is measured by the last one. For
  /// openMeasuringService(), command lines are allowed too. Empty for the
  /// runner beside this program, or on PATH.
  std::vector<std::string> runners;
  /// Shows no progress, and none of the runner's tables.
  bool quiet = false;
};

/// Checks the options without a device. Fails for the first option that the
/// runner would refuse.
llvm::Error checkMeasuring(const MeasureOptions &options);

/// Checks that records can be written to `path` and read again by `command`,
/// and that `path` does not conflict with `output`, the file of flag
/// `outputFlag`.
llvm::Error checkRecordsPlace(StringRef path, StringRef output,
                              StringRef outputFlag, StringRef command);

struct MeasuringDevice {
  /// The runner's path.
  std::string runner;
  TargetInfo target;
};

/// Finds the runner and the device's target. Call it before building: without
/// the device, building would be in vain.
llvm::Expected<MeasuringDevice>
findMeasuringDevice(const MeasureOptions &options);

/// Measures the bundle. Starts the runner, which shares this program's
/// standard streams. With `tablesToErrors` the runner's tables go to stderr,
/// as does everything that this program writes to stdout until the function
/// returns. If it fails, the runner has written the reason to stderr.
llvm::Error measureBundle(const MeasureOptions &options, StringRef runner,
                          StringRef bundle, StringRef records,
                          bool tablesToErrors);

/// Accompanies the error that ended a session, and says where its records are.
class KeptRecords : public llvm::ErrorInfo<KeptRecords, llvm::StringError> {
public:
  static char ID;

  explicit KeptRecords(StringRef path)
      : ErrorInfo("the records are kept in " + path,
                  llvm::inconvertibleErrorCode()) {}
};

/// A temporary folder, removed at the end. If the session fails, existing
/// records stay: they are then not lost with an output that can't be written,
/// and show what failed if no candidate was right.
class Workspace {
public:
  Workspace() = default;
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  ~Workspace();

  llvm::Error create(const MeasureOptions &options);
  /// Call with the session's error or success. Returns it, joined with
  /// KeptRecords if records were kept.
  llvm::Error close(llvm::Error error);

  StringRef getBundle() const { return bundle; }
  StringRef getRecords() const { return records; }

private:
  std::string folder, bundle, records;
  bool keepsRecords = false;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MEASURESTAGE_H
