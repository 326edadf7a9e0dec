//===- WorkspaceSizeTest.cpp - What a config takes, and its kernel --------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TuningTestUtils.h"

#include "mlir-autotune/Core/Workspace.h"
#include "mlir-autotune/Proposers/Propose.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Tuning/KernelCompiler.h"

#include <set>

using namespace mlir;
using namespace mlir::autotune;
using test::getFact;

/// As whoever launches the kernel has it.
static int64_t getBytes(const MatmulFact &fact, const tile::KernelABI &abi,
                        int64_t sms) {
  if (!abi.needsWorkspace())
    return 0;
  cuda::GridShape shape = abi.getGridShape();
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(abi.extents[i].operand, 2);
    shape.extent[i] = abi.extents[i].dim == 0 ? fact.m : fact.n;
  }
  shape.batch = fact.batch;
  cuda::WorkspaceLayout layout;
  if (abi.hasParts())
    layout.addPartials(shape.getClusterCount(sms) * shape.getClusterSize(),
                       abi.tile[0] * abi.tile[1]);
  for (const tile::PackedCopy &copy : abi.packed) {
    const OperandFact &operand = copy.operand == 0 ? fact.a : fact.b;
    int64_t rows = copy.operand == 0 ? fact.m : fact.k;
    int64_t columns = copy.operand == 0 ? fact.k : fact.n;
    if (operand.transposed != copy.transposed)
      std::swap(rows, columns);
    layout.addPacked(rows, columns, getElementBytes(operand.element));
  }
  return layout.getBytes();
}

/// The rule for configs and the rule for kernels are one.
TEST(WorkspaceSize, IsThatOfTheKernel) {
  DialectRegistry registry;
  registerKernelCompilerDialects(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  TargetInfo target = *lookupTarget("h200");
  ProposeOptions options;
  options.maxCandidates = 0;
  std::set<bool> seen;
  for (StringRef line : {"bf16 tn 128 256 16384", "bf16 nn 512 1000 4099",
                         "f32 nn 512 256 128", "f16 tn 4000 4096 4096",
                         "i8 nn 200 1000 4096", "tf32 nt 201 999 300"}) {
    MatmulFact fact = getFact(line);
    for (const ProposedConfig &proposed :
         propose(fact, target, options).candidates) {
      tile::KernelABI abi;
      auto module =
          emitKernelModule(context, fact, proposed.config, target.chip, abi);
      ASSERT_TRUE(bool(module)) << llvm::toString(module.takeError());
      int64_t bytes = getProvider(proposed.config)
                          .getWorkspaceBytes(fact, target.sms, proposed.config);
      EXPECT_EQ(bytes, getBytes(fact, abi, target.sms))
          << line.str() << ": " << proposed.config.str();
      seen.insert(bytes > 0);
    }
  }
  EXPECT_EQ(seen.size(), 2u);
}
