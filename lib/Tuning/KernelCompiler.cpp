//===- KernelCompiler.cpp - From a fact and a config to a cubin -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tuning/KernelCompiler.h"

#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Backends/NVVM/KernelTarget.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Kernels/AttentionProblem.h"
#include "mlir-autotune/Kernels/AttentionReference.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Kernels/RowsProblem.h"
#include "mlir-autotune/Kernels/RowsReference.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/NVVMToLLVM/NVVMToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Transforms/LocationSnapshot.h"

using namespace mlir;
using namespace mlir::autotune;

/// Of the chips that the project serves, the one whose PTX all others take.
static constexpr StringLiteral kOldestChip = "sm_80";

StringRef autotune::stringifyCompileFailure(CompileFailure failure) {
  switch (failure) {
  case CompileFailure::Lowering:
    return "lowering";
  case CompileFailure::Assembly:
    return "assembly";
  case CompileFailure::Spill:
    return "spill";
  case CompileFailure::Stack:
    return "stack";
  case CompileFailure::SerializedWgmma:
    return "serialized-wgmma";
  }
  llvm_unreachable("every failure is listed");
}

void autotune::registerKernelCompilerDialects(DialectRegistry &registry) {
  registry
      .insert<AutotuneDialect, problem::ProblemDialect, tile::TileDialect,
              affine::AffineDialect, arith::ArithDialect,
              cf::ControlFlowDialect, gpu::GPUDialect, LLVM::LLVMDialect,
              linalg::LinalgDialect, memref::MemRefDialect, NVVM::NVVMDialect,
              scf::SCFDialect, tensor::TensorDialect, vector::VectorDialect>();
  registerEpilogueDialects(registry);
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  registerConvertNVVMToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

namespace {
/// Turns the errors of a context, while it lives, into one.
class ErrorCollector {
public:
  explicit ErrorCollector(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
            messages += (messages.empty() ? "" : "; ") + diagnostic.str();
          return success();
        }) {}

  llvm::Error fail(StringRef step) const {
    return llvm::createStringError(step +
                                   (messages.empty() ? "" : ": " + messages));
  }

private:
  std::string messages;
  ScopedDiagnosticHandler handler;
};
} // namespace

/// Lowers the functions of elements in a kernel of rows, and lets it wait for
/// the kernel before it.
static LogicalResult finishRowKernels(gpu::GPUModuleOp kernels) {
  auto target = cast<NVVM::NVVMTargetAttr>(kernels.getTargetsAttr()[0]);
  for (auto function : kernels.getOps<gpu::GPUFuncOp>())
    if (failed(finishRowKernel(function, target.getChip())))
      return failure();
  return success();
}

/// Lowers the one kernel of a module, and reads how it is launched.
static llvm::Error lowerKernel(ModuleOp module, tile::KernelABI &abi) {
  MLIRContext &context = *module.getContext();
  ErrorCollector errors(context);
  if (failed(finishRowKernels(*module.getOps<gpu::GPUModuleOp>().begin())))
    return errors.fail("can't lower the kernel");
  PassManager pm(&context, ModuleOp::getOperationName());
  buildTilePipeline(pm);
  if (failed(pm.run(module)))
    return errors.fail("can't lower the kernel");
  gpu::GPUModuleOp gpuModule = *module.getOps<gpu::GPUModuleOp>().begin();
  // Kernels of rows stay functions of the gpu dialect until later.
  auto functions = gpuModule.getOps<FunctionOpInterface>();
  if (functions.empty())
    return errors.fail("lowering left no kernel");
  FailureOr<tile::KernelABI> read = tile::readKernelABI(
      (*functions.begin())->getAttr(tile::kKernelABIAttrName),
      [&] { return emitError(module.getLoc()); });
  if (failed(read))
    return errors.fail("can't tell how the kernel is launched");
  abi = *read;
  return llvm::Error::success();
}

llvm::Expected<KernelProgram>
autotune::buildKernelProgram(MLIRContext &context, const ProblemFact &fact,
                             const Config &config, StringRef chip) {
  ErrorCollector errors(context);
  FailureOr<KernelProgram> program = KernelProgram::build(
      UnknownLoc::get(&context), fact, config,
      getKernelTarget(&context, chip,
                      fact.isMatmul() && fact.getMatmul().isGrouped()));
  if (failed(program))
    return errors.fail("can't build the kernel");
  return std::move(*program);
}

