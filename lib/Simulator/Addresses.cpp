//===- Addresses.cpp - Addresses in messages ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host's addresses differ from run to run. Messages, which must not, say
// where an address lies in the memory that the kernel has been given.
//
//===----------------------------------------------------------------------===//

#include "Format.h"
#include "GlobalMemory.h"

using namespace mlir::autotune::sim;
using Impl = GlobalMemory::Impl;

std::string Impl::Region::describe(uint64_t address) const {
  uint64_t offset = address - base;
  return "element " +
         describeCoordinates(offset / rowStride,
                             offset % rowStride / elementBytes) +
         " of '" + name + "'";
}

/// Addresses differ from run to run; what lies this near to each other does
/// not, as far as a caller has it in one piece.
static constexpr uint64_t kNear = 1 << 20;
/// Most hosts have nothing below: numbers that became addresses by mistake.
static constexpr uint64_t kLeastHostAddress = uint64_t(1) << 32;

/// "12 bytes", or "more than 1 MiB".
static std::string describeDistance(uint64_t bytes) {
  return bytes < kNear ? std::to_string(bytes) + " bytes" : "more than 1 MiB";
}

/// "12 bytes behind 'c'", "where 'c' ends", for what lies before or behind it.
static std::string describePlace(const Impl::Region &region, uint64_t address) {
  if (address == region.end())
    return "where '" + region.name + "' ends";
  bool isBefore = address < region.base;
  return describeDistance(isBefore ? region.base - address
                                   : address - region.end()) +
         (isBefore ? " before '" : " behind '") + region.name + "'";
}

/// Null if there is none.
static const Impl::Region *findNearest(const std::vector<Impl::Region> &regions,
                                       uint64_t address) {
  const Impl::Region *nearest = nullptr;
  uint64_t nearestDistance = UINT64_MAX;
  for (const Impl::Region &region : regions) {
    uint64_t distance = address < region.base    ? region.base - address
                        : address < region.end() ? 0
                                                 : address - region.end();
    if (nearest && distance >= nearestDistance)
      continue;
    nearest = &region;
    nearestDistance = distance;
  }
  return nearest;
}

bool Impl::isNumber(uint64_t address) const {
  // The heap of a program that is not loaded wherever its system likes may lie
  // a few MiB above 0.
  for (const Region &region : regions)
    if (address >= region.base || region.base - address <= kNear)
      return false;
  return address < kLeastHostAddress;
}

/// "0x410 of shared memory"
static std::string describeGenericShared(uint64_t address) {
  return hex(address ^ kGenericShared) + " of shared memory";
}

std::string Impl::describeShared(uint64_t address) const {
  if (address >> 32 == 0)
    return hex(address);
  // A global address that was cast to a shared one, or taken as it is.
  bool wasCast = static_cast<int64_t>(address) < 0;
  return describe(wasCast ? address ^ kGenericShared : address);
}

std::string Impl::describe(uint64_t address) const {
  if (isGenericShared(address))
    return describeGenericShared(address);
  const Region *nearest = findNearest(regions, address);
  bool isInside =
      nearest && address >= nearest->base && address < nearest->end();
  if (isNumber(address))
    return hex(address);
  if (!nearest)
    return "an address of the host";
  if (!isInside)
    return describePlace(*nearest, address);
  uint64_t byte = (address - nearest->base) % nearest->rowStride;
  if (byte < nearest->rowBytes)
    return nearest->describe(address);
  return "byte " + std::to_string(byte) + " of row " +
         std::to_string((address - nearest->base) / nearest->rowStride) +
         " of '" + nearest->name + "'";
}

std::string Impl::describeMiss(uint64_t address, uint32_t bytes) const {
  const Region *nearest = findNearest(regions, address);
  std::string message = std::to_string(bytes) + " bytes ";
  if (isGenericShared(address))
    return message + "at " + describeGenericShared(address) +
           " as global memory";
  if (isNumber(address))
    message += "at " + hex(address) + " ";
  message += "of global memory";
  if (!nearest)
    return message + ": the kernel has been given none";
  message += " that";
  if (address == nearest->end())
    return message + " start " + describePlace(*nearest, address);
  if (address < nearest->base || address > nearest->end())
    return message + " start " + describePlace(*nearest, address) +
           ", the nearest memory that the kernel has";
  uint64_t row = (address - nearest->base) / nearest->rowStride;
  uint64_t byte = (address - nearest->base) % nearest->rowStride;
  return message + " are bytes " + std::to_string(byte) + " to " +
         std::to_string(byte + bytes - 1) + " of row " + std::to_string(row) +
         " of '" + nearest->name + "', whose rows have " +
         std::to_string(nearest->rowBytes) + " bytes (" +
         std::to_string(nearest->columns()) + " elements)";
}
