//===- TargetInfo.cpp - The hardware a matmul is tuned for ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/TargetInfo.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <tuple>

using namespace mlir;
using namespace mlir::autotune;

ArrayRef<TargetInfo> autotune::getKnownTargets() {
  static const TargetInfo targets[] = {
#include "mlir-autotune/Analysis/Targets.inc"
  };
  return targets;
}

const TargetInfo *autotune::lookupTarget(StringRef nameOrChip) {
  ArrayRef<TargetInfo> targets = getKnownTargets();
  for (const TargetInfo &target : targets)
    if (nameOrChip == target.name)
      return &target;
  // "h100" is short for "h100-sxm".
  for (const TargetInfo &target : targets)
    if (nameOrChip == StringRef(target.name).split('-').first)
      return &target;
  // sm_90 stands for sm_90a too: the letter allows instructions, the figures
  // are those of the same chip.
  StringRef chip = nameOrChip;
  if (!chip.consume_front("sm_"))
    return nullptr;
  chip = chip.rtrim("af");
  for (const TargetInfo &target : targets)
    if (StringRef(target.chip).drop_front(3).rtrim("af") == chip)
      return &target;
  return nullptr;
}

std::string autotune::getKnownTargetNames() {
  std::string names;
  for (const TargetInfo &target : getKnownTargets()) {
    if (!names.empty())
      names += ", ";
    names += target.name + " (" + target.chip + ")";
  }
  return names;
}

//===----------------------------------------------------------------------===//
// Figures by name
//===----------------------------------------------------------------------===//

namespace {
struct FigureEntry {
  StringLiteral name;
  /// A whole number from 1 to `most`, or a rate.
  int64_t TargetInfo::*integer;
  int64_t most;
  double TargetInfo::*rate = nullptr;
};
} // namespace

/// What a tile.launch takes as `sms`, and what no SM comes near to.
static constexpr int64_t kMaxMultiprocessors = 65536, kMaxFigure = 1 << 30;

static constexpr FigureEntry kFigures[] = {
    {"compute_capability", &TargetInfo::computeCapability, 999},
    {"sms", &TargetInfo::sms, kMaxMultiprocessors},
    {"shared_memory_per_block", &TargetInfo::sharedMemoryPerBlock, kMaxFigure},
    {"shared_memory_per_sm", &TargetInfo::sharedMemoryPerSM, kMaxFigure},
    {"registers_per_sm", &TargetInfo::registersPerSM, kMaxFigure},
    {"max_threads_per_sm", &TargetInfo::maxThreadsPerSM, kMaxFigure},
    {"max_cluster_size", &TargetInfo::maxClusterSize, kMaxFigure},
    {"l2_bytes", &TargetInfo::l2Bytes, int64_t(1) << 53},
    {"memory_bandwidth", nullptr, 0, &TargetInfo::memoryBandwidth},
    {"tensor_flops_16", nullptr, 0, &TargetInfo::tensorFlops16},
    {"simt_flops_32", nullptr, 0, &TargetInfo::simtFlops32},
};

LogicalResult autotune::setTargetFigure(TargetInfo &target, StringRef figure,
                                        double value, std::string &whyNot) {
  const auto *entry = llvm::find_if(
      kFigures, [&](const FigureEntry &item) { return item.name == figure; });
  if (entry == std::end(kFigures)) {
    whyNot = ("a target has no figure '" + figure + "'; it has ").str();
    llvm::ListSeparator separator;
    for (const FigureEntry &item : kFigures)
      whyNot += (StringRef(separator) + item.name).str();
    return failure();
  }
  if (entry->integer) {
    if (!(value >= 1) || value > static_cast<double>(entry->most) ||
        value != std::floor(value)) {
      whyNot =
          ("'" + figure + "' of a target must be a whole number from 1 to " +
           Twine(entry->most))
              .str();
      return failure();
    }
    target.*entry->integer = static_cast<int64_t>(value);
    return success();
  }
  // A time is work over a rate: neither may leave what a double holds.
  if (!(value >= 1) || value > 1e30) {
    whyNot = ("'" + figure + "' of a target must be from 1 to 1e30").str();
    return failure();
  }
  target.*entry->rate = value;
  return success();
}

