//===- Products.cpp - Faults of products ----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

using WgmmaOp = NVVM::WgmmaMmaAsyncOp;

static bool overwrites(WgmmaOp mma) {
  return mma.getScaleD() == NVVM::WGMMAScaleOut::zero;
}
/// Whether a product goes on with a sum that a loop carries.
static bool goesOn(WgmmaOp mma) { return isa<BlockArgument>(mma.getInouts()); }

static NVVM::MMALayout flip(NVVM::MMALayout layout) {
  return layout == NVVM::MMALayout::row ? NVVM::MMALayout::col
                                        : NVVM::MMALayout::row;
}

static void addCommits(FaultTable &table) {
  using CommitOp = NVVM::WgmmaGroupSyncAlignedOp;
  StringRef each = "each wgmma.commit_group";
  table.push_back(lowered("drop-wgmma-commit", "products are not committed",
                          each, "register-hazard race", dropEach<CommitOp>()));
  table.push_back(lowered(
      "early-wgmma-commit", "products are committed before they start", each,
      "register-hazard race", [](const Lowered &kernel, FaultSites &sites) {
        for (auto commit : kernel.all<CommitOp>()) {
          WgmmaOp first;
          for (auto op = getPrevious<WgmmaOp>(commit); op;
               op = getPrevious<WgmmaOp>(op))
            first = op;
          if (first)
            sites.push_back(
                {commit, [commit, first] { commit->moveBefore(first); }});
        }
      }));
}

void faults::addProducts(FaultTable &table) {
  StringRef each = "each wgmma";
  table.push_back(lowered(
      "accumulate-first", "the first product adds to uninitialized registers",
      "each wgmma that overwrites its sums", "register-hazard uninitialized",
      onEach<WgmmaOp>(overwrites, [](WgmmaOp mma) {
        mma.setScaleD(NVVM::WGMMAScaleOut::one);
      })));
  table.push_back(
      lowered("overwrite-sums", "a later product overwrites the sums",
              "each wgmma that continues a loop's sums", "wrong-result",
              onEach<WgmmaOp>(goesOn, [](WgmmaOp mma) {
                mma.setScaleD(NVVM::WGMMAScaleOut::zero);
              })));
  table.push_back(
      lowered("swap-operands", "A and B change places", each,
              "wrong-result bad-descriptor uninitialized out-of-bounds race",
              onEach<WgmmaOp>([](WgmmaOp mma) {
                swapOperands(mma, mma->getOpOperand(1), mma->getOpOperand(2));
              })));
  table.push_back(
      lowered("drop-product", "a step along K is left out",
              "each wgmma that adds to its sums", "wrong-result",
              onEach<WgmmaOp>(std::not_fn(overwrites), [](WgmmaOp mma) {
                drop(mma, mma.getInouts());
              })));
  table.push_back(
      lowered("double-product", "a step along K is added twice",
              "each wgmma that adds to its sums", "wrong-result",
              onEach<WgmmaOp>(std::not_fn(overwrites), [](WgmmaOp mma) {
                auto more = cast<WgmmaOp>(OpBuilder(mma).clone(*mma));
                mma->setOperand(0, more.getResults());
              })));
  table.push_back(lowered("negate-a", "a product is subtracted", each,
                          "wrong-result", onEach<WgmmaOp>([](WgmmaOp mma) {
                            mma.setScaleA(NVVM::WGMMAScaleIn::neg);
                          })));
  StringRef layout =
      "wrong-result bad-descriptor uninitialized out-of-bounds race";
  table.push_back(lowered("transpose-a", "a product reads A as its transpose",
                          each, layout, onEach<WgmmaOp>([](WgmmaOp mma) {
                            mma.setLayoutA(flip(mma.getLayoutA()));
                          })));
  table.push_back(lowered("transpose-b", "a product reads B as its transpose",
                          each, layout, onEach<WgmmaOp>([](WgmmaOp mma) {
                            mma.setLayoutB(flip(mma.getLayoutB()));
                          })));
  addCommits(table);
}
