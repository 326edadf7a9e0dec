//===- Wgmma.cpp - Issuing wgmmas and waiting for them --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Asynchronous warpgroup level matrix instructions".
//
//===----------------------------------------------------------------------===//

#include "Wgmma.h"

#include "Elements.h"
#include "Format.h"
#include "WgmmaDescriptor.h"

using namespace mlir::autotune::sim;

namespace {

/// Registers of A of a thread, where A is in registers.
constexpr uint32_t kRegistersA = 4;

/// What one thread passes to the rendezvous.
struct Issue {
  const Site *site;
  const MmaShape *shape;
  AccumulatorSet *accumulator;
  uint64_t a;
  const uint32_t *registersA;
  uint64_t b;
};

bool isInteger8(ElementKind kind) {
  return kind == ElementKind::S8 || kind == ElementKind::U8;
}

std::string describeShape(const MmaShape &shape) {
  return "wgmma.m" + std::to_string(shape.m) + "n" + std::to_string(shape.n) +
         "k" + std::to_string(shape.k) + "." + stringify(shape.typeD) + "." +
         stringify(shape.typeA) + "." + stringify(shape.typeB);
}

/// What PTX has no instruction for; empty if it has.
std::string findIllegal(const MmaShape &shape, bool isAInRegisters) {
  ElementKind a = shape.typeA, b = shape.typeB, d = shape.typeD;
  bool isF16 = a == ElementKind::F16 && b == a;
  bool is16Bit = isF16 || (a == ElementKind::BF16 && b == a);
  bool isF8 = isFloat8(a) && isFloat8(b), isI8 = isInteger8(a) && isInteger8(b);
  if (!is16Bit && !isF8 && !isI8 && !(a == ElementKind::TF32 && b == a))
    return "A and B are both f16, both bf16, both tf32, " + listFloat8("or") +
           ", or s8 or u8";
  if (isI8 ? d != ElementKind::S32
           : d != ElementKind::F32 &&
                 !(d == ElementKind::F16 && (isF16 || isF8)))
    return "sums are s32 for integers, else f32, or f16 for f16, " +
           listFloat8("and");
  if (shape.m != 64 || shape.n < 8 || shape.n > 256 || shape.n % 8)
    return "m is 64, and n a multiple of 8 up to 256";
  // Integers have no n = 40, 56, 72, ...: beyond 32 they go in steps of 16.
  if (isI8 && shape.n != 8 && shape.n != 24 && shape.n % 16)
    return "n of integers is 8, 24, or a multiple of 16";
  if (shape.k * int32_t(getElementBytes(a)) != int32_t(kWgmmaDepthBytes))
    return "k is 8 for tf32, 16 for 16-bit and 32 for 8-bit elements";
  if (!is16Bit && (shape.majorA || shape.majorB))
    return "only 16-bit elements may be MN-major";
  if (isAInRegisters && shape.majorA)
    return "A in registers has no major-ness";
  if (isI8 ? shape.scaleA != 1 || shape.scaleB != 1
           : shape.scaleA * shape.scaleA != 1 ||
                 shape.scaleB * shape.scaleB != 1)
    return "A and B are scaled by 1 or, if they are floats, by -1";
  if (shape.saturate && !isI8)
    return "only integers saturate";
  return {};
}

/// What all threads have seen and done until now.
View joinViews(WarpgroupWgmmas &warpgroup, Thread *const *threads) {
  warpgroup.known.resize(kWarpgroupThreads);
  for (uint32_t i = 0; i < kWarpgroupThreads; ++i) {
    WarpgroupWgmmas::Known &known = warpgroup.known[i];
    const Thread &thread = *threads[i];
    if (known.now == thread.now && known.view.seen == thread.view.seen &&
        known.view.fenced == thread.view.fenced)
      continue;
    known = {thread.view, thread.now};
    warpgroup.sum.add(thread.view, thread.epoch());
  }
  return warpgroup.sum.get();
}

/// What the whole warpgroup must say alike.
void checkAgreement(Machine &machine, Thread *const *threads,
                    void *const *payloads) {
  const Issue &first = *static_cast<Issue *>(payloads[0]);
  for (uint32_t i = 1; i < kWarpgroupThreads; ++i) {
    const Issue &issue = *static_cast<Issue *>(payloads[i]);
    const char *what = nullptr;
    uint64_t mine = issue.b, others = first.b;
    if (issue.b != first.b)
      what = "B";
    else if (!issue.registersA && issue.a != first.a) {
      what = "A";
      mine = issue.a;
      others = first.a;
    }
    if (!what)
      continue;
    machine.report(FindingKind::BadDescriptor, issue.site, threads[i],
                   std::string("the descriptor of ") + what + " is " +
                       hex(mine) + " in this thread and " + hex(others) +
                       " in the warpgroup's first: it must be the same in all");
    return;
  }
}

/// Runs once for the warpgroup.
void issueTogether(Machine &machine, Thread *const *threads,
                   void *const *payloads) {
  checkAgreement(machine, threads, payloads);
  const Issue &first = *static_cast<Issue *>(payloads[0]);
  std::shared_ptr<WarpgroupWgmmas> &warpgroup = threads[0]->wgmma->warpgroup;
  if (!warpgroup) {
    warpgroup = std::make_shared<WarpgroupWgmmas>(machine.createAgent());
    for (uint32_t i = 1; i < kWarpgroupThreads; ++i)
      threads[i]->wgmma->warpgroup = warpgroup;
  }

  auto operation = std::make_unique<WgmmaOperation>();
  operation->thread = threads[0];
  operation->site = first.site;
  operation->issued = joinViews(*warpgroup, threads);
  operation->shape = *first.shape;
  operation->number = ++warpgroup->issued;
  operation->warpgroup = warpgroup;
  operation->cta = threads[0]->cta;
  operation->descriptorA = first.a;
  operation->descriptorB = first.b;
  operation->isAInRegisters = first.registersA != nullptr;
  operation->accumulators.reserve(kWarpgroupThreads);
  for (uint32_t i = 0; i < kWarpgroupThreads; ++i) {
    const Issue &issue = *static_cast<Issue *>(payloads[i]);
    operation->accumulators.push_back(issue.accumulator);
    issue.accumulator->lastWgmma = operation->number;
    threads[i]->wgmma->issued = operation->number;
    threads[i]->hasIssuedWgmma = true;
    if (issue.registersA)
      operation->registersA.insert(operation->registersA.end(),
                                   issue.registersA,
                                   issue.registersA + kRegistersA);
  }
  machine.start(std::move(operation));
}

/// The accumulator that a thread passes, ready for a wgmma.
AccumulatorSet &getAccumulator(Machine &machine, WgmmaState &state,
                               const Site *site, const MmaShape &shape,
                               uint64_t handle) {
  Thread &thread = machine.current();
  uint32_t count =
      uint32_t(shape.n) / (shape.typeD == ElementKind::F16 ? 4 : 2);
  AccumulatorSet &set =
      handle ? state.find(machine, site, handle) : state.create(count);
  if (set.values.size() != count)
    machine.fail(FindingKind::Unsupported, site,
                 "an accumulator of " + std::to_string(set.values.size()) +
                     " registers is passed to " + describeShape(shape) +
                     ", which has " + std::to_string(count));
  if (shape.scaleD && set.written.count() != count)
    machine.report(FindingKind::Uninitialized, site, &thread,
                   "accumulates onto " +
                       std::to_string(count - set.written.count()) + " of " +
                       std::to_string(count) +
                       " registers that nothing was written to");
  if (state.fences == 0)
    machine.report(FindingKind::RegisterHazard, site, &thread,
                   "missing wgmma.fence: there must be one before the first "
                   "wgmma.mma_async");
  else if (set.fencesAtAccess == state.fences)
    machine.report(FindingKind::RegisterHazard, site, &thread,
                   "missing wgmma.fence: the accumulator's registers were "
                   "accessed since the last one");
  set.written |= ~std::bitset<kMaxAccumulators>() >> (kMaxAccumulators - count);
  return set;
}

} // namespace

