//===- PickStage.h - From records to a tuned module -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `pick` does, and `tune` ends with.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_PICKSTAGE_H
#define MLIR_AUTOTUNE_TUNE_PICKSTAGE_H

#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/RecordsFile.h"

namespace mlir::autotune::tune {

struct PickOptions {
  /// The name in the records; when it is empty they must all be of one device.
  std::string device;
  /// May be null; then it is not checked whether picks are legal.
  const TargetInfo *target = nullptr;
  /// Whether it is an error when a matmul that can be measured has no record
  /// that can be picked.
  bool requireComplete = false;
};

/// Writes the best of the records of the device into the module's matmuls, the
/// module to `output`, and a table of the picks to `tables`. `dependent` are
/// the records with dependent launch, which count, and alone, where the
/// module's own config asks for it. Nothing is written where it fails, as where
/// no record can be picked.
llvm::Error pickBest(InputModule &module, const RecordsByKey &records,
                     const RecordsByKey &dependent, const PickOptions &options,
                     StringRef output, raw_ostream &tables,
                     const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_PICKSTAGE_H
