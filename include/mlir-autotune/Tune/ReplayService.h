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

/// "replay:FILE[,FILE...]" as the files; nothing for another device.
std::optional<std::vector<std::string>> parseReplayDevice(StringRef device);

/// A service that answers from what was recorded: the recorded outcome and
/// time, whatever effort is asked for, and whatever kernel is given. The same
/// question has the same answer. A config that was not recorded is a
/// launch-failure, and its detail says why; a matmul of which there is no
/// record can't be added. Fails where a file can't be read, or the records are
/// of several devices and `deviceName` does not choose.
llvm::Expected<std::unique_ptr<MeasuringService>>
createReplayService(llvm::ArrayRef<std::string> paths, StringRef deviceName,
                    llvm::function_ref<void(const llvm::Twine &)> warn);

/// The same of a table.
std::unique_ptr<MeasuringService> createReplayService(MeasuredTable table);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_REPLAYSERVICE_H
