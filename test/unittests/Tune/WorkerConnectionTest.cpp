//===- WorkerConnectionTest.cpp - Measuring through a runner that serves --===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runner is this build's, with the driver's stand-in; what each kernel does
// is in its text (test/Runtime/FakeKernels.cpp).
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/WorkerConnection.h"
#include "mlir-autotune/Tune/SplitCommand.h"
#include "mlir-autotune/Tune/WorkerPool.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstdlib>
#include <unistd.h>

using namespace mlir::autotune;
using namespace mlir::autotune::tune;
using llvm::StringRef;
using measure::Outcome;
using measure::Record;
using testing::ElementsAre;
using testing::HasSubstr;
namespace json = llvm::json;

namespace {

json::Object parse(StringRef text) {
  return std::move(*llvm::cantFail(json::parse(text)).getAsObject());
}

json::Object makeProblem(int size = 32) {
  std::string n = std::to_string(size);
  std::string key = n + "x" + n + "x" + n + " f32 -> f32";
  return parse("{\"id\": \"p\", \"key\": \"" + key + "\", \"text\": \"" + key +
               "\"}");
}

json::Object makeKernel(StringRef id, StringRef cubin) {
  json::Object kernel = parse(R"({"file": "k.cubin", "function": "matmul",
    "abi": {
      "params": [
        {"kind": "tensor_map", "operand": 0, "box": [16, 32], "swizzle": 128},
        {"kind": "tensor_map", "operand": 1, "box": [16, 32], "swizzle": 128},
        {"kind": "pointer", "operand": 2},
        {"kind": "size", "operand": 2, "dim": 0},
        {"kind": "size", "operand": 2, "dim": 1},
        {"kind": "size", "operand": 0, "dim": 1},
        {"kind": "stride", "operand": 2, "dim": 0}],
      "extents": [2, 0, 2, 1], "tile": [16, 16], "cluster": [1, 1, 1],
      "persistent": false, "ctas_per_sm": 1, "threads": 128,
      "shared_memory": 0}})");
  kernel["id"] = id.str();
  kernel["bytes"] = int64_t(cubin.size());
  kernel["checksum"] =
      llvm::utohexstr(llvm::xxh3_64bits(cubin), /*LowerCase=*/true, 16);
  return kernel;
}

class WorkerConnectionTest : public testing::Test {
protected:
  void SetUp() override {
    ::setenv("AUTOTUNE_LIBCUDA", AUTOTUNE_FAKE_CUDA, 1);
    ::setenv("AUTOTUNE_LIBCUBLASLT", "/nonexistent", 1);
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("service", folder));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(folder); }

  WorkerConnection::Settings getSettings(std::vector<std::string> command = {
                                             AUTOTUNE_RUNNER, "--serve"}) {
    WorkerConnection::Settings settings;
    settings.command = std::move(command);
    settings.note = [this](StringRef text) { notes += text.str() + "\n"; };
    return settings;
  }
  /// What the scripts do instead of the runner, one each time that it is
  /// started; the runner after that.
  WorkerConnection::Settings getBroken(std::vector<std::string> scripts) {
    std::string count = (folder + "/count").str();
    std::string text = "n=$(cat " + count +
                       " 2>/dev/null || echo 0); "
                       "echo $((n + 1)) >" +
                       count + "; case $n in ";
    for (size_t i = 0; i < scripts.size(); ++i)
      text += std::to_string(i) + ") " + scripts[i] + ";; ";
    text += "*) exec " AUTOTUNE_RUNNER " --serve;; esac";
    return getSettings({"sh", "-c", text});
  }
  std::unique_ptr<MeasuringService> open(WorkerConnection::Settings settings,
                                         StringRef behaviours) {
    auto made = WorkerConnection::open(std::move(settings));
    if (!made) {
      ADD_FAILURE() << llvm::toString(made.takeError());
      return nullptr;
    }
    addAll(**made, behaviours);
    return std::move(*made);
  }
  void addAll(MeasuringService &service, StringRef behaviours) {
    candidates.clear();
    EXPECT_EQ(getText(service.addProblem(makeProblem(), true)), "");
    llvm::SmallVector<StringRef> list;
    behaviours.split(list, ' ');
    for (StringRef behaviour : list) {
      std::string number = std::to_string(candidates.size());
      std::string cubin = ("fake-cubin " + behaviour + " 20\n").str();
      EXPECT_EQ(
          getText(service.addKernel(makeKernel("k" + number, cubin), cubin)),
          "");
      candidates.push_back({"c" + number,
                            "k" + number,
                            "is = " + behaviour.str(),
                            {"guess"},
                            int64_t(candidates.size())});
    }
  }
  static std::string getText(llvm::Error error) {
    return error ? llvm::toString(std::move(error)) : "";
  }
  /// "c0 ok, c1 crash", in order of candidates.
  std::string measure(MeasuringService &service, bool final = false) {
    records.clear();
    auto add = [&](Record record) {
      EXPECT_TRUE(records.emplace(record.candidate, record).second);
    };
    error = getText(
        final ? service.measureFinal("p", candidates, {}, add)
              : service.measure("p", candidates, measure::Effort(), add));
    std::vector<std::string> parts;
    for (const auto &[id, record] : records)
      parts.push_back(id + " " + stringifyOutcome(record.outcome).str());
    return llvm::join(parts, ", ");
  }

  llvm::SmallString<128> folder;
  std::vector<MeasuredCandidate> candidates;
  std::map<std::string, Record> records;
  std::string notes, error;
};

