//===- WgmmaAsm.cpp - wgmma whose A is in registers, as PTX ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Backends/NVVM/SM90/WgmmaAsm.h"

#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;

/// "$first, ..., $last".
static void printNumbers(raw_ostream &os, int64_t first, int64_t count) {
  llvm::interleaveComma(llvm::seq(first, first + count), os,
                        [&](int64_t i) { os << '$' << i; });
}

std::string WgmmaAsm::getText() const {
  StringRef element = isBF16 ? "bf16" : "f16";
  // Sums are numbered as results, and once more as what is tied to these.
  int64_t operandA = 2 * getNumSums();
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "{\n.reg .pred p;\nsetp.ne.b32 p, " << (overwrite ? 0 : 1)
     << ", 0;\nwgmma.mma_async.sync.aligned.m64n" << columns << "k16.f32."
     << element << '.' << element << " {";
  printNumbers(os, 0, getNumSums());
  os << "}, {";
  printNumbers(os, operandA, kRegistersA);
  os << "}, $" << operandA + kRegistersA << ", p, 1, 1, " << (isNMajor ? 1 : 0)
     << ";\n}\n";
  return text;
}

std::string WgmmaAsm::getConstraints() const {
  std::string text;
  for (int64_t i = 0; i < getNumSums(); ++i)
    text += "=f,";
  for (int64_t i = 0; i < getNumSums(); ++i)
    text += std::to_string(i) + ",";
  return text + "r,r,r,r,l";
}

std::optional<WgmmaAsm> WgmmaAsm::match(LLVM::InlineAsmOp op) {
  auto type = op.getNumResults()
                  ? dyn_cast<LLVM::LLVMStructType>(op.getResult(0).getType())
                  : nullptr;
  if (!type || !op.getAsmString().contains("wgmma"))
    return std::nullopt;
  for (bool isBF16 : {false, true})
    for (bool overwrite : {false, true})
      for (bool isNMajor : {false, true}) {
        WgmmaAsm wgmma{2 * int64_t(type.getBody().size()), isBF16, overwrite,
                       isNMajor};
        if (op.getAsmString() == wgmma.getText() &&
            op.getConstraints() == wgmma.getConstraints())
          return wgmma;
      }
  return std::nullopt;
}