FailureOr<TargetInfo> autotune::parseTarget(StringRef text,
                                            std::string &whyNot) {
  auto [name, figures] = text.split(',');
  const TargetInfo *known = lookupTarget(name.trim());
  if (!known) {
    whyNot = ("unknown target '" + name.trim() + "'; known are " +
              getKnownTargetNames())
                 .str();
    return failure();
  }
  TargetInfo target = *known;
  while (!figures.empty()) {
    StringRef figure;
    std::tie(figure, figures) = figures.split(',');
    auto [key, number] = figure.split('=');
    double value;
    if (number.trim().getAsDouble(value)) {
      whyNot = ("'" + figure + "' of the target is no figure=number").str();
      return failure();
    }
    if (failed(setTargetFigure(target, key.trim(), value, whyNot)))
      return failure();
  }
  return target;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Whether the driver's name of a device is one of the product's: it has the
/// product as a word ("h200" in "NVIDIA H200", "h100-sxm" in "NVIDIA H100 80GB
/// HBM3", but not "b200" in "NVIDIA GB200"), and none that stands for another
/// board of that chip, or for a part of one.
static bool isNameOf(StringRef device, const TargetInfo &target) {
  StringRef product = StringRef(target.name).split('-').first;
  SmallVector<StringRef> words;
  llvm::SplitString(device, words, " -");
  auto has = [&](StringRef wanted) {
    return llvm::any_of(
        words, [&](StringRef word) { return word.equals_insensitive(wanted); });
  };
  return has(product) && !has("PCIe") && !has("NVL") && !has("MIG");
}

/// The record of the product. Else the first of the same capability, else the
/// highest below it.
static const TargetInfo *findRecord(const DeviceProperties &device,
                                    bool &isProduct) {
  int64_t capability = device.major * 10 + device.minor;
  const TargetInfo *best = nullptr;
  isProduct = false;
  for (const TargetInfo &target : getKnownTargets()) {
    if (target.computeCapability > capability)
      continue;
    if (target.computeCapability == capability &&
        isNameOf(device.name, target)) {
      isProduct = true;
      return &target;
    }
    if (!best || target.computeCapability > best->computeCapability)
      best = &target;
  }
  return best;
}

/// Replaces `figure` by what the device says, if it says anything.
static void take(int64_t &figure, int64_t said) {
  if (said > 0)
    figure = said;
}

FailureOr<TargetInfo> autotune::getDeviceTarget(const DeviceProperties &device,
                                                std::string &whyNot) {
  bool isProduct;
  const TargetInfo *record = findRecord(device, isProduct);
  if (!record) {
    whyNot = "the compute capability " + std::to_string(device.major) + "." +
             std::to_string(device.minor) + " of " + device.name +
             " is below every known target; known are " + getKnownTargetNames();
    return failure();
  }
  TargetInfo target = *record;
  double scale = device.sms > 0 && record->sms > 0
                     ? static_cast<double>(device.sms) / record->sms
                     : 1.0;
  int64_t capability = device.major * 10 + device.minor;
  if (capability != target.computeCapability) {
    // What runs on every chip from this one on, and nothing that is special to
    // the record's.
    target.chip = "sm_" + std::to_string(capability);
    target.computeCapability = capability;
  }
  if (!isProduct) {
    target.name = target.chip;
    target.tensorFlops16 *= scale;
    target.simtFlops32 *= scale;
    // Two transfers a clock.
    if (device.memoryClockKHz > 0 && device.memoryBusBits > 0)
      target.memoryBandwidth =
          device.memoryClockKHz * 1e3 * 2 * device.memoryBusBits / 8;
  }
  take(target.sms, device.sms);
  take(target.sharedMemoryPerBlock, device.sharedMemoryPerBlock);
  take(target.sharedMemoryPerSM, device.sharedMemoryPerSM);
  take(target.registersPerSM, device.registersPerSM);
  take(target.maxThreadsPerSM, device.maxThreadsPerSM);
  take(target.l2Bytes, device.l2Bytes);
  return target;
}

std::optional<TargetInfo> autotune::findProduct(StringRef device) {
  for (const TargetInfo &known : getKnownTargets()) {
    DeviceProperties properties;
    properties.name = device.str();
    properties.major = known.computeCapability / 10;
    properties.minor = known.computeCapability % 10;
    std::string whyNot;
    FailureOr<TargetInfo> target = getDeviceTarget(properties, whyNot);
    // A device that is no product is called by its chip.
    if (succeeded(target) && target->name == known.name)
      return *target;
  }
  return std::nullopt;
}

StringRef autotune::getPtxFeature(StringRef chip, bool hasGroups) {
  chip.consume_front("sm_");
  unsigned capability = 0;
  chip.consumeInteger(10, capability);
  // LLVM knows sm_100a from PTX 8.6 on. The rest needs 8.0, for arrives at the
  // barriers of a cluster's other CTAs; drivers of CUDA 12.0 take that.
  // With a group come parameters of up to 32764 bytes, of PTX 8.1.
  return capability >= 100 ? "+ptx86" : hasGroups ? "+ptx81" : "+ptx80";
}
