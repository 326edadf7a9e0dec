//===- Architecture.h - What an architecture's folder adds ------*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each architecture has a folder with a class that derives from Architecture,
// which takes part in the lowering of kernels. Architectures.cpp lists the
// classes. No other file outside a folder knows anything of it.
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_ARCHITECTURE_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_ARCHITECTURE_H

#include "KernelContext.h"

#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/FunctionExtras.h"

namespace mlir::autotune::tile {

class KernelPatterns;

/// Emits the code after a role's body; null if there is none.
using RoleEnd = llvm::unique_function<void()>;

/// An architecture overrides the hooks for which it has something.
class Architecture {
public:
  /// An architecture's answer about an operation of a kernel: nullopt if the
  /// architecture does not lower it, failure after a diagnostic. The newest
  /// architecture is asked first, and the first answer counts.
  using Answer = std::optional<LogicalResult>;

  virtual ~Architecture();

  /// Whether a chip, whose compute capability is also given, has what the
  /// kernel needs. The kernel has at least one role.
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

  /// Whether threads, instead of an asynchronous instruction, read the slot
  /// that `op` uses. Each warp then signals that it has read the slot.
  virtual bool readsByThreads(Operation *op) const { return false; }

  virtual void addConversions(TypeConverter &converter,
                              const KernelLayout &layout) const {}
  /// Lowers the operations before the roles.
  virtual void lowerStart(KernelContext &context) const {}
  /// Emits the first code that all threads of a role run.
  virtual void enterRole(Emitter &e, KernelContext &context,
                         RoleOp role) const {}
  /// Emits the code before a role's body, for the threads that run the body.
  /// The role still has its body here, but no longer when RoleEnd is called.
  virtual RoleEnd beginRole(Emitter &e, KernelContext &context, RoleOp op,
                            const RoleLayout &role) const {
    return {};
  }
  /// Adds the architecture's patterns. A pattern that replaces an older
  /// architecture's needs a higher benefit. Only adds patterns whose
  /// instructions the chip has.
  virtual void populatePatterns(KernelPatterns &patterns) const {}
};

/// All architectures, oldest first (Architectures.cpp).
ArrayRef<const Architecture *> getArchitectures();

/// The first answer, the newest architecture first; success if none answers.
LogicalResult
askArchitectures(function_ref<Architecture::Answer(const Architecture &)> ask);

/// Whether threads read the slots of the ring.
bool isReadByThreads(RingOp ring);

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_ARCHITECTURE_H
