//===- StoredMeasurement.h - What a database keeps --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One measurement in plain words and numbers: it needs neither IR nor a device,
// and says by itself what was measured, where, when, and with what outcome.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_STOREDMEASUREMENT_H
#define MLIR_AUTOTUNE_TUNING_STOREDMEASUREMENT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune {

/// What a library needed for the same fact, in the same run.
struct StoredBaseline {
  std::string library;
  /// One launch of its best and of its first algorithm, in nanoseconds.
  double bestNs = 0, firstNs = 0;
  /// Algorithms that it offered, and the best one's place among them.
  int64_t algorithms = 0, bestIndex = 0;
};

/// Texts are valid UTF-8 without zero bytes; an empty one is not known. So is a
/// figure that is 0.
struct StoredMeasurement {
  /// Tells measurements apart, wherever they were made: what has the same uid
  /// is kept once. Empty: Database::add() takes getDerivedUid().
  std::string uid;

  /// ProblemFact::getKey(), and Config::str(). Neither is empty.
  std::string fact, config;
  /// Whose kernel it is: empty for one of ours.
  std::string library;
  /// The kernel, which may serve many facts: xxh3-64 of its cubin
  /// (hexadecimal), its name, which stands for its tile program
  /// (KernelProgram), the versions of all that compiled it, the hash of its
  /// template's declaration. Measurements from before kernels were named by
  /// their programs describe element types and layouts in place of the name.
  std::string checksum, program, compilers, templateHash;
  /// The target that it was compiled for, by its name.
  std::string target;
  /// The driver's name of the GPU, and the driver's version.
  std::string device, driver;

  /// The run, and the names that problem and candidate had in it.
  std::string run, problem, candidate;
  std::vector<std::string> heuristics;
  /// Lower was preferred; not negative.
  int64_t rank = 0;

  /// One of getStoredOutcomes(), and the rest of what there is to say.
  std::string outcome, detail;
  /// When, in UTC: "2026-01-31T12:00:00Z".
  std::string date;

  /// One launch, in nanoseconds: the median, and one value a replay. Both or
  /// none; all that follows is 0 or false where there is no time.
  double timeNs = 0;
  std::vector<double> timesNs;
  /// The distance of the quartiles over the median.
  double spread = 0;
  /// 10^12 operations, 10^9 bytes a second.
  double tflops = 0, gbps = 0;
  /// Measured in the interleaved rounds against the best others.
  bool final = false;
  std::optional<StoredBaseline> baseline;
  /// The baseline's time over this one's; 0 without a baseline.
  double ratio = 0;
  /// The largest |got - want| over the largest |want|.
  double error = 0;
  /// Right after the last round: MHz, and watts.
  int64_t smClockMHz = 0;
  double powerW = 0;

  /// What a cost model said, in nanoseconds, of what was checked and not timed;
  /// an estimate is never a time, so at most one of the two is there.
  double estimateNs = 0;
};

/// What the detail is, or begins with and a colon, of a time that was taken
/// while the device was not as fast as usual.
inline constexpr StringLiteral kDisturbedDetail = "disturbed";
bool isDisturbed(const StoredMeasurement &measurement);

/// Every outcome that is kept, "ok" first.
ArrayRef<StringRef> getStoredOutcomes();

/// Why no database takes it, as a sentence without its stop; empty where it
/// does. An empty uid is right.
std::string getWhyInvalid(const StoredMeasurement &measurement);

/// Whether it is "2026-01-31T12:00:00Z", or (`orDay`) "2026-01-31".
bool isDate(StringRef text, bool orDay = false);

/// 32 hexadecimal digits of what tells the measurement from others: library,
/// fact, config, device, driver, run, problem, candidate, outcome, detail, date
/// and times. Times count with the six digits that a file of records has, so
/// that it does not matter whether a measurement came through one.
std::string getDerivedUid(const StoredMeasurement &measurement);

/// A hash of all of it, the uid included, and exact.
uint64_t getDigest(const StoredMeasurement &measurement);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_STOREDMEASUREMENT_H
