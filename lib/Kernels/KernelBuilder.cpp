//===- KernelBuilder.cpp - From a fact and a config to a tile program -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Kernels/KernelBuilder.h"

#include "Epilogue.h"
#include "Problem.h"
#include "Templates.h"

#include "mlir-autotune/Analysis/Prologue.h"
#include "mlir-autotune/Space/Formulas.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/raw_ostream.h"

#include <atomic>
#include <limits>

using namespace mlir;
using namespace mlir::autotune;

/// Whether it has a matrix for each product of a batch.
static bool isBatchOperand(const MatmulFact &fact, const OperandFact &operand) {
  return fact.isGrouped() || (fact.isBatched() && operand.batchStride != 0);
}

/// The same of A or B, and whether it has one for each part of K.
static bool isBatchFactor(const MatmulFact &fact, const OperandFact &operand) {
  return isBatchOperand(fact, operand) ||
         (fact.hasParts() && operand.batchStride != 0);
}

/// A matrix in memory of which only the type is known when compiling, and for
/// loads of several elements that these are adjacent.
static Type getMatrixType(ElementKind element, MLIRContext *context,
                          bool isAdjacent, bool isBatch, bool isInTwo = false) {
  int64_t unknown = ShapedType::kDynamic;
  SmallVector<int64_t> sizes(2 + isBatch + isInTwo, unknown), strides(sizes);
  if (isAdjacent)
    strides.back() = 1;
  return MemRefType::get(sizes, getElementType(element, context),
                         StridedLayoutAttr::get(context, unknown, strides));
}

/// The shape of the CTAs and their clusters, which the config alone decides.
/// What an epilogue reads is of one row or column where it is broadcast.
static Type getExtraType(const MatmulFact &fact, const EpilogueOperand &operand,
                         MLIRContext *context) {
  auto type = cast<MemRefType>(
      getMatrixType(operand.matrix.element, context, /*isAdjacent=*/false,
                    isBatchOperand(fact, operand.matrix)));
  SmallVector<int64_t> sizes(type.getShape());
  sizes[sizes.size() - 2] = operand.getRows(ShapedType::kDynamic);
  sizes[sizes.size() - 1] = operand.getColumns(ShapedType::kDynamic);
  return MemRefType::get(sizes, type.getElementType(), type.getLayout());
}

/// The same of a prologue, and of scales.
static Type getParamType(const PrologueOperand &operand, MLIRContext *context) {
  auto type = cast<MemRefType>(getMatrixType(operand.matrix.element, context,
                                             /*isAdjacent=*/false,
                                             /*isBatch=*/false));
  SmallVector<int64_t> sizes = {operand.getRows(ShapedType::kDynamic),
                                operand.getColumns(ShapedType::kDynamic)};
  if (operand.matrix.transposed)
    std::swap(sizes[0], sizes[1]);
  return MemRefType::get(sizes, type.getElementType(), type.getLayout());
}

static tile::KernelOp
createKernel(ImplicitLocOpBuilder &b, StringRef name, const MatmulFact &fact,
             ArrayRef<int64_t> cluster, std::optional<int64_t> threads,
             int64_t ctasPerSM, bool loadsVectors = false) {
  MLIRContext *context = b.getContext();
  auto getInputType = [&](const OperandFact &operand) {
    return getMatrixType(getHeldElement(operand), context,
                         loadsVectors && isTmaLoadable(operand),
                         isBatchFactor(fact, operand), operand.hasOuterBatch());
  };
  SmallVector<Type> types = {
      getInputType(fact.a), getInputType(fact.b),
      getMatrixType(fact.c.element, context,
                    /*isAdjacent=*/false,
                    fact.isBatched() || fact.isGrouped())};
  for (const OperandFact &output : fact.epilogue.outputs)
    types.push_back(getMatrixType(output.element, context, /*isAdjacent=*/false,
                                  fact.isBatched() || fact.isGrouped()));
  if (fact.isPair)
    types.push_back(getInputType(fact.b));
  if (fact.added)
    types.append({getInputType(fact.added->a), getInputType(fact.added->b)});
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    types.push_back(getExtraType(fact, operand, context));
  for (const PrologueOperand &operand : fact.prologue.operands)
    types.push_back(getParamType(operand, context));
  if (fact.scales)
    types.append({getParamType(fact.scales->a, context),
                  getParamType(fact.scales->b, context)});
  auto kernel = tile::KernelOp::create(
      b, b.getStringAttr(name), TypeAttr::get(b.getFunctionType(types, {})),
      ArrayAttr(), ArrayAttr(), b.getDenseI64ArrayAttr(cluster),
      threads ? b.getI64IntegerAttr(*threads) : IntegerAttr(),
      b.getI64IntegerAttr(ctasPerSM),
      fact.isGrouped() ? b.getI64IntegerAttr(fact.group.size())
                       : IntegerAttr());
  Block *body = b.createBlock(&kernel.getBody(), {}, types,
                              SmallVector<Location>(types.size(), b.getLoc()));
  tile::YieldOp::create(b);
  b.setInsertionPointToStart(body);
  return kernel;
}

