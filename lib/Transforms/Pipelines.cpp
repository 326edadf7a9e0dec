//===- Pipelines.cpp - Named pipelines ------------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Pipelines.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Backends/NVVM/Passes.h"
#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Shape/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::autotune;

void autotune::buildTilePipeline(OpPassManager &pm) {
  pm.addPass(createConvertTileToNVVM());
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

void autotune::buildDevicePipeline(OpPassManager &pm) {
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createSCFToControlFlowPass());
  // Coordinates and shared addresses fit 32 bits; offsets into matrices are
  // made with 64 explicitly.
  ConvertGpuOpsToNVVMOpsOptions options;
  options.indexBitwidth = 32;
  kernels.addPass(createConvertGpuOpsToNVVMOps(options));
  kernels.addPass(createConvertNVVMToLLVMPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

void autotune::buildKernelPipeline(OpPassManager &pm) {
  buildTilePipeline(pm);
  buildDevicePipeline(pm);
}

/// Layers share what they find.
static void addKeyBounds(OpPassManager &pm) {
  pm.nest<func::FuncOp>().addPass(createAutotuneBoundKeys());
  pm.addPass(createCSEPass());
}

/// Convolutions become problems, and images lie as their kernels want them.
static void addConvolutions(OpPassManager &pm) {
  pm.addPass(createAutotuneFormConvolutions());
  pm.addPass(createAutotuneChannelsLast());
  pm.addPass(createCanonicalizerPass());
}

void autotune::buildPreparePipeline(OpPassManager &pm,
                                    const PrepareOptions &options) {
  pm.addPass(createAutotuneMakeSignless());
  pm.addPass(createAutotuneCropPads());
  AutotuneLowerTMTensorOptions lowering;
  lowering.keepScans = true;
  pm.addPass(createAutotuneLowerTMTensor(lowering));
  pm.addPass(createAutotuneInlineHelpers());
  // Asserts of what is known, sizes that are, and twice the same.
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createAutotuneFormAttention());
  addKeyBounds(pm);
  addConvolutions(pm);
  AutotuneCanonicalizeContractionsOptions contractions;
  contractions.allowCopies = options.allowCopies;
  contractions.foldTransposes = options.foldTransposes;
  contractions.foldDequantizations = options.foldDequantizations;
  contractions.narrowProducts = options.narrowProducts;
  contractions.foldScales = options.foldScales;
  contractions.foldSums = options.foldSums;
  pm.addPass(createAutotuneCanonicalizeContractions(contractions));
  if (options.padWeights)
    pm.nest<func::FuncOp>().addPass(createAutotunePadWeights());
  if (options.reorderWeights)
    pm.nest<func::FuncOp>().addPass(createAutotuneReorderWeights());
  pm.addPass(createCSEPass());
  pm.addPass(createAutotuneTraceSizes());
}

/// What has no form on buffers gets one, or is an error.
static void addTensorLowering(OpPassManager &pm) {
  pm.addPass(createAutotuneLowerTMTensor());
  pm.nest<func::FuncOp>().addPass(createShapeToShapeLoweringPass());
  pm.addPass(createConvertShapeConstraintsPass());
  pm.addPass(createConvertShapeToStandardPass());
  // Casts that no kernel took over, and whatever else works on whole tensors.
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createAutotuneExpandTensorOps());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createAutotuneCheckPacked());
  pm.addPass(createAutotuneCheckHost());
}

/// Element-wise operations that one kernel can compute become one operation,
/// and then, with reductions, kernels of rows.
static void addFusion(OpPassManager &pm) {
  // A softmax that is no part of an attention, and the like.
  pm.addPass(createAutotuneExpandTensorOps());
  pm.addPass(createAutotuneFormElementwise());
  // What fusion would compute again in each kernel that needs it.
  AutotuneSplitOnceOptions splitting;
  splitting.costly = true;
  pm.addPass(createAutotuneSplitOnce(splitting));
  pm.addPass(createLinalgElementwiseOpFusionPass());
  pm.addPass(createLinalgFoldUnitExtentDimsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createAutotuneFormRows());
  // Erases operations that problems have replaced.
  pm.addPass(createCanonicalizerPass());
}

/// Turns the operations that are left into kernels, and puts all buffers into
/// device memory.
static void addOffloading(OpPassManager &pm, StringRef target) {
  AutotuneOffloadOptions offloading;
  offloading.target = target.str();
  pm.addPass(createAutotuneOffload(offloading));
  pm.addPass(createAutotunePlanMemory());
}

