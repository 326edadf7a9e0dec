//===- PlanWrappers.cpp - The row of a plan that runs ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What host code calls before the launch of a plan, as the CUDA runtime library
// has it. Simulated kernels have no times, so with AUTOTUNE_PLANS=measure all
// kernels that are legal at the sizes run in turn, without an end.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/PlanRows.h"
#include "mlir-autotune/Core/SimulatorABI.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

using namespace mlir::autotune;

static PlanMode readMode() {
  std::string error;
  PlanMode mode = parsePlanMode(std::getenv("AUTOTUNE_PLANS"), error);
  if (!error.empty())
    std::fprintf(stderr, "simulator: %s\n", error.c_str());
  return mode;
}

static PlanMode getMode() {
  static const PlanMode mode = readMode();
  return mode;
}

AUTOTUNE_SIM_EXPORT int32_t mgpuAutotunePlansAreOn() {
  return getMode() != PlanMode::Rows;
}

AUTOTUNE_SIM_EXPORT int64_t mgpuAutotunePlanRow(const int64_t *numbers,
                                                const char *, int64_t m,
                                                int64_t n, int64_t k,
                                                int64_t batch, int64_t own,
                                                uint64_t allowed) {
  static std::atomic<size_t> calls{0};
  if (!(allowed >> own & 1))
    return own;
  std::vector<PlanRow> rows = decodePlanRows(numbers);
  ProblemSizes sizes = {m, n, k, batch};
  size_t row = rows.size();
  if (getMode() == PlanMode::Nearest)
    row = selectNearestRow(rows, sizes, allowed);
  else if (std::vector<size_t> legal = listLegalRows(rows, sizes, allowed);
           !legal.empty())
    row = legal[calls++ % legal.size()];
  return row == rows.size() ? own : int64_t(row);
}
