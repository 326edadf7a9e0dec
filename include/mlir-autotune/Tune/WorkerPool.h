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

#include <map>
#include <memory>

namespace mlir::autotune::tune {

/// Hands candidates, some at a time, to whichever service is free. All must be
/// on devices of one name, since times of two are not to be compared; even so,
/// what is to be compared closely goes through the final rounds, all of which
/// are one service's.
class WorkerPool : public MeasuringService {
public:
  /// An error when there is none, or when the devices differ.
  static llvm::Expected<std::unique_ptr<WorkerPool>>
  create(std::vector<std::unique_ptr<MeasuringService>> services);

  const llvm::json::Object &getDeviceInfo() const override {
    return services.front()->getDeviceInfo();
  }
  /// On all at a time. It is known where at least one takes it.
  llvm::Error addProblem(llvm::json::Object problem, bool useBaseline) override;
  llvm::Error addKernel(llvm::json::Object kernel,
                        llvm::StringRef cubin) override;
  void forget(llvm::ArrayRef<std::string> problems,
              llvm::ArrayRef<std::string> kernels) override;
  /// Records are passed on one at a time, from other threads than the caller's.
  /// What a service that fails has not measured is left to the others; the
  /// error comes when none is left. One that can't go on is asked no more.
  llvm::Error measure(llvm::StringRef problem,
                      llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override;
  /// By the first that does not fail.
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
  /// Of those that live, the ones that have the problem, if any has.
  std::vector<MeasuringService *> getHolders(llvm::StringRef problem) const;
  /// What is to be learned from a service's error, which is kept if it is the
  /// first.
  void judge(MeasuringService *service, llvm::Error error, llvm::Error &first);

  std::vector<std::unique_ptr<MeasuringService>> services;
  /// Those that can go on.
  std::vector<MeasuringService *> living;
  /// Those that have a problem, by its id.
  std::map<std::string, std::vector<MeasuringService *>> holders;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_WORKERPOOL_H
