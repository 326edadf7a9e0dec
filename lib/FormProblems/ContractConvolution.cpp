//===- ContractConvolution.cpp - Convolutions as products -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/FormProblems/ContractConvolution.h"

#include "ConvolutionOperands.h"
#include "mlir-autotune/Analysis/DeadCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::autotune;
using problem::ContractOp;
using problem::ConvolutionOp;

StringRef autotune::stringifyConvolutionForm(ConvolutionForm form) {
  switch (form) {
  case ConvolutionForm::Planes:
    return "planes";
  case ConvolutionForm::Pixels:
    return "pixels";
  case ConvolutionForm::Patches:
    return "patches";
  case ConvolutionForm::Groups:
    return "groups";
  case ConvolutionForm::Windows:
    return "windows";
  case ConvolutionForm::Lines:
    return "lines";
  case ConvolutionForm::Copy:
    return "copy";
  }
  llvm_unreachable("every form is listed");
}

/// Whether the epilogue only rounds the sum, as a store does.
static bool isRounding(ConvolutionOp op) {
  if (!op.getEpilogueInputs().empty())
    return false;
  Value yielded = op.getYieldedElement();
  if (yielded == op.getEpilogueSum())
    return true;
  Operation *source = yielded.getDefiningOp();
  if (!isa_and_nonnull<arith::TruncFOp, arith::TruncIOp>(source) ||
      source->getOperand(0) != op.getEpilogueSum())
    return false;
  auto rounding = dyn_cast<arith::TruncFOp>(source);
  return !rounding || rounding.getRoundingmode().value_or(
                          arith::RoundingMode::to_nearest_even) ==
                          arith::RoundingMode::to_nearest_even;
}

static ContractOp createContract(ImplicitLocOpBuilder &b, ConvolutionOp op,
                                 ConvolutionOperands &operands,
                                 ConvolutionForm form) {
  ConvolutionFactors factors = operands.createFactors(form);
  bool hasPlanes = form == ConvolutionForm::Planes;
  int64_t products = factors.products;
  bool hasBatch = hasPlanes || products > 1;
  auto getMap = [&](ArrayRef<unsigned> dims) {
    return AffineMap::getMultiDimMapWithTargets(3 + hasBatch, dims,
                                                b.getContext());
  };
  // The dimensions of a batch are (b, m, n, k), and others (m, n, k).
  SmallVector<AffineMap> maps =
      hasPlanes  ? SmallVector{getMap({1, 3}), getMap({0, 3, 2})}
      : hasBatch ? SmallVector{getMap({1, 3}), getMap({0, 2, 3})}
                 : SmallVector{getMap({0, 2}), getMap({1, 2})};
  SmallVector<Value> inputs;
  bool hasEpilogue = !isRounding(op);
  for (unsigned i = 0; hasEpilogue && i < op.getEpilogueInputs().size(); ++i) {
    auto [input, map] = hasPlanes ? operands.createInputOfPlanes(i)
                                  : operands.createInput(i, products);
    inputs.push_back(input);
    maps.push_back(map);
  }
  maps.push_back(hasBatch ? getMap({0, 1, 2}) : getMap({0, 1}));
  Value output = hasPlanes ? operands.createPlanes(op.getY())
                           : operands.createOutput(products);
  DenseI64ArrayAttr windows;
  if (factors.window)
    windows = b.getDenseI64ArrayAttr(factors.window->getNumbers());
  auto contract = ContractOp::create(
      b, output.getType(), ValueRange{factors.a, factors.b},
      /*prologue_inputs=*/ValueRange(), /*scales=*/ValueRange(), inputs, output,
      b.getAffineMapArrayAttr(maps), TypeAttr::get(op.getSumType()),
      /*precision=*/StringAttr(), /*prologue_of=*/IntegerAttr(), windows,
      /*pair=*/UnitAttr(), /*accumulate=*/UnitAttr(),
      /*zero_extend=*/UnitAttr());
  if (hasEpilogue) {
    IRMapping mapping;
    op.getEpilogue().cloneInto(&contract.getEpilogue(), mapping);
  }
  return contract;
}

std::optional<ConvolutionForm>
autotune::contractConvolution(RewriterBase &rewriter, ConvolutionOp op,
                              WhyNotContract getWhyNot, std::string &whyNot) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  ImplicitLocOpBuilder b(op.getLoc(), rewriter);
  ConvolutionOperands operands(b, op);
  whyNot = operands.getWhyNot();
  if (!whyNot.empty())
    return std::nullopt;
  for (ConvolutionForm form :
       {ConvolutionForm::Planes, ConvolutionForm::Groups,
        ConvolutionForm::Pixels, ConvolutionForm::Patches,
        ConvolutionForm::Windows, ConvolutionForm::Lines,
        ConvolutionForm::Copy}) {
    if (!operands.fits(form))
      continue;
    ContractOp contract = createContract(b, op, operands, form);
    whyNot = getWhyNot(contract);
    if (whyNot.empty()) {
      Value product = contract.getResult(0);
      int64_t products =
          form == ConvolutionForm::Groups
              ? cast<RankedTensorType>(product.getType()).getDimSize(0)
              : 1;
      rewriter.replaceOp(op, form == ConvolutionForm::Planes
                                 ? operands.restorePlanes(product)
                                 : operands.restoreOutput(product, products));
      return form;
    }
    SmallVector<Value> made(contract->getOperands());
    contract.erase();
    eraseIfDead(made, [&](Operation *each) {
      return each->getBlock() == op->getBlock();
    });
  }
  return std::nullopt;
}
