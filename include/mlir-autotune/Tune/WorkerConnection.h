//===- WorkerConnection.h - A runner that serves, spoken to -----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts a command that speaks docs/reference/runner-protocol.md on its stdin
// and stdout: autotune-runner, or "ssh host autotune-runner". One that dies, or
// says nothing any more, is started again and given what it needs. It is no
// kernel's doing, since the process that serves never touches the GPU; a
// candidate that it is lost with twice is recorded all the same, so that there
// is an end. Not to be used by two threads at a time.
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
    /// Seconds without a word after which it is taken for lost: it says that it
    /// lives every five seconds.
    double silence = 60;
    /// How many times in a row it may be lost without having been of use.
    int maxLosses = 3;
    /// Called with what a person may want to know: disturbances, losses.
    std::function<void(llvm::StringRef)> note;
  };

  /// Starts the command and greets it. An error has its own reason: no device,
  /// or no such program.
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
  /// What came of a request.
  struct Answer {
    enum Kind { Done, Refused, Lost } kind = Done;
    llvm::json::Object object;
    /// Why it was refused, or how the runner was lost.
    std::string message;
    bool wasSilent = false;
    /// Of what is refused.
    std::string refusal;
  };
  using Handler = llvm::function_ref<void(const llvm::json::Object &)>;

  explicit WorkerConnection(Settings settings);

  /// Starts it where it does not run.
  Answer connect();
  /// Sends a request, `body` but for its id. Answers that are not its last go
  /// to `handle`.
  Answer ask(llvm::json::Object body, Handler handle);
  void send(llvm::json::Object body);
  Answer listen(int64_t id, Handler handle);
  static llvm::Error makeError(const Answer &answer);
  Answer lose(bool wasSilent);
  /// Sends the problem and the kernels that this runner has not been sent,
  /// kernels without waiting for each answer.
  Answer supply(llvm::StringRef problem,
                llvm::ArrayRef<measure::Request::CandidateRequest> candidates);
  /// A measure or final request, over as many runners as it takes.
  llvm::Error run(measure::Request request,
                  llvm::ArrayRef<MeasuredCandidate> candidates,
                  OnRecord onRecord);
  /// Records the candidate that was at hand when the runner was lost, and takes
  /// it out of the request.
  void recordLoss(measure::Request &request, const std::string &current,
                  const Answer &answer, OnRecord onRecord);
  void note(const llvm::Twine &message) const;

  Settings settings;
  std::string program;
  std::optional<measure::ChildProcess> child;
  int64_t lastId = 0;
  llvm::json::Object device;
  /// Requests that make known, by id, and which of them the runner at hand has.
  std::map<std::string, llvm::json::Object> problems, kernels;
  std::set<std::string> sentProblems, sentKernels;
};

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_WORKERCONNECTION_H
