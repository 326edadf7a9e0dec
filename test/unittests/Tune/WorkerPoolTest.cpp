//===- WorkerPoolTest.cpp - Who measures, of several ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/WorkerPool.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <condition_variable>
#include <mutex>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::StringRef;
using measure::Record;

namespace {

/// Notes what it is asked for.
class CountingService : public MeasuringService {
public:
  enum Behaviour { Good, Refuses, Fails };
  struct Log {
    std::mutex mutex;
    std::condition_variable changed;
    int adding = 0;
    /// Services that measure in step: none is ahead of another by a share.
    std::vector<const CountingService *> inStep;

    /// Until it is so, however long a machine that is busy takes.
    template <typename Condition>
    void waitUntil(std::unique_lock<std::mutex> &lock, Condition condition) {
      changed.notify_all();
      changed.wait(lock, condition);
    }
  };

  CountingService(Log &log, Behaviour behaviour = Good)
      : log(log), behaviour(behaviour) {
    info["name"] = "X";
  }
  const llvm::json::Object &getDeviceInfo() const override { return info; }
  llvm::Error addProblem(llvm::json::Object, bool) override {
    // Both are asked before either answers.
    std::unique_lock<std::mutex> lock(log.mutex);
    ++log.adding;
    log.waitUntil(lock, [&] { return log.adding >= 2; });
    return behaviour == Refuses
               ? llvm::make_error<ServiceRefusal>("out-of-resource", "full")
               : llvm::Error::success();
  }
  llvm::Error addKernel(llvm::json::Object, StringRef) override {
    return llvm::Error::success();
  }
  void forget(llvm::ArrayRef<std::string>,
              llvm::ArrayRef<std::string>) override {}
  llvm::Error measure(StringRef, llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &, OnRecord onRecord) override {
    {
      std::unique_lock<std::mutex> lock(log.mutex);
      ++asked;
      log.waitUntil(lock, [&] {
        return llvm::all_of(log.inStep, [&](const CountingService *other) {
          return other->asked >= asked;
        });
      });
    }
    return record(candidates, onRecord);
  }
  llvm::Error measureFinal(StringRef,
                           llvm::ArrayRef<MeasuredCandidate> candidates,
                           const measure::FinalEffort &,
                           OnRecord onRecord) override {
    ++asked;
    return record(candidates, onRecord);
  }

  std::vector<std::string> measured;
  int asked = 0;

private:
  llvm::Error record(llvm::ArrayRef<MeasuredCandidate> candidates,
                     OnRecord onRecord) {
    if (behaviour == Fails)
      return llvm::createStringError("gone");
    for (const MeasuredCandidate &candidate : candidates) {
      measured.push_back(candidate.id);
      Record record;
      record.candidate = candidate.id;
      onRecord(std::move(record));
    }
    return llvm::Error::success();
  }

  Log &log;
  Behaviour behaviour;
  llvm::json::Object info;
};

class WorkerPoolTest : public testing::Test {
protected:
  void makePool(std::vector<CountingService::Behaviour> behaviours) {
    std::vector<std::unique_ptr<MeasuringService>> made;
    for (CountingService::Behaviour behaviour : behaviours) {
      made.push_back(std::make_unique<CountingService>(log, behaviour));
      services.push_back(static_cast<CountingService *>(made.back().get()));
    }
    pool = llvm::cantFail(WorkerPool::create(std::move(made)));
  }
  llvm::Error addProblem() {
    return pool->addProblem(llvm::json::Object{{"id", "p"}}, true);
  }
  /// So many candidates; how many of them had a record.
  size_t measure(size_t count, bool final = false) {
    std::vector<MeasuredCandidate> candidates(count);
    for (size_t i = 0; i < count; ++i)
      candidates[i].id = "c" + std::to_string(i);
    size_t records = 0;
    auto add = [&](Record) { ++records; };
    llvm::Error failed =
        final ? pool->measureFinal("p", candidates, {}, add)
              : pool->measure("p", candidates, measure::Effort(), add);
    error = failed ? llvm::toString(std::move(failed)) : "";
    return records;
  }

  CountingService::Log log;
  std::vector<CountingService *> services;
  std::unique_ptr<WorkerPool> pool;
  std::string error;
};

TEST_F(WorkerPoolTest, ABatchIsSharedEvenly) {
  makePool({CountingService::Good, CountingService::Good});
  log.inStep.assign(services.begin(), services.end());
  EXPECT_FALSE(addProblem());
  EXPECT_EQ(measure(8), 8u);
  EXPECT_EQ(services[0]->measured.size(), 4u);
  EXPECT_EQ(services[1]->measured.size(), 4u);
  // A share is no more than what is measured between two looks at the device.
  EXPECT_EQ(measure(32), 32u);
  EXPECT_EQ(services[0]->asked, 3);
  EXPECT_EQ(services[1]->asked, 3);
}

TEST_F(WorkerPoolTest, WhoFailsIsAskedNoMore) {
  makePool({CountingService::Fails, CountingService::Good});
  EXPECT_FALSE(addProblem());
  EXPECT_EQ(measure(8, /*final=*/true), 8u);
  EXPECT_EQ(error, "");
  EXPECT_EQ(services[0]->asked, 1);
  EXPECT_EQ(measure(8), 8u);
  EXPECT_EQ(services[0]->asked, 1);
  EXPECT_EQ(services[1]->measured.size(), 16u);
}

TEST_F(WorkerPoolTest, WhoRefusesAProblemIsAskedForOthers) {
  makePool({CountingService::Refuses, CountingService::Good});
  EXPECT_FALSE(addProblem());
  EXPECT_EQ(measure(8), 8u);
  EXPECT_EQ(services[0]->asked, 0);
  pool->forget({"p"}, {});
  EXPECT_EQ(measure(8, /*final=*/true), 8u);
  EXPECT_EQ(services[0]->asked, 1);
}

TEST_F(WorkerPoolTest, TheErrorComesWhenNoneIsLeft) {
  makePool({CountingService::Fails, CountingService::Fails});
  EXPECT_FALSE(addProblem());
  EXPECT_EQ(measure(8), 0u);
  EXPECT_EQ(error, "gone");
  EXPECT_EQ(measure(8, /*final=*/true), 0u);
  EXPECT_EQ(error, "no runner is left to measure with");
  makePool({CountingService::Refuses, CountingService::Refuses});
  llvm::Error refused = addProblem();
  EXPECT_TRUE(refused.isA<ServiceRefusal>());
  llvm::consumeError(std::move(refused));
}

} // namespace
