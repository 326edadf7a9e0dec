//===- ShapesFile.h - Matmuls as lines of text ------------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_TUNING_SHAPESFILE_H
#define MLIR_AUTOTUNE_TUNING_SHAPESFILE_H

#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <vector>

namespace mlir::autotune {

/// Reads lines of the form
///
///   bf16 tn 4096 4096 4096      # element type, layout, M, N, K
///
/// The layout is that of the equivalent column-major BLAS call, whose first
/// operand is B: "tn" is B stored N x K and A stored M x K, "nn" is B stored
/// K x N; a second letter t has A stored K x M. Matrices are contiguous.
///
/// Floats are summed in f32 (f64 in f64) and stored in their type; 8-bit
/// floats, which also have the short names of Elements.td, are stored as bf16.
/// Integers are summed and stored as i32 (i64 as i64). Different types of A
/// and B are separated by a comma: two 8-bit floats, an 8-bit float and bf16
/// or f16, or i8 or i4 and a float, as in "bf16,i8". With integers, sums and C
/// have the types of the float.
///
/// A line may also be a problem as parseProblem reads it, with other types,
/// layouts or an epilogue:
///
///   64x64x64 bf16 -> f32 then {func.func @epilogue(%s: f32, ...} bf16[n]
///
/// Equal lines count once.
///
/// Fails, naming file and line, at the first line that can't be parsed. Lines
/// with an element type that no fact can name are left out and listed in
/// `skipped`.
llvm::Expected<std::vector<ProblemFact>>
parseShapes(StringRef text, StringRef file, std::vector<std::string> &skipped);

/// The most bytes of a shapes file, enough for some forty thousand lines.
inline constexpr size_t kMaxShapesFileBytes = size_t(1) << 20;

/// Reads a shapes file, or the standard input ("-"), for parseShapes(). Fails
/// if it is longer than the limit or never ends.
llvm::Expected<std::string> readShapesFile(StringRef path);

/// Both; what is left out is handed to `warn`.
llvm::Expected<std::vector<ProblemFact>>
readShapes(StringRef path, function_ref<void(const Twine &)> warn);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_TUNING_SHAPESFILE_H
