//===- MeasuringService.h - Whoever measures candidates ---------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface through which a search gets times. WorkerConnection uses a
// runner, on this or another machine; recorded measurements can replace one.
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

/// A candidate and its kernel, which the service knows by id. The caller
/// records candidates that did not compile.
struct MeasuredCandidate {
  std::string id, kernel, config;
  std::vector<std::string> heuristics;
  int64_t rank = 0;
  /// For a library's algorithm, which has no kernel, the library's name. An
  /// empty config stands for its fastest algorithm, which the record names.
  std::string library = {};
};

/// The service refuses one problem or one request, and can still be used.
/// After any other error it must not be used again.
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

  /// The device's properties as --device-info prints them
  /// (docs/reference/runner-protocol.md), and `driver`.
  virtual const llvm::json::Object &getDeviceInfo() const = 0;
  /// Whether the service runs kernels. If not, none need to be built.
  virtual bool needsKernels() const { return true; }

  /// The services that this one hands its work to. A thread of its own may use
  /// each of them. They live as long as this one.
  virtual std::vector<MeasuringService *> getParts() { return {this}; }
  /// One of its parts has failed, and is not to be used any more.
  virtual void drop(MeasuringService &part) {}

  /// Sends a problem, as an object of a manifest's problems (describeProblem
  /// of Tuning/Bundle.h). Fails with a ServiceRefusal if the problem can't be
  /// measured, for example for lack of memory; the service then does not keep
  /// it.
  virtual llvm::Error addProblem(llvm::json::Object problem,
                                 bool useBaseline) = 0;
  /// Sends a kernel (describeKernel) with its cubin.
  virtual llvm::Error addKernel(llvm::json::Object kernel,
                                llvm::StringRef cubin) = 0;
  /// Drops problems and kernels by id. Unknown ids are ignored.
  virtual void forget(llvm::ArrayRef<std::string> problems,
                      llvm::ArrayRef<std::string> kernels) = 0;

  /// Measures candidates of one problem. Passes on each candidate's record,
  /// whatever the outcome, as soon as it is known, in any order. After an
  /// error, records that were passed on before remain valid.
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
