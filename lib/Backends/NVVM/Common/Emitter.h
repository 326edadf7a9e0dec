//===- Emitter.h - Short names for the arithmetic of a kernel - -*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_EMITTER_H
#define MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_EMITTER_H

#include "mlir-autotune/Analysis/Float8.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::autotune::tile {

/// LLVM's numbers of address spaces on NVPTX.
inline constexpr auto kGlobalSpace =
    static_cast<unsigned>(NVVM::NVVMMemorySpace::Global);
inline constexpr auto kSharedSpace =
    static_cast<unsigned>(NVVM::NVVMMemorySpace::Shared);
inline constexpr auto kClusterSharedSpace =
    static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster);
/// NVPTX's name of the scope that contains all threads of the GPU.
inline constexpr StringLiteral kDeviceScope = "device";

/// A builder for address and coordinate arithmetic. Everything is i32 (shared
/// addresses, sizes and coordinates of one matrix all fit) unless named i64.
class Emitter : public ImplicitLocOpBuilder {
public:
  Emitter(Location loc, OpBuilder &builder)
      : ImplicitLocOpBuilder(loc, builder) {}

  Value i32(int64_t value) {
    return arith::ConstantOp::create(*this, getI32IntegerAttr(value));
  }
  Value i64(int64_t value) {
    return arith::ConstantOp::create(*this, getI64IntegerAttr(value));
  }
  Value add(Value a, Value b) { return create<arith::AddIOp>(a, b); }
  Value add(Value a, int64_t b) { return b ? add(a, constantLike(a, b)) : a; }
  Value sub(Value a, Value b) { return create<arith::SubIOp>(a, b); }
  Value mul(Value a, Value b) { return create<arith::MulIOp>(a, b); }
  Value mul(Value a, int64_t b) {
    return b == 1 ? a : mul(a, constantLike(a, b));
  }
  Value div(Value a, Value b) { return create<arith::DivUIOp>(a, b); }
  Value div(Value a, int64_t b) {
    return b == 1 ? a : div(a, constantLike(a, b));
  }
  Value rem(Value a, int64_t b) {
    return create<arith::RemUIOp>(a, constantLike(a, b));
  }
  Value ceilDiv(Value a, int64_t b) { return div(add(a, b - 1), b); }
  Value ceilDiv(Value a, Value b) { return div(add(a, sub(b, i32(1))), b); }
  Value min(Value a, Value b) { return create<arith::MinUIOp>(a, b); }
  Value bitAnd(Value a, int64_t b) {
    return create<arith::AndIOp>(a, constantLike(a, b));
  }
  Value bitAnd(Value a, Value b) { return create<arith::AndIOp>(a, b); }
  Value bitOr(Value a, Value b) { return create<arith::OrIOp>(a, b); }
  Value bitXor(Value a, Value b) { return create<arith::XOrIOp>(a, b); }
  Value bitXor(Value a, int64_t b) { return bitXor(a, constantLike(a, b)); }
  Value shl(Value a, int64_t b) {
    return b ? create<arith::ShLIOp>(a, constantLike(a, b)).getResult() : a;
  }
  Value shr(Value a, int64_t b) {
    return b ? create<arith::ShRUIOp>(a, constantLike(a, b)).getResult() : a;
  }
  Value cmp(arith::CmpIPredicate predicate, Value a, Value b) {
    return create<arith::CmpIOp>(predicate, a, b);
  }
  Value equal(Value a, int64_t b) {
    return cmp(arith::CmpIPredicate::eq, a, constantLike(a, b));
  }
  Value notEqual(Value a, int64_t b) {
    return cmp(arith::CmpIPredicate::ne, a, constantLike(a, b));
  }
  Value less(Value a, Value b) { return cmp(arith::CmpIPredicate::ult, a, b); }
  Value less(Value a, int64_t b) { return less(a, constantLike(a, b)); }
  Value select(Value condition, Value a, Value b) {
    return create<arith::SelectOp>(condition, a, b);
  }
  /// Zero-extends an i32.
  Value toI64(Value a) { return create<arith::ExtUIOp>(getI64Type(), a); }
  /// Converts between i32 and index; returns a value of the right type
  /// unchanged.
  Value toI32(Value a) {
    return a.getType().isInteger(32)
               ? a
               : create<arith::IndexCastOp>(getI32Type(), a).getResult();
  }
  Value toIndex(Value a) {
    return create<arith::IndexCastOp>(getIndexType(), a);
  }

