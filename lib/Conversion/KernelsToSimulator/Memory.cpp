//===- Memory.cpp - Loads, stores, atomics and fences ---------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

bool simulator::isPrivateMemory(Value pointer) {
  while (Operation *op = pointer.getDefiningOp()) {
    if (isa<LLVM::AllocaOp>(op))
      return true;
    if (!isa<LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp>(op))
      return false;
    pointer = op->getOperand(0);
  }
  // Parameters that are passed in memory are as private: nobody writes them.
  auto argument = dyn_cast<BlockArgument>(pointer);
  auto function =
      argument ? dyn_cast<LLVM::LLVMFuncOp>(argument.getOwner()->getParentOp())
               : nullptr;
  return function && argument.getOwner()->isEntryBlock() &&
         function.getArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getByValAttrName());
}

static unsigned getSpace(Value pointer) {
  return cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
}

/// Fails on spaces that no kernel here has: constant memory, parameters.
static LogicalResult checkSpace(SimulatorCalls &calls, Value pointer) {
  unsigned space = getSpace(pointer);
  if (space == kGenericSpace || space == kGlobalSpace ||
      space == kSharedSpace || space == kClusterSpace)
    return success();
  return calls.unknown("in address space " + Twine(space));
}

/// In bytes; that of the type if the operation tells none. PTX wants vectors
/// aligned to their size.
static int64_t getAlignment(SimulatorCalls &calls,
                            std::optional<uint64_t> given, Type type) {
  if (given)
    return *given;
  if (isa<VectorType>(type))
    return llvm::PowerOf2Ceil(calls.getBytes(type));
  return calls.host.layout.getTypeABIAlignment(type);
}

/// Relaxed accesses are as any other: all of up to 8 bytes are atomic here.
template <typename OpT>
static LogicalResult checkAccess(OpT op, SimulatorCalls &calls) {
  if (op.getOrdering() != LLVM::AtomicOrdering::not_atomic &&
      op.getOrdering() != LLVM::AtomicOrdering::monotonic)
    return calls.unknown("with an atomic ordering other than monotonic");
  return checkSpace(calls, op.getAddr());
}

static LogicalResult lowerLoad(LLVM::LoadOp op, SimulatorCalls &calls) {
  if (failed(checkAccess(op, calls)))
    return failure();
  Type type = op.getType();
  Value slot = calls.slot(type);
  calls.call("autotuneSimLoad",
             {calls.i32(getSpace(op.getAddr())), calls.address(op.getAddr()),
              slot, calls.i32(calls.getBytes(type)),
              calls.i32(getAlignment(calls, op.getAlignment(), type))});
  op.replaceAllUsesWith(calls.load(type, slot));
  return success();
}

static LogicalResult lowerStore(LLVM::StoreOp op, SimulatorCalls &calls) {
  if (failed(checkAccess(op, calls)))
    return failure();
  Type type = op.getValue().getType();
  Value slot = calls.slot(type);
  calls.store(op.getValue(), slot);
  calls.call("autotuneSimStore",
             {calls.i32(getSpace(op.getAddr())), calls.address(op.getAddr()),
              slot, calls.i32(calls.getBytes(type)),
              calls.i32(getAlignment(calls, op.getAlignment(), type))});
  return success();
}

//===----------------------------------------------------------------------===//
// Atomics and fences
//===----------------------------------------------------------------------===//

static std::optional<sim::AtomicKind> getAtomicKind(LLVM::AtomicBinOp op) {
  using LLVM::AtomicBinOp;
  switch (op) {
  case AtomicBinOp::add:
    return sim::AtomicKind::Add;
  case AtomicBinOp::_and:
    return sim::AtomicKind::And;
  case AtomicBinOp::_or:
    return sim::AtomicKind::Or;
  case AtomicBinOp::_xor:
    return sim::AtomicKind::Xor;
  case AtomicBinOp::min:
    return sim::AtomicKind::Min;
  case AtomicBinOp::max:
    return sim::AtomicKind::Max;
  case AtomicBinOp::umin:
    return sim::AtomicKind::UMin;
  case AtomicBinOp::umax:
    return sim::AtomicKind::UMax;
  case AtomicBinOp::xchg:
    return sim::AtomicKind::Exchange;
  case AtomicBinOp::fadd:
    return sim::AtomicKind::FAdd;
  default:
    return std::nullopt;
  }
}

