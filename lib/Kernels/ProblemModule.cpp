//===- ProblemModule.cpp - A problem alone in a module --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProblemModule.h"

#include "mlir-autotune/Kernels/FullText.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::autotune;

static OwningOpRef<ModuleOp> copyAlone(Operation *op, StringRef functionName) {
  Location loc = UnknownLoc::get(op->getContext());
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  OpBuilder b(module->getBodyRegion());
  auto function = func::FuncOp::create(
      b, loc, functionName,
      b.getFunctionType(op->getOperandTypes(), op->getResultTypes()));
  Block *body = function.addEntryBlock();
  b.setInsertionPointToStart(body);
  Operation *copied = b.clone(*op);
  copied->setOperands(body->getArguments());
  copied->setDiscardableAttrs(DictionaryAttr::get(op->getContext()));
  func::ReturnOp::create(b, loc, copied->getResults());
  return module;
}

std::string autotune::getProblemLine(Operation *op, StringRef functionName) {
  std::string text = getFullText(*copyAlone(op, functionName)), line;
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef each : lines)
    line += (line.empty() ? "" : " ") + each.trim().str();
  return line;
}

OwningOpRef<ModuleOp> autotune::parseProblemLine(MLIRContext *context,
                                                 StringRef line,
                                                 std::string &whyNot) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    whyNot += (whyNot.empty() ? "" : "; ") + diagnostic.str();
    return success();
  });
  return parseSourceString<ModuleOp>(line, ParserConfig(context));
}
