//===- KernelProgram.cpp - From a fact and a config to a tile program -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/KernelProgram.h"

#include "mlir-autotune/Analysis/Prologue.h"
#include "mlir-autotune/Kernels/Epilogue.h"
#include "mlir-autotune/Kernels/FullText.h"
#include "mlir-autotune/Kernels/FusedFunctions.h"
#include "mlir-autotune/Providers/ProgramProvider.h"
#include "mlir-autotune/Providers/Registry.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>

using namespace mlir;
using namespace mlir::autotune;

static LogicalResult checkFunctions(Location loc, const ProblemFact &fact) {
  if (!fact.isMatmul())
    return success();
  const auto &matmul = fact.getMatmul();
  if (!matmul.epilogue.isNone() && failed(checkEpilogue(loc, matmul)))
    return failure();
  std::string whyNot;
  if (!matmul.prologue.isNone() &&
      failed(parsePrologue(loc.getContext(), matmul, whyNot)))
    return emitError(loc) << "can't build the prologue '"
                          << matmul.prologue.body << "': " << whyNot;
  return success();
}

/// The kernel at the builder's insertion point, in a gpu.module.
static LogicalResult buildKernel(OpBuilder &builder, Location loc,
                                 StringRef name, const ProblemFact &fact,
                                 const Config &config) {
  if (failed(checkFunctions(loc, fact)))
    return failure();
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  const KernelProvider &provider = getProvider(config);
  if (const ProgramProvider *builder = provider.asProgramProvider())
    return success(builder->build(b, name, fact, config) != nullptr);
  return emitError(loc) << "template '" << provider.getName()
                        << "' has no kernel";
}

//===----------------------------------------------------------------------===//
// Identity
//===----------------------------------------------------------------------===//

/// The kernel's name while it is built and hashed.
static constexpr StringLiteral kUnnamed = "kernel";

/// 32 hexadecimal digits, the same everywhere.
static std::string getDigest(StringRef text) {
  llvm::TruncatedBLAKE3<16> hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

static std::atomic<uint64_t> numBuilt{0};

std::string KernelProgram::getLaunchName(StringRef name, const Config &config) {
  std::optional<int64_t> columns = getProvider(config).getChosenColumns(config);
  return columns ? (name + "_" + Twine(*columns)).str() : name.str();
}

uint64_t KernelProgram::countBuilt() { return numBuilt; }

FailureOr<KernelProgram> KernelProgram::build(Location loc,
                                              const ProblemFact &fact,
                                              const Config &config,
                                              Attribute target) {
  StringRef prefix = fact.isMatmul() ? "matmul_" : "";
  return build(loc, target, (prefix + config.getSchema().name).str(),
               [&](OpBuilder &builder, StringRef name) -> LogicalResult {
                 return buildKernel(builder, loc, name, fact, config);
               });
}

FailureOr<KernelProgram> KernelProgram::buildEpilogue(Location loc,
                                                      const ProblemFact &fact,
                                                      Attribute target) {
  return build(loc, target, "epilogue",
               [&](OpBuilder &builder, StringRef name) -> LogicalResult {
                 return buildLibraryEpilogue(builder, loc, name,
                                             fact.getMatmul());
               });
}

FailureOr<KernelProgram> KernelProgram::buildReorder(Location loc,
                                                     Attribute target) {
  return build(loc, target, "reorder",
               [&](OpBuilder &builder, StringRef name) -> LogicalResult {
                 return success(autotune::buildReorder(builder, loc, name) !=
                                nullptr);
               });
}

FailureOr<KernelProgram> KernelProgram::build(Location loc, Attribute target,
                                              StringRef prefix,
                                              BuildKernel buildKernel) {
  ++numBuilt;
  KernelProgram program;
  program.module = ModuleOp::create(loc);
  OpBuilder builder(program.module->getBodyRegion());
  auto kernels = gpu::GPUModuleOp::create(builder, loc, "kernels");
  kernels.setTargetsAttr(builder.getArrayAttr(target));
  builder.setInsertionPointToStart(kernels.getBody());
  if (failed(buildKernel(builder, kUnnamed)))
    return failure();
  program.text = getFullText(kernels);
  program.name = prefix.str() + "_" + getDigest(program.text);
  SymbolTable symbols(kernels);
  for (Operation &op : kernels.getBody()->getOperations()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    StringRef suffix = symbol.getName();
    bool isOfKernel = suffix.consume_front(kUnnamed);
    assert(isOfKernel && "all that a kernel has is named after it");
    (void)isOfKernel;
    LogicalResult renamed = symbols.rename(symbol, program.name + suffix.str());
    assert(succeeded(renamed) && "a module of its own has no other symbols");
    (void)renamed;
  }
  return program;
}

gpu::GPUModuleOp KernelProgram::getGPUModule() {
  return *module->getOps<gpu::GPUModuleOp>().begin();
}

void KernelProgram::moveInto(gpu::GPUModuleOp kernels) {
  // Kernels may share a name for shared memory.
  for (auto global : llvm::make_early_inc_range(
           getGPUModule().getBody()->getOps<LLVM::GlobalOp>()))
    if (kernels.lookupSymbol<LLVM::GlobalOp>(global.getName()))
      global.erase();
  auto &operations = getGPUModule().getBody()->getOperations();
  kernels.getBody()->getOperations().splice(kernels.getBody()->end(),
                                            operations);
}
