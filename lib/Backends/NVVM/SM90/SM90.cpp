//===- SM90.cpp - Instructions of Hopper and later chips ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SM90.h"
#include "ChipChecks.h"
#include "ConvertedRows.h"
#include "DependentLaunch.h"
#include "MmaChecks.h"
#include "NVVM/Common/KernelChecks.h"
#include "Patterns.h"
#include "RegisterBudget.h"
#include "Roles.h"
#include "WarpgroupChecks.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

class SM90 : public Architecture {
public:
  Answer checkChip(KernelOp kernel, StringRef chip,
                   unsigned capability) const override {
    if (!hasGrid(kernel))
      return checkWarpgroupChip(kernel, chip);
    // What else a grid of warps takes is older.
    if (failed(checkGridChip(kernel, chip, capability)))
      return failure();
    return std::nullopt;
  }

  Answer checkResult(Operation *op, Type type,
                     const KernelLayout &layout) const override {
    return llvm::TypeSwitch<Type, Answer>(type)
        .Case([&](RowsType rows) -> Answer {
          if (layout.warpGrid)
            return std::nullopt;
          return checkRows(op, rows, layout);
        })
        .Case([&](ColumnsType columns) {
          return checkColumns(op, columns, layout);
        })
        .Case([&](FragmentType fragment) -> Answer {
          if (layout.warpGrid)
            return std::nullopt;
          return checkFragment(op, fragment, layout);
        })
        .Default([](Type) { return std::nullopt; });
  }

  Answer checkOperation(Operation *op,
                        const KernelLayout &layout) const override {
    if (auto rows = dyn_cast<ReadRowsOp>(op)) {
      if (failed(checkOutsideGrid(op, "needs whole warpgroups")))
        return failure();
      return checkMatrix(op, rows.getSource());
    }
    if (auto columns = dyn_cast<ReadColumnsOp>(op))
      return checkMatrix(op, columns.getSource());
    auto store = dyn_cast<StoreOp>(op);
    if (!isa<MmaOp, MmaWaitOp, SplitOp, TransposeOp, ClusterReduceOp>(op) &&
        !(store && store.getStaging()))
      return std::nullopt;
    if (failed(checkOutsideGrid(
            op, isa<TransposeOp>(op) ? "needs a role without a grid"
                : store ? "through a staging needs whole warpgroups"
                        : "needs whole warpgroups")))
      return failure();
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case([](MmaOp mma) { return checkMma(mma); })
        .Case([](MmaWaitOp wait) { return checkMmaWait(wait); })
        .Case([](TransposeOp transpose) { return checkTranspose(transpose); })
        .Case(
            [&](ClusterReduceOp reduce) { return checkReduce(reduce, layout); })
        .Case([&](StoreOp staged) { return checkStagedStore(staged, layout); })
        .Default([](Operation *) { return success(); });
  }

  LogicalResult checkKernel(KernelOp kernel,
                            const KernelLayout &layout) const override {
    return checkRegisters(kernel, layout.abi);
  }

  bool readsByThreads(Operation *op) const override {
    auto mma = dyn_cast<MmaOp>(op);
    return isa<SplitOp, TransposeOp>(op) || (mma && convertsRows(mma));
  }

  void addConversions(TypeConverter &converter,
                      const KernelLayout &layout) const override {
    converter.addConversion(
        [](ColumnsType type) { return getColumnsStruct(type); });
  }

  void lowerStart(KernelContext &context) const override {
    lowerWaits(context);
  }
  void enterRole(Emitter &e, KernelContext &context,
                 RoleOp role) const override {
    setRegisters(e, context, role);
  }
  RoleEnd beginRole(Emitter &e, KernelContext &context, RoleOp op,
                    const RoleLayout &role) const override {
    return beginWarpgroupRole(e, context, op, role);
  }

  void populatePatterns(KernelPatterns &patterns) const override {
    populateLoadPatterns(patterns);
    populateMmaPatterns(patterns);
    populateReadRowsPatterns(patterns);
    populateScalePatterns(patterns);
    populateSplitPatterns(patterns);
    populateTransposePatterns(patterns);
    populateStagedStorePatterns(patterns);
    populateReducePatterns(patterns);
  }
};

} // namespace

const Architecture &tile::getSM90() {
  static const SM90 architecture;
  return architecture;
}