  LLVM::LLVMPointerType ptrType(unsigned space = 0) {
    return LLVM::LLVMPointerType::get(getContext(), space);
  }
  /// A pointer into shared memory from its 32-bit address.
  Value sharedPtr(Value address) {
    return create<LLVM::IntToPtrOp>(ptrType(kSharedSpace), address);
  }
  Value gep(Value base, Type element, Value index) {
    return create<LLVM::GEPOp>(base.getType(), getStoredType(element), base,
                               ValueRange{index});
  }
  /// Loads an element. LLVM has no 8-bit floats: in memory they are bytes.
  Value loadElement(Type element, Value address) {
    Type stored = getStoredType(element);
    Value loaded = create<LLVM::LoadOp>(stored, address);
    return stored == element
               ? loaded
               : create<arith::BitcastOp>(element, loaded).getResult();
  }
  /// Loads two neighbours at once; the address must be a multiple of their
  /// size.
  std::array<Value, 2> loadPair(Type element, Value address,
                                int64_t alignment) {
    Type stored = getStoredType(element);
    Value pair =
        create<LLVM::LoadOp>(VectorType::get(2, stored), address, alignment);
    std::array<Value, 2> loaded;
    for (int64_t i : {0, 1}) {
      loaded[i] = create<LLVM::ExtractElementOp>(pair, i32(i));
      if (stored != element)
        loaded[i] = create<arith::BitcastOp>(element, loaded[i]);
    }
    return loaded;
  }
  void storeElement(Value value, Value address) {
    create<LLVM::StoreOp>(toStored(value), address);
  }
  /// Converts a value to its type in memory.
  Value toStored(Value value) {
    Type stored = getStoredType(value.getType());
    return stored == value.getType()
               ? value
               : create<arith::BitcastOp>(stored, value).getResult();
  }
  Value undef(Type type) { return create<LLVM::UndefOp>(type); }
  /// A vector of scalars of one type.
  Value packVector(ArrayRef<Value> elements) {
    int64_t size = elements.size();
    Value vector = undef(VectorType::get(size, elements[0].getType()));
    for (int64_t i = 0; i < size; ++i)
      vector = create<LLVM::InsertElementOp>(vector, elements[i], i32(i));
    return vector;
  }

