//===- MeasuringService.h - Whoever measures candidates ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a search asks for times. WorkerConnection is a runner, here or on
// another machine; recorded measurements can stand in for one.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_MEASURINGSERVICE_H
#define MLIR_AUTOTUNE_TUNE_MEASURINGSERVICE_H

#include "mlir-autotune/Measure/Effort.h"
#include "mlir-autotune/Measure/Records.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

namespace mlir::autotune::tune {

/// A candidate that has a kernel, which the service knows by its id. What did
/// not compile is the caller's to record.
struct MeasuredCandidate {
  std::string id, kernel, config;
  std::vector<std::string> heuristics;
  int64_t rank = 0;
};

/// The service can't do what it was asked for, and goes on: for one problem, or
/// one request. After any other error it is not to be asked again.
class ServiceRefusal
    : public llvm::ErrorInfo<ServiceRefusal, llvm::StringError> {
public:
  static char ID;

  /// `kind` is that of an answer (docs/reference/runner-protocol.md):
  /// "request", "device" or an outcome's name.
  ServiceRefusal(std::string kind, std::string message)
      : ErrorInfo("the runner refuses: " + message,
                  llvm::inconvertibleErrorCode()),
        kind(std::move(kind)), reason(std::move(message)) {}
  llvm::StringRef getKind() const { return kind; }
  llvm::StringRef getReason() const { return reason; }

private:
  std::string kind, reason;
};

class MeasuringService {
public:
  using OnRecord = llvm::function_ref<void(measure::Record)>;

  virtual ~MeasuringService();

  /// As --device-info prints it (docs/reference/runner-protocol.md), and
  /// `driver`.
  virtual const llvm::json::Object &getDeviceInfo() const = 0;
  /// Whether it runs kernels; where it does not, none need be built.
  virtual bool needsKernels() const { return true; }

  /// Makes a problem known: an object as a manifest's problems have it
  /// (describeProblem of Tuning/Bundle.h). A refusal when it can't be measured,
  /// for lack of memory for one; it is not known then.
  virtual llvm::Error addProblem(llvm::json::Object problem,
                                 bool useBaseline) = 0;
  /// Likewise a kernel (describeKernel), with its cubin.
  virtual llvm::Error addKernel(llvm::json::Object kernel,
                                llvm::StringRef cubin) = 0;
  /// Ids of those that are needed no more. Unknown ones are passed over.
  virtual void forget(llvm::ArrayRef<std::string> problems,
                      llvm::ArrayRef<std::string> kernels) = 0;

  /// Measures candidates of one problem. Each has its record passed on as soon
  /// as it is known, in no order, whatever comes of it. The records that came
  /// before an error stand.
  virtual llvm::Error measure(llvm::StringRef problem,
                              llvm::ArrayRef<MeasuredCandidate> candidates,
                              const measure::Effort &effort,
                              OnRecord onRecord) = 0;
  /// The final rounds: candidates interleaved with each other and the baseline,
  /// and checked again.
  virtual llvm::Error measureFinal(llvm::StringRef problem,
                                   llvm::ArrayRef<MeasuredCandidate> candidates,
                                   const measure::FinalEffort &effort,
                                   OnRecord onRecord) = 0;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MEASURINGSERVICE_H
