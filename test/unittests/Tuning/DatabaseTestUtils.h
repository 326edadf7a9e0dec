//===- DatabaseTestUtils.h - Measurements to keep and to lose ---*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_UNITTESTS_TUNING_DATABASETESTUTILS_H
#define AUTOTUNE_UNITTESTS_TUNING_DATABASETESTUTILS_H

#include "TuningTestUtils.h"

#include "mlir-autotune/Tuning/Database.h"

#include <set>

namespace mlir::autotune::test {

/// One of many: facts, configs and devices repeat, and every field is used by
/// some.
inline StoredMeasurement getMeasurement(int number) {
  StoredMeasurement m;
  int size = 64 * (1 + number % 7);
  m.fact = std::to_string(size) + "x4096x4096 bf16 B^T -> bf16";
  m.config = "hopper_wgmma, tile = [128, 256, 64], stages = " +
             std::to_string(2 + number % 5);
  m.checksum = "0123456789abcde" + std::to_string(number % 5);
  m.program = "bf16 B^T -> bf16";
  m.compilers = "LLVM 22.1.0; ptxas 13.0.88; build 1";
  m.templateHash = number % 2 ? "00000000000000aa" : "00000000000000bb";
  m.target = "h200";
  m.device = "NVIDIA H200";
  m.driver = number % 3 ? "580.95" : "570.10";
  m.run = "run";
  m.problem = "p" + std::to_string(number % 7);
  m.candidate = "c" + std::to_string(number);
  m.heuristics = {"cluster-m2", "large"};
  m.rank = number % 9;
  m.date = "2026-11-20T10:00:0" + std::to_string(number % 10) + "Z";
  if (number % 11 == 10) {
    m.outcome = "wrong-result";
    m.detail = "3 of 4096 elements differ\nthe first one: …";
    return m;
  }
  m.outcome = "ok";
  m.timesNs = {1000.25 + number, 1001.5 + number, 1003.0 + number};
  m.timeNs = m.timesNs[1];
  m.spread = 0.0027;
  m.tflops = 512.25;
  m.gbps = 3000;
  m.final = number % 4 == 0;
  m.baseline = StoredBaseline{"cublaslt", 1100, 1200.5, 8, 2};
  m.ratio = 1.0984;
  m.error = 0.002;
  m.smClockMHz = 1980;
  m.powerW = 612.5;
  return m;
}

inline std::vector<StoredMeasurement> getMeasurements(int count) {
  std::vector<StoredMeasurement> all;
  for (int i = 0; i < count; ++i)
    all.push_back(getMeasurement(i));
  return all;
}

using Digests = std::multiset<uint64_t>;

/// What is read of these: the uid that add() gives them is part of it.
inline Digests getDigests(std::vector<StoredMeasurement> measurements) {
  Digests digests;
  for (StoredMeasurement &measurement : measurements) {
    if (measurement.uid.empty())
      measurement.uid = getDerivedUid(measurement);
    digests.insert(getDigest(measurement));
  }
  return digests;
}

/// The text of what must be an error, and empty where it is none.
inline std::string getText(llvm::Error error) {
  return llvm::toString(std::move(error));
}
template <typename T> std::string getText(llvm::Expected<T> value) {
  return value ? std::string() : llvm::toString(value.takeError());
}

/// What must be there: llvm::cantFail() is undefined where it is not.
template <typename T> inline T get(llvm::Expected<T> value) {
  if (!value)
    llvm::report_fatal_error(value.takeError());
  return std::move(*value);
}

} // namespace mlir::autotune::test

#endif // AUTOTUNE_UNITTESTS_TUNING_DATABASETESTUTILS_H