static sim::Ordering getOrdering(LLVM::AtomicOrdering ordering) {
  switch (ordering) {
  case LLVM::AtomicOrdering::acquire:
    return sim::Ordering::Acquire;
  case LLVM::AtomicOrdering::release:
    return sim::Ordering::Release;
  case LLVM::AtomicOrdering::acq_rel:
  case LLVM::AtomicOrdering::seq_cst:
    return sim::Ordering::AcquireRelease;
  default:
    return sim::Ordering::Relaxed;
  }
}

/// NVPTX's names of LLVM's synchronization scopes.
static std::optional<sim::Scope> getScope(std::optional<StringRef> name) {
  return llvm::StringSwitch<std::optional<sim::Scope>>(name.value_or(""))
      .Case("block", sim::Scope::CTA)
      .Case("cluster", sim::Scope::Cluster)
      .Case("device", sim::Scope::Device)
      .Case("", sim::Scope::System)
      .Default(std::nullopt);
}

static sim::ElementKind getSimulatedKind(Type type) {
  if (type.isF16())
    return sim::ElementKind::F16;
  if (type.isBF16())
    return sim::ElementKind::BF16;
  if (type.isF64())
    return sim::ElementKind::F64;
  return type.isF32() ? sim::ElementKind::F32 : sim::ElementKind::S32;
}

struct Atomic {
  sim::AtomicKind kind;
  Value pointer, operand, compare;
  LLVM::AtomicOrdering ordering;
  std::optional<StringRef> scope;
};

/// What was there, or nothing after an error.
static FailureOr<Value> callAtomic(SimulatorCalls &calls,
                                   const Atomic &atomic) {
  std::optional<sim::Scope> scope = getScope(atomic.scope);
  if (!scope)
    return calls.unknown("with the scope \"" + Twine(*atomic.scope) + "\""),
           failure();
  Type type = atomic.operand.getType();
  int64_t bytes = calls.getBytes(type);
  if (!type.isIntOrFloat() || (bytes != 2 && bytes != 4 && bytes != 8))
    return calls.unknown("of values other than 2, 4 or 8 bytes"), failure();
  if (failed(checkSpace(calls, atomic.pointer)))
    return failure();
  Value operand = calls.slot(type, 0), old = calls.slot(type, 1), compare;
  calls.store(atomic.operand, operand);
  if (atomic.compare) {
    compare = calls.slot(type, 2);
    calls.store(atomic.compare, compare);
  } else {
    compare = calls.null();
  }
  auto number = [&](auto kind) {
    return calls.i32(static_cast<int32_t>(kind));
  };
  calls.call("autotuneSimAtomic",
             {calls.i32(getSpace(atomic.pointer)), number(atomic.kind),
              number(getSimulatedKind(type)), calls.address(atomic.pointer),
              operand, compare, old, calls.i32(bytes),
              number(getOrdering(atomic.ordering)), number(*scope)});
  return calls.load(type, old);
}

static LogicalResult lowerAtomicRMW(LLVM::AtomicRMWOp op,
                                    SimulatorCalls &calls) {
  Value operand = op.getVal();
  LLVM::AtomicBinOp binOp = op.getBinOp();
  if (binOp == LLVM::AtomicBinOp::sub && operand.getType().isInteger()) {
    auto zero = LLVM::ZeroOp::create(calls, op.getLoc(), operand.getType());
    operand = LLVM::SubOp::create(calls, op.getLoc(), zero, operand);
    binOp = LLVM::AtomicBinOp::add;
  }
  std::optional<sim::AtomicKind> kind = getAtomicKind(binOp);
  if (!kind)
    return calls.unknown("of the kind " +
                         Twine(LLVM::stringifyAtomicBinOp(binOp)));
  FailureOr<Value> old =
      callAtomic(calls, {*kind, op.getPtr(), operand, Value(), op.getOrdering(),
                         op.getSyncscope()});
  if (failed(old))
    return failure();
  op.replaceAllUsesWith(*old);
  return success();
}

