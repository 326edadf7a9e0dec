//===- PlanDispatchTest.cpp - Generated code selects like selectRow() -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers matmuls with random plans, and evaluates the host code that selects a
// row for random sizes.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Transforms/Passes.h"

#include "mlir-autotune/Dialect/Autotune/AutotuneDialect.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace mlir::autotune;

namespace {
class Random {
public:
  explicit Random(unsigned seed) : generator(seed) {}
  int64_t draw(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(generator);
  }
  /// Sizes of all magnitudes.
  int64_t drawSize() {
    int64_t most = int64_t(1) << draw(0, 31);
    return draw(0, most);
  }

private:
  std::mt19937_64 generator;
};
} // namespace

static SizeRange drawRange(Random &random) {
  switch (random.draw(0, 4)) {
  case 0:
    return SizeRange::exactly(random.draw(0, 8));
  case 1: {
    int64_t lower = random.drawSize();
    return {lower, lower + random.drawSize() + 8, 1 << random.draw(0, 3)};
  }
  case 2:
    return {0, SizeRange::kNoLimit, random.draw(1, 64)};
  default:
    return {};
  }
}

/// Guards of which each is reachable, the last one for all sizes.
static SmallVector<SizeGuard> drawGuards(Random &random) {
  SmallVector<SizeGuard> guards;
  while (guards.size() < 8) {
    SizeGuard guard;
    for (SizeRange &range : guard.ranges)
      range = drawRange(random);
    guards.push_back(guard);
    if (guard.isAll() || findUnreachable(guards))
      guards.pop_back();
  }
  guards.emplace_back();
  return guards;
}

/// A batch of unknown sizes with a plan of these guards.
static OwningOpRef<ModuleOp> createModule(MLIRContext &context,
                                          ArrayRef<SizeGuard> guards) {
  auto module = parseSourceString<ModuleOp>(
      R"(func.func @f(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>,
                      %c: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
           %0 = linalg.batch_matmul ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
                                    outs(%c : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
           return %0 : tensor<?x?x?xf32>
         })",
      &context);
  auto config = cast<ConfigAttr>(parseAttribute(
      "#autotune.config<simt, tile = [32, 32, 8], thread = [4, 4], defaults>",
      &context));
  SmallVector<ConfigAttr> configs(guards.size(), config);
  // With a second kernel the runtime may choose.
  configs.back() = cast<ConfigAttr>(
      parseAttribute("#autotune.config<simt, tile = [32, 64, 16], thread = [4, "
                     "8], defaults>",
                     &context));
  module->walk([&](linalg::BatchMatmulOp op) {
    op->setAttr(kConfigAttrName, PlanAttr::get(&context, guards, configs));
  });
  return module;
}

/// The value of `row` for sizes in the order of ProblemSizes.
static int64_t evaluate(Block &block, Value row, const ProblemSizes &sizes) {
  llvm::SmallDenseMap<Value, int64_t, 128> values;
  for (Operation &op : block) {
    auto get = [&](unsigned operand) {
      return values.at(op.getOperand(operand));
    };
    auto set = [&](int64_t value) { values[op.getResult(0)] = value; };
    if (auto constant = dyn_cast<arith::ConstantIndexOp>(op)) {
      set(constant.value());
    } else if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      static constexpr SizeDim kOfA[] = {SizeDim::Batch, SizeDim::M,
                                         SizeDim::K};
      static constexpr SizeDim kOfC[] = {SizeDim::Batch, SizeDim::M,
                                         SizeDim::N};
      auto argument = cast<BlockArgument>(dim.getSource());
      int64_t index = values.at(dim.getIndex());
      EXPECT_NE(argument.getArgNumber(), 1u);
      set(sizes[unsigned(argument.getArgNumber() == 0 ? kOfA[index]
                                                      : kOfC[index])]);
    } else if (auto compare = dyn_cast<arith::CmpIOp>(op)) {
      int64_t left = get(0), right = get(1);
      switch (compare.getPredicate()) {
      case arith::CmpIPredicate::eq:
        set(left == right);
        break;
      case arith::CmpIPredicate::sge:
        set(left >= right);
        break;
      case arith::CmpIPredicate::sle:
        set(left <= right);
        break;
      default:
        ADD_FAILURE() << "a comparison that is not expected";
        return -1;
      }
    } else if (isa<arith::AndIOp>(op)) {
      set(get(0) & get(1));
    } else if (isa<arith::RemSIOp>(op)) {
      set(get(0) % get(1));
    } else if (isa<arith::SelectOp>(op)) {
      set(get(0) ? get(1) : get(2));
    } else if (isa<tile::PlanRowOp>(op)) {
      for (unsigned dim = 0; dim < kNumSizeDims; ++dim)
        EXPECT_EQ(get(1 + dim), sizes[dim]);
      set(get(0));
    } else {
      ADD_FAILURE() << "an operation that is not expected: "
                    << op.getName().getStringRef().str();
      return -1;
    }
    if (op.getNumResults() == 1 && op.getResult(0) == row)
      return values.at(row);
  }
  ADD_FAILURE() << "no row";
  return -1;
}