llvm::Expected<OwningOpRef<ModuleOp>>
autotune::emitKernelModule(MLIRContext &context, const ProblemFact &fact,
                           const Config &config, StringRef chip,
                           tile::KernelABI &abi, std::string *program) {
  llvm::Expected<KernelProgram> built =
      buildKernelProgram(context, fact, config, chip);
  if (!built)
    return built.takeError();
  if (program) {
    llvm::raw_string_ostream os(*program);
    generateLocationsFromIR(os, built->getName(), built->getModule(),
                            OpPrintingFlags());
  }
  OwningOpRef<ModuleOp> module = built->takeModule();
  if (llvm::Error error = lowerKernel(*module, abi))
    return std::move(error);
  if (std::optional<int64_t> columns =
          getProvider(config).getChosenColumns(config)) {
    if (!llvm::is_contained(abi.choices, *columns))
      return llvm::createStringError("the kernel has no tiles of " +
                                     llvm::Twine(*columns) + " columns");
    abi = abi.choose(*columns);
  }
  return module;
}

static llvm::Expected<std::string> translateToPtx(ModuleOp module) {
  MLIRContext &context = *module.getContext();
  ErrorCollector errors(context);
  PassManager pm(&context, ModuleOp::getOperationName());
  buildDevicePipeline(pm);
  if (failed(pm.run(module)))
    return errors.fail("can't lower the kernel for the device");
  gpu::GPUModuleOp gpuModule = *module.getOps<gpu::GPUModuleOp>().begin();
  auto serializer =
      cast<gpu::TargetAttrInterface>(gpuModule.getTargetsAttr()[0]);
  gpu::TargetOptions options("", {}, "", "", gpu::CompilationTarget::Assembly);
  auto object = serializer.serializeToObject(gpuModule, options);
  if (!object)
    return errors.fail("can't translate the kernel to PTX");
  // The text ends with the string's terminator.
  StringRef text(object->data(), object->size());
  return text.take_until([](char c) { return c == 0; }).str();
}

/// PTX of a kernel that checks or compares candidates.
static llvm::Expected<std::string>
emitHelper(MLIRContext &context,
           llvm::function_ref<LogicalResult(OpBuilder &, Location)> build) {
  ErrorCollector errors(context);
  Location loc = UnknownLoc::get(&context);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder builder(module->getBodyRegion());
  auto gpuModule = gpu::GPUModuleOp::create(builder, loc, "kernels");
  gpuModule.setTargetsAttr(
      builder.getArrayAttr(getKernelTarget(&context, kOldestChip)));
  builder.setInsertionPointToStart(gpuModule.getBody());
  if (failed(build(builder, loc)))
    return errors.fail("can't build the kernel");
  tile::KernelABI abi;
  if (llvm::Error error = lowerKernel(*module, abi))
    return std::move(error);
  return translateToPtx(*module);
}

llvm::Expected<std::string>
autotune::emitEpilogueReference(MLIRContext &context, const ProblemFact &fact,
                                size_t output) {
  auto build = [&](OpBuilder &builder, Location loc) -> LogicalResult {
    return buildEpilogueReference(builder, loc, kEpilogueReferenceName,
                                  fact.getMatmul(), output);
  };
  return emitHelper(context, build);
}

llvm::Expected<std::string>
autotune::emitPrologueReference(MLIRContext &context, const ProblemFact &fact) {
  auto build = [&](OpBuilder &builder, Location loc) -> LogicalResult {
    return buildPrologueReference(builder, loc, kPrologueReferenceName,
                                  fact.getMatmul());
  };
  return emitHelper(context, build);
}

llvm::Expected<std::string>
autotune::emitPairCombination(MLIRContext &context, const ProblemFact &fact) {
  auto build = [&](OpBuilder &builder, Location loc) -> LogicalResult {
    return buildPairCombination(builder, loc, kPairCombinationName,
                                fact.getMatmul());
  };
  return emitHelper(context, build);
}

llvm::Expected<std::string>
autotune::emitLibraryEpilogue(MLIRContext &context, const ProblemFact &fact) {
  auto build = [&](OpBuilder &builder, Location loc) -> LogicalResult {
    return buildLibraryEpilogue(builder, loc, kLibraryEpilogueName,
                                fact.getMatmul(), /*takesBatches=*/true);
  };
  return emitHelper(context, build);
}

