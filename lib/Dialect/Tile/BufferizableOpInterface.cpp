//===- BufferizableOpInterface.cpp - Launches from tensors to memrefs -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::bufferization;

/// The buffers of all operands, where the rewriter stands.
static FailureOr<SmallVector<Value>>
getBuffers(RewriterBase &rewriter, Operation *op,
           const BufferizationOptions &options, BufferizationState &state) {
  SmallVector<Value> buffers;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    buffers.push_back(*buffer);
  }
  return buffers;
}

namespace {
/// The kernel may read its output (it adds to it), so that an init counts as
/// read, as it does by default: bufferization then never hands it memory that
/// holds something else.
struct LaunchInterface
    : public DstBufferizableOpInterfaceExternalModel<LaunchInterface,
                                                     tile::LaunchOp> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> buffers =
        getBuffers(rewriter, op, options, state);
    if (failed(buffers))
      return failure();
    auto onBuffers = cast<DestinationStyleOpInterface>(
        mlir::clone(rewriter, op, /*newResultTypes=*/TypeRange(), *buffers));
    replaceOpWithBufferizedValues(rewriter, op,
                                  SmallVector<Value>(onBuffers.getDpsInits()));
    return success();
  }
};
} // namespace

/// Whether the elements of a buffer are adjacent, in the order of dimensions.
static bool isWhole(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return !type || type.getLayout().isIdentity();
}

namespace {
/// Buffers that are not whole are copied.
struct RunInterface
    : public DstBufferizableOpInterfaceExternalModel<RunInterface,
                                                     tile::RunOp> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<tile::RunOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    auto run = cast<tile::RunOp>(op);
    SmallVector<Value> buffers, results, copies;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<TensorType>(operand.get().getType())) {
        buffers.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer =
          getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
      if (run.isDpsInit(&operand))
        results.push_back(*buffer);
      if (isWhole(*buffer))
        continue;
      auto type = cast<MemRefType>(buffer->getType());
      Value whole = memref::AllocOp::create(
          rewriter, op->getLoc(),
          MemRefType::get(type.getShape(), type.getElementType()));
      if (run.isDpsInit(&operand))
        copies.append({whole, *buffer});
      else
        memref::CopyOp::create(rewriter, op->getLoc(), *buffer, whole);
      buffers.back() = whole;
    }
    mlir::clone(rewriter, op, /*newResultTypes=*/TypeRange(), buffers);
    for (size_t i = 0; i < copies.size(); i += 2)
      memref::CopyOp::create(rewriter, op->getLoc(), copies[i], copies[i + 1]);
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};
} // namespace

namespace {
/// As a launch: an init counts as read, since it is as it was if the library
/// does nothing.
struct CallLibraryInterface
    : public BufferizableOpInterface::ExternalModel<CallLibraryInterface,
                                                    tile::CallLibraryOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return cast<tile::CallLibraryOp>(op).isInit(&operand);
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    auto call = cast<tile::CallLibraryOp>(op);
    if (!call.isInit(&operand))
      return {};
    unsigned number =
        operand.getOperandNumber() - call.getInits().getBeginOperandIndex();
    return {{call.getResults()[number], BufferRelation::Equivalent}};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(op);
    FailureOr<SmallVector<Value>> buffers =
        getBuffers(rewriter, op, options, state);
    if (failed(buffers))
      return failure();
    auto call = cast<tile::CallLibraryOp>(op);
    auto onBuffers = cast<tile::CallLibraryOp>(mlir::clone(
        rewriter, op, /*newResultTypes=*/call.getDone().getType(), *buffers));
    SmallVector<Value> results(onBuffers.getInits());
    results.push_back(onBuffers.getDone());
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};

/// A view: neither reads nor writes, and what writes to the result would write
/// to the source.
struct PermuteInterface
    : public BufferizableOpInterface::ExternalModel<PermuteInterface,
                                                    tile::PermuteOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    return {{op->getResult(0), BufferRelation::Unknown}};
  }

  FailureOr<BufferLikeType>
  getBufferType(Operation *op, Value, const BufferizationOptions &options,
                const BufferizationState &state,
                SmallVector<Value> &invocationStack) const {
    auto permute = cast<tile::PermuteOp>(op);
    auto source = bufferization::getBufferType(permute.getSource(), options,
                                               state, invocationStack);
    if (failed(source))
      return failure();
    return permuteType(permute, *source);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto permute = cast<tile::PermuteOp>(op);
    FailureOr<Value> buffer =
        getBuffer(rewriter, permute.getSource(), options, state);
    if (failed(buffer) ||
        failed(permuteType(permute, cast<BufferLikeType>(buffer->getType()))))
      return failure();
    if (isIdentityPermutation(permute.getOrder())) {
      replaceOpWithBufferizedValues(rewriter, op, *buffer);
      return success();
    }
    auto map = AffineMapAttr::get(AffineMap::getPermutationMap(
        permute.getOrder(), rewriter.getContext()));
    replaceOpWithNewBufferizedOp<memref::TransposeOp>(rewriter, op, *buffer,
                                                      map);
    return success();
  }

private:
  static FailureOr<BufferLikeType> permuteType(tile::PermuteOp op,
                                               BufferLikeType source) {
    if (isIdentityPermutation(op.getOrder()))
      return source;
    auto memref = dyn_cast<MemRefType>(source);
    if (MemRefType type =
            memref ? tile::PermuteOp::permuteType(memref, op.getOrder())
                   : MemRefType())
      return cast<BufferLikeType>(type);
    return op.emitOpError("needs a buffer with strides, not ") << source;
  }
};
} // namespace

void tile::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TileDialect *) {
    LaunchOp::attachInterface<LaunchInterface>(*context);
    RunOp::attachInterface<RunInterface>(*context);
    CallLibraryOp::attachInterface<CallLibraryInterface>(*context);
    PermuteOp::attachInterface<PermuteInterface>(*context);
    context->loadDialect<memref::MemRefDialect>();
  });
}
