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
#include "Stacks.h"

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

static_assert(kMaxStacks >= uint64_t(kMaxClusterSize) * kMaxCtaThreads,
              "every single cluster must have its stacks");

/// For as many clusters at once as are asked for, or for fewer if there can't
/// be so many. All of them before the first starts: clusters may wait for each
/// other, but none for stacks that others hold while they wait for it. None if
/// there is no memory.
static std::optional<std::vector<Stacks>> reserveStacks(const Launch &launch,
                                                        uint64_t jobs) {
  uint64_t threads = getVolume(launch.cluster) * getVolume(launch.block);
  uint64_t clusters = getVolume(launch.grid) / getVolume(launch.cluster);
  return Stacks::reserve(
      std::min({std::max<uint64_t>(jobs, 1), clusters, kMaxStacks / threads}),
      threads);
}

/// On as many of the host's threads as there are `stacks`.
static std::vector<std::unique_ptr<Outcome>>
runClusters(const Launch &launch, GlobalMemory &memory, const Options &options,
            std::vector<Stacks> stacks, std::atomic<uint64_t> &steps) {
  uint64_t clusters = getVolume(launch.grid) / getVolume(launch.cluster);
  // Null for those that ended well.
  std::vector<std::unique_ptr<Outcome>> outcomes(clusters);
  std::atomic<uint64_t> next{0};
  // With nothing left to do it gives its stacks back, whoever still runs.
  auto work = [&](Stacks own) {
    for (uint64_t index; (index = next++) < clusters;) {
      Machine machine(launch, memory, options, own, index);
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
  for (size_t i = 1; i < stacks.size(); ++i)
    helpers.emplace_back(work, std::move(stacks[i]));
  work(std::move(stacks.front()));
  for (std::thread &helper : helpers)
    helper.join();
  return outcomes;
}

static Report refuse(const Launch &launch, const std::string &why) {
  Finding finding;
  finding.kind = FindingKind::Unsupported;
  finding.message = why;
  finding.kernel = launch.name;
  Report report;
  report.findings.push_back(std::move(finding));
  return report;
}

Report run(const Launch &launch, GlobalMemory &memory, const Options &options) {
  std::string refusal = check(launch);
  if (!refusal.empty())
    return refuse(launch, refusal);
  std::optional<std::vector<Stacks>> stacks =
      reserveStacks(launch, options.jobs);
  if (!stacks)
    return refuse(launch, "there is no memory for the stacks of " +
                              std::to_string(getVolume(launch.cluster) *
                                             getVolume(launch.block)) +
                              " threads a cluster");
  Report report;
  Findings findings(options.maxFindings);
  std::atomic<uint64_t> steps{0};
  memory.getImpl().beginLaunch();
  bool isComplete = true;
  // In the order of the clusters, whoever ran them when.
  for (const std::unique_ptr<Outcome> &outcome :
       runClusters(launch, memory, options, std::move(*stacks), steps)) {
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
