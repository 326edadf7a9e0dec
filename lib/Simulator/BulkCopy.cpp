//===- BulkCopy.cpp - Bulk tensor loads -----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cp.async.bulk.tensor". A load is one operation for each CTA that it
// writes to. It reads its tensor, fills up with zeros what lies outside, writes
// as the async proxy, and then completes the bytes of the whole box on the
// mbarrier.
//
//===----------------------------------------------------------------------===//

#include "BulkCopy.h"

#include "Describe.h"
#include "Format.h"
#include "GlobalMemory.h"
#include "MBarrier.h"
#include "SharedMemory.h"

#include <algorithm>
#include <cstring>

using namespace mlir::autotune::sim;

std::string BoxCopy::describe(const char *what, const char *direction,
                              const Cta &cta) const {
  std::string text = std::string("TMA ") + what + " of " +
                     std::to_string(map.getBoxBytes()) + " bytes at (";
  for (uint32_t i = 0; i < map.rank; ++i)
    text += (i ? ", " : "") + std::to_string(coordinates[i]);
  return text + "), " + map.describe(cta.machine->memory) + ", " + direction +
         " " + hex(offset) + " of " + describeCta(cta);
}

/// Whether it is a map of the parameter, which may be several, or the only one.
static bool holdsMap(const Launch &launch, uint32_t parameter,
                     const void *map) {
  uint32_t bytes = launch.parameterBytes
                       ? uint32_t(launch.parameterBytes[parameter])
                       : kMapBytes;
  auto distance = reinterpret_cast<uint64_t>(map) -
                  reinterpret_cast<uint64_t>(launch.parameters[parameter]);
  return distance % kMapBytes == 0 && bytes >= kMapBytes &&
         distance <= bytes - kMapBytes;
}

/// Whether a map may lie there: in a parameter of the kernel, or in its global
/// memory.
static bool isMapPlace(Machine &machine, const void *map) {
  auto address = reinterpret_cast<uint64_t>(map);
  if (!map || address % kMapAlignment != 0)
    return false;
  const Launch &launch = machine.launch;
  for (uint32_t i = 0; i < launch.numParameters; ++i)
    if (holdsMap(launch, i, map))
      return true;
  return machine.memory.getImpl().contains(address, kMapBytes);
}

/// Fails on what is no tensor map of ours.
static TensorMap getMap(Machine &machine, const Site *site, const void *map) {
  if (!isMapPlace(machine, map))
    machine.fail(
        FindingKind::BadTensorMap, site,
        "there is no tensor map at " +
            machine.memory.getImpl().describe(reinterpret_cast<uint64_t>(map)) +
            ": it must be a parameter of the kernel or lie in global "
            "memory, at a multiple of " +
            std::to_string(kMapAlignment) + " bytes");
  std::optional<TensorMap> decoded = TensorMap::decode(map);
  if (!decoded)
    machine.fail(FindingKind::BadTensorMap, site,
                 "the 128 bytes passed are no tensor map that the simulator "
                 "encoded, or were changed since");
  return *decoded;
}

BoxCopy mlir::autotune::sim::getBoxCopy(Machine &machine, const Site *site,
                                        const void *map,
                                        const int32_t *coordinates,
                                        int32_t rank, bool isIm2col) {
  BoxCopy copy;
  copy.map = getMap(machine, site, map);
  if (rank != int32_t(copy.map.rank))
    machine.fail(FindingKind::BadTensorMap, site,
                 std::to_string(rank) + " coordinates for a tensor map of " +
                     std::to_string(copy.map.rank) + " dimensions");
  if (isIm2col != copy.map.isIm2col)
    machine.fail(FindingKind::BadTensorMap, site,
                 isIm2col ? "a load in im2col mode needs a tensor map that is "
                            "encoded for it, and gets a tiled one"
                          : "the tensor map is encoded for loads in im2col "
                            "mode, and this is a copy of a tile");
  if (const char *why = copy.map.findUnsupported())
    machine.fail(FindingKind::Unsupported, site, why);
  for (int32_t i = 0; i < rank; ++i)
    copy.coordinates[i] = coordinates[i];
  return copy;
}

