//===- KernelsToSimulator.cpp - Kernels that run on the host --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First upstream's conversions bring a kernel to branches and the LLVM and NVVM
// dialects, with indices of 32 bits, just as on the way to a GPU: what is
// simulated is what would be run. Then each operation that the host does not
// have becomes calls of the simulator (OpTable.h).
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Conversion/Passes.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_CONVERTKERNELSTOSIMULATOR
#include "mlir-autotune/Conversion/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// Of the constant beside a kernel that tells how many bytes of static shared
/// memory it has, for those who launch it themselves.
static constexpr StringLiteral kStaticSharedSuffix = "_static_shared";

/// What a kernel's allocas may take of the stack of a simulated thread, and
/// what the stack is aligned to anyway.
static constexpr int64_t kMaxAllocaBytes = 16 << 10;
static constexpr uint64_t kStackAlignment = 16;

static bool isKernel(LLVM::LLVMFuncOp function) {
  return function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()) ||
         function->hasAttr(gpu::GPUDialect::getKernelFuncAttrName());
}

//===----------------------------------------------------------------------===//
// One kernel
//===----------------------------------------------------------------------===//

/// What GPU operations upstream turns into operations of NVVM.
static bool isConverted(Operation *op) {
  return isa<gpu::ThreadIdOp, gpu::BlockIdOp, gpu::BlockDimOp, gpu::GridDimOp,
             gpu::ClusterIdOp, gpu::ClusterDimOp, gpu::ClusterBlockIdOp,
             gpu::ClusterDimBlocksOp, gpu::LaneIdOp, gpu::BarrierOp,
             gpu::ShuffleOp, gpu::GPUModuleOp, gpu::GPUFuncOp, gpu::ReturnOp>(
      op);
}

static LogicalResult reportUnknown(Operation *op) {
  InFlightDiagnostic diagnostic = op->emitError("the simulator does not know '")
                                  << op->getName() << "'";
  if (auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op))
    diagnostic << " of " << intrinsic.getIntrinAttr();
  if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCallee())
    diagnostic << " of @" << *call.getCallee();
  return diagnostic;
}

/// An assertion gives up, as after a failed one on a GPU, where upstream's
/// conversion calls a function that prints the message.
static void lowerAsserts(gpu::GPUModuleOp module) {
  module.walk([](cf::AssertOp op) {
    OpBuilder b(op);
    Location loc = op.getLoc();
    Value always = arith::ConstantIntOp::create(b, loc, 1, 1);
    Value fails = arith::XOrIOp::create(b, loc, op.getArg(), always);
    auto guarded = scf::IfOp::create(b, loc, fails, /*withElseRegion=*/false);
    b.setInsertionPointToStart(guarded.thenBlock());
    LLVM::Trap::create(b, loc);
    op.erase();
  });
}

/// Before upstream's conversions say it less well.
static LogicalResult checkBefore(gpu::GPUModuleOp module,
                                 const OpTable &table) {
  WalkResult result = module.walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    bool known = true;
    if (dialect == "gpu")
      known = isConverted(op);
    else if (dialect == "nvvm")
      known = table.lookup(op) || isa<NVVM::Exit>(op);
    else if (dialect == "nvgpu" || dialect == "tile")
      known = false;
    return known || succeeded(reportUnknown(op)) ? WalkResult::advance()
                                                 : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// An intrinsic of those that epilogues are made of (convert-tile-to-nvvm).
static bool isHostIntrinsic(Operation *op) {
  auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op);
  return intrinsic &&
         llvm::is_contained({"llvm.fabs", "llvm.ceil", "llvm.copysign",
                             "llvm.floor", "llvm.roundeven", "llvm.sqrt",
                             "llvm.trunc"},
                            intrinsic.getIntrin());
}

