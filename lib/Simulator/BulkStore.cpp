//===- BulkStore.cpp - Bulk tensor stores and reductions ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cp.async.bulk.tensor" and "cp.reduce.async.bulk.tensor". A store
// happens in two steps, at any time each: it reads shared memory as the async
// proxy, and then it writes its tensor. What lies outside of the tensor is left
// out.
//
//===----------------------------------------------------------------------===//

#include "AsyncGroups.h"
#include "BulkCopy.h"
#include "Describe.h"
#include "Elements.h"
#include "GlobalMemory.h"
#include "SharedMemory.h"

#include <algorithm>

using namespace mlir::autotune::sim;
namespace cuda = mlir::autotune::cuda;

namespace {

/// What a reduction does with each element.
struct Reduction {
  AtomicKind kind;
  ElementKind element;
};

/// PTX's operation for elements of the map's type; none for most pairs.
std::optional<Reduction> getReduction(AtomicKind kind,
                                      cuda::TensorMapDataType type) {
  bool adds = kind == AtomicKind::Add || kind == AtomicKind::FAdd;
  auto addition = [&](ElementKind element) -> std::optional<Reduction> {
    if (!adds)
      return std::nullopt;
    return Reduction{AtomicKind::FAdd, element};
  };
  switch (type) {
  case cuda::kTensorFloat16:
    return addition(ElementKind::F16);
  case cuda::kTensorBFloat16:
    return addition(ElementKind::BF16);
  case cuda::kTensorFloat32:
    return addition(ElementKind::F32);
  case cuda::kTensorFloat64:
    return addition(ElementKind::F64);
  case cuda::kTensorUInt32:
  case cuda::kTensorUInt64:
    if (kind == AtomicKind::Min || kind == AtomicKind::UMin)
      return Reduction{AtomicKind::UMin, ElementKind::S32};
    if (kind == AtomicKind::Max || kind == AtomicKind::UMax)
      return Reduction{AtomicKind::UMax, ElementKind::S32};
    break;
  case cuda::kTensorInt32:
  case cuda::kTensorInt64:
    if (kind == AtomicKind::Min || kind == AtomicKind::Max)
      return Reduction{kind, ElementKind::S32};
    break;
  default:
    return std::nullopt;
  }
  if (kind == AtomicKind::Add || kind == AtomicKind::And ||
      kind == AtomicKind::Or || kind == AtomicKind::Xor)
    return Reduction{kind, ElementKind::S32};
  return std::nullopt;
}

/// Either step of a store.
class StoreOperation : public AsyncOperation {
public:
  std::string describe() const override {
    return copy.describe(reduction ? "reduction" : "store", "from",
                         *thread->cta);
  }

  BoxCopy copy;
  std::optional<Reduction> reduction;
  Epoch epoch;
  /// Once it has been read: the box, dense.
  std::vector<uint8_t> box;
};

class WriteStep : public StoreOperation {
public:
  explicit WriteStep(StoreOperation &&read) : StoreOperation(std::move(read)) {}

