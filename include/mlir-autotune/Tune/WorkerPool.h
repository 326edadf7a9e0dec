//===- WorkerPool.h - Several runners as one --------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_WORKERPOOL_H
#define MLIR_AUTOTUNE_TUNE_WORKERPOOL_H

#include "mlir-autotune/Tune/MeasuringService.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <memory>

namespace mlir::autotune::tune {

/// Hands out candidates, some at a time, to services that are free. All
/// devices must have the same name, because times of different devices can't
/// be compared. Close comparisons use final rounds, which run on one service
/// only.
class WorkerPool : public MeasuringService {
public:
  /// Fails if there is no service, or if the devices differ.
  static llvm::Expected<std::unique_ptr<WorkerPool>>
  create(std::vector<std::unique_ptr<MeasuringService>> services);

  const llvm::json::Object &getDeviceInfo() const override {
    return services.front()->getDeviceInfo();
  }
  std::vector<MeasuringService *> getParts() override { return living; }
  void drop(MeasuringService &part) override { llvm::erase(living, &part); }
  /// Sends the problem to all services at once. Succeeds if at least one
  /// accepts it.
  llvm::Error addProblem(llvm::json::Object problem, bool useBaseline) override;
  llvm::Error addKernel(llvm::json::Object kernel,
                        llvm::StringRef cubin) override;
  void forget(llvm::ArrayRef<std::string> problems,
              llvm::ArrayRef<std::string> kernels) override;
  /// Passes on records one at a time, from other threads than the caller's. If
  /// a service fails, the others measure its remaining candidates; the call
  /// fails when no service is left. A failed service is not used again.
  llvm::Error measure(llvm::StringRef problem,
                      llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override;
  /// Uses the first service that does not fail.
  llvm::Error measureFinal(llvm::StringRef problem,
                           llvm::ArrayRef<MeasuredCandidate> candidates,
                           const measure::FinalEffort &effort,
                           OnRecord onRecord) override;

private:
  explicit WorkerPool(std::vector<std::unique_ptr<MeasuringService>> services)
      : services(std::move(services)) {
    for (const auto &service : this->services)
      living.push_back(service.get());
  }
  /// The working services that have the problem.
  std::vector<MeasuringService *> getHolders(llvm::StringRef problem) const;
  /// Handles an error of a service, and keeps the error in `first` if it is
  /// the first.
  void judge(MeasuringService *service, llvm::Error error, llvm::Error &first);

  std::vector<std::unique_ptr<MeasuringService>> services;
  /// The services that still work.
  std::vector<MeasuringService *> living;
  /// The services that have a problem, by the problem's id.
  std::map<std::string, std::vector<MeasuringService *>> holders;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_WORKERPOOL_H
