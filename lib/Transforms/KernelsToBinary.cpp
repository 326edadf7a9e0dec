//===- KernelsToBinary.cpp - gpu.binary, on all cores ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Threading.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNEKERNELSTOBINARY
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

namespace {
struct KernelsToBinary
    : public autotune::impl::AutotuneKernelsToBinaryBase<KernelsToBinary> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>();
  }

  void runOnOperation() override {
    auto target =
        llvm::StringSwitch<std::optional<gpu::CompilationTarget>>(format)
            .Case("isa", gpu::CompilationTarget::Assembly)
            .Case("bin", gpu::CompilationTarget::Binary)
            .Case("fatbin", gpu::CompilationTarget::Fatbin)
            .Default(std::nullopt);
    if (!target) {
      emitError(getOperation().getLoc())
          << "format is '" << format << "'; it must be isa, bin or fatbin";
      return signalPassFailure();
    }
    // Threads change no block that another one sees: each has a module of its
    // own.
    SmallVector<OwningOpRef<ModuleOp>> parts;
    for (auto kernels : llvm::make_early_inc_range(
             getOperation().getOps<gpu::GPUModuleOp>())) {
      parts.push_back(ModuleOp::create(kernels.getLoc()));
      kernels->moveBefore(parts.back()->getBody(),
                          parts.back()->getBody()->end());
    }
    LogicalResult all = failableParallelForEach(
        &getContext(), parts, [&](OwningOpRef<ModuleOp> &part) {
          gpu::TargetOptions options({}, {}, {}, {}, *target);
          return gpu::transformGpuModulesToBinaries(*part, nullptr, options);
        });
    Block *body = getOperation().getBody();
    for (OwningOpRef<ModuleOp> &part : parts)
      for (Operation &op : llvm::make_early_inc_range(*part->getBody()))
        op.moveBefore(body, body->end());
    if (failed(all))
      signalPassFailure();
  }
};
} // namespace
