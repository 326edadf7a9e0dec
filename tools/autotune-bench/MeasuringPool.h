//===- MeasuringPool.h - The runners that a tuner measures with -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_BENCH_MEASURINGPOOL_H
#define AUTOTUNE_BENCH_MEASURINGPOOL_H

#include "MeasureStage.h"
#include "MeasuringService.h"

#include <functional>
#include <memory>

namespace mlir::autotune::bench {

/// Starts the runners that the options name, `numDevices` of each, and greets
/// them. An error has the runner's own reason: no driver, no such device.
llvm::Expected<std::unique_ptr<MeasuringService>>
openMeasuringService(const MeasureOptions &options, unsigned numDevices,
                     std::function<void(llvm::StringRef)> note);

} // namespace mlir::autotune::bench

#endif // AUTOTUNE_BENCH_MEASURINGPOOL_H
