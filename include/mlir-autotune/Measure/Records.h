//===- Records.h - One measurement, and the file of them --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A record is one candidate on one device with its outcome; a records file has
// one in each line, as JSON (docs/reference/bundle.md).
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
  /// No memory, or more shared memory, registers or threads than there are.
  OutOfResource,
  Timeout,
  Crash,
  CompileFailure,
  /// In the simulator (autotune-bench run --device=sim), which times nothing:
  /// right, and what it found.
  Checked,
  Finding
};

llvm::StringRef stringifyOutcome(Outcome outcome);
std::optional<Outcome> symbolizeOutcome(llvm::StringRef text);

/// The library's best and first algorithm for a problem, in nanoseconds.
struct BaselineFigures {
  std::string library;
  double bestNs = 0, firstNs = 0;
  /// Algorithms that the library offered, and the best one's place among them.
  int64_t algorithms = 0, bestIndex = 0;
  /// The largest of its output, as a candidate's. A database does not keep it.
  double error = 0;

  llvm::json::Value toJson() const;
  static BaselineFigures fromJson(const llvm::json::Object &object);
};

/// The device, and its clocks and power while it measured; 0 and empty where
/// the machine does not tell. Name and driver are empty, and null in the file,
/// in the record of a failure before any worker reached the device.
struct DeviceFigures {
  std::string name, driver;
  int64_t smClockMHz = 0;
  double powerW = 0;
};

struct Record {
  /// Whose kernel it is: empty for one of ours, and nothing else is picked.
  std::string library;
  std::string candidate, problem, key, config;
  std::vector<std::string> heuristics;
  int64_t rank = 0;
  Outcome outcome = Outcome::Ok;
  std::string detail;
  /// One launch, in nanoseconds: one value a replay, and their median.
  std::vector<double> timesNs;
  double timeNs = 0, spread = 0;
  /// Of what was checked and not timed, as the bundle has it; else 0.
  double estimateNs = 0;
  double tflops = 0, gbps = 0;
  /// Measured in the interleaved rounds against the best others.
  bool final = false;
  /// The device was as fast as usual at no time that it was measured
  /// (Disturbance.h).
  bool disturbed = false;
  std::optional<BaselineFigures> baseline;
  /// Baseline's time over this one's: above 1 is faster. 0 without a baseline.
  double ratio = 0;
  /// Largest |got - want| over the largest |want|.
  double error = 0;
  DeviceFigures device;
  std::string date;
  /// Of the config's template when it was measured; empty where the file does
  /// not say, as those do that the database exports. Not written.
  std::string templateHash;

  /// Sets the times and all that follows from them.
  void setTimes(std::vector<double> times, double flops, double bytes);
  llvm::json::Value toJson() const;
  static llvm::Expected<Record> fromJson(const llvm::json::Value &value);
};

struct Candidate;
struct Manifest;
struct Problem;
/// What is known of a candidate before it runs, of today.
Record makeRecord(const Manifest &manifest, const Candidate &candidate);
Record makeRecord(const Problem &problem, const Candidate &candidate);

/// Now, as "2026-01-31T12:00:00Z".
std::string getDate();

/// Whether the path is a name of the standard output: "-", /dev/stdout. Tables
/// go elsewhere then.
bool isStandardOutput(llvm::StringRef path);

/// Writes records beside their file and renames at the end, so that the file is
/// whole or not there. What is no regular file (a pipe, /dev/stdout) is written
/// directly; "-" is the standard output.
class RecordWriter {
public:
  /// An error when the file cannot be created.
  static llvm::Expected<RecordWriter> create(std::string path);
  RecordWriter(RecordWriter &&other) noexcept;
  /// Removes what was written, unless commit() was called.
  ~RecordWriter();
  /// Each returns an error that names the file, on a full disk for one.
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
