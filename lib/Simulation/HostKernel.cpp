//===- HostKernel.cpp - A kernel compiled for the host --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFunction.h"

#include "mlir-autotune/Simulation/HostKernel.h"

#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Simulator/Symbols.h"
#include "mlir-autotune/Transforms/HostCPU.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::autotune;
using tile::KernelParam;

HostKernel::HostKernel() = default;
HostKernel::~HostKernel() = default;

/// Of what the pass puts beside a kernel (convert-kernels-to-simulator).
static constexpr StringLiteral kStaticSharedSuffix = "_static_shared";
/// sizeof(CUtensorMap).
static constexpr uint64_t kTensorMapBytes = 128;

/// A kernel of rows is a gpu.func until it is lowered here.
static bool isKernel(FunctionOpInterface function) {
  auto rows = dyn_cast<gpu::GPUFuncOp>(*function);
  return (function->hasAttr(tile::kKernelABIAttrName) ||
          (rows && rows.isKernel())) &&
         !function.isExternal();
}

/// The kernel of that name in the gpu.modules, or the only one.
static llvm::Expected<FunctionOpInterface> findKernel(ModuleOp module,
                                                      StringRef name) {
  SmallVector<FunctionOpInterface> kernels;
  std::string names;
  for (auto gpuModule : module.getOps<gpu::GPUModuleOp>())
    for (auto function : gpuModule.getOps<FunctionOpInterface>()) {
      if (!isKernel(function))
        continue;
      names += (names.empty() ? "" : ", ") + function.getName().str();
      if (name.empty() || function.getName() == name)
        kernels.push_back(function);
    }
  if (names.empty())
    return llvm::createStringError("there is no kernel: no llvm.func with '" +
                                   tile::kKernelABIAttrName +
                                   "', and no gpu.func, in a gpu.module");
  if (kernels.empty())
    return llvm::createStringError("there is no kernel '" + name +
                                   "'; there are " + names);
  if (kernels.size() > 1)
    return llvm::createStringError("there are several kernels: " + names +
                                   "; name one");
  return kernels.front();
}

/// A module with nothing but the kernel's gpu.module.
static OwningOpRef<ModuleOp> cloneKernel(FunctionOpInterface kernel) {
  auto gpuModule = kernel->getParentOfType<gpu::GPUModuleOp>();
  OwningOpRef<ModuleOp> clone = ModuleOp::create(gpuModule.getLoc());
  OpBuilder builder(clone->getBodyRegion());
  Operation *copy = builder.clone(*gpuModule);
  SmallVector<FunctionOpInterface> others;
  for (auto function :
       cast<gpu::GPUModuleOp>(copy).getOps<FunctionOpInterface>())
    if (isKernel(function) && function.getName() != kernel.getName())
      others.push_back(function);
  for (FunctionOpInterface other : others)
    other.erase();
  return clone;
}

//===----------------------------------------------------------------------===//
// How a kernel is launched
//===----------------------------------------------------------------------===//

static tile::KernelABI getABI(tile::RunOp run) {
  tile::KernelABI abi;
  abi.ctas = run.getCtas();
  abi.threads = run.getThreads();
  abi.sharedMemory = run.getSharedMemory();
  for (auto [operand, alignment] : llvm::enumerate(run.getAlignments())) {
    KernelParam &param = abi.params.emplace_back();
    param.operand = operand;
    param.alignment = std::max<int64_t>(alignment, 1);
    if (!isa<ShapedType>(run->getOperand(operand).getType()))
      param.kind = KernelParam::Kind::Scalar;
  }
  return abi;
}