/// Whether the host has the operation as well.
static bool isKnownToHost(Operation *op) {
  if (!isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
    return false;
  if (isa<LLVM::CallIntrinsicOp>(op))
    return isHostIntrinsic(op);
  if (isa<LLVM::AllocaOp, LLVM::AssumeOp, LLVM::LifetimeStartOp,
          LLVM::LifetimeEndOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return true;
  return isMemoryEffectFree(op);
}

/// An operation under a predicate moves into a block of its own.
template <typename OpT> static void splitPredicate(OpT op) {
  Value predicate = op.getPredicate();
  if (!predicate)
    return;
  op.getPredicateMutable().clear();
  Block *before = op->getBlock();
  Block *body = before->splitBlock(op);
  Block *after = body->splitBlock(op->getNextNode());
  OpBuilder b(op->getContext());
  b.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(b, op.getLoc(), predicate, body, after);
  b.setInsertionPointToEnd(body);
  LLVM::BrOp::create(b, op.getLoc(), after);
}

static LogicalResult splitBlocks(LLVM::LLVMFuncOp function) {
  SmallVector<Operation *> ops;
  function.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (auto init = dyn_cast<NVVM::MBarrierInitOp>(op))
      splitPredicate(init);
    if (auto load =
            dyn_cast<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(op))
      splitPredicate(load);
    if (auto store = dyn_cast<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(op))
      splitPredicate(store);
    if (auto prefetch = dyn_cast<NVVM::PrefetchOp>(op))
      splitPredicate(prefetch);
    if (auto arrive = dyn_cast<NVVM::MBarrierArriveExpectTxOp>(op)) {
      if (arrive.getPredicate() && !op->use_empty())
        return op->emitError("the simulator does not know '")
               << op->getName() << "' with a predicate and a state";
      splitPredicate(arrive);
    }
    if (isa<NVVM::Exit>(op)) {
      Block *block = op->getBlock();
      block->splitBlock(op->getNextNode());
      OpBuilder b(op);
      b.setInsertionPointToEnd(block);
      LLVM::ReturnOp::create(b, op->getLoc(), ValueRange());
      op->erase();
    }
  }
  return success();
}

/// They lie on the stack of a simulated thread, which is small and serves each
/// of them until the kernel's end. `left` bytes of it are for allocas.
static LogicalResult checkAlloca(LLVM::AllocaOp op, SimulatorCalls &calls,
                                 int64_t &left) {
  auto refuse = [&](const Twine &why) {
    return op->emitError("the simulator does not know '")
           << op->getName() << "' " << why;
  };
  if (cast<LLVM::LLVMPointerType>(op.getType()).getAddressSpace() !=
      kGenericSpace)
    return refuse("outside of address space 0");
  APInt count;
  if (!matchPattern(op.getArraySize(), m_ConstantInt(&count)))
    return refuse("of a size that is not constant");
  int64_t bytes = std::max<int64_t>(calls.getBytes(op.getElemType()), 1);
  if (count.isNegative() || count.ugt(kMaxAllocaBytes / bytes))
    return refuse("of more than " + Twine(kMaxAllocaBytes) + " bytes");
  // What it takes to round its place up.
  uint64_t alignment = op.getAlignment().value_or(0);
  if (alignment > uint64_t(kMaxAllocaBytes))
    return refuse("aligned to more than " + Twine(kMaxAllocaBytes) + " bytes");
  left -= llvm::alignTo(count.getZExtValue() * bytes, kStackAlignment) +
          (alignment > kStackAlignment ? alignment - kStackAlignment : 0);
  if (left < 0)
    return refuse("if all of a kernel together take more than " +
                  Twine(kMaxAllocaBytes) + " bytes");
  return success();
}

static LogicalResult checkAllocas(SimulatorCalls &calls) {
  llvm::SmallDenseSet<Block *> loops =
      findBlocksInLoops(calls.function.getBody());
  int64_t left = kMaxAllocaBytes;
  WalkResult result = calls.function.walk([&](LLVM::AllocaOp op) {
    if (calls.hasCreated(op))
      return WalkResult::advance();
    if (loops.contains(op->getBlock())) {
      op.emitError("the simulator does not know '")
          << op->getName() << "' in a loop: each time takes more of the stack";
      return WalkResult::interrupt();
    }
    return WalkResult(checkAlloca(op, calls, left));
  });
  return failure(result.wasInterrupted());
}

static LogicalResult lowerOperations(SimulatorCalls &calls,
                                     const OpTable &table) {
  SmallVector<std::pair<Operation *, const OpTable::Handler *>> work;
  // Decided before anything changes: an alloca is known by what leads to it.
  WalkResult result = calls.function.walk([&](Operation *op) {
    if (op == calls.function || calls.hasCreated(op))
      return WalkResult::advance();
    if (auto load = dyn_cast<LLVM::LoadOp>(op))
      if (isPrivateMemory(load.getAddr()))
        return WalkResult::advance();
    if (auto store = dyn_cast<LLVM::StoreOp>(op))
      if (isPrivateMemory(store.getAddr()))
        return WalkResult::advance();
    const OpTable::Handler *handler =
        isHostIntrinsic(op) ? nullptr : table.lookup(op);
    if (handler)
      work.push_back({op, handler});
    else if (!isKnownToHost(op) && failed(reportUnknown(op)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (auto [op, handler] : work) {
    calls.enter(op);
    if (failed((*handler)(op, calls)) || calls.hasFailed)
      return failure();
    op->erase();
  }
  return success();
}

static SmallVector<Type> getParameters(LLVM::LLVMFuncOp function) {
  SmallVector<Type> types;
  for (unsigned i = 0, end = function.getNumArguments(); i < end; ++i) {
    auto byValue = function.getArgAttrOfType<TypeAttr>(
        i, LLVM::LLVMDialect::getByValAttrName());
    types.push_back(byValue ? byValue.getValue()
                            : function.getArgumentTypes()[i]);
  }
  return types;
}

/// Arguments come from the array that is the function's only one: a tensor map
/// as its address, all else by value.
static void lowerSignature(LLVM::LLVMFuncOp function) {
  MLIRContext *context = function.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Block &entry = function.getBody().front();
  OpBuilder b = OpBuilder::atBlockBegin(&entry);
  Location loc = function.getLoc();
  unsigned count = entry.getNumArguments();
  Value parameters = entry.addArgument(pointer, loc);
  for (unsigned i = 0; i < count; ++i) {
    BlockArgument argument = entry.getArgument(i);
    Value place =
        LLVM::GEPOp::create(b, loc, pointer, pointer, parameters,
                            ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(i)});
    Value value = LLVM::LoadOp::create(b, loc, pointer, place);
    if (!function.getArgAttr(i, LLVM::LLVMDialect::getByValAttrName()))
      value = LLVM::LoadOp::create(b, loc, argument.getType(), value);
    argument.replaceAllUsesWith(value);
  }
  entry.eraseArguments(0, count);
  function.removeArgAttrsAttr();
  function.setFunctionType(
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context), {pointer}));
  // Those that it had are a device's.
  for (NamedAttribute attr : llvm::to_vector(function->getDiscardableAttrs()))
    function->removeDiscardableAttr(attr.getName());
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

namespace {
struct ConvertKernelsToSimulator
    : public autotune::impl::ConvertKernelsToSimulatorBase<
          ConvertKernelsToSimulator> {
  using ConvertKernelsToSimulatorBase::ConvertKernelsToSimulatorBase;

  LogicalResult initialize(MLIRContext *) override {
    populateRegisters(table);
    populateMemory(table);
    populateSynchronization(table);
    populateCopies(table);
    populateMatrices(table);
    populateConversions(table);
    populateInlineAsm(table);
    return success();
  }

  void runOnOperation() override {
    eraseUnreachableBlocks(getOperation());
    HostModule host(getOperation());
    llvm::StringMap<HostKernel> kernels;
    SmallVector<gpu::GPUModuleOp> modules(
        getOperation().getOps<gpu::GPUModuleOp>());
    for (gpu::GPUModuleOp module : modules)
      if (failed(lowerModule(host, module, kernels)))
        return signalPassFailure();
    if (failed(lowerLaunches(host, kernels)))
      return signalPassFailure();
    for (gpu::GPUModuleOp module : modules)
      host.symbols.erase(module);
  }

  /// To branches and the dialects of LLVM and NVVM.
  LogicalResult prepare(gpu::GPUModuleOp module) {
    if (failed(checkBefore(module, table)))
      return failure();
    OpPassManager pm(gpu::GPUModuleOp::getOperationName());
    pm.addPass(createSCFToControlFlowPass());
    ConvertGpuOpsToNVVMOpsOptions options;
    options.indexBitwidth = 32;
    pm.addPass(createConvertGpuOpsToNVVMOps(options));
    pm.addPass(createReconcileUnrealizedCastsPass());
    return runPipeline(pm, module);
  }

  LogicalResult lowerModule(HostModule &host, gpu::GPUModuleOp module,
                            llvm::StringMap<HostKernel> &kernels) {
    lowerAsserts(module);
    if (failed(prepare(module)))
      return failure();
    SmallVector<LLVM::LLVMFuncOp> functions;
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (isKernel(function) && !function.isExternal())
        functions.push_back(function);
    for (LLVM::LLVMFuncOp function : functions) {
      std::string path;
      llvm::raw_string_ostream(path) << SymbolRefAttr::get(
          module.getNameAttr(), FlatSymbolRefAttr::get(function));
      FailureOr<HostKernel> kernel = lowerKernel(host, module, function);
      if (failed(kernel))
        return failure();
      kernels[path] = *kernel;
    }
    return success();
  }

  FailureOr<HostKernel> lowerKernel(HostModule &host, gpu::GPUModuleOp module,
                                    LLVM::LLVMFuncOp function) {
    std::string name = (module.getName() + "_" + function.getSymName()).str();
    for (std::string symbol : {name, name + kStaticSharedSuffix.str()})
      if (host.symbols.lookup(symbol)) {
        function.emitError("needs the symbol @")
            << symbol << " for the kernel's host code, but the symbol is taken";
        return failure();
      }
    if (failed(splitBlocks(function)))
      return failure();
    SimulatorCalls calls(host, function);
    calls.layOutSharedMemory();
    if (failed(checkAllocas(calls)) || failed(lowerAccumulators(calls)) ||
        calls.hasFailed || failed(lowerOperations(calls, table)))
      return failure();
    insertLoopCalls(calls);
    if (failed(guardUndefined(calls)) || calls.hasFailed)
      return failure();
    HostKernel kernel;
    kernel.function = function;
    kernel.staticSharedBytes = calls.staticSharedBytes;
    kernel.clusterDim = function->getAttrOfType<DenseI32ArrayAttr>(
        NVVM::NVVMDialect::getClusterDimAttrName());
    kernel.blockDim = function->getAttrOfType<DenseI32ArrayAttr>(
        NVVM::NVVMDialect::getReqntidAttrName());
    // An SM holds at most 32 (CUDA C++ Programming Guide, "Technical
    // Specifications per Compute Capability").
    if (auto ctas = function->getAttrOfType<IntegerAttr>(
            NVVM::NVVMDialect::getMinctasmAttrName()))
      kernel.ctasPerSM = std::max<int32_t>(
          1, static_cast<int32_t>(ctas.getValue().getLimitedValue(32)));
    kernel.parameters = getParameters(function);
    lowerSignature(function);
    function->remove();
    function.setSymName(name);
    host.symbols.insert(function);
    auto i32 = IntegerType::get(&getContext(), 32);
    OpBuilder b(&getContext());
    host.symbols.insert(LLVM::GlobalOp::create(
        b, function.getLoc(), i32, /*isConstant=*/true, LLVM::Linkage::External,
        name + kStaticSharedSuffix.str(),
        b.getI32IntegerAttr(calls.staticSharedBytes)));
    return kernel;
  }

  OpTable table;
};
} // namespace
