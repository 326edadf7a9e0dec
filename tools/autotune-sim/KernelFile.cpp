//===- KernelFile.cpp - A kernel from a file ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFile.h"

#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"
#include "mlir-autotune/Kernels/RowsProblem.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Simulation/ProblemData.h"
#include "mlir-autotune/Transforms/Pipelines.h"
#include "mlir-autotune/Tuning/Attentions.h"
#include "mlir-autotune/Tuning/InputBuffer.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::autotune;

void simtool::registerKernelFileDialects(DialectRegistry &registry) {
  registry.insert<affine::AffineDialect, bufferization::BufferizationDialect,
                  DLTIDialect, func::FuncDialect, linalg::LinalgDialect,
                  math::MathDialect, nvgpu::NVGPUDialect, tensor::TensorDialect,
                  tm_tensor::TMTensorDialect, vector::VectorDialect>();
}

/// Reads a module, calls `before` with it, lowers it with a pipeline that
/// `build` fills, and calls `use` with it. Diagnostics go to the standard error
/// output, and an error says what failed.
static llvm::Error readAndRun(MLIRContext &context, StringRef path,
                              const llvm::Twine &failure,
                              llvm::function_ref<void(ModuleOp)> before,
                              llvm::function_ref<void(OpPassManager &)> build,
                              llvm::function_ref<llvm::Error(ModuleOp)> use) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file)
    return llvm::createStringError(file.getError().message());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(skipByteOrderMark(std::move(*file)),
                             llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  context.printOpOnDiagnostic(false);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return llvm::createStringError("can't be read");
  before(*module);
  PassManager pm(&context, ModuleOp::getOperationName());
  build(pm);
  if (failed(pm.run(*module)))
    return llvm::createStringError(failure);
  return use(*module);
}

llvm::Expected<std::unique_ptr<HostKernel>>
simtool::readKernel(MLIRContext &context, StringRef path, StringRef name) {
  std::unique_ptr<HostKernel> kernel;
  auto compile = [&](ModuleOp module) -> llvm::Error {
    auto compiled = HostKernel::create(module, name);
    if (compiled)
      kernel = std::move(*compiled);
    return compiled.takeError();
  };
  if (llvm::Error error = readAndRun(
          context, path, "can't lower its kernels", [](ModuleOp) {},
          [](OpPassManager &pm) { buildTilePipeline(pm); }, compile))
    return error;
  return kernel;
}

/// Adds the fact of each problem that is not among them.
static llvm::Error collectRows(ModuleOp module,
                               std::vector<ProblemFact> &facts) {
  WalkResult result = module.walk([&](problem::RowsOp op) {
    std::string whyNot;
    ProblemFact fact(getRowsFact(op, whyNot));
    if (!whyNot.empty()) {
      op.emitOpError() << "has no text: " << whyNot;
      return WalkResult::interrupt();
    }
    if (!llvm::is_contained(facts, fact))
      facts.push_back(std::move(fact));
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return llvm::createStringError("can't be simulated");
  if (facts.empty())
    return llvm::createStringError("has no problem of rows, and no attention");
  return llvm::Error::success();
}

/// Other attentions are taken apart, or left to who asks for them by name.
static bool canBeSimulated(const ProblemFact &fact, StringRef target) {
  std::string whyNot;
  FailureOr<TargetInfo> info = parseTarget(target, whyNot);
  return succeeded(info) && getWhyNone(fact, *info).empty() &&
         !llvm::errorToBool(checkSimulable(fact));
}

llvm::Expected<std::vector<ProblemFact>>
simtool::readRows(MLIRContext &context, StringRef path, StringRef target) {
  std::vector<ProblemFact> facts;
  if (llvm::Error error = readAndRun(
          context, path, "can't form its problems of rows",
          [&](ModuleOp module) {
            for (const ModuleMatmul &attention : findAttentions(module))
              if (!llvm::is_contained(facts, attention.fact) &&
                  canBeSimulated(attention.fact, target))
                facts.push_back(attention.fact);
          },
          [&](OpPassManager &pm) { buildRowsPipeline(pm, target); },
          [&](ModuleOp module) { return collectRows(module, facts); }))
    return error;
  return facts;
}