/// As its attribute says, or as the module launches it.
static FailureOr<tile::KernelABI> readABI(FunctionOpInterface function,
                                          ModuleOp module) {
  if (Attribute attr = function->getAttr(tile::kKernelABIAttrName))
    return tile::readKernelABI(attr, [&] { return function->emitError(); });
  auto name = SymbolRefAttr::get(
      function->getParentOfType<gpu::GPUModuleOp>().getNameAttr(),
      FlatSymbolRefAttr::get(function.getNameAttr()));
  tile::RunOp first;
  auto isOther = [&](tile::RunOp run) {
    return run.getCtas() != first.getCtas() ||
           run.getThreads() != first.getThreads() ||
           run.getSharedMemory() != first.getSharedMemory() ||
           run.getAlignments() != first.getAlignments();
  };
  WalkResult result = module.walk([&](tile::RunOp run) {
    if (run.getKernel() != name)
      return WalkResult::advance();
    if (first && isOther(run)) {
      run.emitError("launches the kernel in another way than an earlier "
                    "'tile.run'");
      return WalkResult::interrupt();
    }
    first = run;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (!first)
    return function->emitError("has no '")
           << tile::kKernelABIAttrName << "', and no 'tile.run' launches it";
  return getABI(first);
}

//===----------------------------------------------------------------------===//
// Whether tile.abi is that of the function
//===----------------------------------------------------------------------===//

/// The kernel reads its parameters as its signature says, and is launched with
/// what `tile.abi` says.
static llvm::Error checkParam(FunctionOpInterface function, unsigned index,
                              const KernelParam &param, int64_t group) {
  Type type = function.getArgumentTypes()[index];
  auto byValue = function.getArgAttrOfType<TypeAttr>(
      index, LLVM::LLVMDialect::getByValAttrName());
  // Of a group, an array of what one problem has.
  auto array = byValue ? dyn_cast<LLVM::LLVMArrayType>(byValue.getValue())
                       : LLVM::LLVMArrayType();
  if (group && (!array || int64_t(array.getNumElements()) != group))
    return llvm::createStringError(
        "parameter " + llvm::Twine(index) + " is of a group of " +
        llvm::Twine(group) + ", and must be an array of as many by value");
  if (group && param.kind == KernelParam::Kind::TensorMap) {
    byValue = TypeAttr::get(array.getElementType());
  } else if (group) {
    byValue = nullptr;
    type = array.getElementType();
  }
  bool isPointer = isa<LLVM::LLVMPointerType>(type);
  StringRef wanted;
  bool isRight = true;
  switch (param.kind) {
  case KernelParam::Kind::TensorMap:
    wanted = "a pointer to 128 bytes by value";
    isRight = isPointer && byValue &&
              DataLayout::closest(function).getTypeSize(byValue.getValue()) ==
                  kTensorMapBytes;
    break;
  case KernelParam::Kind::Pointer:
  case KernelParam::Kind::Counters:
    wanted = "a pointer";
    isRight = isPointer && !byValue;
    break;
  case KernelParam::Kind::Size:
  case KernelParam::Kind::Columns:
  case KernelParam::Kind::Window:
    wanted = "an i32";
    isRight = type.isInteger(32);
    break;
  case KernelParam::Kind::Stride:
    wanted = "an i64";
    isRight = type.isInteger(64);
    break;
  case KernelParam::Kind::Scalar:
    // No simulated problem has one (LaunchSetup).
    break;
  }
  if (isRight)
    return llvm::Error::success();
  std::string got;
  llvm::raw_string_ostream os(got);
  os << type;
  if (byValue)
    os << " to " << byValue.getValue() << " by value";
  return llvm::createStringError("parameter " + llvm::Twine(index) + " is a '" +
                                 tile::stringifyKernelParamKind(param.kind) +
                                 "' in '" + tile::kKernelABIAttrName +
                                 "', which must be " + wanted +
                                 ", and the function's is " + got);
}

/// A driver refuses to launch a kernel with other sizes than it is compiled
/// for.
static llvm::Error checkSizes(FunctionOpInterface function,
                              const tile::KernelABI &abi) {
  auto get = [&](StringRef name) -> ArrayRef<int32_t> {
    auto sizes = function->getAttrOfType<DenseI32ArrayAttr>(name);
    return sizes ? sizes.asArrayRef() : ArrayRef<int32_t>();
  };
  auto refuse = [&](StringRef what, int64_t count, StringRef name,
                    StringRef limit, ArrayRef<int32_t> sizes) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(sizes, os);
    return llvm::createStringError("'" + tile::kKernelABIAttrName + "' has " +
                                   what + " of " + llvm::Twine(count) +
                                   ", and the function's " + name +
                                   " asks for " + limit + "(" + text + ")");
  };
  // Launches have one dimension.
  auto isExactly = [](ArrayRef<int32_t> sizes, int64_t count) {
    return sizes.empty() ||
           (sizes[0] == count &&
            llvm::all_of(sizes.drop_front(), [](int32_t n) { return n == 1; }));
  };
  StringRef name = NVVM::NVVMDialect::getReqntidAttrName();
  for (StringRef exact : {name, StringRef("known_block_size")})
    if (!isExactly(get(exact), abi.threads))
      return refuse("CTAs", abi.threads, exact, "", get(exact));
  name = NVVM::NVVMDialect::getMaxntidAttrName();
  int64_t most = 1;
  for (int32_t size : get(name))
    most *= size;
  if (!get(name).empty() && abi.threads > most)
    return refuse("CTAs", abi.threads, name, "at most ", get(name));
  name = NVVM::NVVMDialect::getClusterDimAttrName();
  int64_t size = abi.cluster[0] * abi.cluster[1] * abi.cluster[2];
  if (!isExactly(get(name), size))
    return refuse("clusters", size, name, "", get(name));
  return llvm::Error::success();
}

static llvm::Error checkABI(FunctionOpInterface function,
                            const tile::KernelABI &abi) {
  if (abi.params.size() != function.getNumArguments())
    return llvm::createStringError("'" + tile::kKernelABIAttrName + "' has " +
                                   llvm::Twine(abi.params.size()) +
                                   " parameters, and the function has " +
                                   llvm::Twine(function.getNumArguments()));
  for (auto [index, param] : llvm::enumerate(abi.params))
    if (llvm::Error error = checkParam(function, index, param, abi.group))
      return error;
  return checkSizes(function, abi);
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine() {
  initializeHostTarget();
  llvm::Expected<std::optional<HostCPU>> named = HostCPU::fromEnvironment();
  if (!named)
    return named.takeError();
  llvm::Expected<HostCPU> cpu =
      *named ? std::move(**named) : HostCPU::parse("native");
  if (!cpu)
    return cpu.takeError();
  if (!cpu->missingHere.empty())
    return llvm::createStringError(
        HostCPU::kVariable + ": this machine can't run code for '" + cpu->name +
        "': it has no " + llvm::join(cpu->missingHere, ", ") +
        "; name a CPU with less, or native");
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCPU(cpu->name);
  builder->getFeatures() = llvm::SubtargetFeatures();
  builder->addFeatures(cpu->features);
  // A kernel is compiled for a handful of runs, which the simulator's functions
  // take most of: what LLVM optimises costs more than it gives.
  builder->setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  return builder->createTargetMachine();
}

llvm::Expected<std::unique_ptr<ExecutionEngine>>
autotune::compileForHost(ModuleOp module) {
  auto machine = createTargetMachine();
  if (!machine)
    return machine.takeError();
  auto optimize = makeOptimizingTransformer(/*optLevel=*/0, /*sizeLevel=*/0,
                                            machine->get());
  ExecutionEngineOptions options;
  options.transformer = optimize;
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto engine = ExecutionEngine::create(module, options, std::move(*machine));
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols([](llvm::orc::MangleAndInterner mangle) {
    llvm::orc::SymbolMap map;
    for (const auto *symbols : {&sim::getSymbols(), &sim::getBuiltins()})
      for (const sim::Symbol &symbol : *symbols)
        map[mangle(symbol.name)] = {
            llvm::orc::ExecutorAddr::fromPtr(symbol.address),
            llvm::JITSymbolFlags::Exported};
    return map;
  });
  return engine;
}

llvm::Expected<std::unique_ptr<HostKernel>> HostKernel::create(ModuleOp module,
                                                               StringRef name) {
  llvm::Expected<FunctionOpInterface> function = findKernel(module, name);
  if (!function)
    return function.takeError();
  std::unique_ptr<HostKernel> kernel(new HostKernel());
  kernel->name = function->getName().str();
  FailureOr<tile::KernelABI> abi = readABI(*function, module);
  if (failed(abi))
    return llvm::createStringError("can't tell how the kernel is launched");
  kernel->abi = std::move(*abi);
  if (llvm::Error error = checkABI(*function, kernel->abi))
    return error;
  std::string symbol =
      ((*function)->getParentOfType<gpu::GPUModuleOp>().getName() + "_" +
       kernel->name)
          .str();
  OwningOpRef<ModuleOp> clone = cloneKernel(*function);
  PassManager pm(module.getContext(), ModuleOp::getOperationName());
  pm.addPass(createConvertKernelsToSimulator());
  if (failed(pm.run(*clone)))
    return llvm::createStringError("can't lower the kernel for the simulator");
  auto engine = compileForHost(*clone);
  if (!engine)
    return engine.takeError();
  kernel->engine = std::move(*engine);
  auto entry = kernel->engine->lookup(symbol);
  if (!entry)
    return entry.takeError();
  kernel->entry = reinterpret_cast<Entry>(*entry);
  auto staticShared =
      kernel->engine->lookup((symbol + kStaticSharedSuffix).str());
  if (!staticShared)
    return staticShared.takeError();
  kernel->sharedBytes = kernel->abi.sharedMemory +
                        *reinterpret_cast<const int32_t *>(*staticShared);
  return kernel;
}

llvm::Expected<std::unique_ptr<HostKernel>>
HostKernel::create(MLIRContext &context, const ProblemFact &fact,
                   const Config &config, StringRef chip) {
  tile::KernelABI abi;
  std::string program;
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      emitKernelModule(context, fact, config, chip, abi, &program);
  if (!module)
    return module.takeError();
  std::string messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      messages += ": " + diagnostic.str();
    return success();
  });
  auto kernel = create(**module);
  if (!kernel)
    return llvm::createStringError(llvm::toString(kernel.takeError()) +
                                   messages);
  (*kernel)->program = std::move(program);
  // The launch of the config has chosen the columns of its tile.
  (*kernel)->abi = std::move(abi);
  return kernel;
}
