//===- Launch.cpp - A grid, cluster by cluster ----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"
#include "GlobalMemory.h"
#include "SharedMemory.h"

#include <algorithm>
#include <atomic>
#include <thread>

namespace mlir::autotune::sim {

/// Of compute capability 9.0 (CUDA C++ programming guide): bytes of shared
/// memory that a CTA can have, and CTAs of a cluster, non-portable sizes
/// included.
static constexpr uint32_t kMaxSharedBytes = 227 << 10;
/// More than that by what it takes here to round its start up to 1024, as
/// convert-kernels-to-simulator does, which a device starts at.
static constexpr uint32_t kSharedRounding = 2048 - kDynamicSharedStart;
static constexpr uint32_t kMaxClusterSize = 16;
/// CTAs of a grid along y and z, and threads of a CTA along z.
static constexpr uint32_t kMaxGridYZ = 65535, kMaxBlockZ = 64;

static uint64_t getVolume(const Dim3 &dim) {
  return uint64_t(dim.x) * dim.y * dim.z;
}

static std::string str(const Dim3 &dim) {
  return "(" + std::to_string(dim.x) + ", " + std::to_string(dim.y) + ", " +
         std::to_string(dim.z) + ")";
}

/// What a driver would refuse; empty if nothing.
static std::string check(const Launch &launch) {
  const Dim3 &grid = launch.grid, &cluster = launch.cluster;
  if (!launch.kernel)
    return "there is no kernel to launch";
  if (getVolume(grid) == 0 || getVolume(cluster) == 0 ||
      getVolume(launch.block) == 0)
    return "grid " + str(grid) + ", cluster " + str(cluster) + " and block " +
           str(launch.block) + " must not be empty";
  if (grid.x % cluster.x != 0 || grid.y % cluster.y != 0 ||
      grid.z % cluster.z != 0)
    return "grid " + str(grid) + " must be a multiple of cluster " +
           str(cluster);
  if (grid.y > kMaxGridYZ || grid.z > kMaxGridYZ)
    return "grid " + str(grid) + " must have at most " +
           std::to_string(kMaxGridYZ) + " CTAs along y and z";
  if (launch.block.z > kMaxBlockZ)
    return "block " + str(launch.block) + " must have at most " +
           std::to_string(kMaxBlockZ) + " threads along z";
  if (getVolume(cluster) > kMaxClusterSize)
    return "cluster " + str(cluster) + " must have at most " +
           std::to_string(kMaxClusterSize) + " CTAs";
  if (getVolume(launch.block) > kMaxCtaThreads)
    return "block " + str(launch.block) + " must have at most " +
           std::to_string(kMaxCtaThreads) + " threads";
  if (launch.sharedBytes > kMaxSharedBytes + kSharedRounding)
    return "a CTA asks for " + std::to_string(launch.sharedBytes) +
           " bytes of shared memory: it can have " +
           std::to_string(kMaxSharedBytes);
  return "";
}

namespace {

/// What the clusters of a grid leave.
struct Outcome {
  explicit Outcome(unsigned maxFindings) : findings(maxFindings) {}
  Findings findings;
  bool isComplete = false;
};

} // namespace

/// A thread's stack and its guard page are two mappings, of which a process can
/// have some 65530 (vm.max_map_count); others need some too.
static uint64_t getMaxJobs(const Launch &launch) {
  constexpr uint64_t kMaxMappings = 50000, kMappingsPerThread = 2;
  uint64_t threads = getVolume(launch.cluster) * getVolume(launch.block);
  return std::max<uint64_t>(kMaxMappings / kMappingsPerThread / threads, 1);
}

static std::vector<std::unique_ptr<Outcome>>
runClusters(const Launch &launch, GlobalMemory &memory, const Options &options,
            std::atomic<uint64_t> &steps) {
  uint64_t clusters = getVolume(launch.grid) / getVolume(launch.cluster);
  // Null for those that ended well.
  std::vector<std::unique_ptr<Outcome>> outcomes(clusters);
  std::atomic<uint64_t> next{0};
  auto work = [&] {
    for (uint64_t index; (index = next++) < clusters;) {
      Machine machine(launch, memory, options, index);
      machine.run();
      steps += machine.getSteps();
      if (machine.isComplete() && machine.getFindings().empty())
        continue;
      outcomes[index] = std::make_unique<Outcome>(options.maxFindings);
      outcomes[index]->findings.add(machine.getFindings());
      outcomes[index]->isComplete = machine.isComplete();
    }
  };
  std::vector<std::thread> helpers;
  uint64_t jobs = std::min(
      {uint64_t(std::max(options.jobs, 1u)), clusters, getMaxJobs(launch)});
  for (uint64_t i = 1; i < jobs; ++i)
    helpers.emplace_back(work);
  work();
  for (std::thread &helper : helpers)
    helper.join();
  return outcomes;
}

Report run(const Launch &launch, GlobalMemory &memory, const Options &options) {
  Report report;
  Findings findings(options.maxFindings);
  std::string refusal = check(launch);
  if (!refusal.empty()) {
    Finding finding;
    finding.kind = FindingKind::Unsupported;
    finding.message = refusal;
    finding.kernel = launch.name;
    report.findings.push_back(finding);
    return report;
  }
  std::atomic<uint64_t> steps{0};
  memory.getImpl().beginLaunch();
  bool isComplete = true;
  // In the order of the clusters, whoever ran them when.
  for (const std::unique_ptr<Outcome> &outcome :
       runClusters(launch, memory, options, steps)) {
    if (!outcome)
      continue;
    findings.add(outcome->findings);
    isComplete &= outcome->isComplete;
  }
  for (Finding &finding : memory.getImpl().endLaunch(launch.name, isComplete))
    findings.add(std::move(finding), nullptr, nullptr);
  findings.moveTo(report);
  report.steps = steps;
  return report;
}

} // namespace mlir::autotune::sim
