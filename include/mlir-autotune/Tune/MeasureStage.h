//===- MeasureStage.h - From a bundle to records ----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `tune` and `compare` have in common: a bundle and its records in a
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

/// The options of measuring, whatever the command that has them.
struct MeasureOptions {
  /// The GPU, as in "cuda:0".
  std::string device = "cuda:0";
  /// Whether times are compared with cuBLASLt's.
  bool useBaseline = true;
  /// Seconds of measuring; 0 is no limit.
  double budget = 0;
  /// Final rounds, from 7 to 1000; 0 is the runner's default.
  int rounds = 0;
  /// Where the bundle and the records are kept; empty is not at all.
  std::string keepBundle, records;
  /// Runners, of which a bundle is measured by the last: paths or, for
  /// openMeasuringService(), command lines too. Empty is the one beside this
  /// program, or on PATH.
  std::vector<std::string> runners;
  /// No progress, and no tables of the runner.
  bool quiet = false;
};

/// What can be known to be wrong without a device: the first option that the
/// runner would refuse.
llvm::Error checkMeasuring(const MeasureOptions &options);

/// Whether the records can be written to `path`, and read again by `command`,
/// which writes `output` for its flag `outputFlag` as well.
llvm::Error checkRecordsPlace(StringRef path, StringRef output,
                              StringRef outputFlag, StringRef command);

struct MeasuringDevice {
  /// The runner's path.
  std::string runner;
  TargetInfo target;
};

/// The runner, and what the device is. To be asked before anything is built:
/// without the device all of it is in vain.
llvm::Expected<MeasuringDevice>
findMeasuringDevice(const MeasureOptions &options);

/// Measures the bundle: starts the runner, which has this program's standard
/// streams. With `tablesToErrors` its tables go to the standard error output,
/// as does all that this program writes to the standard output until it
/// returns. Where it fails, it has said why there.
llvm::Error measureBundle(const MeasureOptions &options, StringRef runner,
                          StringRef bundle, StringRef records,
                          bool tablesToErrors);

/// Beside the error that ended a session: where what it has measured is.
class KeptRecords : public llvm::ErrorInfo<KeptRecords, llvm::StringError> {
public:
  static char ID;

  explicit KeptRecords(StringRef path)
      : ErrorInfo("the records are kept in " + path,
                  llvm::inconvertibleErrorCode()) {}
};

/// A temporary folder for what is not kept. It is removed at the end; but the
/// records, if there are any and the session did not come to its end, are left
/// behind: they are not lost with an output that can't be written, and say what
/// was wrong where nothing was right.
class Workspace {
public:
  Workspace() = default;
  Workspace(const Workspace &) = delete;
  Workspace &operator=(const Workspace &) = delete;
  ~Workspace();

  llvm::Error create(const MeasureOptions &options);
  /// To be called with what the session came to, which is returned, with
  /// KeptRecords if there are such.
  llvm::Error close(llvm::Error error);

  StringRef getBundle() const { return bundle; }
  StringRef getRecords() const { return records; }

private:
  std::string folder, bundle, records;
  bool keepsRecords = false;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MEASURESTAGE_H