/// The kernel at the builder's insertion point, in a gpu.module.
static FailureOr<tile::KernelOp> buildKernel(OpBuilder &builder, Location loc,
                                             StringRef name,
                                             const MatmulFact &fact,
                                             const Config &config) {
  OpBuilder::InsertionGuard guard(builder);
  ImplicitLocOpBuilder b(loc, builder);
  if (!fact.epilogue.isNone() && failed(checkEpilogue(loc, fact)))
    return failure();
  std::string whyNot;
  if (!fact.prologue.isNone() &&
      failed(parsePrologue(b.getContext(), fact, whyNot)))
    return emitError(loc) << "can't build the prologue '" << fact.prologue.body
                          << "': " << whyNot;
  StringRef templateName = config.getSchema().name;
  if (templateName == HopperWgmmaConfig::kTemplateName) {
    auto params = HopperWgmmaConfig::fromConfig(config);
    int64_t inCluster = params.reduce == Reduce::Cluster ? params.splitK : 1;
    auto kernel = createKernel(
        b, name, fact, {params.cluster[0], params.cluster[1], inCluster},
        std::nullopt, params.ctasPerSm);
    buildHopperWgmmaBody(b, kernel, fact, params);
    return kernel;
  }
  if (templateName == AmpereMmaConfig::kTemplateName) {
    auto params = AmpereMmaConfig::fromConfig(config);
    auto kernel =
        createKernel(b, name, fact, {1, 1, 1}, std::nullopt, params.ctasPerSm);
    buildAmpereMmaBody(b, kernel, fact, params);
    return kernel;
  }
  if (templateName == SimtConfig::kTemplateName) {
    auto params = SimtConfig::fromConfig(config);
    int64_t threads =
        params.tile[0] / params.thread[0] * params.tile[1] / params.thread[1];
    auto kernel = createKernel(b, name, fact, {1, 1, 1}, threads, 1);
    buildSimtBody(b, kernel, fact, params);
    return kernel;
  }
  if (templateName == SimtStreamConfig::kTemplateName) {
    auto params = SimtStreamConfig::fromConfig(config);
    auto kernel = createKernel(b, name, fact, {1, 1, 1}, 32 * params.warps, 1,
                               /*loadsVectors=*/true);
    buildSimtStreamBody(b, kernel, fact, params);
    return kernel;
  }
  return emitError(loc) << "template '" << templateName << "' has no kernel";
}

//===----------------------------------------------------------------------===//
// Identity
//===----------------------------------------------------------------------===//

/// The kernel's name while it is built and hashed.
static constexpr StringLiteral kUnnamed = "kernel";

/// An operation in full, whatever options a program has for printing IR.
static std::string getFullText(Operation *op) {
  OpPrintingFlags flags;
  flags.enableDebugInfo(false)
      .printGenericOpForm()
      .assumeVerified()
      .useLocalScope()
      .skipRegions(false)
      .printValueUsers(false)
      .printUniqueSSAIDs(false)
      .printNameLocAsPrefix(false)
      .elideLargeElementsAttrs(std::numeric_limits<int64_t>::max())
      .elideLargeResourceString(std::numeric_limits<int64_t>::max());
  std::string text;
  llvm::raw_string_ostream os(text);
  op->print(os, flags);
  return text;
}

/// 32 hexadecimal digits, the same everywhere.
static std::string getDigest(StringRef text) {
  llvm::TruncatedBLAKE3<16> hash;
  hash.update(text);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

static std::atomic<uint64_t> numBuilt{0};

uint64_t KernelProgram::countBuilt() { return numBuilt; }

FailureOr<KernelProgram> KernelProgram::build(Location loc,
                                              const MatmulFact &fact,
                                              const Config &config,
                                              Attribute target) {
  ++numBuilt;
  KernelProgram program;
  program.module = ModuleOp::create(loc);
  OpBuilder builder(program.module->getBodyRegion());
  auto kernels = gpu::GPUModuleOp::create(builder, loc, "kernels");
  kernels.setTargetsAttr(builder.getArrayAttr(target));
  builder.setInsertionPointToStart(kernels.getBody());
  if (failed(buildKernel(builder, loc, kUnnamed, fact, config)))
    return failure();
  program.text = getFullText(kernels);
  program.name =
      "matmul_" + config.getSchema().name.str() + "_" + getDigest(program.text);
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
  auto &operations = getGPUModule().getBody()->getOperations();
  kernels.getBody()->getOperations().splice(kernels.getBody()->end(),
                                            operations);
}