TEST_F(WorkerConnectionTest, CommandsAreSplit) {
  auto split = [](StringRef text) {
    return llvm::cantFail(splitCommand(text));
  };
  EXPECT_THAT(split(" ssh  host\tautotune-runner "),
              ElementsAre("ssh", "host", "autotune-runner"));
  EXPECT_THAT(split(R"(a 'b "c' "d '\"\\e" f\ g '' $h)"),
              ElementsAre("a", "b \"c", "d '\"\\e", "f g", "", "$h"));
  EXPECT_THAT(split("a'b'\"c\""), ElementsAre("abc"));
  for (StringRef bad : {"", " ", "'a", "a \"b", "a\\"})
    EXPECT_NE(getText(splitCommand(bad).takeError()), "") << bad.str();
}

TEST_F(WorkerConnectionTest, MeasuresAndRecordsFaults) {
  auto service = open(getSettings(), "ok crash wrong kill memory ok");
  ASSERT_TRUE(service);
  EXPECT_EQ(service->getDeviceInfo().getString("name"), StringRef("Fake GPU"));
  EXPECT_EQ(measure(*service), "c0 ok, c1 crash, c2 wrong-result, c3 crash, c4 "
                               "out-of-resource, c5 ok");
  EXPECT_EQ(error, "");
  EXPECT_EQ(records["c0"].timeNs, 20000);
  EXPECT_EQ(records["c0"].config, "is = ok");
  EXPECT_EQ(records["c3"].detail, "the worker died: Killed");
  candidates = {candidates[0], candidates[5]};
  EXPECT_EQ(measure(*service, /*final=*/true), "c0 ok, c5 ok");
  EXPECT_TRUE(records["c5"].final);
}

TEST_F(WorkerConnectionTest, WhatCannotBeDoneIsAnError) {
  auto none = WorkerConnection::open(getSettings({"/nonexistent/runner"}));
  EXPECT_THAT(getText(none.takeError()),
              HasSubstr("can't find the runner '/nonexistent/runner'"));
  auto dead = WorkerConnection::open(getSettings({"false"}));
  EXPECT_EQ(getText(dead.takeError()), "the runner ended with code 1");
  auto strange = WorkerConnection::open(getSettings({"yes"}));
  EXPECT_EQ(getText(strange.takeError()),
            "the runner's output is not of its protocol");
  auto service = open(getSettings(), "ok");
  ASSERT_TRUE(service);
  json::Object large = makeProblem(8192);
  large["id"] = "large";
  EXPECT_THAT(getText(service->addProblem(std::move(large), true)),
              HasSubstr("CUDA_ERROR_OUT_OF_MEMORY"));
  EXPECT_EQ(measure(*service), "c0 ok");
  service->forget({"p"}, {"k0"});
  EXPECT_EQ(measure(*service), "");
  EXPECT_EQ(error, "the runner refuses: problem: no problem 'p'");
}

