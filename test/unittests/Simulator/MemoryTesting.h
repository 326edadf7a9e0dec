//===- MemoryTesting.h - Kernels of a few threads ---------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_MEMORYTESTING_H
#define MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_MEMORYTESTING_H

#include "mlir-autotune/Core/SimulatorABI.h"
#include "mlir-autotune/Simulator/Simulator.h"
#include "gtest/gtest.h"

namespace mlir::autotune::sim {

/// The operation of a name, at a place that is named like it.
#define SITE(name)                                                             \
  ([] {                                                                        \
    static const Site site = {"op." name, "loc(" name ")"};                    \
    return &site;                                                              \
  }())

/// Two warps a CTA unless a test says otherwise.
class MemoryTest : public ::testing::TestWithParam<Schedule> {
protected:
  MemoryTest() {
    launch.name = "kernel";
    launch.block.x = 64;
    launch.sharedBytes = 4096;
    options.schedule = GetParam();
    options.seed = 7;
    options.stepLimit = 1'000'000;
  }
  Report run(void (*kernel)(void **)) {
    launch.kernel = kernel;
    launch.parameters = parameters;
    launch.numParameters = std::size(parameters);
    return sim::run(launch, memory, options);
  }
  void setCluster(uint32_t size) { launch.grid.x = launch.cluster.x = size; }

  GlobalMemory memory;
  Launch launch;
  Options options;
  void *parameters[4] = {};
};

inline std::string print(const Report &report) {
  std::string text;
  for (const Finding &finding : report.findings)
    text += finding.str() + "\n";
  return text;
}

/// That there is one finding of the kind, with all of the words, at the
/// operation.
inline ::testing::AssertionResult
found(const Report &report, FindingKind kind, const std::string &operation,
      std::initializer_list<const char *> words) {
  for (const Finding &finding : report.findings) {
    if (finding.kind != kind || finding.operation != operation)
      continue;
    for (const char *word : words)
      if (finding.message.find(word) == std::string::npos)
        return ::testing::AssertionFailure()
               << "no '" << word << "' in: " << finding.message;
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "no " << stringify(kind) << " at " << operation << " in:\n"
         << print(report);
}

inline uint32_t getThread() {
  return autotuneSimReadRegister(SITE("tid"),
                                 static_cast<int32_t>(Register::ThreadIdX));
}
inline uint32_t getRank() {
  return autotuneSimReadRegister(SITE("rank"),
                                 static_cast<int32_t>(Register::ClusterId));
}
inline uint32_t getBlock() {
  return autotuneSimReadRegister(SITE("ctaid"),
                                 static_cast<int32_t>(Register::BlockIdX));
}
inline uint32_t getShared() { return autotuneSimSharedBase(SITE("base")); }
inline void syncThreads() { autotuneSimBarrierSync(SITE("sync"), 0, 0); }
inline void syncCluster() {
  autotuneSimClusterArrive(SITE("cluster.arrive"), 1, 0);
  autotuneSimClusterWait(SITE("cluster.wait"), 0);
}
inline uint32_t load(const Site *site, Space space, uint64_t address) {
  uint32_t value = 0;
  autotuneSimLoad(site, static_cast<int32_t>(space), address, &value, 4, 4);
  return value;
}
inline void store(const Site *site, Space space, uint64_t address,
                  uint32_t value) {
  autotuneSimStore(site, static_cast<int32_t>(space), address, &value, 4, 4);
}
inline uint32_t atomic(const Site *site, Space space, AtomicKind kind,
                       uint64_t address, uint32_t value, Ordering ordering) {
  uint32_t old = 0;
  autotuneSimAtomic(site, static_cast<int32_t>(space),
                    static_cast<int32_t>(kind), 0, address, &value, nullptr,
                    &old, 4, static_cast<int32_t>(ordering),
                    static_cast<int32_t>(Scope::CTA));
  return old;
}

} // namespace mlir::autotune::sim

#define INSTANTIATE_SCHEDULES(suite)                                           \
  INSTANTIATE_TEST_SUITE_P(                                                    \
      Schedules, suite,                                                        \
      ::testing::Values(Schedule::RoundRobin, Schedule::Random,                \
                        Schedule::Adversarial),                                \
      [](const ::testing::TestParamInfo<Schedule> &info) {                     \
        std::string name = stringify(info.param);                              \
        for (char &c : name)                                                   \
          if (!isalnum(c))                                                     \
            c = '_';                                                           \
        return name;                                                           \
      })

#endif // MLIR_AUTOTUNE_TEST_UNITTESTS_SIMULATOR_MEMORYTESTING_H
