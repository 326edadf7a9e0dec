//===- SimulationTest.cpp - Kernels compiled and run in a process ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Simulation/Simulation.h"
#include "mlir-autotune/Analysis/TargetInfo.h"
#include "mlir-autotune/Problem/ProblemText.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Simulator/Symbols.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "gtest/gtest.h"

#include <fstream>
#include <regex>
#include <set>
#include <thread>

using namespace mlir;
using namespace mlir::autotune;

namespace {
/// A kernel and the problem it is for.
struct Simulated {
  std::unique_ptr<HostKernel> kernel;
  ProblemData problem;
};
} // namespace

static std::unique_ptr<MLIRContext> createContext() {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  auto context =
      std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

static Simulated create(StringRef problem, StringRef config) {
  std::unique_ptr<MLIRContext> context = createContext();
  std::string whyNot;
  TargetInfo target = *parseTarget("h200", whyNot);
  MatmulFact fact = cantFail(parseProblem(problem)).getMatmul();
  Config partial = *Config::parse(config, context.get());
  FailureOr<Config> complete =
      completeConfig(partial, fact, target, {}, whyNot);
  EXPECT_TRUE(succeeded(complete)) << whyNot;
  return {cantFail(HostKernel::create(*context, fact, *complete, target.chip)),
          cantFail(ProblemData::create(fact, 3))};
}

TEST(Simulation, KernelsOutliveTheirContextAndRunSideBySide) {
  Simulated a = create("136x72x136 bf16 B^T -> f32",
                       "hopper_wgmma, tile = [64, 64, 64], stages = 2");
  Simulated b = create("33x29x17 i8 accumulate", "simt, tile = [32, 32, 8]");
  std::vector<std::thread> threads;
  std::vector<SimulationVerdict> verdicts(8);
  for (size_t i = 0; i < verdicts.size(); ++i)
    threads.emplace_back([&, i] {
      SimulationOptions options;
      options.simulator.schedule = sim::Schedule(i / 2 % 3);
      options.simulator.seed = i;
      const Simulated &one = i % 2 ? a : b;
      verdicts[i] = simulate(*one.kernel, one.problem, options);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const SimulationVerdict &verdict : verdicts) {
    EXPECT_TRUE(verdict.isRight()) << verdict.str();
    EXPECT_GT(verdict.report.steps, 0u);
  }
}

TEST(Simulation, OneSeedIsOneRun) {
  Simulated one = create("136x72x136 bf16 B^T",
                         "hopper_wgmma, tile = [64, 64, 64], stages = 2");
  SimulationOptions options;
  options.simulator.schedule = sim::Schedule::Random;
  std::set<uint64_t> steps;
  for (uint64_t seed = 0; seed < 4; ++seed) {
    options.simulator.seed = seed;
    uint64_t first = simulate(*one.kernel, one.problem, options).report.steps;
    options.simulator.jobs = 2;
    EXPECT_EQ(simulate(*one.kernel, one.problem, options).report.steps, first);
    options.simulator.jobs = 1;
    steps.insert(first);
  }
  EXPECT_GT(steps.size(), 1u);
}

TEST(Simulation, FindingsQuoteTheProgram) {
  Simulated one = create("136x72x136 bf16 B^T",
                         "hopper_wgmma, tile = [64, 64, 64], stages = 2");
  EXPECT_NE(one.kernel->getProgram().find("tile.kernel"), std::string::npos);
  SimulationOptions options;
  options.simulator.stepLimit = 100;
  SimulationVerdict verdict = simulate(*one.kernel, one.problem, options);
  EXPECT_FALSE(verdict.isRight());
  EXPECT_GT(verdict.wrongElements, 0);
  EXPECT_EQ(verdict.elements, 136 * 72);
  EXPECT_NE(verdict.str().find("step-limit"), std::string::npos);
  verdict.report.findings.front().location =
      "loc(\"" + one.kernel->getName() + "\":1:1)";
  EXPECT_NE(verdict.str(one.kernel->getProgram()).find("\n  | module {\n"),
            std::string::npos)
      << verdict.str(one.kernel->getProgram());
}

TEST(Simulation, WhatCantBeLaunchedIsRefused) {
  Simulated one = create("136x72x136 bf16 B^T", "hopper_wgmma");
  ProblemData other =
      cantFail(ProblemData::create(cantFail(parseProblem("8x8x9 bf16")), 0));
  SimulationVerdict verdict = simulate(*one.kernel, other, {});
  EXPECT_FALSE(verdict.isRight());
  EXPECT_NE(verdict.refusal.find("no tensor map of"), std::string::npos)
      << verdict.refusal;
}

TEST(Simulation, AnySMCountIsRight) {
  Simulated one = create("330x200x72 bf16 B^T",
                         "hopper_wgmma, tile = [64, 64, 64], stages = 2, "
                         "persistent = true, schedule = pingpong");
  for (int64_t sms : {1, 2, 5, 132}) {
    SimulationOptions options;
    options.sms = sms;
    SimulationVerdict verdict = simulate(*one.kernel, one.problem, options);
    EXPECT_TRUE(verdict.isRight()) << sms << ": " << verdict.str();
  }
}

TEST(Simulation, EveryFunctionOfTheABIIsASymbol) {
  std::ifstream file(AUTOTUNE_TEST_SOURCE_DIR
                     "/include/mlir-autotune/Core/SimulatorABI.h");
  std::string text((std::istreambuf_iterator<char>(file)), {});
  std::set<std::string> names, listed;
  std::regex pattern("\\b(autotuneSim[A-Z]\\w*)\\(");
  for (std::sregex_iterator it(text.begin(), text.end(), pattern), end;
       it != end; ++it)
    names.insert((*it)[1]);
  // It belongs to another library.
  EXPECT_EQ(names.erase("autotuneSimLaunch"), 1u);
  for (const sim::Symbol &symbol : sim::getSymbols()) {
    EXPECT_NE(symbol.address, nullptr) << symbol.name;
    listed.insert(symbol.name);
  }
  EXPECT_GT(listed.size(), 40u);
  EXPECT_EQ(listed, names);
}

TEST(Simulation, StepsGrowWithDepth) {
  auto countSteps = [](StringRef problem) {
    Simulated one = create(problem, "hopper_wgmma, tile = [128, 256, 64]");
    SimulationVerdict verdict = simulate(*one.kernel, one.problem, {});
    EXPECT_TRUE(verdict.isRight()) << verdict.str();
    return verdict.report.steps;
  };
  uint64_t small = countSteps("256x256x512 bf16 B^T");
  uint64_t large = countSteps("256x256x1024 bf16 B^T");
  EXPECT_GT(small, 0u);
  EXPECT_LE(large, 2 * small);
}

TEST(Simulation, TheSameWrongOutputIsDiagnosedOnce) {
  Simulated one = create("33x29x17 i8", "simt, tile = [32, 32, 8]");
  // Nothing is added to what C held.
  Simulated other =
      create("33x29x17 i8 accumulate", "simt, tile = [32, 32, 8]");
  DiagnosisMemo memo;
  auto diagnose = [&] {
    return simulate(*one.kernel, other.problem, {}, &memo).diagnosis;
  };
  std::string diagnosis = diagnose();
  EXPECT_NE(diagnosis, "");
  EXPECT_EQ(diagnosis, simulate(*one.kernel, other.problem, {}).diagnosis);
  memo.diagnosis = "known";
  EXPECT_EQ(diagnose(), "known");
  // Of another output it says nothing.
  memo.output[0] ^= 1;
  EXPECT_EQ(diagnose(), diagnosis);
  memo.diagnosis = "known";
  ++memo.number;
  EXPECT_EQ(diagnose(), diagnosis);
}
