//===- TuneStore.h - What a tuner knows from before, and keeps --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The database as a tuner uses it. What was measured of the same kernel for the
// same matmul on the same device is not measured again, whoever measured it.
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

/// A candidate as the database knows it.
struct StoredCandidate {
  const ProblemFact *fact = nullptr;
  const Config *config = nullptr;
  /// xxh3-64 of the cubin, hexadecimal; empty where there is none.
  StringRef checksum;
  /// The kernel's name, which stands for its program; empty where it is not
  /// built.
  StringRef kernelName;
};

class TuneStore {
public:
  /// What is the same for all measurements of a run.
  struct Run {
    std::string device, driver, target, compilers;
  };
  using Warn = std::function<void(const llvm::Twine &)>;

  /// Keeps nothing.
  TuneStore() = default;
  /// `path` is "none", empty for the default database, or a file. Where the
  /// default can't be used, a warning says why, and nothing is kept.
  static llvm::Expected<TuneStore> open(StringRef path, Warn warn);

  /// Before anything is looked up or kept.
  void begin(Run run);

  /// What is known of a candidate: a failure that is its own, if there ever was
  /// one; else its newest time that such an effort had, or what the runner
  /// found hopeless; else, for a time of more replays is as good, the newest of
  /// those.
  std::optional<measure::Record> find(const StoredCandidate &candidate,
                                      const measure::Effort &effort,
                                      bool useBaseline) const;

  /// The records of final rounds that all of these were in, of the newest run
  /// that had such and took as much effort; empty where there was none.
  std::vector<measure::Record> findFinals(ArrayRef<StoredCandidate> candidates,
                                          const measure::FinalEffort &effort,
                                          bool useBaseline) const;

  /// Keeps a record at once. What is wrong with the database is a warning, the
  /// first time: the tuner goes on.
  void keep(const StoredCandidate &candidate, const measure::Record &record) {
    keep(ArrayRef(candidate), ArrayRef(record));
  }
  /// All of them or, when the process is killed, none.
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
