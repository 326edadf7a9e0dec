//===- CheckHost.cpp - What host code can't be lowered --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Float8.h"
#include "mlir-autotune/Analysis/ForeignDialects.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Conversion/ConvertToLLVM/ToLLVMInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNECHECKHOST
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// Dialects that `autotune-compile` lowers, though they have no conversion to
/// LLVM of their own.
static constexpr StringLiteral kLowered[] = {
    "affine", "bufferization", "builtin", "gpu",   "linalg", "llvm",
    "math",   "ml_program",    "nvvm",    "shape", "scf",    "tensor",
    "tile",   "tm_tensor",     "vector",  "arith", "cf",     "complex",
    "func",   "index",         "memref",  "ub"};

static bool isTensor(Type type) { return isa<TensorType>(type); }

static bool hasTensors(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isTensor) ||
         llvm::any_of(op->getResultTypes(), isTensor);
}

/// Why no pass of the pipeline takes an operation; empty where one may.
static std::string getWhyNotTaken(Operation *op) {
  if (!op->isRegistered())
    return "is not registered";
  StringRef dialect = op->getName().getDialectNamespace();
  if (!llvm::is_contained(kLowered, dialect) &&
      !op->getDialect()
           ->getRegisteredInterface<ConvertToLLVMPatternInterface>())
    return "is of the dialect '" + dialect.str() + "'";
  if (hasTensors(op) && !isa<bufferization::BufferizableOpInterface>(op))
    return "works on tensors, and has no form on buffers";
  return "";
}

/// Whether mlir-translate makes LLVM IR of an operation.
static bool isLLVM(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  // What is parallel is translated as it is.
  return isa<LLVM::LLVMDialect>(op->getDialect()) || dialect == "nvvm" ||
         dialect == "omp" ||
         isa<ModuleOp, gpu::BinaryOp, gpu::LaunchFuncOp>(op);
}

/// Floats of which no pass knows the bits.
static bool hasUnknownFloats(Operation *op) {
  auto isUnknown = [](Type type) {
    auto element = dyn_cast<FloatType>(getElementTypeOrSelf(type));
    return element && element.getWidth() < 16 && !isFloat8(element);
  };
  return llvm::any_of(op->getOperandTypes(), isUnknown) ||
         llvm::any_of(op->getResultTypes(), isUnknown);
}

namespace {
/// The first operation of each name that stays, and how many there are.
using Left = llvm::MapVector<OperationName, std::pair<Operation *, int64_t>>;

struct CheckHost : public autotune::impl::AutotuneCheckHostBase<CheckHost> {
  using AutotuneCheckHostBase::AutotuneCheckHostBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    bool hasErrors = false;
    for (auto &[name, found] : find()) {
      report(found.first, found.second);
      hasErrors = true;
    }
    if (hasErrors)
      signalPassFailure();
  }

private:
  Left find() {
    Left left;
    Operation *root = getOperation();
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == root)
        return WalkResult::advance();
      bool isLeft = lowered ? !op->getDialect() || !isLLVM(op)
                            : !getWhyNotTaken(op).empty();
      // A kernel of the simulator's, or of another pipeline, before it is a
      // binary.
      if (!isLeft || (!lowered && isa<gpu::GPUModuleOp>(op)))
        return isa<gpu::GPUModuleOp>(op) ? WalkResult::skip()
                                         : WalkResult::advance();
      auto &found = left[op->getName()];
      if (!found.second++)
        found.first = op;
      // What is inside of it stays because it does.
      return WalkResult::skip();
    });
    // Casts are between what stays and what does not.
    auto isCast = [](auto &entry) {
      return isa<UnrealizedConversionCastOp>(entry.second.first);
    };
    if (!llvm::all_of(left, isCast))
      left.remove_if(isCast);
    return left;
  }

  static void report(Operation *op, int64_t count) {
    std::string why = op->getDialect() ? getWhyNotTaken(op) : "";
    if (!op->getDialect() || !op->isRegistered())
      why = "is not registered";
    InFlightDiagnostic diag = op->emitOpError("has no lowering to LLVM: ");
    diag << (why.empty() ? std::string("no pass of autotune-compile takes it "
                                       "in this form")
                         : "it " + why);
    if (count > 1)
      diag << " (and " << count - 1 << " more of them)";
    diag << "; "
         << (hasUnknownFloats(op)
                 ? "the host's floats of 8 bits are " + listFloat8Kinds("and")
                 : getWayFrom(op->getName().getDialectNamespace()));
  }
};
} // namespace
