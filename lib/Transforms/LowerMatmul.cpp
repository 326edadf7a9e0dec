//===- LowerMatmul.cpp - From annotated matmuls to tile kernels -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelModules.h"
#include "ProblemForming.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/FormProblems/AttachedFact.h"
#include "mlir-autotune/FormProblems/FormProblems.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNELOWERMATMUL
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// The complete config of an operation; an error at it otherwise.
static FailureOr<Config> getConfig(Operation *op) {
  auto attr = op->getAttrOfType<ConfigAttr>(kConfigAttrName);
  FailureOr<Config> config = Config::fromAttr(attr);
  if (failed(config))
    return op->emitOpError("has an invalid '") << kConfigAttrName << "'";
  config = config->withNeutralDefaults();
  if (!config->isComplete())
    return op->emitOpError("has a partial '")
           << kConfigAttrName << "'; autotune-attach-configs completes it";
  return config;
}

/// The config of an operation, which is complete and legal for the fact; an
/// error at it otherwise.
static FailureOr<Config> getLegalConfig(Operation *op, const ProblemFact &fact,
                                        const TargetInfo &target) {
  FailureOr<Config> config = getConfig(op);
  if (failed(config))
    return failure();
  const KernelTemplate *kernel =
      lookupKernelTemplate(config->getTemplateName());
  if (std::optional<Violation> violation = kernel->check(fact, target, *config))
    return op->emitOpError("has a config that breaks ")
           << violation->constraint << ": " << violation->message;
  return config;
}

/// Kernels count a K of several matrices in 32 bits, each as whole steps. The
/// launch asserts what each size is, and knows of no product of two.
static void assertDepth(OpBuilder &builder, Location loc,
                        const ProblemFact &fact, const Config &config,
                        ArrayRef<Value> inputs) {
  const auto &matmul = fact.getMatmul();
  ArrayRef<int64_t> tile = config.get("tile");
  if (!matmul.hasParts() || fact.hasStaticSizes() || tile.size() < 3)
    return;
  ImplicitLocOpBuilder b(loc, builder);
  bool isOfB = matmul.a.batchStride == 0;
  Value factor = inputs[isOfB];
  auto getDim = [&](int64_t dim) -> Value {
    if (isa<TensorType>(factor.getType()))
      return tensor::DimOp::create(b, factor, dim);
    return memref::DimOp::create(b, factor, dim);
  };
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  int64_t rank = cast<ShapedType>(factor.getType()).getRank();
  bool isLast = isOfB ? matmul.b.transposed : !matmul.a.transposed;
  Value step = constant(tile[2]);
  Value depth = getDim(isLast ? rank - 1 : rank - 2);
  depth = arith::MulIOp::create(b, arith::CeilDivUIOp::create(b, depth, step),
                                step);
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    depth = arith::MulIOp::create(b, depth, getDim(dim));
  Value isCounted = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, depth,
                                          constant(kMaxMatmulSize));
  cf::AssertOp::create(b, isCounted,
                       "a K of several matrices has more than " +
                           std::to_string(kMaxMatmulSize) +
                           " elements in all, in whole steps of " +
                           std::to_string(tile[2]) +
                           ", which the kernel counts in 32 bits");
}

namespace {
struct LowerMatmul
    : public autotune::impl::AutotuneLowerMatmulBase<LowerMatmul> {
  using AutotuneLowerMatmulBase::AutotuneLowerMatmulBase;

  void runOnOperation() override {
    kernels = KernelModules();
    TargetCache targets;
    if (failed(targets.setOption(target, getOperation())))
      return signalPassFailure();
    auto check = [](Operation *op, const ProblemFact &fact,
                    const TargetInfo &info) -> LogicalResult {
      return getLegalConfig(op, fact, info);
    };
    FailureOr<unsigned> formed =
        formProblems(getOperation(), targets, /*all=*/false, check);
    if (failed(formed))
      return signalPassFailure();
    numFormed += *formed;
    SmallVector<Operation *> problems;
    getOperation()->walk([&](Operation *op) {
      if (isProblem(op) && op->hasAttr(kConfigAttrName))
        problems.push_back(op);
    });
    for (Operation *op : problems) {
      const TargetInfo *info = targets.get(op);
      if (!info || failed(lower(op, *info)))
        return signalPassFailure();
    }
    numKernels += kernels.getNumKernels();
  }

private:
  LogicalResult lower(Operation *op, const TargetInfo &info) {
    std::string whyNot;
    FailureOr<ProblemFact> fact = getProblemFact(op, &whyNot);
    if (failed(fact))
      return op->emitOpError("has a config, but no kernel can serve it: ")
             << whyNot;
    FailureOr<Config> config = getLegalConfig(op, *fact, info);
    if (failed(config))
      return failure();
    warnIfNotAttachedFor(op, *fact);
    FailureOr<SymbolRefAttr> kernel =
        kernels.getKernel(op, *fact, *config, info);
    if (failed(kernel))
      return failure();
    if (auto group = dyn_cast<problem::GroupedMatmulOp>(op))
      launch(group, *kernel, info.sms);
    else
      launch(cast<problem::ContractOp>(op), *kernel, *fact, *config, info.sms);
    ++numLowered;
    return success();
  }

  static void launch(problem::GroupedMatmulOp op, SymbolRefAttr kernel,
                     int64_t sms) {
    OpBuilder builder(op);
    SmallVector<Value> inputs(op.getA());
    llvm::append_range(inputs, op.getB());
    for (Value &input : inputs)
      input = createInputView(builder, op.getLoc(), input);
    replaceBy(op, tile::LaunchOp::create(builder, op.getLoc(),
                                         op.getResultTypes(), kernel, inputs,
                                         op.getInits(), /*extras=*/ValueRange(),
                                         builder.getI64IntegerAttr(sms)));
  }

  static void replaceBy(Operation *op, tile::LaunchOp launched) {
    for (StringRef name : {kConfigAttrName, kProvenanceAttrName})
      if (Attribute attr = op->getAttr(name))
        launched->setAttr(name, attr);
    op->replaceAllUsesWith(launched);
    op->erase();
  }

  static void launch(problem::ContractOp op, SymbolRefAttr kernel,
                     const ProblemFact &fact, const Config &config,
                     int64_t sms) {
    OpBuilder builder(op);
    SmallVector<Value> factors(op.getFactors());
    assertDepth(builder, op.getLoc(), fact, config, factors);
    SmallVector<Value> extras(ArrayRef(factors).drop_front(2));
    llvm::append_range(extras, op.getEpilogueInputs());
    llvm::append_range(extras, op.getPrologueInputs());
    llvm::append_range(extras, op.getScales());
    replaceBy(op, tile::LaunchOp::create(
                      builder, op.getLoc(), op.getResultTypes(), kernel,
                      ArrayRef(factors).take_front(2), op.getInits(), extras,
                      builder.getI64IntegerAttr(sms)));
  }

  KernelModules kernels;
};
} // namespace