/// A kernel of one CTA for each piece of a problem.
static llvm::Expected<RowsReference> emitTensorReference(
    MLIRContext &context, int64_t ctas, int64_t threads,
    llvm::function_ref<FailureOr<gpu::GPUFuncOp>(OpBuilder &)> create) {
  RowsReference reference;
  reference.ctas = ctas;
  auto build = [&](OpBuilder &builder, Location loc) -> LogicalResult {
    FailureOr<gpu::GPUFuncOp> kernel = create(builder);
    if (failed(kernel))
      return failure();
    tile::KernelABI abi;
    abi.ctas = ctas;
    abi.threads = threads;
    (*kernel)->setAttr(tile::kKernelABIAttrName,
                       tile::getKernelABIAttr(abi, &context));
    return success();
  };
  llvm::Expected<std::string> ptx = emitHelper(context, build);
  if (!ptx)
    return ptx.takeError();
  reference.ptx = std::move(*ptx);
  return reference;
}

llvm::Expected<RowsReference>
autotune::emitRowsReference(MLIRContext &context, const ProblemFact &fact) {
  std::string whyNot;
  OwningOpRef<ModuleOp> problem =
      parseRowsProblem(&context, fact.getRows(), whyNot);
  if (!problem)
    return llvm::createStringError("can't build the reference: " + whyNot);
  problem::RowsOp op = getRowsProblem(*problem);
  return emitTensorReference(context, getRowsReferenceCtas(op),
                             kRowsReferenceThreads, [&](OpBuilder &builder) {
                               return createRowsReference(
                                   builder, kRowsReferenceName, op);
                             });
}

llvm::Expected<RowsReference>
autotune::emitAttentionReference(MLIRContext &context,
                                 const ProblemFact &fact) {
  std::string whyNot;
  OwningOpRef<ModuleOp> problem =
      parseAttentionProblem(&context, fact.getAttention(), whyNot);
  if (!problem)
    return llvm::createStringError("can't build the reference: " + whyNot);
  problem::AttentionOp op = getAttentionProblem(*problem);
  return emitTensorReference(
      context, getAttentionReferenceCtas(op), kAttentionReferenceThreads,
      [&](OpBuilder &builder) {
        return createAttentionReference(builder, kRowsReferenceName, op);
      });
}

/// Bytes that a kernel of an attention may store to and load from its stack. A
/// softmax between two products leaves no register free, and a few values that
/// spill around the loop over keys cost nothing that can be measured
/// (docs/notes/attention.md).
static constexpr int64_t kMostSpillsOfAttention = 64;

/// Candidates that run but not as their config says are no candidates.
static void judge(CompiledKernel &kernel, const ProblemFact &fact) {
  const PtxasReport &report = kernel.report;
  bool spills =
      report.spillBytes > (fact.isAttention() ? kMostSpillsOfAttention : 0);
  if (spills) {
    kernel.failure = CompileFailure::Spill;
    kernel.detail =
        "ptxas: " + std::to_string(report.spillBytes) + " bytes of spills";
  } else if (report.stackBytes > llvm::alignTo(report.spillStoreBytes, 8)) {
    kernel.failure = CompileFailure::Stack;
    kernel.detail =
        "ptxas: " + std::to_string(report.stackBytes) + " bytes of stack";
  } else if (!report.serialized.empty()) {
    kernel.failure = CompileFailure::SerializedWgmma;
    kernel.detail = report.serialized;
  }
}

llvm::Expected<CompiledKernel> autotune::compileKernel(MLIRContext &context,
                                                       const Ptxas &ptxas,
                                                       const ProblemFact &fact,
                                                       const Config &config,
                                                       StringRef chip) {
  CompiledKernel kernel;
  llvm::Expected<std::string> ptx = [&]() -> llvm::Expected<std::string> {
    llvm::Expected<KernelProgram> program =
        buildKernelProgram(context, fact, config, chip);
    if (!program)
      return program.takeError();
    kernel.name = program->getName();
    if (llvm::Error error = lowerKernel(program->getModule(), kernel.abi))
      return std::move(error);
    return translateToPtx(program->getModule());
  }();
  if (!ptx) {
    kernel.failure = CompileFailure::Lowering;
    kernel.detail = llvm::toString(ptx.takeError());
    return kernel;
  }
  llvm::Expected<PtxasReport> report = ptxas.assemble(*ptx, chip, kernel.cubin);
  if (!report) {
    llvm::Error fault = llvm::handleErrors(
        report.takeError(), [&](const RejectedByPtxas &rejected) {
          kernel.failure = CompileFailure::Assembly;
          kernel.detail = rejected.message();
        });
    if (fault)
      return fault;
    return kernel;
  }
  kernel.report = std::move(*report);
  judge(kernel, fact);
  return kernel;
}