/// Tensors become buffers that the callee's caller owns and frees.
static void addBufferization(OpPassManager &pm, const CompileOptions &options) {
  pm.addPass(bufferization::createEmptyTensorEliminationPass());
  pm.addPass(createAutotuneBufferize());
  pm.nest<func::FuncOp>().addPass(createAutotuneStructureLoops());
  if (options.offload) {
    // Arguments that are returned would be copied.
    pm.addPass(bufferization::createDropEquivalentBufferResultsPass());
    pm.addPass(createAutotuneReturnInPlace());
  }
  pm.addPass(createAutotuneKeepDeallocations());
  bufferization::BufferDeallocationPipelineOptions deallocation;
  bufferization::buildBufferDeallocationPipeline(pm, deallocation);
  // Deallocation clones what a function may not give away.
  pm.addPass(createConvertBufferizationToMemRefPass());
}

/// Floats that LLVM has no arithmetic of are computed in f32.
static arith::ArithEmulateUnsupportedFloatsOptions getByteFloats() {
  arith::ArithEmulateUnsupportedFloatsOptions options;
  for (ElementKind kind : getFloat8Kinds())
    options.sourceTypeStrs.push_back(stringifyElementKind(kind).str());
  options.targetTypeStr = "f32";
  return options;
}

void autotune::buildHostPipeline(OpPassManager &pm) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createConvertLinalgToLoopsPass());
  functions.addPass(memref::createExpandOpsPass());
  functions.addPass(createAutotuneResolveExpandShapes());
  functions.addPass(memref::createExpandStridedMetadataPass());
  functions.addPass(createLowerAffinePass());
  functions.addPass(createAutotuneLowerVectors());
  functions.addPass(createConvertVectorToSCFPass(
      VectorTransferToSCFOptions().enableFullUnroll()));
  functions.addPass(createConvertComplexToStandardPass());
  functions.addPass(
      arith::createArithEmulateUnsupportedFloats(getByteFloats()));
  functions.addPass(arith::createArithExpandOpsPass());
  functions.addPass(createSCFToControlFlowPass());
  pm.addPass(createAutotuneLowerMath());
  // Powers with integers, as loops: LLVM has them with an i32 alone.
  ConvertMathToFuncsOptions powers;
  powers.minWidthOfFPowIExponent = 1;
  powers.convertCtlz = false;
  pm.addPass(createConvertMathToFuncs(powers));
  pm.addPass(createGpuToLLVMConversionPass());
  pm.addPass(createConvertVectorToLLVMPass());
  // memref.reshape is not among what the conversion of all dialects has.
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  AutotuneCheckHostOptions lowered;
  lowered.lowered = true;
  pm.addPass(createAutotuneCheckHost(lowered));
}

/// As gpu-module-to-binary names it; `sim` is none of its formats.
static StringRef getFormatName(KernelFormat format) {
  switch (format) {
  case KernelFormat::Isa:
    return "isa";
  case KernelFormat::Bin:
    return "bin";
  case KernelFormat::Fatbin:
    return "fatbin";
  case KernelFormat::Sim:
    break;
  }
  llvm_unreachable("the simulator has no binaries");
}

/// Forms problems before configs are attached, so that each matmul is matched
/// once.
static void addAttaching(OpPassManager &pm, const CompileOptions &options) {
  AutotuneFormProblemsOptions forming;
  forming.target = options.target;
  forming.all = true;
  forming.allowTf32 = options.allowTf32;
  forming.accumulator = options.accumulator;
  pm.addPass(createAutotuneFormProblems(forming));
  AutotuneAttachConfigsOptions attaching;
  attaching.target = options.target;
  attaching.table = options.table;
  attaching.expect = options.expect;
  attaching.profile = options.profile;
  // By default calls of a module stay, but a table brings none into it.
  if (options.libraries.hasValue())
    attaching.libraries = options.libraries;
  pm.addPass(createAutotuneAttachConfigs(attaching));
}

