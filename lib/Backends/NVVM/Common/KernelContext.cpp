//===- KernelContext.cpp - The function that a kernel becomes -------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

Value KernelContext::findParam(KernelParam::Kind kind, int64_t operand,
                               int64_t dim) const {
  for (auto [index, param] : llvm::enumerate(layout.abi.params))
    if (param.kind == kind && param.operand == operand && param.dim == dim)
      return LLVM::LLVMFuncOp(func).getArgument(index);
  return {};
}

Value KernelContext::getParam(KernelParam::Kind kind, int64_t operand,
                              int64_t dim) const {
  Value param = findParam(kind, operand, dim);
  assert(param && "every operand has its parameters");
  return param;
}

Value KernelContext::getWindowNumber(KernelParam::WindowNumber number) const {
  for (auto [index, param] : llvm::enumerate(layout.abi.params))
    if (param.kind == KernelParam::Kind::Window && param.number == number)
      return LLVM::LLVMFuncOp(func).getArgument(index);
  llvm_unreachable("a kernel that loads windows has all numbers");
}

/// What a launch has of one operand.
static Type getParamElementType(OpBuilder &b, const KernelParam &param) {
  switch (param.kind) {
  case KernelParam::Kind::TensorMap:
    return LLVM::LLVMArrayType::get(b.getI8Type(), 128);
  case KernelParam::Kind::Size:
    return b.getI32Type();
  case KernelParam::Kind::Stride:
    return b.getI64Type();
  default:
    return LLVM::LLVMPointerType::get(b.getContext(), kGlobalSpace);
  }
}

Value KernelContext::getParam(Emitter &e, KernelParam::Kind kind,
                              int64_t operand, int64_t dim,
                              ValueRange indices) const {
  Value param = getParam(kind, operand, dim);
  if (!layout.abi.group)
    return param;
  unsigned index = cast<BlockArgument>(param).getArgNumber();
  Type element = getParamElementType(e, layout.abi.params[index]);
  Value place = e.gep(param, element, e.toI32(indices.front()));
  return LLVM::LoadOp::create(e, element, place);
}

Value KernelContext::getMatrixPointer(Emitter &e, int64_t operand, Type element,
                                      ValueRange indices) const {
  Value pointer =
      getParam(e, KernelParam::Kind::Pointer, operand, /*dim=*/0, indices);
  if (indices.size() == 2 || layout.abi.group)
    return pointer;
  for (auto [dim, index] : llvm::enumerate(indices.drop_back(2))) {
    Value number = e.toI64(e.toI32(index));
    Value stride = getParam(KernelParam::Kind::Stride, operand,
                            getParamDim(dim, indices.size()));
    pointer = e.gep(pointer, element, e.mul(number, stride));
  }
  return pointer;
}

Value KernelContext::getTensorMap(Emitter &e, int64_t operand,
                                  ArrayRef<int64_t> box, ValueRange indices,
                                  bool trimmed, bool chosen,
                                  bool windowed) const {
  int64_t index = layout.getTensorMap(operand, box, trimmed, chosen, windowed);
  Value map = LLVM::LLVMFuncOp(func).getArgument(index);
  if (!layout.abi.group)
    return map;
  return e.gep(map, getParamElementType(e, layout.abi.params[index]),
               e.toI32(indices.front()));
}

Value KernelContext::getRoleWarpgroup(Emitter &e,
                                      const RoleLayout &role) const {
  return e.add(warpgroup, -role.getFirstWarpgroup());
}

Value KernelContext::getCopy(Emitter &e, const RoleLayout &role) const {
  return e.div(getRoleWarpgroup(e, role), role.getInstanceWarpgroups());
}

Value KernelContext::getInstanceWarpgroup(Emitter &e,
                                          const RoleLayout &role) const {
  return e.rem(getRoleWarpgroup(e, role), role.getInstanceWarpgroups());
}

std::pair<Value, Value> RingPosition::load(Emitter &e) const {
  Type i32 = e.getI32Type();
  Value stage = LLVM::LoadOp::create(e, i32, stageVariable);
  Value phase = LLVM::LoadOp::create(e, i32, phaseVariable);
  return {stage, phase};
}

void RingPosition::advance(Emitter &e) const {
  auto [stage, phase] = load(e);
  Value next = e.add(stage, 1);
  Value wraps = e.cmp(arith::CmpIPredicate::eq, next, stages);
  LLVM::StoreOp::create(e, e.select(wraps, e.i32(0), next), stageVariable);
  LLVM::StoreOp::create(e, e.bitXor(phase, e.select(wraps, e.i32(1), e.i32(0))),
                        phaseVariable);
}