uint64_t autotuneSimWgmma(const Site *site, const MmaShape *shape,
                          uint64_t accumulator, uint64_t a,
                          const uint32_t *registersA, uint64_t b) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  if (std::string why = findIllegal(*shape, registersA); !why.empty())
    machine.fail(FindingKind::Unsupported, site,
                 "there is no " + describeShape(*shape) + " like this: " + why);
  WgmmaState &state = WgmmaState::get(thread);
  AccumulatorSet &set =
      getAccumulator(machine, state, site, *shape, accumulator);
  Issue issue = {site, shape, &set, a, registersA, b};
  machine.rendezvous(site, Machine::Group::Warpgroup, kFullWarp, &issue,
                     issueTogether);
  return WgmmaState::rename(set);
}

void autotuneSimWgmmaRegistersRead(const Site *, int32_t number) {
  WgmmaState &state = WgmmaState::get(Machine::get().current());
  state.readA[number] = state.issued;
}

void autotuneSimWgmmaRegistersWrite(const Site *site, int32_t number) {
  Machine &machine = Machine::get();
  Thread &thread = machine.current();
  WgmmaState &state = WgmmaState::get(thread);
  auto read = state.readA.find(number);
  if (read != state.readA.end() && read->second > state.waited)
    machine.report(FindingKind::RegisterHazard, site, &thread,
                   "registers of A are written while wgmma " +
                       std::to_string(read->second) +
                       " of the warpgroup may still read them, before "
                       "wgmma.wait_group");
}

void autotuneSimWgmmaFence(const Site *site) {
  Machine &machine = Machine::get();
  machine.rendezvous(site, Machine::Group::Warp, kFullWarp, nullptr, nullptr);
  ++WgmmaState::get(machine.current()).fences;
}

void autotuneSimWgmmaCommit(const Site *site) {
  Machine &machine = Machine::get();
  machine.rendezvous(site, Machine::Group::Warp, kFullWarp, nullptr, nullptr);
  WgmmaState &state = WgmmaState::get(machine.current());
  state.groups.push_back(state.issued);
  state.committed = state.issued;
}

void autotuneSimWgmmaWait(const Site *site, int32_t pending) {
  Machine &machine = Machine::get();
  machine.rendezvous(site, Machine::Group::Warp, kFullWarp, nullptr, nullptr);
  Thread &thread = machine.current();
  WgmmaState &state = WgmmaState::get(thread);
  Time until = state.waited;
  while (state.groups.size() > size_t(pending)) {
    until = state.groups.front();
    state.groups.pop_front();
  }
  if (until == state.waited)
    return;
  WarpgroupWgmmas *warpgroup = state.warpgroup.get();
  while (warpgroup->performed < until) {
    warpgroup->waiting.push_back({&thread, until});
    machine.block(site, [warpgroup, until] {
      return "wgmma " + std::to_string(until) +
             " of the warpgroup: " + std::to_string(warpgroup->performed) +
             " of " + std::to_string(warpgroup->issued) +
             " have been performed";
    });
  }
  state.waited = until;
  View view;
  view.seen = ClockRef().with({warpgroup->agent, until});
  machine.acquire(thread, view);
}

std::string WgmmaOperation::describe() const {
  return describeShape(shape) + ", number " + std::to_string(number) +
         " of warpgroup " + std::to_string(thread->warpgroup()) + " of CTA " +
         std::to_string(cta->rank);
}
