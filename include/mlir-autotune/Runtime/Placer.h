//===- Placer.h - Which clusters run in one GPC -----------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA does not say which SMs form a GPC, nor which SM a CTA will run on. A
// kernel that notes its SM tells both: all CTAs of a cluster run in one GPC,
// and an idle device deals clusters out to its GPCs in turn. Which GPC is the
// first changes with what ran before, and with it, where GPCs have different
// numbers of SMs, some clusters' company.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_RUNTIME_PLACER_H
#define MLIR_AUTOTUNE_RUNTIME_PLACER_H

#include "mlir-autotune/Core/Placement.h"
#include "mlir-autotune/Runtime/CudaDriver.h"

#include <map>
#include <vector>

namespace mlir::autotune::cuda {

/// Makes the placements of one context.
class Placer {
public:
  /// That of a launch of `clusters` clusters of `size` CTAs on a device of
  /// `sms` multiprocessors. The first one of a cluster size launches kernels on
  /// `stream` and waits for them; they should find the device idle. Where they
  /// don't run, every cluster keeps its tile.
  Placement get(int64_t clusters, int64_t size, int64_t sms,
                StreamHandle stream);

private:
  Status load(int64_t sms);
  /// Launches clusters of `size`, one CTA an SM, and returns the SM of each
  /// CTA.
  Status findPlaces(int64_t clusters, int64_t size, StreamHandle stream,
                    std::vector<int> &places);
  /// Fills `gpcOfSM`.
  Status findGpcs(int64_t sms, StreamHandle stream);
  Status findGpcsOfClusters(int64_t size, int64_t sms, StreamHandle stream,
                            std::vector<int> &gpcs);

  Module module;
  FunctionHandle function = nullptr;
  DeviceBuffer buffer;
  /// The least SM of each SM's GPC.
  std::vector<int> gpcOfSM;
  /// By cluster size, the GPC of each cluster of one wave; empty where the
  /// device does not tell.
  std::map<int64_t, std::vector<int>> gpcsOfClusters;
};

} // namespace mlir::autotune::cuda

#endif // MLIR_AUTOTUNE_RUNTIME_PLACER_H
