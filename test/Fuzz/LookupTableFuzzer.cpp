//===- LookupTableFuzzer.cpp - Tables that a fuzzer writes ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What LookupTable::parse() takes without a fault must be what another parser
// takes, and what it made of any text must survive being printed.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Core/TextFile.h"
#include "mlir-autotune/Proposers/LookupTable.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>

using namespace mlir;
using namespace mlir::autotune;

static void require(bool condition, const char *what) {
  if (condition)
    return;
  llvm::errs() << what << "\n";
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  bool isSound = true;
  LookupTable table =
      LookupTable::parse(text, "t.json", [&](const TableFault &fault) {
        isSound = false;
        require(fault.line && fault.column && !fault.message.empty(),
                "a fault has no place or no message");
      });
  if (isSound) {
    llvm::Expected<llvm::json::Value> value =
        llvm::json::parse(skipByteOrderMark(text));
    require(bool(value), "a text that is no JSON was taken");
  }
  std::string printed;
  llvm::raw_string_ostream os(printed);
  table.print(os);
  LookupTable back =
      LookupTable::parse(printed, "t.json", [](const TableFault &fault) {
        llvm::errs() << fault.message << "\n";
        require(false, "what was printed has a fault");
      });
  require(back.entries == table.entries, "what was printed is another table");
  for (const TargetInfo &target : getKnownTargets()) {
    MatmulFact fact;
    fact.m = fact.n = fact.k = 4096;
    table.lookup(fact, target);
    fact.m = kDynamicSize;
    table.lookup(fact, target);
    table.lookupPlan(fact, target, /*expected=*/{});
  }
  return 0;
}
