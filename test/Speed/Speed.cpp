//===- Speed.cpp - Measures what is said of the project's own speed -------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints a line `seconds<TAB>bound<TAB>what` for each claim that is about code
// of one process. speed.py makes a table of them. A bound is that of documents
// where one names it, or else many times what a fast core takes: it tells an
// error of order, not a slow machine.
//
//===----------------------------------------------------------------------===//

#include "Simulation/WrongOutput.h"
#include "Space/SpaceTestUtils.h"

#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Simulation/Simulation.h"
#include "mlir-autotune/Space/Space.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace mlir;
using namespace mlir::autotune;

/// The best of some runs, in seconds of this process: not of what else runs.
static void measure(const std::string &what, double bound, int runs,
                    llvm::function_ref<void()> run) {
  double best = 1e9;
  for (int i = 0; i < runs; ++i) {
    std::clock_t begin = std::clock();
    run();
    best = std::min(best, double(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  std::printf("%.6f\t%.6f\t%s\n", best, bound, what.c_str());
  std::fflush(stdout);
}

static void measureSpace() {
  MatmulFact fact = makeFact(4096, 4096, 4096, /*bTransposed=*/true);
  size_t found = 0;
  auto enumerate = [&] {
    found = Space::enumerate(fact, getH200(), SpaceLevel::Exhaustive)
                .getConfigs()
                .size();
  };
  measure("exhaustive space of 4096x4096x4096 bf16", 0.1, 10, enumerate);
}

static void measureSimulation() {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::string whyNot;
  ProblemFact fact = cantFail(parseProblem("256x256x512 bf16 B^T"));
  Config config = *completeConfig(
      *Config::parse("hopper_wgmma, tile = [128, 256, 64]", &context), fact,
      getH200(), {}, whyNot);
  auto kernel =
      cantFail(HostKernel::create(context, fact, config, getH200().chip));
  ProblemData problem = cantFail(ProblemData::create(fact, 3));
  measure("simulating 256x256x512 bf16 in tiles of 128x256x64", 5, 3,
          [&] { (void)simulate(*kernel, problem, {}); });
}

static void measureDiagnosis() {
  for (const char *problem :
       {"136x72x200 bf16 -> f32", "200x136x1000 f16 -> f16",
        "16x16x16384 bf16 -> f32", "16x16x262144 bf16 -> f32"}) {
    Wrong wrong(problem);
    wrong.makeGarbage();
    measure(std::string("explaining a wrong result of ") + problem, 10, 1,
            [&] { (void)wrong.diagnose(); });
  }
}

int main() {
  measureSpace();
  measureSimulation();
  measureDiagnosis();
}