  void perform(Machine &machine) override {
    const TensorMap &map = copy.map;
    for (uint32_t i = 0, rows = map.getNumRows(); i < rows; ++i) {
      TensorMap::Row row = map.getStoredRow(copy.coordinates.data(), i);
      if (row.count > 0)
        writeRow(machine, row,
                 &box[i * map.getRowBytes() + row.first * map.elementBytes]);
    }
    thread->bulk->finish(machine, *thread, epoch);
  }

private:
  void writeRow(Machine &machine, const TensorMap::Row &row,
                const uint8_t *from) {
    GlobalMemory::Impl::Accessor accessor = {machine, site, thread, issued};
    GlobalMemory::Impl &memory = machine.memory.getImpl();
    uint32_t bytes = copy.map.elementBytes;
    if (!reduction) {
      memory.write(accessor, row.address, from, row.count * bytes, bytes);
      return;
    }
    for (uint32_t i = 0; i < row.count; ++i)
      memory.atomic(accessor, reduction->kind, reduction->element,
                    row.address + i * bytes, from + i * bytes, nullptr, nullptr,
                    bytes);
  }
};

class ReadStep : public StoreOperation {
public:
  void perform(Machine &machine) override {
    Cta &cta = *thread->cta;
    if (cta.running == 0) {
      machine.report(FindingKind::EarlyExit, site, thread,
                     describe() + " reads after the CTA has ended: "
                                  "cp.async.bulk.wait_group.read must come "
                                  "first");
      thread->bulk->finish(machine, *thread, epoch);
      return;
    }
    Access access = {epoch, &issued, true, site, thread};
    box.resize(copy.map.getBoxBytes());
    cta.shared->read(copy.offset, box.data(), uint32_t(box.size()), access);
    copy.map.swizzle(copy.offset, box.data());
    thread->bulk->finishReading(machine, *thread, epoch);
    machine.start(std::make_unique<WriteStep>(std::move(*this)));
  }
};

AsyncGroups &getStores(Machine &machine, Thread &thread) {
  if (!thread.bulk)
    thread.bulk = std::make_shared<AsyncGroups>(machine.createAgent());
  return *thread.bulk;
}

void startStore(Machine &machine, const Site *site, const BoxCopy &copy,
                std::optional<Reduction> reduction) {
  Thread &thread = machine.current();
  Access access = {thread.epoch(), &thread.view, true, site, &thread};
  if (!thread.cta->shared->check(copy.offset, copy.map.getBoxBytes(),
                                 kBoxAlignment, access, "TMA stores from"))
    return;
  auto operation = std::make_unique<ReadStep>();
  operation->thread = &thread;
  operation->site = site;
  operation->issued = machine.release(thread);
  operation->copy = copy;
  operation->reduction = reduction;
  operation->epoch = getStores(machine, thread).start();
  machine.start(std::move(operation));
}

/// A place in the thread's own CTA.
uint32_t getSource(Machine &machine, const Site *site, uint64_t source) {
  Thread &thread = machine.current();
  Machine::Place from = machine.resolve(thread, site, source);
  if (from.cta != thread.cta)
    machine.fail(FindingKind::OutOfBounds, site,
                 "stores from shared memory of " + describeCta(*from.cta) +
                     ": the source must be of the thread's own CTA, " +
                     describeCta(*thread.cta));
  return from.offset;
}

} // namespace

void autotuneSimTmaStore(const Site *site, const void *map, uint64_t source,
                         const int32_t *coordinates, int32_t rank) {
  Machine &machine = Machine::get();
  BoxCopy copy = getBoxCopy(machine, site, map, coordinates, rank);
  copy.offset = getSource(machine, site, source);
  startStore(machine, site, copy, std::nullopt);
}

void autotuneSimTmaReduce(const Site *site, int32_t operation, const void *map,
                          uint64_t source, const int32_t *coordinates,
                          int32_t rank) {
  Machine &machine = Machine::get();
  BoxCopy copy = getBoxCopy(machine, site, map, coordinates, rank);
  copy.offset = getSource(machine, site, source);
  std::optional<Reduction> reduction =
      getReduction(AtomicKind(operation), copy.map.type);
  if (!reduction)
    machine.fail(FindingKind::Unsupported, site,
                 "reduction " + std::to_string(operation) +
                     " of a tensor map of type " +
                     std::to_string(copy.map.type) +
                     " is not simulated: floats (but tf32) have add, integers "
                     "of 32 and 64 bits add, and, or, xor, min and max");
  startStore(machine, site, copy, reduction);
}

void autotuneSimBulkCommit(const Site *) {
  Machine &machine = Machine::get();
  getStores(machine, machine.current()).commit();
}

void autotuneSimBulkWait(const Site *site, int32_t pending, int32_t read) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  AsyncGroups &stores = getStores(machine, thread);
  Time last = stores.retired;
  if (stores.groups.size() > size_t(pending))
    last = stores.groups[stores.groups.size() - 1 - size_t(pending)];
  stores.wait(machine, thread, site, uint32_t(pending), read, "bulk stores");
  stores.knownRead = std::max(stores.knownRead, last);
}

void mlir::autotune::sim::checkBulkStoresAtExit(Machine &machine,
                                                Thread &thread) {
  if (!thread.bulk)
    return;
  const AsyncGroups &stores = *thread.bulk;
  if (Time count = stores.uncommitted())
    machine.report(FindingKind::EarlyExit, thread.site, &thread,
                   "the thread ends with " + std::to_string(count) +
                       " bulk stores that it has not committed "
                       "(cp.async.bulk.commit_group)");
  else if (stores.knownRead < stores.started)
    machine.report(FindingKind::EarlyExit, thread.site, &thread,
                   "the thread ends, and does not know whether " +
                       std::to_string(stores.started - stores.knownRead) +
                       " bulk stores have read shared memory "
                       "(cp.async.bulk.wait_group.read 0)");
}