void RingPosition::skip(Emitter &e, Value count) const {
  auto [stage, phase] = load(e);
  Value next = e.add(stage, count);
  Value rounds = e.div(next, stages);
  LLVM::StoreOp::create(e, e.sub(next, e.mul(rounds, stages)), stageVariable);
  LLVM::StoreOp::create(e, e.bitXor(phase, e.bitAnd(rounds, 1)), phaseVariable);
}

//===----------------------------------------------------------------------===//
// The function and its parameters
//===----------------------------------------------------------------------===//

static Type getParamType(OpBuilder &b, const KernelParam &param,
                         KernelOp kernel) {
  switch (param.kind) {
  case KernelParam::Kind::TensorMap:
    return LLVM::LLVMPointerType::get(b.getContext());
  case KernelParam::Kind::Pointer:
  case KernelParam::Kind::Counters:
    return LLVM::LLVMPointerType::get(b.getContext(), kGlobalSpace);
  case KernelParam::Kind::Size:
  case KernelParam::Kind::Columns:
  case KernelParam::Kind::Window:
    return b.getI32Type();
  case KernelParam::Kind::Stride:
    return b.getI64Type();
  case KernelParam::Kind::Scalar: {
    Type type = kernel.getArgumentTypes()[param.operand];
    return type.isIndex() ? b.getI32Type() : type;
  }
  }
  llvm_unreachable("every kind is listed");
}

static LLVM::LLVMFuncOp createFunction(KernelOp kernel,
                                       const KernelLayout &layout) {
  OpBuilder b(kernel);
  MLIRContext *context = b.getContext();
  const KernelABI &abi = layout.abi;
  SmallVector<Type> types;
  for (const KernelParam &param : abi.params)
    types.push_back(abi.group ? LLVM::LLVMPointerType::get(context)
                              : getParamType(b, param, kernel));
  auto func = LLVM::LLVMFuncOp::create(
      b, kernel.getLoc(), kernel.getSymName(),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), types));
  auto setUnit = [&](StringRef name) { func->setAttr(name, b.getUnitAttr()); };
  setUnit(gpu::GPUDialect::getKernelFuncAttrName());
  setUnit(NVVM::NVVMDialect::getKernelFuncAttrName());
  // Without it ptxas ignores setmaxnreg (C7508).
  func->setAttr(
      NVVM::NVVMDialect::getMaxntidAttrName(),
      b.getDenseI32ArrayAttr({static_cast<int32_t>(abi.threads), 1, 1}));
  func->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                b.getI32IntegerAttr(abi.ctasPerSM));
  int64_t ctas = getClusterSize(abi);
  if (ctas > 1)
    func->setAttr(NVVM::NVVMDialect::getClusterDimAttrName(),
                  b.getDenseI32ArrayAttr({static_cast<int32_t>(ctas), 1, 1}));
  func->setAttr(kKernelABIAttrName, getKernelABIAttr(abi, context));
  // The kernel's other attributes are its author's own.
  for (NamedAttribute attr : kernel->getDiscardableAttrs())
    func->setAttr(attr.getName(), attr.getValue());

  for (auto [index, param] : llvm::enumerate(abi.params)) {
    bool isMap = param.kind == KernelParam::Kind::TensorMap;
    if (!isMap && !abi.group)
      continue;
    Type type = getParamElementType(b, param);
    if (abi.group)
      type = LLVM::LLVMArrayType::get(type, abi.group);
    func.setArgAttr(index, LLVM::LLVMDialect::getByValAttrName(),
                    TypeAttr::get(type));
    func.setArgAttr(
        index, LLVM::LLVMDialect::getAlignAttrName(),
        b.getI64IntegerAttr(getParamAlignment(param.kind, abi.group != 0)));
    // Or LLVM copies it to the stack, where TMA can't read it.
    func.setArgAttr(index, NVVM::NVVMDialect::getGridConstantAttrName(),
                    b.getUnitAttr());
  }
  return func;
}

static LLVM::GlobalOp getSharedSymbol(KernelOp kernel) {
  Operation *module = kernel->getParentOp();
  auto symbol = dyn_cast_or_null<LLVM::GlobalOp>(
      SymbolTable::lookupSymbolIn(module, kSharedSymbol));
  if (symbol)
    return symbol;
  OpBuilder b(&module->getRegion(0).front(),
              module->getRegion(0).front().begin());
  return LLVM::GlobalOp::create(
      b, kernel.getLoc(), LLVM::LLVMArrayType::get(b.getI8Type(), 0),
      /*isConstant=*/false, LLVM::Linkage::External, kSharedSymbol, Attribute(),
      /*alignment=*/kSwizzleAtom, kSharedSpace);
}

