//===- InlineAsm.cpp - The assembly that kernels are known to use ---------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text for text: the simulator does not read PTX. What NVVM has no operation
// for belongs here, next to what the emitter prints.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"

#include "mlir-autotune/Core/SimulatorABI.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

/// Of a vector, whose address PTX wants aligned to its size.
static Value lowerLoadPastL1(LLVM::InlineAsmOp op, SimulatorCalls &calls) {
  Type type = op.getType(0);
  Value slot = calls.slot(type);
  Value bytes = calls.i32(calls.getBytes(type));
  calls.call("autotuneSimLoad",
             {calls.i32(kGlobalSpace), calls.address(op.getOperand(0)), slot,
              bytes, bytes});
  return calls.load(type, slot);
}

/// 0x6a is `(a & b) ^ c`, by bits.
static Value lowerMaskAndXor(LLVM::InlineAsmOp op, SimulatorCalls &calls) {
  Location loc = calls.getLoc();
  Value masked =
      LLVM::AndOp::create(calls, loc, op.getOperand(0), op.getOperand(1));
  return LLVM::XOrOp::create(calls, loc, masked, op.getOperand(2));
}

/// 0xfc is `a | b`, by bits: of 0, a copy.
static Value lowerCopy(LLVM::InlineAsmOp op, SimulatorCalls &) {
  return op.getOperand(0);
}

/// Its operands are starts of tiles, which are never -1.
static Value lowerPinnedStarts(LLVM::InlineAsmOp, SimulatorCalls &) {
  return {};
}

namespace {
struct KnownAsm {
  StringLiteral text, constraints;
  Value (*lower)(LLVM::InlineAsmOp, SimulatorCalls &);
};
} // namespace

static constexpr KnownAsm kKnown[] = {
    {"ld.global.nc.L1::no_allocate.v4.b32 {$0, $1, $2, $3}, [$4];",
     "=r,=r,=r,=r,l", lowerLoadPastL1},
    {"lop3.b32 $0, $1, 0, 0, 0xfc;", "=f,f", lowerCopy},
    {"lop3.b32 $0, $1, $2, $3, 0x6a;", "=r,r,r,r", lowerMaskAndXor},
    {"{\n.reg .b32 both;\n.reg .pred never;\nand.b32 both, $0, $1;\n"
     "setp.eq.s32 never, both, -1;\n@never trap;\n}",
     "r,r", lowerPinnedStarts},
};

/// Whether it is empty, and each result tied to the operand of its number.
bool simulator::isPin(LLVM::InlineAsmOp op) {
  if (!op.getAsmString().empty() || op.getNumResults() == 0)
    return false;
  SmallVector<StringRef> constraints;
  op.getConstraints().split(constraints, ',');
  size_t count = op.getNumOperands();
  if (constraints.size() != 2 * count)
    return false;
  for (size_t i = 0; i < count; ++i)
    if (!constraints[i].starts_with("=") ||
        constraints[count + i] != std::to_string(i))
      return false;
  auto type = dyn_cast<LLVM::LLVMStructType>(op.getType(0));
  return type ? llvm::equal(type.getBody(), op->getOperandTypes())
              : count == 1 && op.getType(0) == op.getOperand(0).getType();
}

static LogicalResult lowerInlineAsm(LLVM::InlineAsmOp op,
                                    SimulatorCalls &calls) {
  if (isPin(op)) {
    // Of what is no accumulator: the values as they are.
    Value result = op.getOperand(0);
    if (isa<LLVM::LLVMStructType>(op.getType(0)))
      result = calls.pack(op.getType(0), llvm::to_vector(op->getOperands()));
    op.getResult(0).replaceAllUsesWith(result);
    return success();
  }
  // A fence for compilers alone, or what keeps branches apart.
  StringRef text = op.getAsmString();
  bool isNothing =
      text.empty() || (text.starts_with("// case ") && !text.contains('\n'));
  if (isNothing && op.getNumOperands() == 0 && op.getNumResults() == 0)
    return success();
  for (const KnownAsm &known : kKnown) {
    if (op.getAsmString() != known.text ||
        op.getConstraints() != known.constraints)
      continue;
    if (Value result = known.lower(op, calls))
      op.getResult(0).replaceAllUsesWith(result);
    return success();
  }
  return calls.unknown("of \"" + Twine(op.getAsmString()) +
                       "\" with the constraints \"" + op.getConstraints() +
                       "\"");
}

void simulator::populateInlineAsm(OpTable &table) {
  table.add<LLVM::InlineAsmOp>(lowerInlineAsm);
}
