//===- Architecture.h - What an architecture's folder adds ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How the folder of an architecture takes part in the lowering of kernels: it
// has a class that derives from Architecture, and Architectures.cpp lists that
// class. No file outside the folder knows anything else of it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_ARCHITECTURE_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_ARCHITECTURE_H

#include "KernelContext.h"

#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/FunctionExtras.h"

namespace mlir::autotune::tile {

class KernelPatterns;

/// Emits what a role does behind its body; null for nothing.
using RoleEnd = llvm::unique_function<void()>;

/// An architecture overrides the hooks for which it has something.
class Architecture {
public:
  /// What an architecture says of something in a kernel: nothing if it isn't
  /// the one that lowers it. Failure comes after a diagnostic. The newest
  /// architecture is asked first, and the first answer counts.
  using Answer = std::optional<LogicalResult>;

  virtual ~Architecture();

  /// Whether a chip, whose compute capability is given too, has what the kernel
  /// needs. The kernel has a role at least.
  virtual Answer checkChip(KernelOp kernel, StringRef chip,
                           unsigned capability) const {
    return std::nullopt;
  }
  /// Whether threads can hold a result of `op` that has this type.
  virtual Answer checkResult(Operation *op, Type type,
                             const KernelLayout &layout) const {
    return std::nullopt;
  }
  virtual Answer checkOperation(Operation *op,
                                const KernelLayout &layout) const {
    return std::nullopt;
  }
  /// Whether the kernel can be lowered as a whole. All architectures must
  /// agree.
  virtual LogicalResult checkKernel(KernelOp kernel,
                                    const KernelLayout &layout) const {
    return success();
  }

  /// Whether threads, and not an asynchronous instruction, read the slot that
  /// `op` uses. Each warp then says when it has done so.
  virtual bool readsByThreads(Operation *op) const { return false; }

  virtual void addConversions(TypeConverter &converter,
                              const KernelLayout &layout) const {}
  /// Lowers what stands before the roles.
  virtual void lowerStart(KernelContext &context) const {}
  /// Emits what all threads of a role do first.
  virtual void enterRole(Emitter &e, KernelContext &context,
                         RoleOp role) const {}
  /// Emits what the threads that execute a role's body do before it. The
  /// operation still has its body, but no longer when the end is emitted.
  virtual RoleEnd beginRole(Emitter &e, KernelContext &context, RoleOp op,
                            const RoleLayout &role) const {
    return {};
  }
  /// Adds its patterns: with a higher benefit where an older architecture has
  /// one for the same operation, and only for chips that have the instructions.
  virtual void populatePatterns(KernelPatterns &patterns) const {}
};

/// All architectures, oldest first (Architectures.cpp).
ArrayRef<const Architecture *> getArchitectures();

/// What the newest architecture says that says something; success if none does.
LogicalResult
askArchitectures(function_ref<Architecture::Answer(const Architecture &)> ask);

/// Whether threads read the slots of the ring.
bool isReadByThreads(RingOp ring);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_ARCHITECTURE_H
