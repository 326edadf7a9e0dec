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
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

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

std::string autotune::getKernelKey(const MatmulFact &fact) {
  std::string key;
  llvm::raw_string_ostream os(key);
  os << stringifyElementKind(fact.a.element) << (fact.a.transposed ? "^T" : "")
     << " x " << stringifyElementKind(fact.b.element)
     << (fact.b.transposed ? "^T" : "") << " -> "
     << stringifyElementKind(fact.accumulator) << " -> "
     << stringifyElementKind(fact.c.element);
  if (fact.zeroExtend)
    os << " (zero-extended)";
  if (fact.isPair)
    os << " (a pair)";
  // How many dimensions the arguments of factors have.
  auto describeMatrices = [&](const OperandFact &operand, StringRef name) {
    os << (operand.batchStride == 0 ? " of one " + name.str() : "")
       << (operand.hasOuterBatch() ? " of " + name.str() + " in two" : "");
  };
  if (fact.isSum()) {
    os << " (a sum)";
    if (fact.isBatched()) {
      describeMatrices(fact.added->a, "A2");
      describeMatrices(fact.added->b, "B2");
    }
  }
  if (fact.init == InitKind::Accumulate)
    os << " + C";
  if (fact.isBatched() || fact.hasParts()) {
    os << (fact.hasParts() ? " in parts of K" : " in a batch");
    describeMatrices(fact.a, "A");
    describeMatrices(fact.b, "B");
  }
  if (fact.isGrouped())
    os << " in a group of " << fact.group.size();
  os << ", C aligned to " << getOutputAlignment(fact);
  for (const OperandFact &output : fact.epilogue.outputs)
    os << ", and " << stringifyElementKind(output.element) << " to "
       << getOutputAlignment(fact, output);
  // Kernels that copy know how their matrices lie; those of TMA are all alike.
  // All of a sum are.
  if (!isTmaLoadable(fact.a) || !isTmaLoadable(fact.b))
    for (const OperandFact *operand : {&fact.a, &fact.b})
      os << ", " << (operand == &fact.a ? "A" : "B") << " to "
         << getInputAlignment(*operand)
         << (isTmaLoadable(*operand) ? " for TMA" : "");
  auto describeValues = [&](const PrologueOperand &operand) {
    os << ' ' << stringifyElementKind(operand.matrix.element) << '['
       << (operand.overOutput ? "r" : "");
    if (operand.rowGroup != 1)
      os << '/' << operand.rowGroup << ' ';
    if (operand.group)
      os << "k/" << operand.group;
    os << ']' << (operand.matrix.transposed ? "^T" : "");
  };
  if (!fact.prologue.isNone()) {
    os << ", first "
       << (!fact.hasWidePrologue() ? ""
           : fact.convertsB()      ? "B "
                                   : "A ")
       << fact.prologue.body << " of";
    llvm::for_each(fact.prologue.operands, describeValues);
  }
  if (fact.scales) {
    os << ", scaled by";
    describeValues(fact.scales->a);
    describeValues(fact.scales->b);
  }
  if (fact.epilogue.isNone())
    return key;
  os << ", then " << fact.epilogue.body << " of";
  auto getGroup = [](int64_t group) {
    return group == 1 ? std::string() : "/" + std::to_string(group) + " ";
  };
  for (const EpilogueOperand &operand : fact.epilogue.operands)
    os << ' ' << stringifyElementKind(operand.matrix.element) << '['
       << (isBatchOperand(fact, operand.matrix) ? "b" : "")
       << (operand.overRows ? "m" : "") << getGroup(operand.rowGroup)
       << (operand.overColumns ? "n" : "") << getGroup(operand.columnGroup)
       << "] aligned to " << getEpilogueAlignment(fact, operand);
  return key;
}

std::string autotune::getKernelName(const MatmulFact &fact,
                                    const Config &config) {
  uint64_t hash = llvm::xxh3_64bits(getKernelKey(fact) + "; " + config.str());
  return "matmul_" + config.getSchema().name.str() + "_" +
         llvm::utohexstr(hash, /*LowerCase=*/true, /*Width=*/16);
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

FailureOr<tile::KernelOp> autotune::buildKernel(OpBuilder &builder,
                                                Location loc, StringRef name,
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
