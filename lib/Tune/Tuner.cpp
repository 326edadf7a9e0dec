//===- Tuner.cpp - The search for the configs of all matmuls --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Tuner.h"

#include "TurnService.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>
#include <deque>
#include <map>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tune;

/// The part of a matmul's share of the budget that is not for the final rounds.
static constexpr double kSearchShare = 0.75;

namespace {
/// A matmul whose first batch is being built, or is to be built again.
struct Started {
  size_t index = 0;
  std::unique_ptr<MatmulTuner> tuner;
};

/// The matmuls of one call, and the threads that tune them, one for each
/// service. All but run() is called with the turn.
class Tuning {
public:
  Tuning(TuneContext &context, ArrayRef<TuningProblem> problems,
         llvm::function_ref<void(TunedMatmul)> onMatmul,
         llvm::function_ref<void(const llvm::Twine &)> say)
      : context(context), problems(problems), onMatmul(onMatmul), say(say) {}

  llvm::Error run();

private:
  bool canSkip(size_t index) const;
  void startNext();
  std::optional<Started> take();
  double getShare() const;
  void work(MeasuringService &service);
  llvm::Error tuneOne(MatmulTuner &tuner, MeasuringService &service,
                      double seconds);
  void tell(const Started &done);
  void hand(size_t index, TunedMatmul matmul);

  TuneContext &context;
  ArrayRef<TuningProblem> problems;
  llvm::function_ref<void(TunedMatmul)> onMatmul;
  llvm::function_ref<void(const llvm::Twine &)> say;

  Turn turn;
  /// The services that have not failed.
  std::vector<MeasuringService *> services;
  /// How many services tune a matmul now.
  size_t numRunning = 0;
  /// The number of the next matmul that was not begun.
  size_t next = 0;
  std::deque<Started> started;
  /// Results that wait for those of matmuls before them.
  std::map<size_t, TunedMatmul> results;
  size_t nextResult = 0;
  llvm::StringSet<> told;
  llvm::Error failure = llvm::Error::success();
};
} // namespace

/// A plan can do without the rest of its samples.
bool Tuning::canSkip(size_t index) const {
  double budget = context.settings.budget;
  return index > 0 && problems[index].isSample && budget > 0 &&
         context.watch.getSeconds() >= budget;
}

/// At most one for each service is built ahead.
void Tuning::startNext() {
  if (started.size() >= services.size() || next >= problems.size())
    return;
  if (canSkip(next)) {
    next = problems.size();
    return;
  }
  started.push_back({next, std::make_unique<MatmulTuner>(
                               context, problems[next], context.numMatmuls++)});
  ++next;
  started.back().tuner->buildNext();
}

std::optional<Started> Tuning::take() {
  llvm::erase_if(started,
                 [&](const Started &ahead) { return canSkip(ahead.index); });
  if (started.empty())
    startNext();
  if (started.empty())
    return std::nullopt;
  Started taken = std::move(started.front());
  started.pop_front();
  return taken;
}

/// The seconds for a matmul: its part of what is left of the budget.
double Tuning::getShare() const {
  double budget = context.settings.budget;
  if (budget <= 0)
    return INFINITY;
  double left = std::max(0.0, budget - context.watch.getSeconds());
  size_t open = numRunning + started.size() + (problems.size() - next);
  return std::min(left, left * double(services.size()) / double(open));
}

llvm::Error Tuning::tuneOne(MatmulTuner &tuner, MeasuringService &service,
                            double seconds) {
  double begin = context.watch.getSeconds();
  double searchEnd = begin + kSearchShare * seconds;
  auto buildAhead = [&] {
    if (!tuner.isBuilding())
      startNext();
  };
  tuner.use(service);
  while (tuner.isBuilding()) {
    turn.pause([&] { tuner.waitForBuild(); });
    if (llvm::Error error = tuner.measureNext(searchEnd, buildAhead))
      return error;
  }
  startNext();
  return tuner.finish(searchEnd, begin + seconds);
}

void Tuning::tell(const Started &done) {
  const MatmulTuner &tuner = *done.tuner;
  std::string key = problems[done.index].fact.getKey();
  if (!tuner.getWhyRefused().empty())
    say(key + ": not measured: " + tuner.getWhyRefused());
  // One reason is usually that of all matmuls.
  for (const MatmulTuner::Library &library : tuner.getLibraries())
    if (!library.whyNot.empty() && told.insert(library.whyNot).second)
      say(key + ": " + library.name + " is no candidate: " + library.whyNot);
  if (tuner.getNumDropped())
    say(key + ": " + llvm::Twine(tuner.getNumDropped()) +
        " candidates that were built are not measured: the time is over, or "
        "no gain is left");
}

/// In the order of the matmuls, whichever ends first.
void Tuning::hand(size_t index, TunedMatmul matmul) {
  results.emplace(index, std::move(matmul));
  for (auto it = results.find(nextResult); it != results.end();
       it = results.find(++nextResult)) {
    onMatmul(std::move(it->second));
    results.erase(it);
  }
}

void Tuning::work(MeasuringService &service) {
  auto held = turn.take();
  TurnService yielding(service, turn);
  while (std::optional<Started> taken = take()) {
    ++numRunning;
    llvm::Error error = tuneOne(*taken->tuner, yielding, getShare());
    --numRunning;
    if (error && yielding.hasFailed() && services.size() > 1) {
      // Another service tunes it from the beginning.
      llvm::erase(services, &service);
      context.service.drop(service);
      say(problems[taken->index].fact.getKey() +
          ": is tuned again: " + llvm::toString(std::move(error)));
      taken->tuner = std::make_unique<MatmulTuner>(
          context, problems[taken->index], context.numMatmuls++);
      taken->tuner->buildNext();
      started.push_front(std::move(*taken));
      return;
    }
    tell(*taken);
    hand(taken->index, {taken->tuner->getBuilt(), taken->tuner->getRecords()});
    if (!error)
      continue;
    failure = llvm::joinErrors(std::move(failure), std::move(error));
    started.clear();
    next = problems.size();
    return;
  }
}

llvm::Error Tuning::run() {
  // Few matmuls are tuned one after the other, by all services together.
  services = context.service.getParts();
  if (services.empty() || services.size() > problems.size())
    services = {&context.service};
  // A service that fails late may leave a matmul to others that have ended.
  do {
    // Threads that have begun may change the list.
    std::vector<MeasuringService *> all = services;
    std::vector<std::thread> threads;
    for (MeasuringService *service : llvm::drop_begin(all))
      threads.emplace_back([this, service] { work(*service); });
    work(*all.front());
    for (std::thread &thread : threads)
      thread.join();
  } while (!started.empty());
  for (auto &[index, matmul] : results)
    onMatmul(std::move(matmul));
  return std::move(failure);
}

llvm::Error tune::tuneAll(TuneContext &context,
                          ArrayRef<TuningProblem> problems,
                          llvm::function_ref<void(TunedMatmul)> onMatmul,
                          llvm::function_ref<void(const llvm::Twine &)> say) {
  return Tuning(context, problems, onMatmul, say).run();
}
