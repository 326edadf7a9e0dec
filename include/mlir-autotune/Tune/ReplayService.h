//===- ReplayService.h - Records in place of a device --------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_REPLAYSERVICE_H
#define MLIR_AUTOTUNE_TUNE_REPLAYSERVICE_H

#include "mlir-autotune/Tune/MeasuredTable.h"
#include "mlir-autotune/Tune/MeasuringService.h"

#include <memory>
#include <optional>

namespace mlir::autotune::tune {

/// The files of "replay:FILE[,FILE...]"; nullopt for any other device.
std::optional<std::vector<std::string>> parseReplayDevice(StringRef device);

/// A service that answers from records: with the recorded outcome and time,
/// for any effort and any kernel. The same question always has the same
/// answer. A config without a record is a launch-failure whose detail says
/// why; a matmul without records is refused. Fails if a file can't be read, or
/// if the records are of several devices and `deviceName` selects none.
llvm::Expected<std::unique_ptr<MeasuringService>>
createReplayService(llvm::ArrayRef<std::string> paths, StringRef deviceName,
                    llvm::function_ref<void(const llvm::Twine &)> warn);

/// Answers from a table instead of files.
std::unique_ptr<MeasuringService> createReplayService(MeasuredTable table);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_REPLAYSERVICE_H
