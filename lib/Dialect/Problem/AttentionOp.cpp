//===- AttentionOp.cpp - What a problem.attention may be ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyProblem.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::problem;

void AttentionOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  getOperandEffects(*this, /*readsInits=*/false, effects);
}

int64_t AttentionOp::getSize(unsigned dim) {
  for (auto [number, operand] : llvm::enumerate((*this)->getOperands()))
    for (auto [index, size] :
         llvm::zip_equal(getMap(number).getResults(),
                         cast<ShapedType>(operand.getType()).getShape()))
      if (cast<AffineDimExpr>(index).getPosition() == dim &&
          ShapedType::isStatic(size))
        return size;
  return ShapedType::kDynamic;
}

//===----------------------------------------------------------------------===//
// Maps and sizes
//===----------------------------------------------------------------------===//

namespace {
/// What an operand is called, and which dimensions its map must and must not
/// have. It may have the others.
struct AttentionRole {
  StringRef name;
  SmallVector<unsigned> needed, refused;
};
} // namespace

static AttentionRole getRole(AttentionOp op, unsigned number) {
  unsigned m = op.getDimM(), n = op.getDimN(), d = op.getDimD(),
           e = op.getDimE();
  if (number == 0)
    return {"Q", {m, d}, {n, e}};
  if (number == 1)
    return {"K", {n, d}, {m, e}};
  if (number == 2)
    return {"V", {n, e}, {m, d}};
  unsigned inputs = op.getInputs().size();
  if (number < inputs)
    return {"an input of the score function", {}, {d, e}};
  SmallVector<unsigned> needed;
  for (unsigned dim = 0; dim <= m; ++dim)
    needed.push_back(dim);
  if (number > inputs)
    return {"the logarithm of the sums", needed, {n, d, e}};
  needed.push_back(e);
  return {"O", needed, {n, d}};
}

static std::string getDimName(AttentionOp op, unsigned dim) {
  unsigned m = op.getDimM();
  return dim < m ? "b" + std::to_string(dim)
                 : std::string(1, StringRef("mnde")[dim - m]);
}

static std::string getDimNames(AttentionOp op, ArrayRef<unsigned> dims) {
  std::string names;
  for (auto [place, dim] : llvm::enumerate(dims)) {
    if (place)
      names += place + 1 == dims.size() ? " and " : ", ";
    names += getDimName(op, dim);
  }
  return names;
}

static LogicalResult verifyAttentionMap(AttentionOp op, unsigned number) {
  AffineMap map = op.getMap(number);
  AttentionRole role = getRole(op, number);
  auto emit = [&]() {
    return op.emitOpError("operand ") << number << " is " << role.name << ": ";
  };
  if (map.getNumDims() != op.getNumDims() || map.getNumSymbols() != 0)
    return emit() << "its map must have the " << op.getNumDims()
                  << " dimensions that the map of Q has and no symbols, not "
                  << map.getNumDims() << " and " << map.getNumSymbols();
  if (!map.isProjectedPermutation())
    return emit() << "its map must have different dimensions as results, not "
                  << AffineMapAttr::get(map);
  int64_t rank = cast<ShapedType>(op->getOperand(number).getType()).getRank();
  if (map.getNumResults() != rank)
    return emit() << "it has " << rank << " dimensions, and its map "
                  << map.getNumResults();
  for (unsigned dim : role.needed)
    if (!map.isFunctionOfDim(dim))
      return emit() << "its map must have the results "
                    << getDimNames(op, role.needed) << ", in any order, not "
                    << AffineMapAttr::get(map);
  for (unsigned dim : role.refused)
    if (map.isFunctionOfDim(dim))
      return emit() << "its map must not have the results "
                    << getDimNames(op, role.refused) << ", not "
                    << AffineMapAttr::get(map);
  return success();
}

