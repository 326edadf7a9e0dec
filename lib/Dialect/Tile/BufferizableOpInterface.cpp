//===- BufferizableOpInterface.cpp - tile.launch from tensors to memrefs --===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::bufferization;

namespace {
/// The kernel may read its output (it adds to it), so that an init counts as
/// read: bufferization then never hands it memory that holds something else.
struct LaunchInterface
    : public DstBufferizableOpInterfaceExternalModel<LaunchInterface,
                                                     tile::LaunchOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &state) const {
    return cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto launch = cast<tile::LaunchOp>(op);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> inputs, inits, extras;
    for (OpOperand &operand : op->getOpOperands()) {
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      (launch.isDpsInit(&operand) ? inits
       : inits.empty()            ? inputs
                                  : extras)
          .push_back(*buffer);
    }
    auto newOp = tile::LaunchOp::create(rewriter, op->getLoc(), TypeRange(),
                                        launch.getKernel(), inputs, inits,
                                        extras, launch.getSmsAttr());
    newOp->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    replaceOpWithBufferizedValues(rewriter, op, inits);
    return success();
  }
};

/// The outs are overwritten, whatever they hold.
struct GroupedMatmulInterface
    : public DstBufferizableOpInterfaceExternalModel<GroupedMatmulInterface,
                                                     tile::GroupedMatmulOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &state) const {
    return cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto group = cast<tile::GroupedMatmulOp>(op);
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> a, b, inits;
    for (auto [values, buffers] :
         {std::pair(group.getA(), &a), std::pair(group.getB(), &b),
          std::pair(group.getInits(), &inits)})
      for (Value value : values) {
        FailureOr<Value> buffer = getBuffer(rewriter, value, options, state);
        if (failed(buffer))
          return failure();
        buffers->push_back(*buffer);
      }
    auto newOp = tile::GroupedMatmulOp::create(
        rewriter, op->getLoc(), TypeRange(), a, b, inits,
        group.getTransposeAAttr(), group.getTransposeBAttr());
    newOp->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    replaceOpWithBufferizedValues(rewriter, op, inits);
    return success();
  }
};
} // namespace

void tile::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TileDialect *) {
    LaunchOp::attachInterface<LaunchInterface>(*context);
    GroupedMatmulOp::attachInterface<GroupedMatmulInterface>(*context);
  });
}
