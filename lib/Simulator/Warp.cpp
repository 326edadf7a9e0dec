//===- Warp.cpp - Shuffles, votes and elections ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Collective.h"

using namespace mlir::autotune::sim;

namespace {

struct Shuffle {
  ShuffleKind kind;
  uint32_t value, lane, clamp, result;
  bool valid;
};

struct Vote {
  VoteKind kind;
  bool value;
  uint32_t result;
};

} // namespace

/// The lane that `lane` reads from, as PTX's pseudocode of shfl.sync has it;
/// false if that is out of its segment, and it reads from itself.
static bool findSource(const Shuffle &shuffle, uint32_t lane,
                       uint32_t &source) {
  uint32_t operand = shuffle.lane & 31, clamp = shuffle.clamp & 31;
  uint32_t segment = shuffle.clamp >> 8 & 31;
  int32_t last = int32_t((lane & segment) | (clamp & ~segment));
  int32_t first = int32_t(lane & segment);
  int32_t j = 0;
  bool valid = false;
  switch (shuffle.kind) {
  case ShuffleKind::Up:
    j = int32_t(lane) - int32_t(operand);
    valid = j >= last;
    break;
  case ShuffleKind::Down:
    j = int32_t(lane + operand);
    valid = j <= last;
    break;
  case ShuffleKind::Bfly:
    j = int32_t(lane ^ operand);
    valid = j <= last;
    break;
  case ShuffleKind::Idx:
    j = first | int32_t(operand & ~segment);
    valid = j <= last;
    break;
  }
  source = valid ? uint32_t(j) : lane;
  return valid;
}

static void shuffleAll(Machine &machine, Thread *const *threads,
                       void *const *payloads) {
  for (uint32_t lane = 0; lane < kWarpThreads; ++lane) {
    if (!payloads[lane])
      continue;
    Shuffle &shuffle = *static_cast<Shuffle *>(payloads[lane]);
    uint32_t source = lane;
    shuffle.valid = findSource(shuffle, lane, source);
    if (payloads[source]) {
      shuffle.result = static_cast<Shuffle *>(payloads[source])->value;
      continue;
    }
    machine.report(FindingKind::Divergence, machine.current().site,
                   threads[lane],
                   "lane " + std::to_string(lane) + " reads from lane " +
                       std::to_string(source) +
                       ", which is not in the mask: its value is undefined");
    shuffle.result = shuffle.value;
  }
}

uint32_t autotuneSimShuffle(const AutotuneSimSite *site, int32_t kind,
                            uint32_t mask, uint32_t value, uint32_t lane,
                            uint32_t clamp, bool *valid) {
  Machine &machine = Machine::get();
  Shuffle shuffle = {
      static_cast<ShuffleKind>(kind), value, lane, clamp, 0, false};
  // For the report of whoever comes last.
  machine.current().site = site;
  machine.rendezvous(site, Machine::Group::Warp, mask, &shuffle, shuffleAll);
  if (valid)
    *valid = shuffle.valid;
  return shuffle.result;
}

static void voteAll(Machine &, Thread *const *, void *const *payloads) {
  uint32_t mask = 0, yes = 0;
  for (uint32_t lane = 0; lane < kWarpThreads; ++lane)
    if (payloads[lane]) {
      mask |= 1u << lane;
      yes |= uint32_t(static_cast<Vote *>(payloads[lane])->value) << lane;
    }
  for (uint32_t lane = 0; lane < kWarpThreads; ++lane) {
    if (!payloads[lane])
      continue;
    Vote &vote = *static_cast<Vote *>(payloads[lane]);
    switch (vote.kind) {
    case VoteKind::Any:
      vote.result = yes != 0;
      break;
    case VoteKind::All:
      vote.result = yes == mask;
      break;
    case VoteKind::Ballot:
      vote.result = yes;
      break;
    case VoteKind::Uni:
      vote.result = yes == 0 || yes == mask;
      break;
    }
  }
}

uint32_t autotuneSimVote(const AutotuneSimSite *site, int32_t kind,
                         uint32_t mask, bool value) {
  Vote vote = {static_cast<VoteKind>(kind), value, 0};
  Machine::get().rendezvous(site, Machine::Group::Warp, mask, &vote, voteAll);
  return vote.result;
}

bool autotuneSimElect(const AutotuneSimSite *site, uint32_t mask) {
  Machine &machine = Machine::get();
  machine.rendezvous(site, Machine::Group::Warp, mask, nullptr, nullptr);
  // PTX leaves open which lane it is, but always the same for one mask; the
  // hardware takes the lowest.
  return machine.current().lane() == uint32_t(__builtin_ctz(mask));
}

void autotuneSimSyncWarp(const AutotuneSimSite *site, uint32_t mask) {
  Machine::get().rendezvous(site, Machine::Group::Warp, mask, nullptr, nullptr,
                            /*synchronizes=*/true);
}
