//===- SizeGuard.h - Conditions on sizes of run time ------------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How guards (Core/SizeGuard.h) relate to facts.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_PROBLEM_SIZEGUARD_H
#define MLIR_AUTOTUNE_PROBLEM_SIZEGUARD_H

#include "mlir-autotune/Core/SizeGuard.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/Twine.h"

#include <optional>
#include <string>

namespace mlir::autotune {

llvm::StringRef stringifySizeDim(SizeDim dim);
std::optional<SizeDim> symbolizeSizeDim(llvm::StringRef name);

/// The sizes of a problem; kDynamicSize for those that are not known.
ProblemSizes getSizes(const ProblemFact &fact);

/// Why guards can't speak of all sizes of a problem, as a clause; empty if they
/// can.
llvm::StringRef getWhyNotGuarded(const ProblemFact &fact);

llvm::hash_code hash_value(const SizeGuard &guard);

/// Why a range has no size, or is none; empty if it has sizes. `name` names the
/// size.
std::string getRangeFault(llvm::StringRef name, const SizeRange &range);

using GuardFaultHandler =
    llvm::function_ref<void(size_t offset, const llvm::Twine &)>;

/// Reads a guard as it stands in brackets in #autotune.plan, such as "m from 2
/// to 64, k by 64". It has one or more conditions, and does not hold for all
/// sizes. The first fault goes to `report`, with its place in `text`.
std::optional<SizeGuard> parseSizeGuard(llvm::StringRef text,
                                        GuardFaultHandler report);

/// As selectRow() of Core/SizeGuard.h.
inline size_t selectRow(llvm::ArrayRef<SizeGuard> guards,
                        const ProblemSizes &sizes) {
  return selectRow(guards.data(), guards.size(), sizes);
}

/// The number of the first guard that can never be selected, because the guards
/// before it hold whenever it does. nullopt if there is none, or it would take
/// too many comparisons to tell.
std::optional<size_t> findUnreachable(llvm::ArrayRef<SizeGuard> guards);

/// Removes bounds that change no selection, because the rows before take all
/// sizes beyond them.
void simplifyGuards(llvm::MutableArrayRef<SizeGuard> guards);

/// Why a guard never holds for a problem, as in "is for n to 64, but n is 96
/// here"; empty if it may hold.
std::string getWhyExcluded(const ProblemFact &fact, const SizeGuard &guard);

/// For each unknown size that is the length of rows of a dense A, B or output,
/// the unit with which these rows are multiples of `bytes`, a power of two.
/// Without outputs if `ofInputs`.
SizeGuard getRowUnits(const ProblemFact &fact, int64_t bytes,
                      bool ofInputs = false);

/// Adds to a problem what is known when `guard` holds. The problem's known
/// sizes must be in the guard.
///
/// - A size that the guard states exactly becomes known, except a size of 0 and
///   a batch of 1.
/// - Strides of dense matrices that follow from known sizes become known.
/// Others
///   are multiples of the unit of the size that they follow from.
ProblemFact restrictTo(const ProblemFact &fact, const SizeGuard &guard);

} // namespace mlir::autotune

#endif // MLIR_AUTOTUNE_PROBLEM_SIZEGUARD_H
