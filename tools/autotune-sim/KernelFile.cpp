//===- KernelFile.cpp - A kernel from a file ------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelFile.h"

#include "mlir-autotune/Transforms/Pipelines.h"
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
                  vector::VectorDialect>();
}

llvm::Expected<std::unique_ptr<HostKernel>>
simtool::readKernel(MLIRContext &context, StringRef path, StringRef name) {
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
  PassManager pm(&context, ModuleOp::getOperationName());
  buildTilePipeline(pm);
  if (failed(pm.run(*module)))
    return llvm::createStringError("can't lower its kernels");
  return HostKernel::create(*module, name);
}
