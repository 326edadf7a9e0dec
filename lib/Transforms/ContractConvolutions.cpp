//===- ContractConvolutions.cpp - Convolutions become products ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Permissions.h"
#include "Remarks.h"
#include "ServedProblem.h"

#include "mlir-autotune/FormProblems/ContractConvolution.h"
#include "mlir-autotune/FormProblems/FormConvolution.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECONTRACTCONVOLUTIONS
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

static StringRef describeForm(ConvolutionForm form) {
  switch (form) {
  case ConvolutionForm::Planes:
    return "the planes of its images";
  case ConvolutionForm::Pixels:
    return "the pixels of its images";
  case ConvolutionForm::Patches:
    return "the patches of its images";
  case ConvolutionForm::Groups:
    return "windows of a few groups for each product of a batch, which the "
           "kernel loads from the images";
  case ConvolutionForm::Windows:
    return "windows, which the kernel loads from the images";
  case ConvolutionForm::Lines:
    return "windows, which the kernel loads from a copy with a line of a "
           "window for each pixel";
  case ConvolutionForm::Copy:
    return "a copy of all windows";
  }
  llvm_unreachable("every form is listed");
}

namespace {
struct ContractConvolutions
    : public autotune::impl::AutotuneContractConvolutionsBase<
          ContractConvolutions> {
  using AutotuneContractConvolutionsBase::AutotuneContractConvolutionsBase;
  void runOnOperation() override;
};
} // namespace

void ContractConvolutions::runOnOperation() {
  if (std::string whyNot = getWhyNotAllowed(allowTf32); !whyNot.empty()) {
    emitError(getOperation()->getLoc()) << "allow-tf32" << whyNot;
    return signalPassFailure();
  }
  SmallVector<problem::ConvolutionOp> ops;
  getOperation()->walk([&](problem::ConvolutionOp op) { ops.push_back(op); });
  if (ops.empty())
    return;
  FailureOr<SmallVector<TargetInfo>> targets =
      getServedTargets(target, getOperation());
  if (failed(targets))
    return signalPassFailure();
  IRRewriter rewriter(&getContext());
  for (problem::ConvolutionOp op : ops) {
    if (!op.hasTensors()) {
      op.emitOpError("has buffers as operands; it is lowered before "
                     "bufferization, with tensors");
      return signalPassFailure();
    }
    Location loc = op.getLoc();
    bool tells = areRemarksOn(op);
    remark::RemarkOpts options = getRemarkOptions(op, "ContractConvolution");
    std::string whyNot;
    std::optional<ConvolutionForm> form = contractConvolution(
        rewriter, op,
        [&](problem::ContractOp contract) {
          std::string why;
          permit(contract, allowTf32, /*accumulator=*/"f32");
          FailureOr<ProblemFact> fact = getProblemFact(contract, &why);
          return failed(fact) ? why : getWhyNotServed(*fact, *targets);
        },
        whyNot);
    if (form) {
      ++numContracted;
      if (tells)
        remark::passed(loc, options)
            << ("the convolution is a product with " + describeForm(*form))
                   .str();
      continue;
    }
    ++numDecomposed;
    if (tells)
      remark::missed(loc, options)
          << ("the convolution is no product: " + whyNot);
    decomposeConvolution(rewriter, op);
  }
}