/// The answers of a runner with so many kernels up to the start of c1, which it
/// does not survive.
std::string dieAtC1(int kernels, StringRef end, bool final = false) {
  std::string last = std::to_string(kernels + 3);
  return "read l; echo 'Welcome to the other machine'; echo "
         "'{\"id\":1,\"response\":\"hello\",\"device\":{\"name\":\"X\"}}'; "
         "read l; echo '{\"id\":2,\"response\":\"problem\"}'; "
         "for i in $(seq 3 " +
         std::to_string(kernels + 2) +
         "); do read l; echo '{\"id\":'$i',\"response\":\"kernel\"}'; "
         "done; read l; " +
         (kernels < 3 || final
              ? ""
              : "echo '{\"id\":" + last +
                    ",\"response\":\"record\",\"record\":{\"candidate\":"
                    "\"c0\",\"outcome\":\"ok\",\"time_ns\":5}}'; ") +
         "echo '{\"id\":" + last +
         ",\"response\":\"start\",\"candidate\":\"c1\"}'; " + end.str();
}

TEST_F(WorkerConnectionTest, ADeadRunnerIsStartedAgain) {
  auto service = open(getBroken({dieAtC1(3, "exit 3")}), "ok ok ok");
  ASSERT_TRUE(service);
  EXPECT_EQ(measure(*service), "c0 ok, c1 ok, c2 ok");
  EXPECT_EQ(error, "");
  EXPECT_EQ(records["c0"].timeNs, 5);
  // Not to blame: it never touches the device.
  EXPECT_EQ(records["c1"].timeNs, 20000);
  EXPECT_EQ(service->getDeviceInfo().getString("name"), StringRef("Fake GPU"));
  EXPECT_EQ(notes, "the runner ended with code 3\n");
}

TEST_F(WorkerConnectionTest, WhatTwoRunnersAreLostWithIsRecorded) {
  auto service =
      open(getBroken({dieAtC1(3, "exit 3"), dieAtC1(2, "exit 4")}), "ok ok ok");
  ASSERT_TRUE(service);
  EXPECT_EQ(measure(*service), "c0 ok, c1 crash, c2 ok");
  EXPECT_EQ(error, "");
  EXPECT_EQ(records["c1"].detail, "the runner ended with code 4");
  EXPECT_EQ(records["c1"].key, "32x32x32 f32 -> f32");
  EXPECT_EQ(records["c1"].device.name, "X");
  EXPECT_EQ(records["c2"].timeNs, 20000);
}

TEST_F(WorkerConnectionTest, ASilentRunnerIsGivenUp) {
  auto settings =
      getBroken({dieAtC1(3, "exec sleep 1000"), dieAtC1(2, "exec sleep 1000")});
  // So long is no runner silent that works, however busy the machine is.
  settings.silence = 6;
  auto service = open(std::move(settings), "ok ok ok");
  ASSERT_TRUE(service);
  EXPECT_EQ(measure(*service), "c0 ok, c1 timeout, c2 ok");
  EXPECT_EQ(records["c1"].detail, "the runner was silent for 6 s");
}

TEST_F(WorkerConnectionTest, NobodyIsToBlameInFinalRounds) {
  auto service = open(getBroken({dieAtC1(3, "exit 3", /*final=*/true),
                                 dieAtC1(3, "exit 3", /*final=*/true)}),
                      "ok ok ok");
  ASSERT_TRUE(service);
  EXPECT_EQ(measure(*service, /*final=*/true), "c0 ok, c1 ok, c2 ok");
  EXPECT_EQ(error, "");
  EXPECT_TRUE(records["c1"].final);
}

