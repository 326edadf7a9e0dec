//===- TMTensorDialect.cpp - What torch-mlir exports ----------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.h"

using namespace mlir;
using namespace mlir::autotune::tm_tensor;

#include "mlir-autotune/Dialect/TMTensor/TMTensorDialect.cpp.inc"

#define GET_OP_CLASSES
#include "mlir-autotune/Dialect/TMTensor/TMTensorOps.cpp.inc"

void TMTensorDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "mlir-autotune/Dialect/TMTensor/TMTensorOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// What all have
//===----------------------------------------------------------------------===//

static RankedTensorType getTensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Type getElement(Value value) {
  return getTensorType(value).getElementType();
}

/// Each result is an output, written.
static LogicalResult verifyCounts(Operation *op, ValueRange inputs,
                                  ValueRange outputs,
                                  ArrayRef<size_t> numInputs,
                                  size_t numOutputs) {
  if (!llvm::is_contained(numInputs, inputs.size()))
    return op->emitOpError("takes ")
           << numInputs.front()
           << (numInputs.size() > 1 ? " or " + std::to_string(numInputs.back())
                                    : std::string())
           << " inputs, not " << inputs.size();
  if (numOutputs ? outputs.size() != numOutputs : outputs.empty())
    return op->emitOpError("takes ")
           << (numOutputs ? std::to_string(numOutputs) : "one or more")
           << " outputs, not " << outputs.size();
  if (op->getResultTypes() != outputs.getTypes())
    return op->emitOpError("must have results of the types of its outputs");
  return success();
}

static LogicalResult verifyDimension(Operation *op, int64_t dimension,
                                     Value tensor) {
  int64_t rank = getTensorType(tensor).getRank();
  if (dimension >= 0 && dimension < rank)
    return success();
  return op->emitOpError("has dimension ")
         << dimension << " of a tensor of rank " << rank;
}

/// Sizes that may be the same at run time.
static LogicalResult verifySizes(Operation *op, ArrayRef<int64_t> first,
                                 ArrayRef<int64_t> second, const Twine &what) {
  bool agree =
      first.size() == second.size() &&
      llvm::all_of(llvm::zip(first, second), [](auto sizes) {
        auto [x, y] = sizes;
        return x == y || ShapedType::isDynamic(x) || ShapedType::isDynamic(y);
      });
  return agree ? success()
               : op->emitOpError("has ")
                     << what << " of different sizes; they must be the same";
}

static SmallVector<int64_t> getWithout(ArrayRef<int64_t> sizes, int64_t dim) {
  SmallVector<int64_t> rest(sizes);
  rest.erase(rest.begin() + dim);
  return rest;
}

static LogicalResult verifyBody(Operation *op, TypeRange arguments,
                                Type yielded) {
  Block &body = op->getRegion(0).front();
  if (body.getArgumentTypes() != arguments)
    return op->emitOpError("has a region of ")
           << body.getNumArguments() << " arguments; it must take the types ("
           << arguments << ")";
  Operation *yield = body.getTerminator();
  if (yield->getNumOperands() != 1 || yield->getOperand(0).getType() != yielded)
    return op->emitOpError("has a region that must yield one ") << yielded;
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult ScanOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {1}, 2)) ||
      failed(verifyDimension(*this, getDimension(), getInputs()[0])))
    return failure();
  Type element = getElement(getInputs()[0]);
  for (Value output : getOutputs())
    if (getElement(output) != element)
      return emitOpError("has outputs of ")
             << getElement(output) << ", and an input of " << element;
  ArrayRef<int64_t> sizes = getTensorType(getInputs()[0]).getShape();
  if (failed(verifySizes(*this, sizes,
                         getTensorType(getOutputs()[0]).getShape(),
                         "an input and an output")) ||
      failed(verifySizes(*this, getWithout(sizes, getDimension()),
                         getTensorType(getOutputs()[1]).getShape(),
                         "an accumulator and an input")))
    return failure();
  return verifyBody(*this, {element, element}, element);
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {2}, 1)))
    return failure();
  RankedTensorType updates = getTensorType(getInputs()[0]);
  RankedTensorType indices = getTensorType(getInputs()[1]);
  RankedTensorType original = getTensorType(getOutputs()[0]);
  ArrayRef<int64_t> map = getDimensionMap();
  if (indices.getRank() != 2 || !indices.getElementType().isSignlessInteger() ||
      indices.getDimSize(1) != int64_t(map.size()))
    return emitOpError("takes indices of two dimensions, the second of as many "
                       "integers as dimension_map has entries, not ")
           << indices;
  llvm::SmallDenseSet<int64_t> named(map.begin(), map.end());
  if (named.size() != map.size() || llvm::any_of(map, [&](int64_t dim) {
        return dim < 0 || dim >= original.getRank();
      }))
    return emitOpError("has a dimension_map that names a dimension of the "
                       "output twice, or one that the output does not have");
  if (updates.getRank() < 1 || updates.getRank() - 1 > original.getRank() ||
      original.getRank() > int64_t(map.size()) + updates.getRank() - 1)
    return emitOpError("has updates of ")
           << updates.getRank() << " dimensions and " << map.size()
           << " indices each, which don't name an element of a tensor of rank "
           << original.getRank();
  Type element = original.getElementType();
  if (updates.getElementType() != element)
    return emitOpError("has updates of ")
           << updates.getElementType() << " for an output of " << element;
  return verifyBody(*this, {element, element}, element);
}

