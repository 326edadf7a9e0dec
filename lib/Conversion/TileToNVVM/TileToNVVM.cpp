//===- TileToNVVM.cpp - From the tile dialect to NVVM ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Conversion/Passes.h"

#include "FragmentLayout.h"
#include "KernelChecks.h"
#include "KernelPattern.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_CONVERTTILETONVVM
#include "mlir-autotune/Conversion/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static LogicalResult lowerKernel(KernelOp kernel) {
  if (failed(checkPlace(kernel)))
    return failure();
  FailureOr<KernelLayout> layout = KernelLayout::compute(kernel);
  if (failed(layout) || failed(checkOperations(kernel, *layout)))
    return failure();
  std::unique_ptr<KernelContext> context =
      KernelContext::create(std::move(*layout), kernel);
  lowerTileLoops(*context);
  lowerRoles(*context);

  MLIRContext *mlirContext = context->func.getContext();
  TypeConverter converter;
  converter.addConversion([](Type type) { return type; });
  converter.addConversion(
      [](SlotType type) { return IntegerType::get(type.getContext(), 32); });
  int64_t warpgroups = context->layout.fragmentWarpgroups;
  converter.addConversion(
      [warpgroups](FragmentType type, SmallVectorImpl<Type> &results)
          -> std::optional<LogicalResult> {
        llvm::append_range(results, getFragmentStructs(type, warpgroups));
        return success();
      });
  auto materialize = [](OpBuilder &b, Type type, ValueRange inputs,
                        Location loc) -> Value {
    return UnrealizedConversionCastOp::create(b, loc, type, inputs)
        .getResult(0);
  };
  converter.addSourceMaterialization(materialize);
  converter.addTargetMaterialization(materialize);

  ConversionTarget target(*mlirContext);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalDialect<TileDialect>();
  // Named by others until all of them are lowered.
  target.addLegalOp<RingOp, StagingOp>();
  target.addIllegalOp<gpu::ThreadIdOp, gpu::BarrierOp>();
  KernelContext &state = *context;
  target.addDynamicallyLegalOp<memref::LoadOp>(
      [&state](memref::LoadOp op) { return !state.isOperand(op.getMemref()); });
  target.addDynamicallyLegalOp<memref::StoreOp>([&state](memref::StoreOp op) {
    return !state.isOperand(op.getMemref());
  });
  RewritePatternSet patterns(mlirContext);
  populateRingPatterns(patterns, converter, state);
  populateMmaPatterns(patterns, converter, state);
  populateFragmentPatterns(patterns, converter, state);
  populateStorePatterns(patterns, converter, state);
  populateStagedStorePatterns(patterns, converter, state);
  populateReducePatterns(patterns, converter, state);
  populateMemRefPatterns(patterns, converter, state);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  LLVM::LLVMFuncOp func = state.func;
  if (failed(applyPartialConversion(func, target, std::move(patterns))))
    return failure();

  func.walk([](Operation *op) {
    if (isa<RingOp, StagingOp>(op))
      op->erase();
  });
  for (auto cast : llvm::make_early_inc_range(
           func.getBody().front().getOps<UnrealizedConversionCastOp>()))
    if (cast->use_empty())
      cast->erase();
  return success();
}

namespace {
struct ConvertTileToNVVM
    : public autotune::impl::ConvertTileToNVVMBase<ConvertTileToNVVM> {
  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation()->walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    for (KernelOp kernel : kernels)
      if (failed(lowerKernel(kernel)))
        return signalPassFailure();
  }
};
} // namespace
