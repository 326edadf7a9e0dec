//===- TurnService.h - A service that lets others have the turn -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_TUNE_TURNSERVICE_H
#define AUTOTUNE_LIB_TUNE_TURNSERVICE_H

#include "mlir-autotune/Tune/MeasuringService.h"
#include "mlir-autotune/Tune/Turn.h"

namespace mlir::autotune::tune {

/// Gives the turn away while the service works, and takes it for each record.
class TurnService final : public MeasuringService {
public:
  /// Both must outlive this.
  TurnService(MeasuringService &service, Turn &turn)
      : service(service), turn(turn) {}

  const llvm::json::Object &getDeviceInfo() const override {
    return service.getDeviceInfo();
  }
  bool needsKernels() const override { return service.needsKernels(); }
  /// Whether the service is not to be used any more.
  bool hasFailed() const { return isLost; }
  llvm::Error addProblem(llvm::json::Object problem,
                         bool useBaseline) override {
    return note(turn.pause(
        [&] { return service.addProblem(std::move(problem), useBaseline); }));
  }
  llvm::Error addKernel(llvm::json::Object kernel,
                        llvm::StringRef cubin) override {
    return note(turn.pause(
        [&] { return service.addKernel(std::move(kernel), cubin); }));
  }
  void forget(llvm::ArrayRef<std::string> problems,
              llvm::ArrayRef<std::string> kernels) override {
    turn.pause([&] { service.forget(problems, kernels); });
  }
  llvm::Error measure(llvm::StringRef problem,
                      llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override {
    return note(turn.pause([&] {
      return service.measure(problem, candidates, effort,
                             [&](measure::Record record) {
                               auto held = turn.take();
                               onRecord(std::move(record));
                             });
    }));
  }
  llvm::Error measureFinal(llvm::StringRef problem,
                           llvm::ArrayRef<MeasuredCandidate> candidates,
                           const measure::FinalEffort &effort,
                           OnRecord onRecord) override {
    return note(turn.pause([&] {
      return service.measureFinal(problem, candidates, effort,
                                  [&](measure::Record record) {
                                    auto held = turn.take();
                                    onRecord(std::move(record));
                                  });
    }));
  }

private:
  llvm::Error note(llvm::Error error) {
    return llvm::handleErrors(
        std::move(error),
        [&](std::unique_ptr<ServiceRefusal> refusal) -> llvm::Error {
          isLost |= refusal->getKind() == "device";
          return llvm::Error(std::move(refusal));
        },
        [&](std::unique_ptr<llvm::ErrorInfoBase> other) -> llvm::Error {
          isLost = true;
          return llvm::Error(std::move(other));
        });
  }

  MeasuringService &service;
  Turn &turn;
  bool isLost = false;
};

} // namespace mlir::autotune::tune

#endif // AUTOTUNE_LIB_TUNE_TURNSERVICE_H