static LogicalResult lowerCmpXchg(LLVM::AtomicCmpXchgOp op,
                                  SimulatorCalls &calls) {
  if (!op.getVal().getType().isInteger())
    return calls.unknown("of values that are not integers");
  FailureOr<Value> old = callAtomic(
      calls, {sim::AtomicKind::CompareExchange, op.getPtr(), op.getVal(),
              op.getCmp(), op.getSuccessOrdering(), op.getSyncscope()});
  if (failed(old))
    return failure();
  Value equal = LLVM::ICmpOp::create(
      calls, op.getLoc(), LLVM::ICmpPredicate::eq, *old, op.getCmp());
  op.replaceAllUsesWith(calls.pack(op.getType(), {*old, equal}));
  return success();
}

static void callFence(SimulatorCalls &calls, sim::Scope scope) {
  calls.call("autotuneSimFence", {calls.i32(static_cast<int32_t>(scope))});
}

static LogicalResult lowerFence(LLVM::FenceOp op, SimulatorCalls &calls) {
  std::optional<sim::Scope> scope = getScope(op.getSyncscope());
  if (!scope)
    return calls.unknown("with the scope \"" + Twine(*op.getSyncscope()) +
                         "\"");
  callFence(calls, *scope);
  return success();
}

static LogicalResult lowerFenceProxy(NVVM::FenceProxyOp op,
                                     SimulatorCalls &calls) {
  std::optional<sim::ProxyFence> kind;
  switch (op.getKind()) {
  case NVVM::ProxyKind::alias:
    kind = sim::ProxyFence::Alias;
    break;
  case NVVM::ProxyKind::async:
    kind = sim::ProxyFence::Async;
    break;
  case NVVM::ProxyKind::async_global:
    kind = sim::ProxyFence::AsyncGlobal;
    break;
  case NVVM::ProxyKind::async_shared:
    kind = sim::ProxyFence::AsyncShared;
    break;
  default:
    return calls.unknown("of the proxy '" +
                         Twine(NVVM::stringifyProxyKind(op.getKind())) + "'");
  }
  calls.call("autotuneSimFenceProxy", {calls.i32(static_cast<int32_t>(*kind))});
  return success();
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// What the simulator aligns the shared memory of a CTA to.
static constexpr int64_t kSharedBaseAlignment = 16;

static bool isEmpty(LLVM::GlobalOp global) {
  auto array = dyn_cast<LLVM::LLVMArrayType>(global.getType());
  return array && array.getNumElements() == 0;
}

/// Dynamic shared memory is an external array of no elements.
static bool isDynamic(LLVM::GlobalOp global) {
  return isEmpty(global) && global.getLinkage() == LLVM::Linkage::External;
}

static LLVM::GlobalOp lookupGlobal(LLVM::AddressOfOp op) {
  return SymbolTable::lookupNearestSymbolFrom<LLVM::GlobalOp>(
      op, op.getGlobalNameAttr());
}

/// In the order of their first uses, the dynamic memory last.
void SimulatorCalls::layOutSharedMemory() {
  int64_t dynamicAlignment = kSharedBaseAlignment;
  function.walk([&](LLVM::AddressOfOp op) {
    LLVM::GlobalOp global = lookupGlobal(op);
    if (!global || global.getAddrSpace() != kSharedSpace ||
        sharedOffsets.contains(global))
      return;
    int64_t alignment =
        std::max<int64_t>(global.getAlignment().value_or(1),
                          host.layout.getTypeABIAlignment(global.getType()));
    sharedAlignment = std::max(sharedAlignment, alignment);
    if (isDynamic(global)) {
      dynamicAlignment = std::max(dynamicAlignment, alignment);
      return;
    }
    int64_t offset = llvm::alignTo(staticSharedBytes, alignment);
    sharedOffsets[global] = offset;
    staticSharedBytes = offset + getBytes(global.getType());
  });
  staticSharedBytes = llvm::alignTo(staticSharedBytes, dynamicAlignment);
  dynamicSharedOffset = staticSharedBytes;
  // Room to round the start up in.
  if (sharedAlignment > kSharedBaseAlignment)
    staticSharedBytes += sharedAlignment - kSharedBaseAlignment;
}

static LogicalResult lowerAddressOf(LLVM::AddressOfOp op,
                                    SimulatorCalls &calls) {
  LLVM::GlobalOp global = lookupGlobal(op);
  if (!global || global.getAddrSpace() != kSharedSpace)
    return calls.unknown("of memory that is not shared: @" +
                         Twine(op.getGlobalName()));
  if (isEmpty(global) && !isDynamic(global))
    return calls.unknown("of shared memory without elements that is not "
                         "external, which ptxas takes for static: @" +
                         Twine(op.getGlobalName()));
  Location loc = op.getLoc();
  Value base = calls.call("autotuneSimSharedBase", calls.getI32Type(), {});
  int64_t offset = isDynamic(global) ? calls.dynamicSharedOffset
                                     : calls.sharedOffsets.lookup(global);
  int64_t alignment = calls.sharedAlignment;
  if (alignment > kSharedBaseAlignment) {
    base = LLVM::AddOp::create(calls, loc, base, calls.i32(alignment - 1));
    base = LLVM::AndOp::create(calls, loc, base, calls.i32(-alignment));
  }
  if (offset)
    base = LLVM::AddOp::create(calls, loc, base, calls.i32(offset));
  op.replaceAllUsesWith(
      LLVM::IntToPtrOp::create(calls, loc, op.getType(), base).getResult());
  return success();
}

/// An own CTA's shared memory has the same number in the cluster's window.
static Value lowerAddrSpaceCast(LLVM::AddrSpaceCastOp op,
                                SimulatorCalls &calls) {
  return LLVM::IntToPtrOp::create(
      calls, op.getLoc(), op.getType(),
      calls.addressIn(getSpace(op.getRes()), op.getArg()));
}

static Value lowerMapa(NVVM::MapaOp op, SimulatorCalls &calls) {
  Location loc = op.getLoc();
  // The window's number and the generic address' upper bits are cut off.
  Value address =
      LLVM::PtrToIntOp::create(calls, loc, calls.getI32Type(), op.getA());
  Value remote =
      calls.call("autotuneSimMapa", calls.getI32Type(), {address, op.getB()});
  if (getSpace(op.getRes()) == kGenericSpace)
    remote = LLVM::OrOp::create(
        calls, loc,
        LLVM::ZExtOp::create(calls, loc, calls.getI64Type(), remote),
        calls.i64(static_cast<int64_t>(sim::kGenericShared)));
  return LLVM::IntToPtrOp::create(calls, loc, op.getType(), remote);
}

void simulator::populateMemory(OpTable &table) {
  table.add<LLVM::LoadOp>(lowerLoad);
  table.add<LLVM::StoreOp>(lowerStore);
  table.add<LLVM::AtomicRMWOp>(lowerAtomicRMW);
  table.add<LLVM::AtomicCmpXchgOp>(lowerCmpXchg);
  table.add<LLVM::FenceOp>(lowerFence);
  table.add<LLVM::AddressOfOp>(lowerAddressOf);
  table.add<LLVM::AddrSpaceCastOp>(lowerAddrSpaceCast);
  // Both number the scopes alike.
  table.add<NVVM::MembarOp>([](NVVM::MembarOp op, SimulatorCalls &calls) {
    callFence(calls, static_cast<sim::Scope>(op.getScope()));
  });
  table.add<NVVM::FenceScClusterOp>(
      [](NVVM::FenceScClusterOp, SimulatorCalls &calls) {
        callFence(calls, sim::Scope::Cluster);
      });
  table.add<NVVM::FenceProxyOp>(lowerFenceProxy);
  table.add<NVVM::MapaOp>(lowerMapa);
}
