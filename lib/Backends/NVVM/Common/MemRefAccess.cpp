//===- MemRefAccess.cpp - Elements of the kernel's matrices ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelPattern.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Offsets are 64 bits wide, for a matrix may hold more than 2^31 elements.
static Value createAddress(const KernelContext &context, Emitter &e,
                           Value memref, ValueRange indices) {
  int64_t operand = context.getOperand(memref);
  int64_t rank = indices.size();
  SmallVector<int64_t> strides;
  int64_t unused;
  if (failed(cast<MemRefType>(memref.getType())
                 .getStridesAndOffset(strides, unused)))
    strides.assign(rank, ShapedType::kDynamic);
  Value offset;
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value term = e.toI64(e.toI32(indices[dim]));
    if (strides[dim] != 1)
      term = e.mul(term, context.getParam(KernelParam::Kind::Stride, operand,
                                          getParamDim(dim, rank)));
    offset = offset ? e.add(offset, term) : term;
  }
  return e.gep(context.getParam(KernelParam::Kind::Pointer, operand),
               cast<MemRefType>(memref.getType()).getElementType(), offset);
}

/// What is read once and leaves nothing in L1, where other data stay. LLVM has
/// no load that says so.
static Value loadPastL1(Emitter &e, VectorType type, Value address) {
  Type i32 = e.getI32Type();
  auto words = LLVM::LLVMStructType::getLiteral(
      e.getContext(), SmallVector<Type>(kNontemporalBytes / 4, i32));
  // Not volatile: loads may change places with all else.
  Value loaded =
      LLVM::InlineAsmOp::create(
          e, words, ValueRange{address},
          "ld.global.nc.L1::no_allocate.v4.b32 "
          "{$0, $1, $2, $3}, [$4];",
          "=r,=r,=r,=r,l", /*has_side_effects=*/false,
          /*is_align_stack=*/false, LLVM::tailcallkind::TailCallKind::None,
          LLVM::AsmDialectAttr::get(e.getContext(), LLVM::AsmDialect::AD_ATT),
          ArrayAttr())
          .getRes();
  int64_t count = words.getBody().size();
  Value vector = e.undef(VectorType::get(count, i32));
  for (int64_t i = 0; i < count; ++i)
    vector = LLVM::InsertElementOp::create(
        e, vector, LLVM::ExtractValueOp::create(e, loaded, i), e.i32(i));
  return LLVM::BitcastOp::create(e, type, vector);
}

static Value load(Emitter &e, memref::LoadOp op, Value address) {
  return e.loadElement(op.getType(), address);
}

static Value load(Emitter &e, vector::LoadOp op, Value address) {
  VectorType type = op.getVectorType();
  if (op.getNontemporal())
    return loadPastL1(e, type, address);
  return LLVM::LoadOp::create(e, type, address, getVectorAlignment(op));
}

static void store(Emitter &e, memref::StoreOp op, Value value, Value address) {
  e.storeElement(value, address);
}

static void store(Emitter &e, vector::StoreOp op, Value value, Value address) {
  LLVM::StoreOp::create(e, value, address, getVectorAlignment(op));
}

template <typename Op>
static Value lowerElementLoad(Op op, typename Op::Adaptor adaptor, Emitter &e,
                              KernelContext &context) {
  Value address =
      createAddress(context, e, op->getOperand(0), adaptor.getIndices());
  return load(e, op, address);
}

/// The value to store is the first operand, the memref the second.
template <typename Op>
static void lowerElementStore(Op op, typename Op::Adaptor adaptor, Emitter &e,
                              KernelContext &context) {
  Value address =
      createAddress(context, e, op->getOperand(1), adaptor.getIndices());
  store(e, op, adaptor.getOperands().front(), address);
}

static Value lowerThreadId(gpu::ThreadIdOp op, gpu::ThreadIdOp::Adaptor adaptor,
                           Emitter &e, KernelContext &context) {
  // Kernels are one-dimensional.
  bool isX = op.getDimension() == gpu::Dimension::x;
  return e.toIndex(isX ? context.threadId : e.i32(0));
}

static void lowerBarrier(gpu::BarrierOp op, gpu::BarrierOp::Adaptor adaptor,
                         Emitter &e, KernelContext &context) {
  NVVM::BarrierOp::create(e);
}

static Value lowerChosenColumns(ChosenColumnsOp op,
                                ChosenColumnsOp::Adaptor adaptor, Emitter &e,
                                KernelContext &context) {
  return e.toIndex(context.getParam(KernelParam::Kind::Columns, 0));
}

static SmallVector<SmallVector<Value>>
lowerWindowSize(WindowSizeOp op, WindowSizeOp::Adaptor adaptor, Emitter &e,
                KernelContext &context) {
  using Number = KernelParam::WindowNumber;
  return {{e.toIndex(context.getWindowNumber(Number::Rows))},
          {e.toIndex(context.getWindowNumber(Number::Columns))}};
}

void tile::populateMemRefPatterns(KernelPatterns &patterns) {
  patterns.add(lowerElementLoad<memref::LoadOp>);
  patterns.add(lowerElementLoad<vector::LoadOp>);
  patterns.add(lowerElementStore<memref::StoreOp>);
  patterns.add(lowerElementStore<vector::StoreOp>);
  patterns.add(lowerChosenColumns);
  patterns.add(lowerWindowSize);
  patterns.add(lowerThreadId);
  patterns.add(lowerBarrier);
}
