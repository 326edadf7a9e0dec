//===- TileToNVVM.cpp - From the tile dialect to NVVM ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/Passes.h"

#include "NVVM/Common/Architecture.h"
#include "NVVM/Common/FragmentLayout.h"
#include "NVVM/Common/KernelChecks.h"
#include "NVVM/Common/KernelPattern.h"
#include "NVVM/Common/Parts.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

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

/// LLVM's intrinsic of an operation for which PTX has an instruction, and which
/// upstream's way to NVVM takes for a function of a library; empty for others.
/// Exact division has branches, which would keep elements of an epilogue from
/// being computed side by side.
static StringRef getIntrinsic(Operation *op) {
  if (op->getNumResults() == 1 && op->getResult(0).getType().isF32()) {
    if (auto quotient = dyn_cast<arith::DivFOp>(op))
      return bitEnumContainsAll(quotient.getFastmath(),
                                arith::FastMathFlags::arcp)
                 ? "llvm.nvvm.div.approx.ftz.f"
                 : "llvm.nvvm.div.full";
    if (isa<math::Exp2Op>(op))
      return "llvm.nvvm.ex2.approx.ftz.f";
  }
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::AbsFOp) { return "llvm.fabs"; })
      .Case([](math::CeilOp) { return "llvm.ceil"; })
      .Case([](math::CopySignOp) { return "llvm.copysign"; })
      .Case([](math::FloorOp) { return "llvm.floor"; })
      .Case([](math::RoundEvenOp) { return "llvm.roundeven"; })
      .Case([](math::SqrtOp) { return "llvm.sqrt"; })
      .Case([](math::TruncOp) { return "llvm.trunc"; })
      .Default([](Operation *) { return ""; });
}

/// The larger or smaller of two floats, of which either may be NaN: one
/// instruction, for which upstream's way to NVVM has a library's function, too.
static Value lowerNumberExtreme(Operation *op) {
  OpBuilder b(op);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](arith::MaxNumFOp max) {
        return LLVM::MaxNumOp::create(b, op->getLoc(), max.getLhs(),
                                      max.getRhs());
      })
      .Case([&](arith::MinNumFOp min) {
        return LLVM::MinNumOp::create(b, op->getLoc(), min.getLhs(),
                                      min.getRhs());
      })
      .Default([](Operation *) { return Value(); });
}

static LogicalResult lowerMath(LLVM::LLVMFuncOp func) {
  MLIRContext *context = func.getContext();
  func.walk([](Operation *op) {
    if (Value extreme = lowerNumberExtreme(op)) {
      op->replaceAllUsesWith(ValueRange(extreme));
      op->erase();
      return;
    }
    StringRef intrinsic = getIntrinsic(op);
    if (intrinsic.empty())
      return;
    OpBuilder b(op);
    auto call = LLVM::CallIntrinsicOp::create(
        b, op->getLoc(), op->getResult(0).getType(), b.getStringAttr(intrinsic),
        op->getOperands());
    op->replaceAllUsesWith(call);
    op->erase();
  });
  ConversionTarget target(*context);
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  target.addIllegalDialect<math::MathDialect>();
  LLVMTypeConverter converter(context);
  RewritePatternSet patterns(context);
  populateMathToLLVMConversionPatterns(converter, patterns);
  return applyPartialConversion(func, target, std::move(patterns));
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
  populateStorePatterns(kernelPatterns);
  populatePartsPatterns(kernelPatterns);
  populateMemRefPatterns(kernelPatterns);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  if (failed(applyPartialConversion(func, target, std::move(patterns))) ||
      failed(lowerMath(func)))
    return failure();
  keepCasesApart(func);

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
