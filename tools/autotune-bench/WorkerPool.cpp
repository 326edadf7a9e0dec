//===- WorkerPool.cpp - Several runners as one ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkerPool.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>
#include <mutex>
#include <thread>
#include <utility>

using namespace mlir::autotune;
using namespace mlir::autotune::bench;
using llvm::StringRef;
namespace json = llvm::json;

/// The runner looks at its yardstick after so many.
static constexpr size_t kShare = 8;

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

llvm::Error WorkerPool::addProblem(json::Object problem, bool useBaseline) {
  for (const auto &service : services)
    if (llvm::Error error = service->addProblem(problem, useBaseline))
      return error;
  return llvm::Error::success();
}

llvm::Error WorkerPool::addKernel(json::Object kernel, StringRef cubin) {
  for (const auto &service : services)
    if (llvm::Error error = service->addKernel(kernel, cubin))
      return error;
  return llvm::Error::success();
}

void WorkerPool::forget(llvm::ArrayRef<std::string> problems,
                        llvm::ArrayRef<std::string> kernels) {
  for (const auto &service : services)
    service->forget(problems, kernels);
}

llvm::Error WorkerPool::measure(StringRef problem,
                                llvm::ArrayRef<MeasuredCandidate> candidates,
                                const runner::Effort &effort,
                                OnRecord onRecord) {
  std::mutex mutex;
  std::deque<MeasuredCandidate> waiting(candidates.begin(), candidates.end());
  llvm::Error failures = llvm::Error::success();
  /// Those that have not failed.
  std::vector<MeasuringService *> working;
  for (const auto &service : services)
    working.push_back(service.get());
  auto work = [&](MeasuringService *service) {
    while (true) {
      std::vector<MeasuredCandidate> share;
      {
        std::lock_guard<std::mutex> lock(mutex);
        while (!waiting.empty() && share.size() < kShare) {
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
          service->measure(problem, share, effort, [&](runner::Record record) {
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
      failures = llvm::joinErrors(std::move(failures), std::move(error));
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
    return failures;
  llvm::consumeError(std::move(failures));
  return llvm::Error::success();
}

llvm::Error
WorkerPool::measureFinal(StringRef problem,
                         llvm::ArrayRef<MeasuredCandidate> candidates,
                         const runner::FinalEffort &effort, OnRecord onRecord) {
  return services.front()->measureFinal(problem, candidates, effort, onRecord);
}
