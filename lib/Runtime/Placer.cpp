//===- Placer.cpp - Which clusters run in one GPC -------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Runtime/Placer.h"
#include "Kernels/Abi.h"

#include "mlir-autotune/Core/Grid.h"

#include <algorithm>
#include <numeric>

using namespace mlir::autotune::cuda;
using namespace mlir::autotune::support;

// Generated: a NUL-terminated PTX text.
static const char kPlacesPtx[] = {
#include "Places.ptx.inc"
};

static constexpr unsigned kPlacesThreads = 32;
/// More than half of an SM's 227 KiB: one CTA an SM, as kernels have it.
static constexpr unsigned kAloneBytes = 120 * 1024;
/// Some microseconds, so that all CTAs of a launch are there at once.
static constexpr u64 kPlaceCycles = 16384;
/// The largest cluster that every device takes.
static constexpr int64_t kMostCtas = 8;

Status Placer::load(int64_t sms) {
  if (function)
    return {};
  if (Status status =
          Module::create(kPlacesPtx, "helper kernels: places", module);
      status.failed())
    return status;
  if (Status status =
          DeviceBuffer::create(size_t(sms) * sizeof(unsigned), buffer);
      status.failed())
    return status;
  FunctionHandle found = nullptr;
  if (Status status = module.getFunction("autotune_places", found);
      status.failed())
    return status;
  if (Status status = allowSharedMemory(found, kAloneBytes); status.failed())
    return status;
  function = found;
  return {};
}

Status Placer::findPlaces(int64_t clusters, int64_t size, StreamHandle stream,
                          std::vector<int> &places) {
  places.assign(size_t(clusters * size), 0);
  PlacesParams params = {reinterpret_cast<unsigned *>(buffer.get()),
                         kPlaceCycles};
  void *pointers[] = {&params};
  Launch shape;
  shape.grid = unsigned(places.size());
  shape.threads = kPlacesThreads;
  shape.sharedMemoryBytes = kAloneBytes;
  shape.cluster[0] = unsigned(size);
  if (Status status = launch(function, shape, pointers, stream);
      status.failed())
    return status;
  const Driver &driver = *Driver::get();
  if (Status status =
          check(driver.memcpyDtoHAsync(places.data(), buffer.get(),
                                       places.size() * sizeof(int), stream),
                "cuMemcpyDtoHAsync", "places");
      status.failed())
    return status;
  return check(driver.streamSynchronize(stream), "cuStreamSynchronize", "");
}

/// Clusters of several sizes overlap, so that those of one GPC join all of its
/// SMs.
Status Placer::findGpcs(int64_t sms, StreamHandle stream) {
  std::vector<int> gpcs(static_cast<size_t>(sms)), places;
  std::iota(gpcs.begin(), gpcs.end(), 0);
  auto find = [&](int sm) {
    while (gpcs[size_t(sm)] != sm)
      sm = gpcs[size_t(sm)];
    return sm;
  };
  for (int64_t size = 2; size <= std::min(kMostCtas, sms); ++size) {
    if (Status status = findPlaces(sms / size, size, stream, places);
        status.failed()) {
      // A device may refuse clusters as large as these.
      if (size == 2)
        return status;
      break;
    }
    for (size_t cta = 0; cta < places.size(); ++cta) {
      int first = places[cta / size_t(size) * size_t(size)];
      if (std::min(first, places[cta]) < 0 ||
          std::max(first, places[cta]) >= sms)
        return {kErrorInvalidValue, "an SM with a number beyond their count"};
      int root = find(first), other = find(places[cta]);
      gpcs[size_t(std::max(root, other))] = std::min(root, other);
    }
  }
  for (int sm = 0; sm < sms; ++sm)
    gpcs[size_t(sm)] = find(sm);
  gpcOfSM = std::move(gpcs);
  return {};
}

Status Placer::findGpcsOfClusters(int64_t size, int64_t sms,
                                  StreamHandle stream, std::vector<int> &gpcs) {
  if (Status status = load(sms); status.failed())
    return status;
  if (gpcOfSM.empty())
    if (Status status = findGpcs(sms, stream); status.failed())
      return status;
  int64_t clusters =
      std::min(countHeldClusters(sms, /*ctasPerSm=*/1, size), kPlacedClusters);
  if (clusters * size > sms)
    return {kErrorInvalidValue, "a cluster of more CTAs than there are SMs"};
  std::vector<int> places;
  if (Status status = findPlaces(clusters, size, stream, places);
      status.failed())
    return status;
  for (int64_t cluster = 0; cluster < clusters; ++cluster) {
    auto sm = size_t(places[size_t(cluster * size)]);
    if (sm >= gpcOfSM.size())
      return {kErrorInvalidValue, "an SM has a number beyond their count"};
    gpcs.push_back(gpcOfSM[sm]);
  }
  return {};
}

Placement Placer::get(int64_t clusters, int64_t size, int64_t sms,
                      StreamHandle stream) {
  auto [it, isNew] = gpcsOfClusters.try_emplace(size);
  std::vector<int> &gpcs = it->second;
  if (isNew && findGpcsOfClusters(size, sms, stream, gpcs).failed())
    gpcs.clear();
  return placeByGpc(std::min(clusters, int64_t(gpcs.size())),
                    [&](int64_t cluster) { return gpcs[size_t(cluster)]; });
}
