//===- TargetInfo.h - The hardware a matmul is tuned for --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The figures of one GPU. The known targets are records in
// kernels_td/Targets.td, each figure with its source there.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_ANALYSIS_TARGETINFO_H
#define MLIR_AUTOTUNE_ANALYSIS_TARGETINFO_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>

namespace mlir::autotune {

struct TargetInfo {
  /// Name of the record: "h100-sxm", "h200", "a100-sxm", "l40s", "b200".
  std::string name;
  /// The chip name for ptxas: "sm_90a".
  std::string chip;
  /// 80, 89, 90, 100.
  int64_t computeCapability = 0;
  int64_t sms = 0;
  /// Bytes of shared memory: the most that one CTA may ask for, and the SM's
  /// total.
  int64_t sharedMemoryPerBlock = 0;
  int64_t sharedMemoryPerSM = 0;
  /// 32-bit registers of an SM.
  int64_t registersPerSM = 0;
  int64_t maxThreadsPerSM = 0;
  int64_t maxClusterSize = 1;
  int64_t l2Bytes = 0;
  /// Peak bytes a second from device memory.
  double memoryBandwidth = 0;
  /// Peak dense operations a second of 16-bit floats on the tensor cores, and
  /// of f32 on the CUDA cores.
  double tensorFlops16 = 0;
  double simtFlops32 = 0;
};

/// All records of kernels_td/Targets.td, in their order there.
ArrayRef<TargetInfo> getKnownTargets();
/// Looks up a target by record name ("h200", or "h100" for "h100-sxm") or chip
/// ("sm_90a", "sm_90": the first record of that chip). nullptr if there is
/// none.
const TargetInfo *lookupTarget(StringRef nameOrChip);
/// "a100-sxm (sm_80), l40s (sm_89), ...": what a diagnostic lists as legal.
std::string getKnownTargetNames();

/// Sets one figure by its name in text: the spelling of #autotune.target's
/// fields ("sms", "l2_bytes", ...). Fails, with the reason in `whyNot`, if no
/// figure has this name or the value is not positive.
LogicalResult setTargetFigure(TargetInfo &target, StringRef figure,
                              double value, std::string &whyNot);

/// Parses a target in the syntax of a pass option: a product or chip, then
/// figures that replace the record's, separated by commas: "h200",
/// "sm_90a,sms=114". Fails with the reason in `whyNot`.
FailureOr<TargetInfo> parseTarget(StringRef text, std::string &whyNot);

/// What the driver reports about a device. The runtime, which has no MLIR,
/// fills it.
struct DeviceProperties {
  /// As the driver spells it: "NVIDIA H200".
  std::string name;
  /// Compute capability.
  int64_t major = 0;
  int64_t minor = 0;
  int64_t sms = 0;
  /// Bytes; the first is the opt-in limit of one CTA.
  int64_t sharedMemoryPerBlock = 0;
  int64_t sharedMemoryPerSM = 0;
  int64_t registersPerSM = 0;
  int64_t maxThreadsPerSM = 0;
  int64_t l2Bytes = 0;
  int64_t clockKHz = 0;
  int64_t memoryClockKHz = 0;
  int64_t memoryBusBits = 0;
};

/// The target of a device. It is the record of that product or, if there is
/// none, of that compute capability, with the device's own figures instead of
/// the record's. The peak rates of a product without a record are scaled by
/// SMs. Fails, with the reason in `whyNot`, for a device older than every
/// record.
FailureOr<TargetInfo> getDeviceTarget(const DeviceProperties &device,
                                      std::string &whyNot);

/// The known target of a device whose name in the driver ("NVIDIA H200") names
/// a product; nullopt for any other name.
std::optional<TargetInfo> findProduct(StringRef device);

/// The LLVM feature ("+ptx80") for the PTX ISA version of a chip's kernels.
/// The version is as old as the kernels and the chip allow, so that older
/// drivers accept it. `hasGroups` is for kernels of groups of products.
StringRef getPtxFeature(StringRef chip, bool hasGroups = false);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_ANALYSIS_TARGETINFO_H
