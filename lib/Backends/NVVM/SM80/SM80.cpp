//===- SM80.cpp - Instructions of Ampere and later chips ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SM80.h"
#include "NVVM/Common/KernelChecks.h"
#include "Patterns.h"
#include "WarpChecks.h"
#include "WarpOperands.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {

class SM80 : public Architecture {
public:
  /// cp.async, and the shapes of mma.sync that a grid of warps multiplies by.
  Answer checkChip(KernelOp kernel, StringRef chip,
                   unsigned capability) const override {
    if (!hasGrid(kernel))
      return std::nullopt;
    if (capability >= 80)
      return success();
    return kernel.emitOpError("has a role with a grid, which is lowered for "
                              "sm_80 and later; its gpu.module is for ")
           << chip;
  }

  Answer checkResult(Operation *op, Type type,
                     const KernelLayout &layout) const override {
    if (!layout.warpGrid)
      return std::nullopt;
    if (auto rows = dyn_cast<RowsType>(type))
      return checkWarpRows(op, rows, *layout.warpGrid);
    auto fragment = dyn_cast<FragmentType>(type);
    if (!fragment)
      return std::nullopt;
    return checkWarpFragment(op, fragment, *layout.warpGrid);
  }

  Answer checkOperation(Operation *op,
                        const KernelLayout &layout) const override {
    return llvm::TypeSwitch<Operation *, Answer>(op)
        .Case([](CopyOp copy) { return checkCopy(copy); })
        .Case([&](ReadOperandsOp read) {
          return checkReadOperands(read, layout);
        })
        .Case([&](MultiplyOp multiply) {
          return checkMultiply(multiply, layout);
        })
        .Default([](Operation *) { return std::nullopt; });
  }

  bool readsByThreads(Operation *op) const override {
    return isa<ReadOperandsOp>(op);
  }

  void addConversions(TypeConverter &converter,
                      const KernelLayout &layout) const override {
    converter.addConversion([&layout](OperandsType type) {
      return getOperandsStruct(type, layout);
    });
  }

  /// What a thread started to copy has arrived before it ends.
  RoleEnd beginRole(Emitter &e, KernelContext &context, RoleOp op,
                    const RoleLayout &role) const override {
    bool copies = false;
    op.walk([&](CopyOp copy) { copies |= copy.getAsync(); });
    if (!copies)
      return {};
    return [&e] {
      NVVM::CpAsyncCommitGroupOp::create(e);
      NVVM::CpAsyncWaitGroupOp::create(e, 0u);
    };
  }

  void populatePatterns(KernelPatterns &patterns) const override {
    populateCopyPatterns(patterns);
    populateWarpMmaPatterns(patterns);
  }
};

} // namespace

const Architecture &tile::getSM80() {
  static const SM80 architecture;
  return architecture;
}
