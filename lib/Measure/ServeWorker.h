//===- ServeWorker.h - The GPU's process of a serving runner ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the requests of docs/runner-protocol.md that its parent (Server.h)
// passes on, each when the one before is done, and answers with events on
// kEventFd, those of Worker.h and:
//
//   {"event": "device", "name": "", "driver": "", "info": {...}}
//   {"event": "device-failed", "detail": ""}
//   {"event": "yardstick", "ns": 8000, "throttling": ""}
//   {"event": "idle"}                    the request is done
//
// "candidate" is the place in the request. It has one problem at a time.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_LIB_MEASURE_SERVEWORKER_H
#define AUTOTUNE_LIB_MEASURE_SERVEWORKER_H

#include "mlir-autotune/Measure/Options.h"

namespace mlir::autotune::measure {

/// Serves until stdin ends; returns the exit code.
int runServeWorker(const Options &options);

} // namespace mlir::autotune::measure

#endif // AUTOTUNE_LIB_MEASURE_SERVEWORKER_H
