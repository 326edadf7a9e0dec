//===- Device.h - A device that does as told --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_UNITTESTS_TUNE_DEVICE_H
#define AUTOTUNE_UNITTESTS_TUNE_DEVICE_H

#include "mlir-autotune/Tune/MeasuringService.h"

namespace mlir::autotune::tune {

/// Takes as long as it is told to, and refuses what it is told to refuse.
class Device : public MeasuringService {
public:
  /// The times of each candidate, one for each pass of the final rounds. The
  /// last one is also that of later passes. 0 is a wrong result.
  std::vector<std::vector<double>> passes;
  /// Counted from 0: the call of addProblem, and of measure, that is refused,
  /// and the pass that is disturbed.
  int refusedProblem = -1, refusedMeasure = -1, disturbedPass = -1;
  /// The call of measure from which on all fail.
  int failedMeasure = -1;
  int problems = 0, measures = 0, finals = 0;
  /// FinalEffort::turns of each pass of the final rounds.
  std::vector<int64_t> turns;

  bool needsKernels() const override { return false; }
  const llvm::json::Object &getDeviceInfo() const override { return info; }
  llvm::Error addProblem(llvm::json::Object, bool) override {
    return refuse(problems++ == refusedProblem);
  }
  llvm::Error addKernel(llvm::json::Object, llvm::StringRef) override {
    return llvm::Error::success();
  }
  void forget(llvm::ArrayRef<std::string>,
              llvm::ArrayRef<std::string>) override {}

  llvm::Error measure(llvm::StringRef,
                      llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override {
    if (failedMeasure >= 0 && measures >= failedMeasure)
      return llvm::createStringError("lost");
    if (llvm::Error error = refuse(measures++ == refusedMeasure))
      return error;
    for (const MeasuredCandidate &candidate : candidates)
      onRecord(makeRecord(candidate, 0, effort.replays));
    return llvm::Error::success();
  }
  llvm::Error measureFinal(llvm::StringRef,
                           llvm::ArrayRef<MeasuredCandidate> candidates,
                           const measure::FinalEffort &effort,
                           OnRecord onRecord) override {
    turns.push_back(effort.turns);
    for (const MeasuredCandidate &candidate : candidates) {
      measure::Record record = makeRecord(candidate, finals, effort.rounds);
      record.final = record.outcome == measure::Outcome::Ok;
      record.disturbed = finals == disturbedPass;
      onRecord(std::move(record));
    }
    ++finals;
    return llvm::Error::success();
  }

private:
  static llvm::Error refuse(bool isRefused) {
    if (isRefused)
      return llvm::make_error<ServiceRefusal>("out-of-resource", "no room");
    return llvm::Error::success();
  }

  measure::Record makeRecord(const MeasuredCandidate &candidate, int pass,
                             int64_t replays) const {
    const std::vector<double> &own = passes[candidate.rank];
    double ns = own[std::min<size_t>(pass, own.size() - 1)];
    measure::Record record;
    record.candidate = candidate.id;
    if (ns > 0)
      record.setTimes(std::vector<double>(replays, ns), 1, 1);
    else
      record.outcome = measure::Outcome::WrongResult;
    return record;
  }

  llvm::json::Object info;
};

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_UNITTESTS_TUNE_DEVICE_H
