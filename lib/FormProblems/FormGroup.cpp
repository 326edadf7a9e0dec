//===- FormGroup.cpp - From patterns to a problem of their group ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormContract.h"
#include "OperandViews.h"
#include "mlir-autotune/Analysis/Refusal.h"
#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/FormProblems/FormProblems.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

//===----------------------------------------------------------------------===//
// What may be in one
//===----------------------------------------------------------------------===//

static std::string getWhyNotAsked(Fusion asked) {
  return (kFusionAttrName + " = \"" + stringifyFusion(asked) +
          "\" is asked for")
      .str();
}

/// The matmul with its operands as they are.
static FailureOr<MatmulPattern> matchPlain(linalg::LinalgOp op,
                                           std::string *whyNot) {
  FailureOr<MatmulPattern> pattern = matchProduct(op, whyNot);
  if (failed(pattern) || failed(mergeGroup(ProblemFact(pattern->fact), whyNot)))
    return failure();
  // A group says no type beside those of its operands and results.
  const OperandFact &a = pattern->fact.a, &c = pattern->fact.c;
  if (pattern->cast &&
      getElementBytes(a.element) >= getElementBytes(c.element) &&
      a.element != c.element)
    return refuse(whyNot, "its product of " + stringifyElementKind(a.element) +
                              " is rounded to " +
                              stringifyElementKind(c.element) +
                              ", which no group does");
  return pattern;
}

FailureOr<MatmulPattern> autotune::matchForGroup(linalg::LinalgOp op,
                                                 WhyNotScaled getWhyNotScaled,
                                                 std::string *whyNot) {
  FailureOr<MatmulPattern> scaled =
      matchProduct(op, /*whyNot=*/nullptr, /*findsPrologue=*/true);
  std::optional<Fusion> asked = getFusion(op);
  std::string why;
  if (succeeded(scaled) && scaled->scaled && asked != Fusion::Products) {
    FailureOr<ProblemFact> fact = mergeGroup(ProblemFact(scaled->fact), &why);
    if (succeeded(fact))
      why = asked == Fusion::None ? getWhyNotAsked(*asked)
                                  : getWhyNotScaled(*fact, asked.has_value());
    if (why.empty())
      return scaled;
  } else if (succeeded(scaled) &&
             llvm::all_of(op->getOperandTypes(), [](Type type) {
               return getElementTypeOrSelf(type).isF32();
             })) {
    // Of other types it says why they are no weights, which no group has.
    why = scaled->whyNotStored;
  }
  FailureOr<MatmulPattern> plain = matchPlain(op, whyNot);
  if (failed(plain)) {
    if (whyNot && !why.empty())
      *whyNot += "; its sums are not scaled in the kernel: " + why;
    return failure();
  }
  // Kernels of groups do nothing beside their products, but scale them.
  if (asked && asked != Fusion::None)
    return refuse(whyNot, getWhyNotAsked(*asked));
  plain->whyNotStored = std::move(why);
  return plain;
}

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

/// Where a product is written to: of tensors, one that no other is.
static Value getDestination(OpBuilder &builder, const MatmulPattern &member,
                            DenseSet<Value> &taken) {
  linalg::LinalgOp matmul = member.matmul;
  Value init = matmul.getDpsInits()[0];
  auto type = dyn_cast<RankedTensorType>(init.getType());
  if (!type)
    return init;
  if (member.fill) {
    Value unfilled = linalg::FillOp(member.fill).getOutputs()[0];
    if (unfilled.getType() == type)
      init = unfilled;
  }
  if (!member.cast && taken.insert(init).second)
    return init;
  if (member.cast)
    type = cast<RankedTensorType>(member.cast->getResult(0).getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(
          tensor::DimOp::create(builder, matmul.getLoc(), init, dim));
  return tensor::EmptyOp::create(builder, matmul.getLoc(), type, sizes);
}

/// The scales of A or B of a member, as all members have them.
static Value createMemberScales(OpBuilder &builder, const MatmulPattern &member,
                                unsigned number, const BlockScales &ofAll) {
  linalg::LinalgOp matmul = member.matmul;
  EpilogueValue scales = member.scaled->scales[number];
  auto get = [&](const BlockScales &of) { return number == 0 ? of.a : of.b; };
  // What does not vary along rows is a row of groups of K; here it is a column.
  if (!get(*member.fact.scales).overOutput && get(ofAll).matrix.transposed)
    for (int64_t &dim : scales.dims)
      dim = dim == 1 ? 0 : dim;
  return createMatrix(builder, matmul.getLoc(), scales, /*rank=*/2,
                      matmul.hasPureTensorSemantics());
}

static ArrayAttr getScaleMaps(OpBuilder &builder, const BlockScales &scales) {
  SmallVector<AffineMap> maps;
  for (unsigned number : {0u, 1u})
    maps.push_back(getValuesMap(number == 0 ? scales.a : scales.b,
                                /*numDims=*/3, builder.getAffineDimExpr(number),
                                builder.getAffineDimExpr(2)));
  return builder.getAffineMapArrayAttr(maps);
}

problem::GroupedMatmulOp autotune::formGroup(ArrayRef<MatmulPattern> members) {
  const MatmulPattern &first = members.front();
  SmallVector<ProblemFact, 0> facts;
  for (const MatmulPattern &member : members)
    facts.push_back(member.fact);
  FailureOr<ProblemFact> group = mergeGroup(facts);
  assert(succeeded(group) && "the caller has seen that they can be merged");
  const auto &ofAll = group->getMatmul().scales;
  linalg::LinalgOp last = members.back().matmul;
  OpBuilder builder(last);
  SmallVector<Value> a, b, destinations;
  std::array<SmallVector<Value>, 2> scales;
  SmallVector<Type> results;
  DenseSet<Value> taken;
  for (const MatmulPattern &member : members) {
    SmallVector<Value> factors = createFactors(builder, member);
    a.push_back(factors[0]);
    b.push_back(factors[1]);
    for (unsigned number = 0; ofAll && number < 2; ++number)
      scales[number].push_back(
          createMemberScales(builder, member, number, *ofAll));
    destinations.push_back(getDestination(builder, member, taken));
    if (isa<TensorType>(destinations.back().getType()))
      results.push_back(destinations.back().getType());
  }
  auto made = problem::GroupedMatmulOp::create(
      builder, last.getLoc(), results, a, b, scales[0], scales[1], destinations,
      first.fact.a.transposed ? builder.getUnitAttr() : UnitAttr(),
      first.fact.b.transposed ? builder.getUnitAttr() : UnitAttr(),
      ofAll ? getScaleMaps(builder, *ofAll) : ArrayAttr());
  for (StringRef name :
       {kConfigAttrName, kAllowTf32AttrName, kAccumulatorAttrName})
    if (Attribute attr = last->getAttr(name))
      made->setAttr(name, attr);
  // What is rounded to f16 behind the products was not summed in it, which the
  // type of the group's results does not say.
  if (members.back().cast && first.fact.c.element == ElementKind::F16)
    made->setAttr(kAccumulatorAttrName, builder.getStringAttr("f32"));
  for (auto [index, member] : llvm::enumerate(members)) {
    if (!results.empty())
      member.getLast()->getResult(0).replaceAllUsesWith(made.getResult(index));
    erasePattern(member, [](Operation *) {});
  }
  return made;
}