static LogicalResult verifyAttentionSizes(AttentionOp op) {
  SmallVector<int64_t> sizes(op.getNumDims(), ShapedType::kDynamic);
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    auto type = cast<ShapedType>(operand.getType());
    for (auto [index, size] :
         llvm::zip_equal(op.getMap(number).getResults(), type.getShape())) {
      unsigned dim = cast<AffineDimExpr>(index).getPosition();
      if (ShapedType::isDynamic(size))
        continue;
      if (ShapedType::isStatic(sizes[dim]) && sizes[dim] != size)
        return op.emitOpError("operand ")
               << number << " has " << size << " elements along "
               << getDimName(op, dim) << ", but an earlier operand has "
               << sizes[dim];
      sizes[dim] = size;
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static LogicalResult verifyAttentionTypes(AttentionOp op) {
  Type q = getElementTypeOrSelf(op.getQ()), k = getElementTypeOrSelf(op.getK());
  if (q != k)
    return op.emitOpError("Q and K must have elements of one type, not ")
           << q << " and " << k;
  for (auto [name, value] :
       {std::pair("Q and K", op.getQ()), {"V", op.getV()}, {"O", op.getO()}}) {
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
    if (!type || type.getWidth() > 32)
      return op.emitOpError()
             << name << " must have elements that are floats of at most 32 "
             << "bits, not " << getElementTypeOrSelf(value);
  }
  if (Value sums = op.getLogSumExp())
    if (!getElementTypeOrSelf(sums).isF32())
      return op.emitOpError("the logarithm of the sums must have elements of "
                            "f32, not ")
             << getElementTypeOrSelf(sums);
  for (Value input : op.getScoreInputs())
    if (!getElementTypeOrSelf(input).isIntOrIndexOrFloat())
      return op.emitOpError("the score function reads integers and floats, "
                            "not ")
             << getElementTypeOrSelf(input);
  return success();
}

static LogicalResult verifyKeyRange(AttentionOp op) {
  std::optional<ArrayRef<int64_t>> range = op.getKeyRange();
  if (!range)
    return success();
  int64_t inputs = int64_t(op.getInputs().size());
  if (range->size() != 4)
    return op.emitOpError("key_range must have four numbers of inputs, not ")
           << range->size();
  for (int64_t number : *range) {
    if (number < 3 || number >= inputs)
      return op.emitOpError("key_range must have numbers of inputs of the "
                            "score function, which are those from 3 on, below ")
             << inputs << ", not " << number;
    if (!getElementTypeOrSelf(op.getInputs()[number]).isSignlessInteger(32))
      return op.emitOpError("an input of key_range must have elements of i32, "
                            "not ")
             << getElementTypeOrSelf(op.getInputs()[number]);
    AffineMap map = op.getMap(number);
    if (!map.isFunctionOfDim(op.getDimM()) || map.isFunctionOfDim(op.getDimN()))
      return op.emitOpError("the map of an input of key_range must have m, and "
                            "not n: ")
             << AffineMapAttr::get(map);
  }
  return success();
}

LogicalResult AttentionOp::verify() {
  size_t outputs = getInits().size();
  if (getInputs().size() < 3)
    return emitOpError("must have three inputs, Q, K and V, and then those of "
                       "the score function, not ")
           << getInputs().size();
  if (outputs != 1 && outputs != 2)
    return emitOpError("must have one output, O, or two, O and the logarithm "
                       "of the sums, not ")
           << outputs;
  if (failed(verifyOperandKinds(*this, "outputs")))
    return failure();
  if (getIndexingMaps().size() != getNumOperands())
    return emitOpError("must have a map for each of ")
           << getNumOperands() << " operands, not " << getIndexingMaps().size();
  if (getNumDims() < 4)
    return emitOpError("has maps of ")
           << getNumDims()
           << " dimensions; m, n, d and e are 4, and those before are a batch";
  for (unsigned number = 0; number < getNumOperands(); ++number)
    if (failed(verifyAttentionMap(*this, number)))
      return failure();
  return success(succeeded(verifyAttentionSizes(*this)) &&
                 succeeded(verifyAttentionTypes(*this)) &&
                 succeeded(verifyKeyRange(*this)));
}

//===----------------------------------------------------------------------===//
// The score function
//===----------------------------------------------------------------------===//

LogicalResult AttentionOp::verifyRegions() {
  Builder b(getContext());
  SmallVector<Type> arguments = {b.getF32Type()};
  llvm::append_range(arguments,
                     llvm::map_range(getScoreInputs(), getArgumentType));
  arguments.append(getNumBatchDims() + 2, b.getIndexType());
  return verifyFunction(
      *this, getScore(), "score function", arguments, b.getF32Type(),
      ", which are the sum of products, the inputs' elements, and an index for "
      "each batch dimension, m and n");
}
