//===- TuneStore.h - What a tuner knows from before, and keeps --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tuner's view of the database. A kernel that was measured for the same
// matmul on the same device, by any run, is not measured again.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_TUNESTORE_H
#define MLIR_AUTOTUNE_TUNE_TUNESTORE_H

#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Measure/Effort.h"
#include "mlir-autotune/Measure/Records.h"
#include "mlir-autotune/Problem/ProblemFact.h"
#include "mlir-autotune/Tuning/Database.h"

#include <functional>
#include <optional>

namespace mlir::autotune::tune {

/// A candidate in the terms of the database.
struct StoredCandidate {
  const ProblemFact *fact = nullptr;
  /// Null for any algorithm of `library`.
  const Config *config = nullptr;
  /// xxh3-64 of the cubin, hexadecimal; empty if there is no cubin.
  StringRef checksum;
  /// The kernel's name, which identifies its program; empty if it is not
  /// built.
  StringRef kernelName;
  /// Empty for this project's kernels.
  StringRef library = {};
};

class TuneStore {
public:
  /// The fields that all measurements of a run share.
  struct Run {
    std::string device, driver, target, compilers;
  };
  using Warn = std::function<void(const llvm::Twine &)>;

  /// Makes a store that keeps nothing.
  TuneStore() = default;
  /// `path` is "none", empty for the default database, or a file. If the
  /// default can't be used, warns with the reason and keeps nothing.
  static llvm::Expected<TuneStore> open(StringRef path, Warn warn);

  /// Call before any lookup or keep().
  void begin(Run run);

  /// The stored result of a candidate, in this order: a failure of its own, if
  /// there ever was one; its newest time with this effort, or with a check
  /// that the runner found hopeless; its newest time with more replays.
  std::optional<measure::Record> find(const StoredCandidate &candidate,
                                      const measure::Effort &effort,
                                      bool useBaseline) const;

  /// The records of final rounds that included all these candidates, from the
  /// newest run with at least this effort; empty if there is none.
  std::vector<measure::Record> findFinals(ArrayRef<StoredCandidate> candidates,
                                          const measure::FinalEffort &effort,
                                          bool useBaseline) const;

  /// The newest record of a library that says that it failed; nullopt if there
  /// is none.
  std::optional<measure::Record>
  findFailure(const StoredCandidate &library) const;

  /// Stores a record at once. An error of the database becomes a warning, the
  /// first time, and the tuner continues.
  void keep(const StoredCandidate &candidate, const measure::Record &record) {
    keep(ArrayRef(candidate), ArrayRef(record));
  }
  /// Stores all records or, if the process is killed, none.
  void keep(ArrayRef<StoredCandidate> candidates,
            ArrayRef<measure::Record> records);

private:
  std::vector<StoredMeasurement> query(const StoredCandidate &candidate) const;
  void warnOnce(llvm::Error error) const;

  std::optional<Database> database;
  Run run;
  std::string runId;
  Warn warn;
  mutable bool hasWarned = false;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_TUNESTORE_H