/// Matmuls become launches, and with `offload` what is left becomes problems of
/// rows where they fit.
static void addProblems(OpPassManager &pm, const CompileOptions &options) {
  bool simulated = options.format == KernelFormat::Sim;
  AutotuneLowerMatmulOptions lowering;
  lowering.target = options.target;
  lowering.planRuntime = options.planRuntime;
  lowering.dependentLaunch = options.offload;
  // A library's kernels are no code that the simulator can run. Tests have
  // stand-ins for libraries, and ask for them.
  lowering.libraries = simulated && !options.libraries.hasValue()
                           ? "none"
                           : options.libraries.getValue();
  pm.addPass(createAutotuneMakeSignless());
  pm.addPass(createAutotuneCropPads());
  pm.addPass(createAutotuneTraceSizes());
  bool attaches = options.attach || !options.table.empty() ||
                  options.allowTf32 != "none" || options.accumulator != "f32" ||
                  !options.expect.empty() || !options.profile.empty();
  if (attaches) {
    AutotuneFormAttentionOptions attention;
    attention.target = options.target;
    pm.addPass(createAutotuneFormAttention(attention));
    addKeyBounds(pm);
    addConvolutions(pm);
  }
  AutotuneLowerAttentionOptions attention;
  attention.target = options.target;
  attention.dependentLaunch = options.offload;
  pm.addPass(createAutotuneLowerAttention(attention));
  // A product without a config would stay.
  AutotuneContractConvolutionsOptions convolutions;
  convolutions.target = options.target;
  convolutions.allowTf32 = options.allowTf32;
  pm.addPass(attaches ? createAutotuneContractConvolutions(convolutions)
                      : createAutotuneDecomposeConvolution());
  if (attaches)
    addAttaching(pm, options);
  pm.addPass(createAutotuneLowerMatmul(lowering));
  pm.addPass(createAutotuneFlattenModules());
  if (options.offload)
    addFusion(pm);
}

void autotune::buildRowsPipeline(OpPassManager &pm, StringRef target) {
  CompileOptions options;
  options.target = target.str();
  options.attach = true;
  options.offload = true;
  addProblems(pm, options);
}

void autotune::buildCompilePipeline(OpPassManager &pm,
                                    const CompileOptions &options) {
  bool simulated = options.format == KernelFormat::Sim;
  addProblems(pm, options);
  if (options.offload) {
    AutotuneLowerRowsOptions lowering;
    lowering.target = options.target;
    pm.addPass(createAutotuneLowerRows(lowering));
  }
  addTensorLowering(pm);
  if (options.offload)
    pm.addPass(createAutotuneSplitOnce());
  // Buffers have no attribute autotune.frozen.
  pm.addPass(createAutotuneKeepResults());
  addBufferization(pm, options);
  if (options.offload)
    addOffloading(pm, options.target);
  pm.addPass(createCSEPass());
  pm.addPass(createAutotuneSplitKernels());
  buildTilePipeline(pm);
  if (!simulated)
    buildDevicePipeline(pm);
  ConvertTileLaunchToGPUOptions launching;
  launching.buffers = options.offload ? "device" : options.buffers.getValue();
  launching.stream = options.offload ? "caller" : "own";
  pm.addPass(createConvertTileLaunchToGPU(launching));
  if (simulated) {
    pm.addPass(createAutotuneSimulateKernels());
  } else {
    AutotuneCheckToolkitOptions toolkit;
    toolkit.needsPtxas = options.format != KernelFormat::Isa;
    toolkit.needsFatbinary = options.format == KernelFormat::Fatbin;
    pm.addPass(createAutotuneCheckToolkit(toolkit));
    AutotuneKernelsToBinaryOptions binary;
    binary.format = getFormatName(options.format);
    pm.addPass(createAutotuneKernelsToBinary(binary));
    buildHostPipeline(pm);
  }
  AutotuneSetHostCPUOptions host;
  host.cpu = options.hostCPU;
  pm.addPass(createAutotuneSetHostCPU(host));
}

void autotune::registerAutotunePipelines() {
  PassPipelineRegistration<>(
      "autotune-lower-kernels",
      "Lower tile kernels to LLVM functions in their gpu.modules",
      buildKernelPipeline);
  PassPipelineRegistration<PrepareOptions>(
      "autotune-prepare",
      "Rewrite the contractions of an exported model as matmuls that kernels "
      "can compute",
      buildPreparePipeline);
  PassPipelineRegistration<CompileOptions>(
      "autotune-compile",
      "Compile a module: matmuls with configs become kernels in gpu.binary, "
      "and "
      "all other code becomes LLVM",
      buildCompilePipeline);
}
