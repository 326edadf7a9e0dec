//===- LaunchStaging.h - Copies of host buffers --------------- -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHSTAGING_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHSTAGING_H

#include "LaunchChecks.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::autotune::tile {

/// Sets where a matrix starts on the device: an index, in bytes.
void setAddress(ImplicitLocOpBuilder &b, Matrix &matrix, Value address);

/// Copies of host buffers on the device, for the operands of a launch or of a
/// library's call. The whole buffer of an operand is copied if it is known.
/// Otherwise, the memory from the operand's first byte to its last is copied.
class Staging {
public:
  /// `inits` are the operands that are written. Without `stagesAll`, only
  /// buffers on the host's stack are copied. `onDevice` never is.
  Staging(ImplicitLocOpBuilder &b, Operation *op, OperandRange inits,
          bool stagesAll, Value onDevice = Value())
      : b(b), op(op), firstInit(inits.getBeginOperandIndex()),
        numInits(inits.size()), stagesAll(stagesAll), onDevice(onDevice) {}

  bool isStaged(Value memref) const {
    return memref != onDevice && (stagesAll || isOnStack(memref));
  }
  /// Emits the copies behind `token`, and sets the addresses of `matrices`,
  /// which may be those of the first operands only.
  LogicalResult copyIn(Value &token, MutableArrayRef<Matrix> matrices);
  /// Emits the copies back of what is written.
  void copyOut(Value &token);

private:
  /// A buffer on both sides, and how many bytes of it lie ahead of the operand;
  /// null where the operand tells.
  struct Copy {
    Value host, device, ahead;
  };

  Copy &create(Value memref, bool isRead, const Matrix &matrix);
  LogicalResult checkWritten(Value memref);
  /// `matrix` is the buffer itself; null where it is a part.
  void allocate(Value &token, Copy &copy, const Matrix *matrix);

  ImplicitLocOpBuilder &b;
  Operation *op;
  unsigned firstInit, numInits;
  bool stagesAll;
  Value onDevice;
  /// Each once, by its source and whether that is read.
  llvm::MapVector<std::pair<Value, int>, Copy> copies;
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_TILELAUNCHTOGPU_LAUNCHSTAGING_H