TEST(PlanDispatch, SelectsTheRowOfAMillionSizes) {
  DialectRegistry registry;
  registry.insert<AutotuneDialect, func::FuncDialect, linalg::LinalgDialect,
                  tensor::TensorDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  Random random(1);
  constexpr size_t kPlans = 50, kSizesOfEach = 20000;
  size_t numDescribed = 0;
  for (size_t plan = 0; plan < kPlans; ++plan) {
    SmallVector<SizeGuard> guards = drawGuards(random);
    OwningOpRef<ModuleOp> module = createModule(context, guards);
    PassManager lower(&context);
    AutotuneLowerMatmulOptions lowering;
    lowering.target = "h200";
    lower.addPass(createAutotuneLowerMatmul(lowering));
    ASSERT_TRUE(succeeded(lower.run(*module)));
    scf::IndexSwitchOp rows;
    module->walk([&](scf::IndexSwitchOp op) { rows = op; });
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows.getNumCases() + 1, guards.size());
    // The runtime gets the same guards.
    module->walk([&](tile::PlanRowOp op) {
      const int64_t *bound = op.getBounds().data();
      for (const SizeGuard &guard : guards)
        for (const SizeRange &range : guard.ranges) {
          EXPECT_EQ(range, (SizeRange{bound[0], bound[1], bound[2]}));
          bound += 3;
        }
      EXPECT_EQ(bound, op.getBounds().end());
      ++numDescribed;
    });
    std::vector<size_t> numSelected(guards.size());
    for (size_t i = 0; i < kSizesOfEach; ++i) {
      ProblemSizes sizes;
      // Half of them are at a bound of a guard.
      for (unsigned dim = 0; dim < kNumSizeDims; ++dim) {
        const SizeRange &range =
            guards[random.draw(0, guards.size() - 1)].ranges[dim];
        sizes[dim] =
            random.draw(0, 1) ? random.drawSize()
            : range.upper != SizeRange::kNoLimit && random.draw(0, 1)
                ? range.upper + random.draw(0, 1)
                : std::max<int64_t>(0, range.lower - random.draw(0, 1));
      }
      size_t expected = selectRow(guards, sizes);
      ++numSelected[expected];
      ASSERT_EQ(evaluate(*rows->getBlock(), rows.getArg(), sizes),
                int64_t(expected))
          << "of plan " << plan << " at m = " << sizes[0]
          << ", n = " << sizes[1] << ", k = " << sizes[2]
          << ", batch = " << sizes[3];
    }
    // Most rows are selected by some of the sizes.
    EXPECT_GT(llvm::count_if(numSelected, [](size_t n) { return n > 0; }), 2);
  }
  EXPECT_EQ(numDescribed, kPlans);
}
