//===- MeasuringPool.h - The runners that a tuner measures with -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_MEASURINGPOOL_H
#define MLIR_AUTOTUNE_TUNE_MEASURINGPOOL_H

#include "mlir-autotune/Tune/MeasureStage.h"
#include "mlir-autotune/Tune/MeasuringService.h"

#include <functional>
#include <memory>

namespace mlir::autotune::tune {

/// Starts `numDevices` of each runner that the options name, and waits for
/// their greetings. An error gives the runner's own reason: no driver, no such
/// device.
llvm::Expected<std::unique_ptr<MeasuringService>>
openMeasuringService(const MeasureOptions &options, unsigned numDevices,
                     std::function<void(llvm::StringRef)> note);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_MEASURINGPOOL_H
