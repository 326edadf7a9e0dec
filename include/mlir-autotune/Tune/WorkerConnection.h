//===- WorkerConnection.h - A runner that serves, spoken to -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts a command that speaks docs/reference/runner-protocol.md on its stdin
// and stdout: autotune-runner, or "ssh host autotune-runner". A runner that
// dies or falls silent is started again and sent its problem and kernels.
// Kernels do not cause such losses, because the serving process never touches
// the GPU. A candidate that was running at two losses is recorded as failed
// all the same, so that the search ends. One thread at a time may use a
// connection.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_WORKERCONNECTION_H
#define MLIR_AUTOTUNE_TUNE_WORKERCONNECTION_H

#include "mlir-autotune/Measure/Child.h"
#include "mlir-autotune/Measure/Requests.h"
#include "mlir-autotune/Tune/MeasuringService.h"

#include <functional>
#include <map>
#include <memory>
#include <set>

namespace mlir::autotune::tune {

class WorkerConnection : public MeasuringService {
public:
  struct Settings {
    /// The program, found on PATH, and its arguments, --serve among them.
    std::vector<std::string> command;
    /// Seconds of silence after which the runner counts as lost. A live runner
    /// writes every five seconds.
    double silence = 60;
    /// The most losses in a row without a result in between.
    int maxLosses = 3;
    /// Called with notes for the user: disturbances, losses.
    std::function<void(llvm::StringRef)> note;
  };

  /// Starts the command and waits for its greeting. An error gives the
  /// command's own reason: no device, or no such program.
  static llvm::Expected<std::unique_ptr<WorkerConnection>>
  open(Settings settings);
  ~WorkerConnection() override;

  const llvm::json::Object &getDeviceInfo() const override { return device; }
  llvm::Error addProblem(llvm::json::Object problem, bool useBaseline) override;
  llvm::Error addKernel(llvm::json::Object kernel,
                        llvm::StringRef cubin) override;
  void forget(llvm::ArrayRef<std::string> problems,
              llvm::ArrayRef<std::string> kernels) override;
  llvm::Error measure(llvm::StringRef problem,
                      llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override;
  llvm::Error measureFinal(llvm::StringRef problem,
                           llvm::ArrayRef<MeasuredCandidate> candidates,
                           const measure::FinalEffort &effort,
                           OnRecord onRecord) override;

private:
  /// The outcome of a request.
  struct Answer {
    enum Kind { Done, Refused, Lost } kind = Done;
    llvm::json::Object object;
    /// Why the request was refused, or how the runner was lost.
    std::string message;
    bool wasSilent = false;
    /// The kind of the refusal.
    std::string refusal;
  };
  using Handler = llvm::function_ref<void(const llvm::json::Object &)>;

  explicit WorkerConnection(Settings settings);

  /// Starts the runner unless it is running.
  Answer connect();
  /// Sends a request, `body` with a new id. Answers before the last go to
  /// `handle`.
  Answer ask(llvm::json::Object body, Handler handle);
  void send(llvm::json::Object body);
  Answer listen(int64_t id, Handler handle);
  static llvm::Error makeError(const Answer &answer);
  Answer lose(bool wasSilent);
  /// Sends the problem and the kernels that this runner does not have yet.
  /// Kernels are sent without waiting for each answer.
  Answer supply(llvm::StringRef problem,
                llvm::ArrayRef<measure::Request::CandidateRequest> candidates);
  /// Runs a measure or final request, restarting the runner as often as
  /// needed.
  llvm::Error run(measure::Request request,
                  llvm::ArrayRef<MeasuredCandidate> candidates,
                  OnRecord onRecord);
  /// Records the candidate that was running when the runner was lost, and
  /// removes it from the request.
  void recordLoss(measure::Request &request, const std::string &current,
                  const Answer &answer, OnRecord onRecord);
  void note(const llvm::Twine &message) const;

  Settings settings;
  std::string program;
  std::optional<measure::ChildProcess> child;
  int64_t lastId = 0;
  llvm::json::Object device;
  /// Problem and kernel requests by id, and the ids that the current runner
  /// has.
  std::map<std::string, llvm::json::Object> problems, kernels;
  std::set<std::string> sentProblems, sentKernels;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_WORKERCONNECTION_H