/// Each f32 to 11 bits of significand; ties away from zero, as cvt.rna.tf32 has
/// them: of TMA nothing is said. NaNs and infinities stay.
static void roundToTF32(std::vector<uint8_t> &box) {
  constexpr uint32_t kHalf = 1 << 12, kExponent = 0x7F800000;
  for (size_t i = 0; i < box.size(); i += sizeof(uint32_t)) {
    uint32_t bits;
    std::memcpy(&bits, &box[i], sizeof bits);
    if ((bits & kExponent) != kExponent)
      bits = (bits + kHalf) & ~(2 * kHalf - 1);
    std::memcpy(&box[i], &bits, sizeof bits);
  }
}

namespace {

class LoadOperation : public AsyncOperation {
public:
  void perform(Machine &machine) override {
    if (cta->running == 0) {
      machine.report(FindingKind::EarlyExit, site, thread,
                     describe() + " was still on its way when the CTA ended: "
                                  "some thread must wait for its mbarrier");
      return;
    }
    Access access = {by, &issued, true, site, thread};
    MBarrier *barrier = cta->mbarriers->find(barrierOffset, access);
    if (!barrier)
      return;
    access.epoch = {barrier->agent, ++barrier->copies};
    access.inOrder = false;
    std::vector<uint8_t> box = readTensor(machine);
    copy.map.swizzle(copy.offset, box.data());
    // The rows that a trimmed box leaves out may have any contents. With NaNs,
    // a result that depends on these rows is wrong.
    box.resize(copy.getWrittenBytes(), 0xFF);
    cta->shared->write(copy.offset, box.data(), uint32_t(box.size()), access);
    if (cta != thread->cta)
      machine.noteRemote(*cta, access.epoch, site);
    cta->mbarriers->completeCopy(*barrier, copy.map.getBoxBytes(), access);
  }

  std::string describe() const override {
    return copy.describe("load", "into", *cta);
  }

  BoxCopy copy;
  Cta *cta = nullptr;
  uint32_t barrierOffset = 0;
  /// The thread's, when it issued the load.
  Epoch by;

private:
  std::vector<uint8_t> readTensor(Machine &machine) const {
    const TensorMap &map = copy.map;
    std::vector<uint8_t> box(map.getBoxBytes());
    for (uint32_t i = 0, rows = map.getNumRows(); i < rows; ++i) {
      TensorMap::Row row =
          map.isIm2col
              ? map.getPixel(copy.coordinates.data(), copy.offsets.data(), i)
              : map.getRow(copy.coordinates.data(), i);
      if (row.count == 0)
        continue;
      machine.memory.getImpl().read(
          {machine, site, thread, issued}, row.address,
          &box[i * map.getRowBytes() + row.first * map.elementBytes],
          row.count * map.elementBytes, map.elementBytes);
    }
    if (map.type == mlir::autotune::cuda::kTensorTFloat32)
      roundToTF32(box);
    return box;
  }
};

/// Starts the load into one CTA, if both of its places there are right.
void startLoad(Machine &machine, const Site *site, const BoxCopy &copy,
               Cta &cta, uint32_t barrierOffset) {
  Thread &thread = machine.current();
  Access access = {thread.epoch(), &thread.view, true, site, &thread};
  MBarrier *barrier = cta.mbarriers->find(barrierOffset, access);
  uint32_t bytes = copy.map.getBoxBytes();
  if (!barrier || !cta.shared->check(copy.offset, copy.getWrittenBytes(),
                                     kBoxAlignment, access, "TMA loads"))
    return;
  cta.mbarriers->startCopy(*barrier, bytes);
  auto operation = std::make_unique<LoadOperation>();
  operation->thread = &thread;
  operation->site = site;
  operation->copy = copy;
  operation->cta = &cta;
  operation->barrierOffset = barrierOffset;
  operation->by = thread.epoch();
  operation->issued = machine.release(thread);
  machine.start(std::move(operation));
}

/// Starts the load into all CTAs that it is for.
void startLoads(Machine &machine, const Site *site, BoxCopy copy,
                uint64_t destination, uint64_t barrier, int32_t multicast) {
  Thread &thread = machine.current();
  Machine::Place to = machine.resolve(thread, site, destination);
  Machine::Place at = machine.resolve(thread, site, barrier);
  copy.offset = to.offset;
  if (to.cta != at.cta)
    machine.fail(FindingKind::BarrierMisuse, site,
                 "loads into " + describeCta(*to.cta) +
                     " and completes on an mbarrier of " +
                     describeCta(*at.cta) + ": it must be of the same CTA");
  if (multicast < 0)
    return startLoad(machine, site, copy, *to.cta, at.offset);
  if (multicast == 0)
    machine.fail(FindingKind::OutOfBounds, site,
                 "the multicast mask 0 names no CTA: a load must go to one at "
                 "least");
  if (multicast >> machine.ctas.size())
    machine.fail(FindingKind::OutOfBounds, site,
                 "the multicast mask " + hex(uint32_t(multicast)) +
                     " names CTAs beyond the cluster's " +
                     std::to_string(machine.ctas.size()));
  for (Cta &cta : machine.ctas) {
    if (!(multicast >> cta.rank & 1))
      continue;
    if (cta.running == 0)
      machine.report(FindingKind::EarlyExit, site, &thread,
                     "multicasts into " + describeCta(cta) +
                         ", which has ended");
    else
      startLoad(machine, site, copy, cta, at.offset);
  }
}

} // namespace

