//===- Report.cpp - What was found, in words ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Findings.h"

#include <cstring>

namespace mlir::autotune::sim {

const char *stringify(FindingKind kind) {
  switch (kind) {
  case FindingKind::OutOfBounds:
    return "out-of-bounds";
  case FindingKind::Misaligned:
    return "misaligned";
  case FindingKind::Uninitialized:
    return "uninitialized";
  case FindingKind::Race:
    return "race";
  case FindingKind::MissingProxyFence:
    return "missing-proxy-fence";
  case FindingKind::Deadlock:
    return "deadlock";
  case FindingKind::TransactionBytes:
    return "transaction-bytes";
  case FindingKind::BarrierMisuse:
    return "barrier-misuse";
  case FindingKind::BarrierPending:
    return "barrier-pending";
  case FindingKind::EarlyExit:
    return "early-exit";
  case FindingKind::EarlyAccess:
    return "early-access";
  case FindingKind::Divergence:
    return "divergence";
  case FindingKind::OutputLost:
    return "output-lost";
  case FindingKind::OutputDoubled:
    return "output-doubled";
  case FindingKind::RegisterHazard:
    return "register-hazard";
  case FindingKind::BadDescriptor:
    return "bad-descriptor";
  case FindingKind::BadTensorMap:
    return "bad-tensor-map";
  case FindingKind::RegisterCount:
    return "register-count";
  case FindingKind::StepLimit:
    return "step-limit";
  case FindingKind::Unsupported:
    return "unsupported";
  case FindingKind::Trap:
    return "trap";
  }
  return "";
}

std::string Finding::str() const {
  std::string text = kernel.empty() ? "" : kernel + ": ";
  if (warp >= 0)
    text += "CTA (" + std::to_string(cta[0]) + ", " + std::to_string(cta[1]) +
            ", " + std::to_string(cta[2]) + "), warp " + std::to_string(warp) +
            (lane >= 0 ? ", lane " + std::to_string(lane) : "") + ": ";
  if (!operation.empty())
    text += operation + (location.empty() ? "" : " at " + location) + ": ";
  text += std::string(stringify(kind)) + ": " + message;
  if (count > 1)
    text += " (" + std::to_string(count) + " times)";
  return text;
}

/// Whether it is the same operation, or one that was unrolled or lowered from
/// the same place.
static bool areAlike(const Site *a, const Site *b) {
  if (a == b || !a || !b)
    return a == b;
  return std::strcmp(a->operation, b->operation) == 0 &&
         std::strcmp(a->location, b->location) == 0 &&
         std::strcmp(a->location, "loc(unknown)") != 0;
}

void Findings::add(Finding finding, const Site *site, const Site *other) {
  for (Entry &entry : entries) {
    if (entry.finding.kind != finding.kind || !areAlike(entry.site, site) ||
        !areAlike(entry.other, other))
      continue;
    if (!site && entry.finding.message != finding.message)
      continue;
    entry.finding.count += finding.count;
    return;
  }
  if (entries.size() >= limit)
    more += finding.count;
  else
    entries.push_back({std::move(finding), site, other});
}

void Findings::add(const Findings &others) {
  for (const Entry &entry : others.entries)
    add(entry.finding, entry.site, entry.other);
  more += others.more;
}

void Findings::moveTo(Report &report) {
  for (Entry &entry : entries)
    report.findings.push_back(std::move(entry.finding));
  entries.clear();
  report.moreFindings += more;
}

} // namespace mlir::autotune::sim