  /// The value of lane 0, which tells the compiler that it is the same in the
  /// whole warp: branches on it are then uniform.
  Value broadcast(Value a) {
    return create<NVVM::ShflOp>(getI32Type(), i32(-1), a, i32(0), i32(31),
                                NVVM::ShflKind::idx, UnitAttr());
  }
  /// Spins until the phase of the given parity has completed.
  void waitBarrier(Value address, Value parity) {
    // The suspend-time hint in ns. It is longer than any kernel runs, so the
    // hardware decides when to wake the thread.
    constexpr int64_t kSuspendHint = 10000000;
    create<NVVM::MBarrierTryWaitParityOp>(sharedPtr(address), parity,
                                          i32(kSuspendHint));
  }
  void arriveBarrier(Value address) {
    create<NVVM::MBarrierArriveOp>(getI64Type(), sharedPtr(address), Value());
  }
  /// Orders this thread's accesses to shared memory with those of TMA and
  /// wgmma.
  void fenceAsyncProxy() {
    create<NVVM::FenceProxyOp>(
        NVVM::ProxyKind::async_shared,
        NVVM::SharedSpaceAttr::get(getContext(),
                                   NVVM::SharedSpace::shared_cta));
  }
  /// Atomically changes an i32 for the whole GPU and returns the old value.
  /// Only fences order it with other accesses.
  Value atomicUpdate(LLVM::AtomicBinOp op, Value pointer, Value by) {
    return create<LLVM::AtomicRMWOp>(
        op, pointer, by, LLVM::AtomicOrdering::monotonic, kDeviceScope);
  }
  /// Atomically loads an i32 for the whole GPU; only fences order it.
  Value atomicLoad(Value pointer) {
    return create<LLVM::LoadOp>(getI32Type(), pointer, /*alignment=*/4,
                                /*isVolatile=*/false,
                                /*isNonTemporal=*/false, /*isInvariant=*/false,
                                /*isInvariantGroup=*/false,
                                LLVM::AtomicOrdering::monotonic, kDeviceScope);
  }
  /// Orders this thread's accesses before and after it for the whole GPU.
  void fenceDevice() {
    create<LLVM::FenceOp>(LLVM::AtomicOrdering::acq_rel, kDeviceScope);
  }
  /// A barrier among `threads` threads; number 0 is the barrier of the whole
  /// CTA.
  void namedBarrier(Value id, int64_t threads) {
    create<NVVM::BarrierOp>(Type(), id, i32(threads),
                            NVVM::BarrierReductionAttr(), Value());
  }
  void namedBarrier(int64_t id, int64_t threads) {
    namedBarrier(i32(id), threads);
  }
  /// Arrives at that barrier without waiting.
  void arriveAtNamedBarrier(Value id, int64_t threads) {
    create<NVVM::BarrierArriveOp>(id, i32(threads));
  }
  /// A barrier among all threads of the cluster.
  void clusterBarrier() {
    create<NVVM::ClusterArriveOp>(getUnitAttr());
    create<NVVM::ClusterWaitOp>(getUnitAttr());
  }
  /// A cluster barrier that only publishes mbarriers, by the fence of the
  /// thread that initialised them. It avoids a fence for all memory of the
  /// device. Returns the wait.
  Operation *clusterBarrierOfInits() {
    create<NVVM::ClusterArriveRelaxedOp>(getUnitAttr());
    return create<NVVM::ClusterWaitOp>(getUnitAttr()).getOperation();
  }
  /// A pointer to a 32-bit shared address in CTA `peer` of the cluster.
  Value mapToPeer(Value address, Value peer) {
    return create<NVVM::MapaOp>(ptrType(kClusterSharedSpace),
                                sharedPtr(address), peer);
  }
  /// Volatile inline PTX with at most one result.
  Value inlineAsm(StringRef text, StringRef constraints, ValueRange operands,
                  Type result = {}) {
    auto op = create<LLVM::InlineAsmOp>(
        result ? TypeRange(result) : TypeRange(), operands, text, constraints,
        /*has_side_effects=*/true, /*is_align_stack=*/false,
        LLVM::tailcallkind::TailCallKind::None,
        LLVM::AsmDialectAttr::get(getContext(), LLVM::AsmDialect::AD_ATT),
        ArrayAttr());
    return result ? op.getRes() : Value();
  }
  void ifThen(Value condition, function_ref<void()> body) {
    auto op = create<scf::IfOp>(condition, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(&op.getThenRegion().front());
    body();
  }

  void ifThenElse(Value condition, function_ref<void()> then,
                  function_ref<void()> otherwise) {
    auto op = create<scf::IfOp>(condition, /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(*this);
    setInsertionPointToStart(&op.getThenRegion().front());
    then();
    setInsertionPointToStart(&op.getElseRegion().front());
    otherwise();
  }

  /// The value of the branch that is taken. Both branches must have the same
  /// type.
  Value ifElse(Value condition, function_ref<Value()> then,
               function_ref<Value()> otherwise) {
    auto yield = [&](function_ref<Value()> branch) {
      Value value = branch();
      create<scf::YieldOp>(value);
    };
    return create<scf::IfOp>(
               condition, [&](OpBuilder &, Location) { yield(then); },
               [&](OpBuilder &, Location) { yield(otherwise); })
        .getResult(0);
  }

private:
  Value constantLike(Value a, int64_t b) {
    return arith::ConstantOp::create(*this, getIntegerAttr(a.getType(), b));
  }
};

} // namespace mlir::autotune::tile

#endif // MLIR_AUTOTUNE_LIB_BACKENDS_NVVM_COMMON_EMITTER_H
