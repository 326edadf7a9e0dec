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
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::bufferization;

namespace {
/// Operations whose results are their inits, once they are computed.
template <typename Model, typename Op>
struct KernelInterface
    : public DstBufferizableOpInterfaceExternalModel<Model, Op> {
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &state) const {
    return cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    SmallVector<Value> buffers, inits;
    for (OpOperand &operand : op->getOpOperands()) {
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
      if (cast<DestinationStyleOpInterface>(op).isDpsInit(&operand))
        inits.push_back(*buffer);
    }
    mlir::clone(rewriter, op, /*newResultTypes=*/TypeRange(), buffers);
    replaceOpWithBufferizedValues(rewriter, op, inits);
    return success();
  }
};

/// The kernel may read its output (it adds to it), so that an init counts as
/// read: bufferization then never hands it memory that holds something else.
struct LaunchInterface
    : public KernelInterface<LaunchInterface, tile::LaunchOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return true;
  }
};

/// The outs are overwritten, whatever they hold.
struct GroupedMatmulInterface
    : public KernelInterface<GroupedMatmulInterface, tile::GroupedMatmulOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &state) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand);
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