void autotuneSimTmaLoad(const Site *site, uint64_t destination, const void *map,
                        uint64_t barrier, const int32_t *coordinates,
                        int32_t rank, int32_t multicast) {
  Machine &machine = Machine::get();
  startLoads(machine, site, getBoxCopy(machine, site, map, coordinates, rank),
             destination, barrier, multicast);
}

/// Fails on places where the traversal can't be, and on offsets that the
/// instruction does not hold.
static void checkPixels(Machine &machine, const Site *site,
                        const BoxCopy &copy) {
  const TensorMap &map = copy.map;
  int32_t mostOffset = 2 * getCornerBound(map.rank) - 1;
  for (uint32_t i = 0; i < map.getNumSpatial(); ++i) {
    int64_t at = copy.coordinates[i + 1], last = map.getLastCorner(i + 1);
    std::string dim = "dimension " + std::to_string(i + 1);
    if (at < map.lowerCorner[i] || at > last)
      machine.fail(FindingKind::OutOfBounds, site,
                   "a load in im2col mode starts at " + std::to_string(at) +
                       " along " + dim + ", outside of the bounding box from " +
                       std::to_string(map.lowerCorner[i]) + " to " +
                       std::to_string(last));
    if (copy.offsets[i] < 0 || copy.offsets[i] > mostOffset)
      machine.fail(FindingKind::OutOfBounds, site,
                   "a load in im2col mode has the offset " +
                       std::to_string(copy.offsets[i]) + " along " + dim +
                       ", which is not in 0 to " + std::to_string(mostOffset));
  }
}

void autotuneSimTmaLoadIm2col(const Site *site, uint64_t destination,
                              const void *map, uint64_t barrier,
                              const int32_t *coordinates, int32_t rank,
                              const int32_t *offsets, int32_t multicast) {
  Machine &machine = Machine::get();
  BoxCopy copy = getBoxCopy(machine, site, map, coordinates, rank,
                            /*isIm2col=*/true);
  std::copy_n(offsets, copy.map.getNumSpatial(), copy.offsets.begin());
  checkPixels(machine, site, copy);
  startLoads(machine, site, copy, destination, barrier, multicast);
}

void autotuneSimPrefetchTensorMap(const Site *site, const void *map) {
  getMap(Machine::get(), site, map);
}
