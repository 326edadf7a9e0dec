//===- TileToNVVM.cpp - From the tile dialect to NVVM ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/KernelMath.h"
#include "mlir-autotune/Backends/NVVM/Passes.h"

#include "NVVM/Common/Architecture.h"
#include "NVVM/Common/FragmentLayout.h"
#include "NVVM/Common/KernelChecks.h"
#include "NVVM/Common/KernelPattern.h"
#include "NVVM/Common/Parts.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_CONVERTTILETONVVM
#include "mlir-autotune/Backends/NVVM/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Slots become their number, fragments and what architectures add the
/// registers of a thread.
static void addConversions(TypeConverter &converter,
                           const KernelLayout &layout) {
  converter.addConversion([](Type type) { return type; });
  converter.addConversion(
      [](SlotType type) { return IntegerType::get(type.getContext(), 32); });
  converter.addConversion([&layout](FragmentType type,
                                    SmallVectorImpl<Type> &results)
                              -> std::optional<LogicalResult> {
    llvm::append_range(results,
                       getFragmentStructs(type, FragmentLayout(type, layout)));
    return success();
  });
  converter.addConversion(
      [&layout](RowsType type) { return getRowsStruct(type, layout); });
  converter.addConversion([](PartsType type, SmallVectorImpl<Type> &results)
                              -> std::optional<LogicalResult> {
    results.append(Parts::kNumValues, IntegerType::get(type.getContext(), 32));
    return success();
  });
  for (const Architecture *architecture : getArchitectures())
    architecture->addConversions(converter, layout);
  auto materialize = [](OpBuilder &b, Type type, ValueRange inputs,
                        Location loc) -> Value {
    return UnrealizedConversionCastOp::create(b, loc, type, inputs)
        .getResult(0);
  };
  converter.addSourceMaterialization(materialize);
  converter.addTargetMaterialization(materialize);
}

/// Ends each case of a switch in an operation that no other case has. LLVM
/// merges code that cases have in common at their ends, which reads sums of
/// several cases. ptxas 13.0 then keeps these in different registers, has too
/// few of them, and waits for each wgmma (C7511).
static void keepCasesApart(LLVM::LLVMFuncOp func) {
  int64_t number = 0;
  func.walk([&](scf::IndexSwitchOp op) {
    for (Region &region : op->getRegions()) {
      OpBuilder b(region.front().getTerminator());
      Emitter(op.getLoc(), b)
          .inlineAsm("// case " + std::to_string(number++), "", ValueRange(),
                     Type());
    }
  });
}

static LogicalResult lowerKernel(KernelOp kernel) {
  if (failed(checkPlace(kernel)))
    return failure();
  FailureOr<KernelLayout> layout = KernelLayout::compute(kernel);
  if (failed(layout) || failed(checkOperations(kernel, *layout)))
    return failure();
  std::unique_ptr<KernelContext> owner =
      KernelContext::create(std::move(*layout), kernel);
  KernelContext &context = *owner;
  for (const Architecture *architecture : getArchitectures())
    architecture->lowerStart(context);
  lowerPacks(context);
  lowerTileLoops(context);
  lowerRoles(context);

  LLVM::LLVMFuncOp func = context.func;
  MLIRContext *mlirContext = func.getContext();
  TypeConverter converter;
  addConversions(converter, context.layout);

  ConversionTarget target(*mlirContext);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalDialect<TileDialect>();
  // Named by others until all of them are lowered.
  target.addLegalOp<RingOp, StagingOp>();
  target.addIllegalOp<gpu::ThreadIdOp, gpu::BarrierOp>();
  target.addDynamicallyLegalOp<memref::LoadOp>(
      [&](memref::LoadOp op) { return !context.isOperand(op.getMemref()); });
  target.addDynamicallyLegalOp<memref::StoreOp>(
      [&](memref::StoreOp op) { return !context.isOperand(op.getMemref()); });

  target.addDynamicallyLegalOp<vector::LoadOp>(
      [&](vector::LoadOp op) { return !context.isOperand(op.getBase()); });
  target.addDynamicallyLegalOp<vector::StoreOp>(
      [&](vector::StoreOp op) { return !context.isOperand(op.getBase()); });

  RewritePatternSet patterns(mlirContext);
  KernelPatterns kernelPatterns(patterns, converter, context);
  for (const Architecture *architecture : getArchitectures())
    architecture->populatePatterns(kernelPatterns);
  populateRingPatterns(kernelPatterns);
  populateEpiloguePatterns(kernelPatterns);
  populateFragmentPatterns(kernelPatterns);
  populateFragmentRowsPatterns(kernelPatterns);
  populateStorePatterns(kernelPatterns);
  populatePartsPatterns(kernelPatterns);
  populatePartsMeanPatterns(kernelPatterns);
  populateMemRefPatterns(kernelPatterns);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  if (failed(applyPartialConversion(func, target, std::move(patterns))) ||
      failed(lowerElementMath(func)))
    return failure();
  keepCasesApart(func);

  // A staging may name a ring.
  func.walk([](StagingOp op) { op->erase(); });
  func.walk([](RingOp op) { op->erase(); });
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