LogicalResult SortOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {0}, 0)) ||
      failed(verifyDimension(*this, getDimension(), getOutputs()[0])))
    return failure();
  SmallVector<Type> arguments;
  for (Value output : getOutputs()) {
    if (failed(verifySizes(*this, getTensorType(getOutputs()[0]).getShape(),
                           getTensorType(output).getShape(), "outputs")))
      return failure();
    arguments.append(2, getElement(output));
  }
  return verifyBody(*this, arguments, IntegerType::get(getContext(), 1));
}

LogicalResult TopkOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {1, 2}, 2)) ||
      failed(verifyDimension(*this, getDimension(), getInputs()[0])))
    return failure();
  for (auto [index, input] : llvm::enumerate(getInputs()))
    if (getElement(input) != getElement(getOutputs()[index]))
      return emitOpError("has an input of ")
             << getElement(input) << " for an output of "
             << getElement(getOutputs()[index]);
  if (!getElement(getOutputs()[1]).isSignlessInteger())
    return emitOpError("counts indices in integers, not in ")
           << getElement(getOutputs()[1]);
  ArrayRef<int64_t> sizes = getTensorType(getInputs()[0]).getShape();
  ArrayRef<int64_t> kept = getTensorType(getOutputs()[0]).getShape();
  if (failed(verifySizes(*this, kept, getTensorType(getOutputs()[1]).getShape(),
                         "values and indices")) ||
      sizes.size() != kept.size() ||
      failed(verifySizes(*this, getWithout(sizes, getDimension()),
                         getWithout(kept, getDimension()),
                         "an input and an output")))
    return failure();
  Type element = getElement(getInputs()[0]);
  return verifyBody(*this, {element, element},
                    IntegerType::get(getContext(), 1));
}

LogicalResult AttentionOp::verify() {
  if (failed(verifyCounts(*this, getInputs(), getOutputs(), {3, 4}, 1)))
    return failure();
  RankedTensorType q = getTensorType(getInputs()[0]),
                   k = getTensorType(getInputs()[1]),
                   v = getTensorType(getInputs()[2]);
  int64_t rank = q.getRank();
  if (rank < 2 || k.getRank() != rank || v.getRank() != rank ||
      getTensorType(getOutputs()[0]).getRank() != rank)
    return emitOpError("takes queries, keys, values and an output of the same "
                       "number of dimensions, two or more");
  for (Value value : getInputs().drop_front())
    if (getElement(value) != q.getElementType() ||
        !isa<FloatType>(q.getElementType()))
      return emitOpError("takes floats of one type");
  if (failed(verifySizes(*this, getWithout(q.getShape(), rank - 2),
                         getWithout(k.getShape(), rank - 2),
                         "queries and keys")) ||
      failed(verifySizes(*this, k.getShape().drop_back(),
                         v.getShape().drop_back(), "keys and values")))
    return failure();
  if (getInputs().size() == 4 && getTensorType(getInputs()[3]).getRank() > rank)
    return emitOpError("takes a mask of at most ") << rank << " dimensions";
  return success();
}
