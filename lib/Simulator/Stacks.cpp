//===- Stacks.cpp - Memory that fibers run on -----------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stacks.h"

#include <cassert>
#include <condition_variable>
#include <mutex>
#include <sys/mman.h>
#include <unistd.h>

namespace mlir::autotune::sim {

namespace {

/// Of the process. Stacks are never unmapped, so that the most that were in use
/// at once are all there ever are: each of them is counted in `left`, lies in
/// `unused`, or was mapped for somebody whose share of `left` it is.
struct Budget {
  std::mutex mutex;
  std::condition_variable hasChanged;
  uint64_t left = kMaxStacks;
  std::vector<char *> unused;
  /// Of those who wait: first come, first served, so that many small launches
  /// do not keep a large one out.
  uint64_t nextTicket = 0, served = 0;
};

} // namespace

/// Lives as long as the process: threads may end after everything else.
static Budget &getBudget() {
  static Budget &budget = *new Budget;
  return budget;
}

/// Adds `count` new ones, or nothing.
static bool map(uint64_t count, std::vector<char *> &stacks) {
  const size_t guard = size_t(::sysconf(_SC_PAGESIZE));
  const size_t each = guard + kStackBytes, bytes = count * each;
  if (count == 0)
    return true;
  void *memory =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED)
    return false;
  char *begin = static_cast<char *>(memory);
  for (uint64_t i = 0; i < count; ++i)
    if (::mprotect(begin + i * each, guard, PROT_NONE) != 0) {
      ::munmap(memory, bytes);
      return false;
    }
  for (uint64_t i = 0; i < count; ++i)
    stacks.push_back(begin + i * each + guard);
  return true;
}

static void giveBack(uint64_t count, std::vector<char *> &stacks) {
  Budget &budget = getBudget();
  {
    std::lock_guard<std::mutex> lock(budget.mutex);
    budget.left += count;
    budget.unused.insert(budget.unused.end(), stacks.begin(), stacks.end());
  }
  stacks.clear();
  budget.hasChanged.notify_all();
}

std::optional<std::vector<Stacks>> Stacks::reserve(uint64_t owners,
                                                   uint64_t each) {
  uint64_t count = owners * each;
  assert(count <= kMaxStacks && "too many stacks");
  Budget &budget = getBudget();
  std::vector<char *> stacks;
  stacks.reserve(count);
  {
    std::unique_lock<std::mutex> lock(budget.mutex);
    uint64_t ticket = budget.nextTicket++;
    budget.hasChanged.wait(
        lock, [&] { return ticket == budget.served && count <= budget.left; });
    ++budget.served;
    budget.left -= count;
    while (stacks.size() < count && !budget.unused.empty()) {
      stacks.push_back(budget.unused.back());
      budget.unused.pop_back();
    }
  }
  budget.hasChanged.notify_all();
  if (!map(count - stacks.size(), stacks)) {
    giveBack(count, stacks);
    return std::nullopt;
  }
  std::vector<Stacks> shares;
  shares.reserve(owners);
  for (uint64_t i = 0; i < owners; ++i) {
    Stacks share;
    share.free.assign(stacks.begin() + i * each,
                      stacks.begin() + (i + 1) * each);
    shares.push_back(std::move(share));
  }
  return shares;
}

uint64_t Stacks::countWaiting() {
  Budget &budget = getBudget();
  std::lock_guard<std::mutex> lock(budget.mutex);
  return budget.nextTicket - budget.served;
}

Stacks::~Stacks() {
  if (!free.empty())
    giveBack(free.size(), free);
}

char *Stacks::take() {
  assert(!free.empty() && "more fibers than were reserved for");
  char *stack = free.back();
  free.pop_back();
  return stack;
}

} // namespace mlir::autotune::sim
