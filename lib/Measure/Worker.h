//===- Worker.h - The process that touches the GPU --------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that faults or hangs takes its process's context with it. So all
// measuring is done in a child, which tells its parent (Supervisor.h) each step
// before it takes it. The job comes in on stdin, one JSON object; the events go
// out on kEventFd, one JSON object a line:
//
//   job: {"budget_s": 60, "problems": [{"problem": 0, "baseline_index": 3,
//         "candidates": [{"candidate": 4, "record": {...}}, ...]}, ...]}
//   events: {"event": "problem", "problem": 0, "baseline_index": 3, "note": ""}
//           {"event": "start", "candidate": 4, "step": "check"}
//           {"event": "quick", "candidate": 4, "record": {...}}
//           {"event": "record", "candidate": 4, "record": {...}}
//           {"event": "done", "problem": 0, "skipped": 0}
//           {"event": "note", "message": ""}
//           {"event": "yardstick", "ns": 8000, "throttling": ""}
//
// A candidate that the job has a record for was checked and timed by an earlier
// worker and only takes part in the final rounds. Numbers are indices into the
// manifest.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_WORKER_H
#define AUTOTUNE_LIB_MEASURE_WORKER_H

#include "mlir-autotune/Measure/Measuring.h"

#include <memory>

namespace mlir::autotune::measure {

constexpr int kEventFd = 3;
/// Requests that are passed on have a little more in them than they came with.
constexpr size_t kMaxWorkerLineBytes = size_t(80) << 20;
/// Workers that a problem or a step may cost before any candidate was reached.
constexpr int kMaxStrikes = 2;
/// Exit codes beside 0 and 1 (which comes with an error on stderr).
constexpr int kExitHang = 75;
constexpr int kExitContextLost = 76;

class Yardstick;
struct Device;
/// Times the yardstick and tells, as the event `yardstick` with `ns`, the clock
/// (`clock_mhz`) and what holds it down (`throttling`), or `device-failed` with
/// a `detail`.
void emitYardstick(Device &device, std::unique_ptr<Yardstick> &yardstick);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_WORKER_H
