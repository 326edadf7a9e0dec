//===- Server.h - Measures for a program over stdin and stdout --*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speaks docs/reference/runner-protocol.md and never touches the GPU itself: a
// worker does (ServeWorker.cpp), which is started again after a candidate has
// taken it along, and given what it needs to go on. Whatever comes in, a
// request costs an answer and no more.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_SERVER_H
#define AUTOTUNE_LIB_MEASURE_SERVER_H

#include "Disturbance.h"
#include "WorkerLink.h"

#include "mlir-autotune/Measure/Requests.h"

#include <chrono>
#include <map>
#include <tuple>

namespace mlir::autotune::measure {

class Server {
public:
  /// As serve() of Measuring.h.
  Server(double silence, WorkerCommand worker, int input, int output);
  llvm::Error run();

private:
  struct KnownProblem {
    MeasuredProblem problem;
    /// As the worker gets it.
    llvm::json::Object request;
    /// What was answered.
    llvm::json::Object answer;
    /// The fastest candidate so far.
    double bestNs = 0;
  };
  /// One candidate of the request at hand.
  struct Entry {
    Request::CandidateRequest asked;
    std::optional<Record> record;
    bool isTold = false;
  };
  using Entries = std::vector<Entry>;

  static llvm::StringRef getText(const llvm::json::Object &event,
                                 llvm::StringRef key) {
    return event.getString(key).value_or("");
  }
  static Trouble readTrouble(const llvm::json::Object &event) {
    return {getText(event, "outcome").str(), getText(event, "detail").str()};
  }
  /// Whether its time is one of replays, which a disturbed device spoils.
  static bool isTimed(const std::optional<Record> &record) {
    return record && record->outcome == Outcome::Ok && record->detail.empty();
  }

  // Server.cpp: requests and what is known.
  /// False after the last request.
  bool handle(llvm::StringRef line);
  void addProblem(Request request, llvm::StringRef line);
  void addKernel(Request request, llvm::StringRef line);
  void forget(const Request &request);
  void greet();
  void respond(llvm::StringRef response, llvm::json::Object fields);
  void refuse(const Trouble &trouble);
  void note(const llvm::Twine &message);

  // ServerDevice.cpp: that the worker can measure, and the device is as usual.
  /// Makes sure that the worker is there and has all it needs.
  std::optional<Trouble> supply(const std::string &problem,
                                llvm::ArrayRef<std::string> kernels);
  std::optional<Trouble> sendProblem(const std::string &name,
                                     std::optional<ChildEnd> &end);
  std::optional<Trouble> timeYardstick(YardstickTime &time);
  std::optional<Trouble> calibrate();
  /// Measures by `pass` until the device was as usual, or often enough.
  std::optional<Trouble>
  measureSteadily(llvm::ArrayRef<Entry *> batch,
                  llvm::function_ref<std::optional<Trouble>()> pass,
                  bool isInterleaved, int maxRepeats);

  // ServerMeasuring.cpp: the candidates.
  /// A measure or final request.
  void measure(Request request);
  std::optional<Trouble> measureAll(const Request &request, Entries &entries);
  std::optional<Trouble> screen(const Request &request, Entry &entry);
  std::optional<Trouble> runFinals(const Request &request,
                                   llvm::ArrayRef<Entry *> entries);
  /// Sends a measure or final request for these. What the worker says of them
  /// is in their records; `end` as WorkerLink::run.
  std::optional<Trouble> ask(const Request &request,
                             llvm::ArrayRef<Entry *> entries,
                             std::optional<ChildEnd> &end);
  void settle(const Request &request, Entry &entry, Outcome outcome,
              std::string detail);
  void tell(Entry &entry);
  /// What is known of a candidate that has been timed, in its own words.
  std::optional<Record> getFirst(const Request &request,
                                 const Entry &entry) const;
  /// A problem, a kernel, and a library with the algorithm that is asked for.
  using FirstKey = std::tuple<std::string, std::string, std::string>;
  static FirstKey getFirstKey(const Request &request, const Entry &entry) {
    const Candidate &candidate = entry.asked.candidate;
    return {request.problemId, entry.asked.kernel,
            candidate.library.empty() ? ""
                                      : candidate.library + candidate.config};
  }

  using Clock = std::chrono::steady_clock;

  WorkerLink link;
  int input, output;
  /// Whether nobody reads the answers any more.
  bool isAlone = false;
  /// When something was said, or asked for.
  Clock::time_point lastSaid;
  llvm::json::Value id = nullptr;
  std::map<std::string, KnownProblem> problems;
  /// As the worker gets them.
  std::map<std::string, std::string> kernels;
  /// What was checked and timed.
  std::map<FirstKey, Record> firsts;
  DisturbanceMonitor monitor;
  std::string throttling;
  /// The candidate that the worker said last, of those that it was asked for.
  std::optional<size_t> current;
  size_t repeats = 0;
};

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_SERVER_H
