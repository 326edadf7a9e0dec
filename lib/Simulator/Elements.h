//===- Elements.h - Element types of matrix instructions --------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers of the element types that matrix instructions and tensor maps know,
// as floats of the host. All but f64 and s32 fit into an f32 exactly.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_SIMULATOR_ELEMENTS_H
#define MLIR_AUTOTUNE_LIB_SIMULATOR_ELEMENTS_H

#include "mlir-autotune/Core/SimulatorABI.h"

#include <string>

namespace mlir::autotune::sim {

/// E.g. "bf16".
const char *stringify(ElementKind kind);
/// In memory and in registers; a tf32 takes 4 bytes. 0 for b1.
uint32_t getElementBytes(ElementKind kind);
bool isFloat8(ElementKind kind);
/// The names of all for which that holds, with `last` before the last one.
std::string listFloat8(const char *last);

float decodeF16(uint16_t bits);
float decodeBF16(uint16_t bits);
/// To the nearest, ties to even; what is too large becomes infinite.
uint16_t encodeF16(float value);
uint16_t encodeBF16(float value);

/// `count` elements that lie side by side, as matrix instructions read them: of
/// a tf32 the low 13 bits are ignored. Not for f64 and s32.
void decodeElements(ElementKind kind, const uint8_t *from, float *into,
                    uint32_t count);

} // namespace mlir::autotune::sim

#endif // MLIR_AUTOTUNE_LIB_SIMULATOR_ELEMENTS_H
