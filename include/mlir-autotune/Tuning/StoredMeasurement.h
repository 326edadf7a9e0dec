//===- StoredMeasurement.h - What a database keeps --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A measurement as text and numbers. It needs neither IR nor a device, and
// states what was measured, where, when, and with what outcome.
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

/// A library's times for the same fact, in the same run.
struct StoredBaseline {
  std::string library;
  /// One launch of its best and of its first algorithm, in nanoseconds.
  double bestNs = 0, firstNs = 0;
  /// The number of algorithms that the library offered, and the best one's
  /// index.
  int64_t algorithms = 0, bestIndex = 0;
};

/// Texts are valid UTF-8 without zero bytes. An empty text, or a figure of 0,
/// is not known.
struct StoredMeasurement {
  /// Identifies the measurement, wherever it was made: measurements with the
  /// same uid are stored once. If empty, Database::add() sets getDerivedUid().
  std::string uid;

  /// ProblemFact::getKey(), and Config::str(). Neither is empty.
  std::string fact, config;
  /// The library that the kernel is from; empty for this project's kernels.
  std::string library;
  /// The kernel, which may serve many facts: xxh3-64 of its cubin
  /// (hexadecimal); its name, which identifies its tile program
  /// (KernelProgram); the versions of its compilers; and the hash of its
  /// template's declaration. Old measurements, from before kernels were named
  /// by their programs, have a description of element types and layouts as the
  /// name.
  std::string checksum, program, compilers, templateHash;
  /// The name of the target that the kernel was compiled for.
  std::string target;
  /// The driver's name of the GPU, and the driver's version.
  std::string device, driver;

  /// The run, and the names of problem and candidate in the run.
  std::string run, problem, candidate;
  std::vector<std::string> heuristics;
  /// The candidate's rank, not negative; lower ranks were preferred.
  int64_t rank = 0;

  /// One of getStoredOutcomes(), and further details.
  std::string outcome, detail;
  /// The time of the measurement in UTC: "2026-01-31T12:00:00Z".
  std::string date;

  /// Nanoseconds of one launch: the median, and one value for each replay.
  /// Both are set or neither. Without a time, all figures that follow are 0 or
  /// false.
  double timeNs = 0;
  std::vector<double> timesNs;
  /// The distance between the quartiles, divided by the median.
  double spread = 0;
  /// 10^12 operations and 10^9 bytes per second.
  double tflops = 0, gbps = 0;
  /// Whether the time comes from the interleaved final rounds of the best
  /// candidates.
  bool final = false;
  std::optional<StoredBaseline> baseline;
  /// The baseline's time divided by this one's; 0 without a baseline.
  double ratio = 0;
  /// The largest |got - want| over the largest |want|.
  double error = 0;
  /// Clock in MHz and power in watts, right after the last round.
  int64_t smClockMHz = 0;
  double powerW = 0;

  /// The cost model's estimate in nanoseconds, for a candidate that was
  /// checked but not timed. At most one of estimate and time is set.
  double estimateNs = 0;
};

/// The detail of a time that was taken while the device was slower than usual:
/// this word alone, or followed by a colon and more text.
inline constexpr StringLiteral kDisturbedDetail = "disturbed";
bool isDisturbed(const StoredMeasurement &measurement);

/// Every outcome that a database stores, "ok" first.
ArrayRef<StringRef> getStoredOutcomes();

/// Why no database accepts the measurement, as a sentence without a full stop;
/// empty if it is valid. An empty uid is valid.
std::string getWhyInvalid(const StoredMeasurement &measurement);

/// Whether a text is a date like "2026-01-31T12:00:00Z" or, with `orDay`,
/// "2026-01-31".
bool isDate(StringRef text, bool orDay = false);

/// 32 hexadecimal digits: a hash of the fields that distinguish measurements:
/// library, fact, config, device, driver, run, problem, candidate, outcome,
/// detail, date and times. Times count with the six digits of a records file,
/// so a measurement that was read from one has the same uid.
std::string getDerivedUid(const StoredMeasurement &measurement);

/// An exact hash of all fields, the uid included.
uint64_t getDigest(const StoredMeasurement &measurement);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_STOREDMEASUREMENT_H
