//===- TunerTest.cpp - Matmuls that several devices share -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Device.h"

#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Tune/Tuner.h"

#include "llvm/ADT/STLExtras.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <condition_variable>
#include <functional>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

namespace {
/// Threads that wait for each other.
class Meeting {
public:
  explicit Meeting(int expected) : expected(expected) {}
  /// False if the others have not come within a minute.
  bool arrive() {
    std::unique_lock<std::mutex> lock(mutex);
    ++arrived;
    changed.notify_all();
    return changed.wait_for(lock, std::chrono::minutes(1),
                            [&] { return arrived >= expected; });
  }

private:
  std::mutex mutex;
  std::condition_variable changed;
  int expected, arrived = 0;
};

class Part final : public Device {
public:
  /// Called at the first request for times.
  std::function<void()> onFirst;

  llvm::Error measure(llvm::StringRef problem,
                      llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override {
    if (onFirst)
      std::exchange(onFirst, nullptr)();
    return Device::measure(problem, candidates, effort, onRecord);
  }
};

/// Measures with its first part what it is asked itself.
class Pool final : public MeasuringService {
public:
  explicit Pool(llvm::MutableArrayRef<Part> parts) {
    for (Part &part : parts) {
      part.passes = {{100}, {200}};
      living.push_back(&part);
    }
  }
  std::vector<MeasuringService *> living;

  std::vector<MeasuringService *> getParts() override { return living; }
  void drop(MeasuringService &part) override { llvm::erase(living, &part); }
  bool needsKernels() const override { return false; }
  const llvm::json::Object &getDeviceInfo() const override {
    return living.front()->getDeviceInfo();
  }
  llvm::Error addProblem(llvm::json::Object problem, bool baseline) override {
    return living.front()->addProblem(std::move(problem), baseline);
  }
  llvm::Error addKernel(llvm::json::Object kernel,
                        llvm::StringRef cubin) override {
    return living.front()->addKernel(std::move(kernel), cubin);
  }
  void forget(llvm::ArrayRef<std::string> problems,
              llvm::ArrayRef<std::string> kernels) override {
    living.front()->forget(problems, kernels);
  }
  llvm::Error measure(llvm::StringRef problem,
                      llvm::ArrayRef<MeasuredCandidate> candidates,
                      const measure::Effort &effort,
                      OnRecord onRecord) override {
    return living.front()->measure(problem, candidates, effort, onRecord);
  }
  llvm::Error measureFinal(llvm::StringRef problem,
                           llvm::ArrayRef<MeasuredCandidate> candidates,
                           const measure::FinalEffort &effort,
                           OnRecord onRecord) override {
    return living.front()->measureFinal(problem, candidates, effort, onRecord);
  }
};

class TunerTest : public ::testing::Test {
protected:
  llvm::Error tune(Pool &pool, int64_t numProblems) {
    std::vector<TuningProblem> problems;
    for (int64_t i = 1; i <= numProblems; ++i) {
      TuningProblem &problem = problems.emplace_back();
      problem.fact = llvm::cantFail(
          parseProblem(std::to_string(64 * i) + "x64x64 f32 -> f32"));
      problem.isClosed = true;
      for (const char *tile : {"16", "32"})
        problem.candidates.push_back(
            {*Config::parse("simt, tile = [16, " + std::string(tile) +
                                ", 16], thread = [1, 1]",
                            [](size_t, const llvm::Twine &) {}),
             {},
             "",
             0,
             std::nullopt});
    }
    TuneStore store;
    TuneContext context{settings, *findProduct("NVIDIA H200"),
                        pool,     nullptr,
                        store,    [&](size_t count) { progress += count; }};
    return tuneAll(
        context, problems,
        [&](TunedMatmul tuned) {
          rows.push_back(tuned.problem.fact.getMatmul().m);
          records.push_back(tuned.records);
        },
        [&](const llvm::Twine &line) { said.push_back(line.str()); });
  }

  TuneSettings settings;
  size_t progress = 0;
  std::vector<int64_t> rows;
  std::vector<std::vector<measure::Record>> records;
  std::vector<std::string> said;
};
} // namespace

TEST_F(TunerTest, PartsTuneAtTheSameTime) {
  Part parts[2];
  Pool pool(parts);
  Meeting meeting(2);
  bool met[2] = {};
  for (int i = 0; i < 2; ++i)
    parts[i].onFirst = [&, i] { met[i] = meeting.arrive(); };
  llvm::cantFail(tune(pool, 5));
  EXPECT_THAT(met, Each(true));
  EXPECT_THAT(rows, ElementsAre(64, 128, 192, 256, 320));
  EXPECT_THAT(records, Each(SizeIs(2)));
  EXPECT_THAT(said, IsEmpty());
  EXPECT_EQ(progress, 10u);
}

TEST_F(TunerTest, FewMatmulsAreForAllParts) {
  Part parts[3];
  Pool pool(parts);
  llvm::cantFail(tune(pool, 2));
  EXPECT_THAT(rows, ElementsAre(64, 128));
  EXPECT_EQ(parts[0].problems, 2);
  EXPECT_EQ(parts[1].problems + parts[2].problems, 0);
}

TEST_F(TunerTest, AnotherPartTunesWhatOneLost) {
  Part parts[2];
  Pool pool(parts);
  Meeting meeting(2);
  for (Part &part : parts)
    part.onFirst = [&] { meeting.arrive(); };
  parts[1].failedMeasure = 0;
  llvm::cantFail(tune(pool, 3));
  EXPECT_THAT(rows, ElementsAre(64, 128, 192));
  EXPECT_THAT(records, Each(SizeIs(2)));
  EXPECT_THAT(said, SizeIs(1));
  EXPECT_THAT(said.front(), ::testing::HasSubstr("is tuned again: lost"));
  EXPECT_THAT(pool.living, ElementsAre(&parts[0]));
}

/// The part that is left has ended when the other one fails.
TEST_F(TunerTest, ALatePartLosesNothing) {
  Part parts[2];
  Pool pool(parts);
  parts[1].failedMeasure = 1;
  Meeting meeting(2);
  for (Part &part : parts)
    part.onFirst = [&] { meeting.arrive(); };
  llvm::cantFail(tune(pool, 2));
  EXPECT_THAT(rows, ElementsAre(64, 128));
  EXPECT_THAT(records, Each(SizeIs(2)));
}

TEST_F(TunerTest, NoPartIsLeft) {
  Part parts[2];
  Pool pool(parts);
  Meeting meeting(2);
  for (Part &part : parts) {
    part.onFirst = [&] { meeting.arrive(); };
    part.failedMeasure = 0;
  }
  llvm::Error error = tune(pool, 4);
  EXPECT_EQ(llvm::toString(std::move(error)), "lost");
  // The matmul at which the last part failed has a result, too.
  EXPECT_THAT(rows, SizeIs(1));
  EXPECT_THAT(said, SizeIs(1));
}
