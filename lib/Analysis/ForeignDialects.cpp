//===- ForeignDialects.cpp - Programs of dialects not upstream's ----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/ForeignDialects.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include <tuple>

using namespace mlir;

namespace {
struct Way {
  llvm::StringLiteral dialects;
  llvm::StringLiteral way;
};
} // namespace

/// Dialects between commas.
static constexpr Way kWays[] = {
    {",stablehlo,chlo,vhlo,mhlo,",
     "bring it to linalg first: stablehlo-opt "
     "--stablehlo-legalize-to-linalg (docs/guide/tune-my-model.md, \"From "
     "JAX\")"},
    {",torch,torch_c,", "export with output_type=\"linalg-on-tensors\" "
                        "(docs/guide/tune-my-model.md, \"From PyTorch\")"},
    {",tosa,", "bring it to linalg first: autotune-opt "
               "--pass-pipeline='builtin.module(func.func(tosa-to-linalg-named,"
               "tosa-to-linalg,tosa-to-arith,tosa-to-tensor,tosa-to-scf))'"},
    {",onnx,krnl,",
     "bring it to linalg first: torch-mlir imports ONNX and exports linalg "
     "(docs/guide/tune-my-model.md, \"From PyTorch\")"},
    {",tf,tfl,", "bring it to StableHLO, and that to linalg, first "
                 "(docs/guide/tune-my-model.md, "
                 "\"From JAX\")"},
    {",gpu,", "bring device code to a gpu.binary first (mlir-opt "
              "--gpu-kernel-outlining, --gpu-lower-to-nvvm-pipeline)"},
    {",async,", "bring it to LLVM first: mlir-opt --async-to-async-runtime "
                "--convert-async-to-llvm"},
    {",sparse_tensor,", "bring it to loops first: mlir-opt --sparsifier"},
    {",transform,",
     "run it and remove it first: mlir-opt --transform-interpreter"},
    {",tm_tensor,",
     "this project lowers scan, scatter, sort, topk and attention of tensors "
     "(docs/reference/dialects/tm_tensor.md)"},
};

std::string autotune::getWayFrom(StringRef dialect) {
  std::string name = ("," + dialect + ",").str();
  for (const Way &known : kWays)
    if (known.dialects.contains(name))
      return known.way.str();
  return "lower it to operations of linalg, tensor, memref, scf, arith, math "
         "or llvm before autotune-compile";
}

StringRef autotune::getMissingDialect(StringRef message) {
  // As the parser words it, of an operation, and of a type or an attribute.
  for (auto [start, end, says] :
       {std::tuple("Dialect `", "'", "not found for custom op"),
        std::tuple("`!\"", "\"", "type created with unregistered dialect"),
        std::tuple("`#\"", "\"", "created with unregistered dialect")}) {
    auto [before, after] = message.split(start);
    if (before.empty() && after.contains(says))
      return after.split(end).first;
  }
  return "";
}

std::string autotune::findForeignDialect(llvm::StringRef text,
                                         const DialectRegistry &registry) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string missing;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    if (missing.empty())
      missing = getMissingDialect(diag.str()).str();
    return success();
  });
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  if (module || !missing.empty())
    return missing;
  // The message has no name if the operation is in generic form.
  context.allowUnregisteredDialects();
  module = parseSourceString<ModuleOp>(text, config);
  if (module)
    module->walk([&](Operation *op) {
      if (missing.empty() && !op->isRegistered())
        missing = op->getName().getDialectNamespace().str();
    });
  return missing;
}
