//===- WorkerPool.cpp - Several runners as one ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::StringRef;
namespace json = llvm::json;

/// At most so many at a time: the runner looks at its yardstick after so many.
static constexpr size_t kMaxShare = 8;

/// Of `count` candidates, for one of the services at a time.
static size_t getShare(size_t count, size_t services) {
  return std::clamp<size_t>(
      (count + services - 1) / std::max<size_t>(services, 1), 1, kMaxShare);
}

llvm::Expected<std::unique_ptr<WorkerPool>>
WorkerPool::create(std::vector<std::unique_ptr<MeasuringService>> services) {
  if (services.empty())
    return llvm::createStringError("no runner to measure with");
  auto getName = [](const std::unique_ptr<MeasuringService> &service) {
    return service->getDeviceInfo().getString("name").value_or("");
  };
  StringRef name = getName(services.front());
  for (const auto &service : services)
    if (getName(service) != name)
      return llvm::createStringError("the runners' devices differ, " + name +
                                     " and " + getName(service) +
                                     ", and so do their times");
  return std::unique_ptr<WorkerPool>(new WorkerPool(std::move(services)));
}

std::vector<MeasuringService *>
WorkerPool::getHolders(StringRef problem) const {
  auto found = holders.find(problem.str());
  // Who does not know it says so.
  if (found == holders.end())
    return living;
  std::vector<MeasuringService *> able;
  for (MeasuringService *service : found->second)
    if (llvm::is_contained(living, service))
      able.push_back(service);
  return able;
}

void WorkerPool::judge(MeasuringService *service, llvm::Error error,
                       llvm::Error &first) {
  if (!error.isA<ServiceRefusal>())
    llvm::erase(living, service);
  if (first)
    return llvm::consumeError(std::move(error));
  first = std::move(error);
}

/// What is to be said where all have failed, be it in an earlier request.
static llvm::Error giveUp(llvm::Error failure) {
  if (failure)
    return failure;
  return llvm::createStringError("no runner is left to measure with");
}

llvm::Error WorkerPool::addProblem(json::Object problem, bool useBaseline) {
  std::mutex mutex;
  llvm::Error failure = llvm::Error::success();
  std::vector<MeasuringService *> asked = living, refusing;
  std::vector<std::thread> threads;
  for (MeasuringService *service : asked)
    threads.emplace_back([&, service] {
      llvm::Error error = service->addProblem(problem, useBaseline);
      std::lock_guard<std::mutex> lock(mutex);
      if (!error)
        return;
      refusing.push_back(service);
      judge(service, std::move(error), failure);
    });
  for (std::thread &thread : threads)
    thread.join();
  llvm::erase_if(asked, [&](MeasuringService *service) {
    return llvm::is_contained(refusing, service);
  });
  if (asked.empty())
    return giveUp(std::move(failure));
  llvm::consumeError(std::move(failure));
  holders[problem.getString("id").value_or("").str()] = std::move(asked);
  return llvm::Error::success();
}

llvm::Error WorkerPool::addKernel(json::Object kernel, StringRef cubin) {
  for (MeasuringService *service : living)
    if (llvm::Error error = service->addKernel(kernel, cubin))
      return error;
  return llvm::Error::success();
}

void WorkerPool::forget(llvm::ArrayRef<std::string> problems,
                        llvm::ArrayRef<std::string> kernels) {
  for (MeasuringService *service : living)
    service->forget(problems, kernels);
  for (const std::string &id : problems)
    holders.erase(id);
}

llvm::Error WorkerPool::measure(StringRef problem,
                                llvm::ArrayRef<MeasuredCandidate> candidates,
                                const measure::Effort &effort,
                                OnRecord onRecord) {
  std::mutex mutex;
  std::deque<MeasuredCandidate> waiting(candidates.begin(), candidates.end());
  llvm::Error failure = llvm::Error::success();
  /// Those that have not failed.
  std::vector<MeasuringService *> working = getHolders(problem);
  size_t maxShare = getShare(candidates.size(), working.size());
  auto work = [&](MeasuringService *service) {
    while (true) {
      std::vector<MeasuredCandidate> share;
      {
        std::lock_guard<std::mutex> lock(mutex);
        while (!waiting.empty() && share.size() < maxShare) {
          share.push_back(std::move(waiting.front()));
          waiting.pop_front();
        }
      }
      if (share.empty()) {
        std::lock_guard<std::mutex> lock(mutex);
        working.push_back(service);
        return;
      }
      std::vector<MeasuredCandidate> left = share;
      llvm::Error error =
          service->measure(problem, share, effort, [&](measure::Record record) {
            std::lock_guard<std::mutex> lock(mutex);
            llvm::erase_if(left, [&](const MeasuredCandidate &candidate) {
              return candidate.id == record.candidate;
            });
            onRecord(std::move(record));
          });
      if (!error)
        continue;
      std::lock_guard<std::mutex> lock(mutex);
      waiting.insert(waiting.end(), left.begin(), left.end());
      judge(service, std::move(error), failure);
      return;
    }
  };
  // One that fails late may leave something to others that have ended by then.
  while (!waiting.empty() && !working.empty()) {
    std::vector<std::thread> threads;
    for (MeasuringService *service : std::exchange(working, {}))
      threads.emplace_back([&work, service] { work(service); });
    for (std::thread &thread : threads)
      thread.join();
  }
  if (!waiting.empty())
    return giveUp(std::move(failure));
  llvm::consumeError(std::move(failure));
  return llvm::Error::success();
}

llvm::Error WorkerPool::measureFinal(
    StringRef problem, llvm::ArrayRef<MeasuredCandidate> candidates,
    const measure::FinalEffort &effort, OnRecord onRecord) {
  llvm::Error failure = llvm::Error::success();
  std::vector<MeasuredCandidate> left = candidates.vec();
  for (MeasuringService *service : getHolders(problem)) {
    llvm::Error error = service->measureFinal(
        problem, left, effort, [&](measure::Record record) {
          llvm::erase_if(left, [&](const MeasuredCandidate &candidate) {
            return candidate.id == record.candidate;
          });
          onRecord(std::move(record));
        });
    if (error)
      judge(service, std::move(error), failure);
    else
      left.clear();
    if (!left.empty())
      continue;
    llvm::consumeError(std::move(failure));
    return llvm::Error::success();
  }
  return giveUp(std::move(failure));
}
