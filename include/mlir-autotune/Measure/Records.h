//===- Records.h - One measurement, and the file of them --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A record is the outcome of one candidate on one device. A records file has
// one record in each line, as JSON (docs/reference/bundle.md).
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_MEASURE_RECORDS_H
#define MLIR_AUTOTUNE_MEASURE_RECORDS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::autotune::measure {

enum class Outcome {
  Ok,
  WrongResult,
  GuardTouched,
  LaunchFailure,
  /// Not enough memory, or the kernel needs more shared memory, registers or
  /// threads than the device has.
  OutOfResource,
  Timeout,
  Crash,
  CompileFailure,
  /// Outcomes of the simulator (autotune-bench run --device=sim), which times
  /// nothing: the kernel is right, or there is a finding.
  Checked,
  Finding
};

llvm::StringRef stringifyOutcome(Outcome outcome);
std::optional<Outcome> symbolizeOutcome(llvm::StringRef text);

/// The library's best and first algorithm for a problem, in nanoseconds.
struct BaselineFigures {
  std::string library;
  double bestNs = 0, firstNs = 0;
  /// The number of algorithms that the library offered, and the best one's
  /// index among them.
  int64_t algorithms = 0, bestIndex = 0;
  /// The largest error of the library's output, measured like a candidate's. A
  /// database does not store it.
  double error = 0;

  llvm::json::Value toJson() const;
  static BaselineFigures fromJson(const llvm::json::Object &object);
};

/// The time of this project's pick in the final rounds of another library's
/// kernel.
struct OwnFigures {
  double timeNs = 0, spread = 0;
};

/// The device, with its clock and power during the measurement; 0 if the
/// machine does not report them. If a candidate failed before any worker
/// reached the device, name and driver are empty here and null in the file.
struct DeviceFigures {
  std::string name, driver;
  int64_t smClockMHz = 0;
  double powerW = 0;
};

struct Record {
  /// The library that the kernel is from; empty for this project's kernels.
  /// Only these are picked.
  std::string library;
  std::string candidate, problem, key, config;
  std::vector<std::string> heuristics;
  int64_t rank = 0;
  Outcome outcome = Outcome::Ok;
  std::string detail;
  /// Nanoseconds of one launch: one value for each replay, and their median.
  std::vector<double> timesNs;
  double timeNs = 0, spread = 0;
  /// The bundle's estimate, for a candidate that was checked but not timed;
  /// else 0.
  double estimateNs = 0;
  double tflops = 0, gbps = 0;
  /// Whether the time comes from the interleaved final rounds of the best
  /// candidates.
  bool final = false;
  /// Whether the device was slower than usual each time the candidate was
  /// measured (Disturbance.h).
  bool disturbed = false;
  std::optional<BaselineFigures> baseline;
  /// The baseline's time divided by this one's: above 1 is faster. 0 without a
  /// baseline.
  double ratio = 0;
  /// For a record of another library, this project's pick in the same rounds,
  /// if it took part. A database does not store it.
  std::optional<OwnFigures> ours;
  /// Largest |got - want| over the largest |want|.
  double error = 0;
  DeviceFigures device;
  std::string date;
  /// The hash of the config's template at the time of the measurement. Empty
  /// if the file does not have it, as in files that the database exports. Not
  /// written.
  std::string templateHash;

  /// Sets the times and all figures that follow from them.
  void setTimes(std::vector<double> times, double flops, double bytes);
  /// This time divided by that of `ours`: above 1, ours is faster. 0 without
  /// `ours`.
  double getRatioToOurs() const;
  llvm::json::Value toJson() const;
  static llvm::Expected<Record> fromJson(const llvm::json::Value &value);
};

struct Candidate;
struct Manifest;
struct MeasuredProblem;
/// A record with everything that is known of a candidate before it runs, dated
/// today.
Record makeRecord(const Manifest &manifest, const Candidate &candidate);
Record makeRecord(const MeasuredProblem &problem, const Candidate &candidate);

/// Now, as "2026-01-31T12:00:00Z".
std::string getDate();

/// Whether the path names the standard output: "-" or /dev/stdout. Tables must
/// then go elsewhere.
bool isStandardOutput(llvm::StringRef path);

/// Writes records to a temporary file and renames it at the end, so that the
/// file is complete or absent. A path that is no regular file (a pipe,
/// /dev/stdout) is written directly; "-" is the standard output.
class RecordWriter {
public:
  /// Fails if the file can't be created.
  static llvm::Expected<RecordWriter> create(std::string path);
  RecordWriter(RecordWriter &&other) noexcept;
  /// Removes what was written, unless commit() was called.
  ~RecordWriter();
  /// Both fail with an error that names the file, for example on a full disk.
  llvm::Error write(const Record &record);
  llvm::Error commit();

private:
  RecordWriter(std::string path, std::string partial, int fd)
      : path(std::move(path)), partial(std::move(partial)), fd(fd) {}

  std::string path;
  /// Empty when `path` itself is written.
  std::string partial;
  int fd = -1;
};

} // namespace mlir::autotune::measure

#endif // MLIR_AUTOTUNE_MEASURE_RECORDS_H
