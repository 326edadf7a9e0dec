//===- BufferizableOpInterface.cpp - Problems from tensors to memrefs -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Problem/ProblemDialect.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::bufferization;

namespace {
/// Problems whose results are their inits, once they are computed.
template <typename Model, typename Op>
struct ProblemInterface
    : public DstBufferizableOpInterfaceExternalModel<Model, Op> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    auto onBuffers = cast<Op>(cloneWithoutRegions(
        rewriter, op, /*newResultTypes=*/TypeRange(), buffers));
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), onBuffers->getRegions()))
      to.takeBody(from);
    replaceOpWithBufferizedValues(rewriter, op,
                                  SmallVector<Value>(onBuffers.getInits()));
    return success();
  }
};

/// The outputs are overwritten, whatever they hold.
struct AttentionInterface
    : public ProblemInterface<AttentionInterface, problem::AttentionOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return !cast<problem::AttentionOp>(op).isDpsInit(&operand);
  }
};

/// The output is overwritten, whatever it holds.
struct ConvolutionInterface
    : public ProblemInterface<ConvolutionInterface, problem::ConvolutionOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return !cast<problem::ConvolutionOp>(op).isDpsInit(&operand);
  }
};

/// The outs are overwritten, whatever they hold.
struct GroupedMatmulInterface
    : public ProblemInterface<GroupedMatmulInterface,
                              problem::GroupedMatmulOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return !cast<problem::GroupedMatmulOp>(op).isDpsInit(&operand);
  }
};

struct ContractInterface
    : public ProblemInterface<ContractInterface, problem::ContractOp> {
  /// If K may be 0 the zeros of C stay, so that it counts as read.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    auto contract = cast<problem::ContractOp>(op);
    if (!contract.isDpsInit(&operand) || contract.getAccumulate())
      return true;
    // B's type has K, too, and images do not.
    AffineMap map = contract.getMap(1);
    auto type = cast<ShapedType>(contract.getB().getType());
    for (auto [index, result] : llvm::enumerate(map.getResults()))
      if (result.isFunctionOfDim(contract.getDimK()))
        return type.isDynamicDim(index);
    return true;
  }
};
} // namespace

void problem::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ProblemDialect *) {
    AttentionOp::attachInterface<AttentionInterface>(*context);
    ConvolutionOp::attachInterface<ConvolutionInterface>(*context);
    ContractOp::attachInterface<ContractInterface>(*context);
    GroupedMatmulOp::attachInterface<GroupedMatmulInterface>(*context);
  });
}
