//===- MemRefAccess.cpp - Single elements of the kernel's matrices --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelPattern.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Offsets are 64 bits wide, for a matrix may hold more than 2^31 elements.
static Value createAddress(const KernelContext &context, Emitter &e,
                           Value memref, ValueRange indices) {
  int64_t operand = context.getOperand(memref);
  Value offset;
  for (int64_t dim : {0, 1}) {
    Value term =
        e.mul(e.toI64(e.toI32(indices[dim])),
              context.getParam(KernelParam::Kind::Stride, operand, dim));
    offset = offset ? e.add(offset, term) : term;
  }
  return e.gep(context.getParam(KernelParam::Kind::Pointer, operand),
               cast<MemRefType>(memref.getType()).getElementType(), offset);
}

namespace {

struct LoadLowering : public KernelPattern<memref::LoadOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(memref::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!context.isOperand(op.getMemref()))
      return failure();
    Emitter e(op.getLoc(), rewriter);
    Value address =
        createAddress(context, e, op.getMemref(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::LoadOp>(op, op.getType(), address);
    return success();
  }
};

struct StoreLowering : public KernelPattern<memref::StoreOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(memref::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!context.isOperand(op.getMemref()))
      return failure();
    Emitter e(op.getLoc(), rewriter);
    Value address =
        createAddress(context, e, op.getMemref(), adaptor.getIndices());
    rewriter.replaceOpWithNewOp<LLVM::StoreOp>(op, adaptor.getValue(), address);
    return success();
  }
};

struct ThreadIdLowering : public KernelPattern<gpu::ThreadIdOp> {
  using KernelPattern::KernelPattern;
  LogicalResult
  matchAndRewrite(gpu::ThreadIdOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Emitter e(op.getLoc(), rewriter);
    // Kernels are one-dimensional.
    bool isX = op.getDimension() == gpu::Dimension::x;
    rewriter.replaceOp(op, e.toIndex(isX ? context.threadId : e.i32(0)));
    return success();
  }
};

struct BarrierLowering : public OpConversionPattern<gpu::BarrierOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(gpu::BarrierOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    NVVM::BarrierOp::create(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tile::populateMemRefPatterns(RewritePatternSet &patterns,
                                  const TypeConverter &converter,
                                  KernelContext &context) {
  patterns.add<LoadLowering, StoreLowering, ThreadIdLowering>(
      converter, patterns.getContext(), context);
  patterns.add<BarrierLowering>(converter, patterns.getContext());
}