/// In place of the kernel's arguments: memrefs that only name a parameter,
/// sizes, and scalars. Packed copies have the numbers behind them.
static void replaceArguments(KernelContext &context, Emitter &e,
                             KernelOp kernel, Block &body) {
  int64_t number = body.getNumArguments();
  for (PackOp pack : body.getOps<PackOp>())
    context.operands[pack.getResult()] = number++;
  bool isGroup = context.layout.abi.group != 0;
  for (BlockArgument argument : llvm::reverse(body.getArguments())) {
    int64_t operand = argument.getArgNumber();
    if (!isa<MemRefType>(argument.getType())) {
      Value scalar = context.getParam(KernelParam::Kind::Scalar, operand);
      if (argument.getType().isIndex())
        scalar = e.toIndex(scalar);
      argument.replaceAllUsesWith(scalar);
      continue;
    }
    for (Operation *user : llvm::make_early_inc_range(argument.getUsers())) {
      auto dim = dyn_cast<memref::DimOp>(user);
      if (!dim || !dim.getConstantIndex())
        continue;
      int64_t rank = cast<MemRefType>(argument.getType()).getRank();
      int64_t paramDim = getParamDim(*dim.getConstantIndex(), rank);
      Value size = isGroup && paramDim == KernelParam::kBatch
                       ? e.i32(context.layout.abi.group)
                       : context.getParam(e, KernelParam::Kind::Size, operand,
                                          paramDim, e.i32(0));
      dim.replaceAllUsesWith(e.toIndex(size));
      dim.erase();
    }
    Value pointer = context.findParam(KernelParam::Kind::Pointer, operand);
    // What only a tensor map reaches has an address in that.
    if (!pointer)
      pointer = LLVM::PoisonOp::create(
          e, LLVM::LLVMPointerType::get(e.getContext(), kGlobalSpace));
    Value memref =
        UnrealizedConversionCastOp::create(e, argument.getType(), pointer)
            .getResult(0);
    argument.replaceAllUsesWith(memref);
    context.operands[memref] = operand;
  }
}

//===----------------------------------------------------------------------===//
// The start of the function
//===----------------------------------------------------------------------===//

static void identifyThread(KernelContext &context, Emitter &e) {
  Type i32 = e.getI32Type();
  context.threadId = NVVM::ThreadIdXOp::create(e, i32);
  context.warp = e.broadcast(e.shr(context.threadId, 5));
  context.warpgroup = e.broadcast(e.shr(context.threadId, 7));
  context.ctaId = NVVM::BlockIdXOp::create(e, i32);
  if (getClusterSize(context.layout.abi) == 1) {
    context.clusterRank = {e.i32(0), e.i32(0), e.i32(0)};
    return;
  }
  ArrayRef<int64_t> cluster = context.layout.abi.cluster;
  Value rank = NVVM::ClusterId::create(e, i32);
  context.clusterRank = {e.rem(rank, cluster[0]),
                         e.rem(e.div(rank, cluster[0]), cluster[1]),
                         e.div(rank, cluster[0] * cluster[1])};
}

static Value createVariable(Emitter &e, int64_t initial) {
  Value one = e.i32(1);
  Value variable = LLVM::AllocaOp::create(e, e.ptrType(), e.getI32Type(), one);
  LLVM::StoreOp::create(e, e.i32(initial), variable);
  return variable;
}

/// The slots of a ring, and the bytes of one, with the rows that the launch
/// chooses.
static std::pair<Value, Value> chooseSlots(const KernelContext &context,
                                           Emitter &e, const RingLayout &ring) {
  Value rows = context.getParam(KernelParam::Kind::Columns, 0);
  Value bytes = e.add(e.mul(rows, kSwizzleBytes), ring.tileOffsets.back());
  Value slots = e.div(e.i32(ring.getBytes()), bytes);
  if (ring.mostStages == RingOp::kMostStages)
    slots = e.min(slots, e.i32(RingOp::kMostStages));
  return {slots, bytes};
}