/// One request is refused, and the next one is dealt with.
TEST_F(WorkerConnectionTest, RefusalsAreTold) {
  auto service = open(getSettings(), "ok");
  ASSERT_TRUE(service);
  json::Object large = makeProblem(8192);
  large["id"] = "large";
  llvm::Error refused = service->addProblem(std::move(large), true);
  ASSERT_TRUE(refused.isA<ServiceRefusal>());
  llvm::handleAllErrors(std::move(refused), [](const ServiceRefusal &refusal) {
    EXPECT_EQ(refusal.getKind(), "out-of-resource");
    EXPECT_THAT(refusal.getReason().str(), HasSubstr("cuMemAlloc"));
  });
  // Among the kernels, one that is none; the others' answers are not taken for
  // those of what follows.
  std::vector<MeasuredCandidate> good = candidates;
  std::string cubin = "fake-cubin ok 20\n";
  for (StringRef id : {"k1", "bad", "k2"}) {
    json::Object kernel = makeKernel(id, cubin);
    if (id == "bad")
      kernel["bytes"] = 1;
    EXPECT_EQ(getText(service->addKernel(std::move(kernel), cubin)), "");
    candidates.push_back({id.str(), id.str(), "", {}, 1});
  }
  llvm::Error bad = service->measure("p", candidates, measure::Effort(),
                                     [](Record) { ADD_FAILURE(); });
  ASSERT_TRUE(bad.isA<ServiceRefusal>());
  EXPECT_EQ(getText(std::move(bad)),
            "the runner refuses: cubin: k.cubin: has 17 bytes, but the "
            "manifest says 1");
  candidates = good;
  EXPECT_EQ(measure(*service), "c0 ok");
  EXPECT_EQ(error, "");
}

TEST_F(WorkerConnectionTest, ARunnerThatNeverWorksIsAnError) {
  auto service = open(
      getSettings({"sh", "-c",
                   "read l; echo '{\"id\":1,\"response\":\"hello\"}'; read l; "
                   "echo '{\"id\":2,\"response\":\"problem\"}'; exit 4"}),
      "ok ok");
  ASSERT_TRUE(service);
  EXPECT_EQ(measure(*service), "");
  EXPECT_THAT(error, HasSubstr("the runner ended with code 4, 4 times in a"));
}

TEST_F(WorkerConnectionTest, APoolSharesTheWork) {
  std::vector<std::unique_ptr<MeasuringService>> services;
  for (int i = 0; i < 2; ++i)
    services.push_back(llvm::cantFail(WorkerConnection::open(getSettings())));
  auto pool = WorkerPool::create(std::move(services));
  ASSERT_TRUE(bool(pool));
  std::string behaviours = "ok";
  for (int i = 0; i < 19; ++i)
    behaviours += i == 7 ? " crash" : " ok";
  addAll(**pool, behaviours);
  measure(**pool);
  EXPECT_EQ(error, "");
  EXPECT_EQ(records.size(), 20u);
  EXPECT_EQ(records["c8"].outcome, Outcome::Crash);
  measure(**pool, /*final=*/true);
  EXPECT_EQ(records.size(), 20u);
  EXPECT_TRUE(records["c19"].final);
}

/// One of two never measures anything.
TEST_F(WorkerConnectionTest, APoolOutlivesARunner) {
  std::vector<std::unique_ptr<MeasuringService>> services;
  services.push_back(llvm::cantFail(WorkerConnection::open(getSettings(
      {"sh", "-c",
       "read l; echo '{\"id\":1,\"response\":\"hello\",\"device\":{\"name\":"
       "\"Fake GPU\"}}'; read l; echo '{\"id\":2,\"response\":\"problem\"}'; "
       "exit 4"}))));
  services.push_back(llvm::cantFail(WorkerConnection::open(getSettings())));
  auto pool = WorkerPool::create(std::move(services));
  ASSERT_TRUE(bool(pool));
  addAll(**pool, "ok ok ok");
  EXPECT_EQ(measure(**pool), "c0 ok, c1 ok, c2 ok");
  EXPECT_EQ(error, "");
}

} // namespace
