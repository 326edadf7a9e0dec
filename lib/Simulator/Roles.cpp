//===- Roles.cpp - What every thread of a cluster is doing ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roles.h"

#include "Describe.h"

namespace mlir::autotune::sim {

/// More say nothing new.
static constexpr size_t kMaxLines = 32;

namespace {

/// Threads of one CTA in the same state.
struct Role {
  const Cta *cta;
  Thread::State state;
  const Site *site;
  std::string waitsFor;
  std::vector<uint32_t> warps;
  uint32_t threads = 0;
};

} // namespace

/// "warps 0-3, 5"
static std::string describeWarps(const std::vector<uint32_t> &warps) {
  std::string text = warps.size() == 1 ? "warp " : "warps ";
  for (size_t i = 0; i < warps.size();) {
    size_t end = i + 1;
    while (end < warps.size() && warps[end] == warps[end - 1] + 1)
      ++end;
    text += (i ? ", " : "") + std::to_string(warps[i]);
    if (end - i > 1)
      text += "-" + std::to_string(warps[end - 1]);
    i = end;
  }
  return text;
}

static std::string describe(const Role &role) {
  std::string text = describeCta(*role.cta) + ", " + describeWarps(role.warps) +
                     " (" + std::to_string(role.threads) +
                     (role.threads == 1 ? " thread)" : " threads)");
  switch (role.state) {
  case Thread::State::Done:
    return text + " have ended";
  case Thread::State::Ready:
    return text + " can go on" +
           (role.site ? ", last seen at " + describeSite(role.site) : "");
  case Thread::State::Blocked:
    return text + " at " + describeSite(role.site) + ": " + role.waitsFor;
  }
  return text;
}

static std::vector<Role> getRoles(const Cta &cta) {
  std::vector<Role> roles;
  for (const Thread &thread : cta.threads) {
    bool isDone = thread.state == Thread::State::Done;
    const Site *site = isDone ? nullptr : thread.site;
    std::string waitsFor;
    if (thread.state == Thread::State::Blocked && thread.waitsFor)
      waitsFor = thread.waitsFor();
    Role *role = nullptr;
    for (Role &other : roles)
      if (other.state == thread.state && other.site == site &&
          other.waitsFor == waitsFor)
        role = &other;
    if (!role) {
      roles.push_back({&cta, thread.state, site, waitsFor, {}, 0});
      role = &roles.back();
    }
    ++role->threads;
    if (role->warps.empty() || role->warps.back() != thread.warp())
      role->warps.push_back(thread.warp());
  }
  return roles;
}

std::string
describeRoles(const std::deque<Cta> &ctas,
              const std::vector<std::unique_ptr<AsyncOperation>> &operations) {
  std::vector<std::string> lines;
  for (const Cta &cta : ctas)
    for (const Role &role : getRoles(cta))
      lines.push_back(describe(role));
  for (const std::unique_ptr<AsyncOperation> &operation : operations)
    lines.push_back("not performed: " + operation->describe());
  std::string text;
  for (size_t i = 0; i < lines.size() && i < kMaxLines; ++i)
    text += "\n  " + lines[i];
  if (lines.size() > kMaxLines)
    text += "\n  and " + std::to_string(lines.size() - kMaxLines) + " more";
  return text;
}

} // namespace mlir::autotune::sim
