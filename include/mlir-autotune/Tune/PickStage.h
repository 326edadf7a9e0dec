//===- PickStage.h - From records to a tuned module -------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work of `pick`, and the last stage of `tune`.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNE_PICKSTAGE_H
#define MLIR_AUTOTUNE_TUNE_PICKSTAGE_H

#include "mlir-autotune/Proposers/Plans.h"
#include "mlir-autotune/Tune/Input.h"
#include "mlir-autotune/Tune/RecordsFile.h"

namespace mlir::autotune::tune {

struct PickOptions {
  /// The device's name in the records; if empty, all must be of one device.
  std::string device;
  /// May be null: the legality of picks is then not checked.
  const TargetInfo *target = nullptr;
  /// The plans of matmuls of unknown sizes.
  PlanOptions plans;
  /// As they were when the records were measured.
  SizeHintOptions sizes;
  /// Records of libraries' algorithms; may be null. One that is faster than the
  /// best kernel by more than the noise is picked, in a plan before that
  /// kernel, if its library is allowed. Else its number is told.
  const RecordsByKey *libraries = nullptr;
  std::vector<std::string> allowedLibraries;
  /// Whether it is an error if a measurable matmul has no record to pick, or if
  /// no plan can be made for one of unknown sizes.
  bool requireComplete = false;
};

/// Sets the device's best configs on the module's matmuls, and writes the
/// module to `output` and a table of the picks to `tables`. `dependent` are
/// records with dependent launch. For a matmul whose own config asks for
/// dependent launch, only these count. Fails, and writes nothing, if no record
/// can be picked.
llvm::Error pickBest(InputModule &module, const RecordsByKey &records,
                     const RecordsByKey &dependent, const PickOptions &options,
                     StringRef output, raw_ostream &tables,
                     const Messages &messages);

} // namespace mlir::autotune::tune

#endif // MLIR_AUTOTUNE_TUNE_PICKSTAGE_H
