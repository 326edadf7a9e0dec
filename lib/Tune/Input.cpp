//===- Input.cpp - Modules and shapes from files --------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Tune/Input.h"

#include "mlir-autotune/Analysis/ForeignDialects.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"
#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Transforms/Passes.h"
#include "mlir-autotune/Transforms/TableFile.h"
#include "mlir-autotune/Tuning/InputBuffer.h"
#include "mlir-autotune/Tuning/OutputFile.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::autotune;

/// What is found around matmuls when they are tuned: before bufferisation or
/// after, but before anything is lowered.
static DialectRegistry getRegistry() {
  DialectRegistry registry;
  registry.insert<
      affine::AffineDialect, arith::ArithDialect, async::AsyncDialect,
      bufferization::BufferizationDialect, cf::ControlFlowDialect,
      complex::ComplexDialect, DLTIDialect, func::FuncDialect, gpu::GPUDialect,
      index::IndexDialect, linalg::LinalgDialect, LLVM::LLVMDialect,
      math::MathDialect, memref::MemRefDialect, ml_program::MLProgramDialect,
      NVVM::NVVMDialect, problem::ProblemDialect, quant::QuantDialect,
      scf::SCFDialect, shape::ShapeDialect, sparse_tensor::SparseTensorDialect,
      tensor::TensorDialect, tile::TileDialect, tm_tensor::TMTensorDialect,
      tosa::TosaDialect, transform::TransformDialect, ub::UBDialect,
      vector::VectorDialect>();
  registerAutotuneDialect(registry);
  return registry;
}

tune::InputModule::InputModule(bool allowUnregisteredDialects,
                               const Messages &messages)
    : messages(messages),
      context(getRegistry(), MLIRContext::Threading::DISABLED) {
  context.allowUnregisteredDialects(allowUnregisteredDialects);
  context.printOpOnDiagnostic(false);
  // What is about no line of a file, as MLIR prints it by default.
  context.getDiagEngine().registerHandler([messages](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    raw_ostream &os = messages.getStream();
    if (!isa<UnknownLoc>(diagnostic.getLocation()))
      os << diagnostic.getLocation() << ": ";
    os << "error: " << diagnostic << "\n";
    os.flush();
  });
}

llvm::Error tune::InputModule::contractConvolutions(StringRef target) {
  if (!module
           ->walk(
               [](problem::ConvolutionOp) { return WalkResult::interrupt(); })
           .wasInterrupted())
    return llvm::Error::success();
  PassManager pm(&context, ModuleOp::getOperationName());
  AutotuneContractConvolutionsOptions options;
  options.target = target.str();
  pm.addPass(createAutotuneContractConvolutions(options));
  if (failed(pm.run(*module)))
    return llvm::make_error<DiagnosedError>();
  return llvm::Error::success();
}

llvm::Error tune::InputModule::parse(StringRef path, StringRef target) {
  auto file = llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file)
    return llvm::createStringError(path + ": " + file.getError().message());
  sources.AddNewSourceBuffer(skipByteOrderMark(std::move(*file)),
                             llvm::SMLoc());
  handler = std::make_unique<SourceMgrDiagnosticHandler>(sources, &context,
                                                         messages.getStream());
  std::string missing;
  ScopedDiagnosticHandler listener(&context, [&](Diagnostic &diag) {
    if (missing.empty())
      missing = getMissingDialect(diag.str()).str();
    return failure();
  });
  module = parseSourceFile<ModuleOp>(sources, &context);
  if (!missing.empty())
    messages.note("operations of the dialect '" + missing +
                  "': " + getWayFrom(missing));
  if (!module)
    return llvm::make_error<DiagnosedError>();
  return contractConvolutions(target);
}

llvm::Error tune::InputModule::write(StringRef path) {
  return writeOutputFile(path, [&](raw_ostream &os) { module->print(os); });
}

llvm::Expected<SizeHints> tune::readHints(const SizeHintOptions &options,
                                          MLIRContext &context) {
  std::string whyNot;
  FailureOr<SizeHints> hints =
      readSizeHints(options.expect, options.profile, &context,
                    [&](const Twine &why) { whyNot = "--" + why.str(); });
  if (!whyNot.empty())
    return llvm::createStringError(whyNot);
  if (failed(hints))
    return llvm::make_error<DiagnosedError>();
  return *hints;
}
