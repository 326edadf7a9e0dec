//===- ImageOrders.cpp - Which tensors change their layout ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ImageOrders.h"

#include "mlir-autotune/FormProblems/ContractConvolution.h"

#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::autotune;
using problem::ConvolutionOp;

bool autotune::isPooling(Operation *op) {
  auto pooling = dyn_cast<linalg::LinalgOp>(op);
  return pooling && pooling.hasPureTensorSemantics() &&
         isa<linalg::PoolingNchwMaxOp, linalg::PoolingNchwSumOp,
             linalg::PoolingNhwcMaxOp, linalg::PoolingNhwcMinOp,
             linalg::PoolingNhwcSumOp, linalg::PoolingNcwMaxOp,
             linalg::PoolingNcwSumOp, linalg::PoolingNwcMaxOp,
             linalg::PoolingNwcSumOp>(op);
}

std::optional<ImageOrder> autotune::getOrderOfGroups(tensor::CollapseShapeOp op,
                                                     ArrayRef<int64_t> order) {
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  ImageOrder ofGroups;
  for (size_t place = 0; place < order.size();) {
    const auto *group =
        llvm::find_if(groups, [&](const ReassociationIndices &indices) {
          return indices.front() == order[place];
        });
    if (group == groups.end())
      return std::nullopt;
    for (int64_t dim : *group)
      if (place == order.size() || order[place++] != dim)
        return std::nullopt;
    ofGroups.push_back(group - groups.begin());
  }
  return ofGroups;
}

namespace {
class OrderFinder {
public:
  void start(ConvolutionOp op);
  void propagate();

  /// Of each value that was reached, also those that have their order.
  llvm::MapVector<Value, ImageOrder> orders;

private:
  void set(Value value, ImageOrder order);
  void visit(Operation *op, Value from);
  void visitMaps(Operation *op, ArrayRef<AffineMap> maps, Value from);

  SmallVector<Value> work;
};
} // namespace

void OrderFinder::set(Value value, ImageOrder order) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type.getRank() != int64_t(order.size()) || type.getEncoding() ||
      !orders.try_emplace(value, order).second)
    return;
  work.push_back(value);
}

/// The loop that an index runs along: of a window, the output's.
static std::optional<unsigned> getLoop(AffineExpr index) {
  std::optional<unsigned> loop;
  index.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      loop = std::min(loop.value_or(dim.getPosition()), dim.getPosition());
  });
  return loop;
}

/// The order in which a tensor's dimensions are those of `loops`; nullopt if it
/// lacks one, or has others.
static std::optional<ImageOrder> getOrder(AffineMap map,
                                          ArrayRef<unsigned> loops) {
  if (map.getNumResults() != loops.size())
    return std::nullopt;
  ImageOrder order;
  for (unsigned loop : loops)
    for (auto [dim, index] : llvm::enumerate(map.getResults()))
      if (getLoop(index) == loop)
        order.push_back(dim);
  return order.size() == loops.size() ? std::optional(order) : std::nullopt;
}

static SmallVector<AffineMap> getMaps(ConvolutionOp op) {
  return llvm::to_vector(op.getIndexingMaps().getAsValueRange<AffineMapAttr>());
}

void OrderFinder::start(ConvolutionOp op) {
  using Kind = ConvolutionOp::DimKind;
  auto getLoops = [&](Kind channels) {
    SmallVector<unsigned> loops;
    for (Kind kind : {Kind::Batch, Kind::Output, Kind::Group, channels})
      for (unsigned i = 0; i < op.getNumDims(kind); ++i)
        loops.push_back(op.getFirstDim(kind) + i);
    return loops;
  };
  // What has few channels is copied anyway, from whatever layout.
  if (auto order = getOrder(op.getMap(0), getLoops(Kind::Channel));
      order && !hasFewChannels(op))
    set(op.getX(), *order);
  SmallVector<unsigned> ofOutput = getLoops(Kind::Filter);
  if (auto order = getOrder(op.getMapOfY(), ofOutput))
    set(op->getResult(0), *order);
  for (unsigned i = 0; i < op.getEpilogueInputs().size(); ++i)
    if (auto order = getOrder(op.getMap(2 + i), ofOutput))
      set(op.getEpilogueInputs()[i], *order);
}

/// Whatever has as many dimensions as the tensor gets the order of its loops.
void OrderFinder::visitMaps(Operation *op, ArrayRef<AffineMap> maps,
                            Value from) {
  auto init = cast<DestinationStyleOpInterface>(op);
  auto getValue = [&](OpOperand &operand) -> Value {
    return init.isDpsInit(&operand) ? Value(init.getTiedOpResult(&operand))
                                    : operand.get();
  };
  SmallVector<unsigned> loops;
  for (OpOperand &operand : op->getOpOperands()) {
    if (getValue(operand) != from)
      continue;
    for (int64_t dim : orders[from]) {
      std::optional<unsigned> loop =
          getLoop(maps[operand.getOperandNumber()].getResult(dim));
      if (!loop || llvm::is_contained(loops, *loop))
        return;
      loops.push_back(*loop);
    }
    break;
  }
  for (OpOperand &operand : op->getOpOperands())
    if (auto order = getOrder(maps[operand.getOperandNumber()], loops))
      set(getValue(operand), *order);
}

void OrderFinder::visit(Operation *op, Value from) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    if (generic.hasPureTensorSemantics() && !generic.hasIndexSemantics())
      visitMaps(op, generic.getIndexingMapsArray(), from);
    return;
  }
  if (isPooling(op))
    return visitMaps(op, cast<linalg::LinalgOp>(op).getIndexingMapsArray(),
                     from);
  if (auto convolution = dyn_cast<ConvolutionOp>(op))
    return visitMaps(op, getMaps(convolution), from);
  const ImageOrder order = orders[from];
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    set(pad.getSource(), order);
    return set(pad.getResult(), order);
  }
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
  if (collapse && collapse.getSrc() == from)
    if (auto groups = getOrderOfGroups(collapse, order))
      set(collapse.getResult(), *groups);
}

void OrderFinder::propagate() {
  while (!work.empty()) {
    Value value = work.pop_back_val();
    for (Operation *user : value.getUsers())
      visit(user, value);
    if (Operation *op = value.getDefiningOp())
      visit(op, value);
  }
}

llvm::MapVector<Value, ImageOrder> autotune::findImageOrders(Operation *root) {
  OrderFinder finder;
  // Single pixels are multiplied in either layout, and threads sum up small
  // windows of one channel in either.
  root->walk([&](ConvolutionOp op) {
    if (op.hasTensors() && !isOfPixels(op) && !isSmallDepthwise(op))
      finder.start(op);
  });
  finder.propagate();
  finder.orders.remove_if(
      [](const auto &found) { return isIdentityPermutation(found.second); });
  return std::move(finder.orders);
}