static void createPositions(KernelContext &context, Emitter &e) {
  for (const RingLayout &ring : context.layout.rings) {
    Value stages;
    if (ring.isChosen) {
      std::pair<Value, Value> slots = chooseSlots(context, e, ring);
      context.chosenSlots[ring.getKey()] = slots;
      stages = slots.first;
    } else {
      stages = e.i32(ring.getStages());
    }
    for (Operation *user : RingOp(ring.op).getRing().getUsers()) {
      bool acquires = isa<AcquireOp>(user);
      if (!acquires && !isa<WaitOp>(user))
        continue;
      auto &positions = acquires ? context.produced : context.consumed;
      auto key = std::make_pair(context.getRole(user)->index, ring.getKey());
      if (positions.contains(key))
        continue;
      // "Full" has phase 0 to wait for; waiting for the phase before the first
      // passes at once, which is right for slots never filled.
      Value stage = createVariable(e, 0);
      Value phase = createVariable(e, acquires ? 1 : 0);
      positions[key] = {stages, stage, phase};
    }
  }
  for (const RoleLayout &role : context.layout.roles) {
    if (role.copies == 1)
      continue;
    // Copy 0 passes its barrier at once, copy 1 waits for copy 0.
    Value parity = createVariable(e, 1);
    Value copy = context.getCopy(e, role);
    LLVM::StoreOp::create(e, e.bitXor(e.i32(1), copy), parity);
    context.turnParity[role.index] = parity;
  }
}

static void initBarriers(KernelContext &context, Emitter &e) {
  const KernelLayout &layout = context.layout;
  // Rings that a role fills itself need no memory for barriers, and a grid of
  // warps takes no turns.
  if (layout.warpGrid &&
      llvm::all_of(layout.rings, std::mem_fn(&RingLayout::isOwn)))
    return;
  // As a rule, warp 0 loads: it computes where its tile starts meanwhile.
  int64_t initializer = layout.abi.threads > kWarpThreads ? kWarpThreads : 0;
  e.ifThen(e.equal(context.threadId, initializer), [&] {
    auto init = [&](int64_t offset, int64_t arrivals) {
      NVVM::MBarrierInitOp::create(e, e.sharedPtr(context.shared(e, offset)),
                                   e.i32(arrivals), Value());
    };
    for (const RingLayout &ring : layout.rings)
      for (int64_t stage = 0; !ring.isOwn && stage < ring.mostStages; ++stage) {
        init(ring.barriers + stage * kBarrierBytes, ring.fullArrivals);
        init(ring.barriers + (ring.mostStages + stage) * kBarrierBytes,
             ring.emptyArrivals);
      }
    for (const RoleLayout &role : layout.roles)
      for (int64_t copy = 0; role.copies > 1 && copy < role.copies; ++copy)
        init(role.turnBarriers + copy * kBarrierBytes, 1);
    // The many maps of a group would only drive each other out. Another thread
    // that fetches them delays the start (docs/notes/clusters.md).
    for (auto [index, param] : llvm::enumerate(layout.abi.params))
      if (param.kind == KernelParam::Kind::TensorMap && !layout.abi.group)
        NVVM::PrefetchOp::create(
            e, NVVM::PrefetchCacheLevelAttr(),
            NVVM::CacheEvictionPriorityAttr(),
            LLVM::LLVMFuncOp(context.func).getArgument(index), Value(),
            e.getUnitAttr());
    NVVM::FenceMbarrierInitOp::create(e);
  });
  // Nobody reaches for a peer's barrier or memory before it has started. CTAs
  // that only add up partial sums meet at another barrier before they do.
  if (llvm::any_of(layout.rings, std::mem_fn(&RingLayout::isMulticast)))
    context.startBarrier = e.clusterBarrierOfInits();
  else
    context.startBarrier = NVVM::BarrierOp::create(e);
}

std::unique_ptr<KernelContext> KernelContext::create(KernelLayout layout,
                                                     KernelOp kernel) {
  auto owned = std::make_unique<KernelContext>();
  KernelContext &context = *owned;
  context.layout = std::move(layout);
  kernel.walk([&](Operation *op) {
    if (const RoleLayout *role = context.layout.getRole(op))
      context.roles[op] = role;
  });
  context.func = createFunction(kernel, context.layout);
  OpBuilder b(kernel);
  Block *entry = context.func.addEntryBlock(b);
  b.setInsertionPointToStart(entry);
  Emitter e(kernel.getLoc(), b);
  identifyThread(context, e);
  if (context.layout.abi.sharedMemory) {
    LLVM::GlobalOp symbol = getSharedSymbol(kernel);
    Value address = LLVM::PtrToIntOp::create(
        e, e.getI32Type(), LLVM::AddressOfOp::create(e, symbol));
    context.sharedBase =
        e.bitAnd(e.add(address, kSwizzleAtom - 1), -kSwizzleAtom);
    createPositions(context, e);
  }
  Block &body = kernel.getBody().front();
  replaceArguments(context, e, kernel, body);
  if (context.sharedBase)
    initBarriers(context, e);
  body.eraseArguments(0, body.getNumArguments());
  entry->getOperations().splice(entry->end(), body.getOperations());
  entry->getTerminator()->erase();
  e.setInsertionPointToEnd(entry);
  LLVM::ReturnOp::create(e, ValueRange());
  kernel.erase();
  return owned;
}
