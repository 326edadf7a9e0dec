//===- LowerMatmul.cpp - From annotated matmuls to tile kernels -----------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GivenConfig.h"
#include "KernelModules.h"
#include "LibraryRows.h"
#include "PlanDispatch.h"
#include "ProblemForming.h"
#include "ReorderedFactors.h"
#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/Epilogue.h"
#include "mlir-autotune/Dialect/Autotune/Config.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/FormProblems/AttachedFact.h"
#include "mlir-autotune/FormProblems/FormProblems.h"
#include "mlir-autotune/FormProblems/ProblemFact.h"
#include "mlir-autotune/Providers/CallProvider.h"
#include "mlir-autotune/Providers/Libraries.h"
#include "mlir-autotune/Providers/Registry.h"
#include "mlir-autotune/Space/KernelTemplate.h"
#include "mlir-autotune/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_AUTOTUNELOWERMATMUL
#include "mlir-autotune/Transforms/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;

/// A config of an operation, which is complete and legal for the fact; an error
/// at the operation otherwise. `place` says where the config is: the
/// attribute, or a row of it.
static FailureOr<Config> getLegalConfig(Operation *op, ConfigAttr attr,
                                        StringRef place,
                                        const ProblemFact &fact,
                                        const TargetInfo &target) {
  FailureOr<Config> config = Config::fromAttr(attr);
  if (failed(config))
    return op->emitOpError("has an invalid ") << place;
  config = config->withNeutralDefaults();
  if (!config->isComplete())
    return op->emitOpError("has a partial ")
           << place << "; autotune-attach-configs completes it";
  const KernelTemplate *kernel =
      lookupKernelTemplate(config->getTemplateName());
  if (std::optional<Violation> violation = kernel->check(fact, target, *config))
    return op->emitOpError("has a config that breaks ")
           << violation->constraint
           << (isa<PlanAttr>(op->getAttr(kConfigAttrName))
                   ? (" in " + place).str()
                   : "")
           << ": " << violation->message;
  return config;
}

static std::string getPlace(const Twine &row = "") {
  return (row + "'" + kConfigAttrName + "'").str();
}

namespace {
/// What one launch is of. A config has one, and a plan one for each row.
struct LaunchChoice {
  SizeGuard guard;
  ProblemFact fact;
  ConfigAttr attr;
  Config config;
};
} // namespace

/// The config of an operation, or the configs of its plan, each with what is
/// known of the problem where it runs. Calls of libraries that are not allowed
/// are left out. An error at the operation if a config is not legal there.
static FailureOr<std::vector<LaunchChoice>>
getLegalChoices(Operation *op, const ProblemFact &fact,
                const TargetInfo &target, const AllowedLibraries &libraries) {
  std::vector<LaunchChoice> choices;
  Attribute attr = op->getAttr(kConfigAttrName);
  if (auto only = dyn_cast<ConfigAttr>(attr)) {
    FailureOr<Config> config =
        getLegalConfig(op, only, getPlace(), fact, target);
    if (failed(config))
      return failure();
    choices.push_back({SizeGuard(), fact, only, *config});
    return choices;
  }
  auto plan = cast<PlanAttr>(attr);
  if (StringRef why = getWhyNotGuarded(fact); !why.empty())
    return op->emitOpError("has a plan, but ") << why;
  for (auto [index, guard, config] :
       llvm::enumerate(plan.getGuards(), plan.getConfigs())) {
    std::string place = getPlace("row " + Twine(index) + " of ");
    FailureOr<Config> partial = Config::fromAttr(config);
    if (succeeded(partial) && !libraries.allow(*partial))
      continue;
    if (std::string why = getWhyExcluded(fact, guard); !why.empty())
      return op->emitOpError() << place << " " << why;
    ProblemFact known = restrictTo(fact, guard);
    FailureOr<Config> legal = getLegalConfig(op, config, place, known, target);
    if (failed(legal))
      return failure();
    choices.push_back({guard, known, config, *legal});
  }
  return choices;
}

/// The rows of libraries among the choices. Takes them out of `choices`. Adds
/// kernels for epilogues that libraries leave to us.
static FailureOr<std::vector<LibraryRow>>
takeLibraryRows(Operation *op, KernelModules &kernelModules,
                const TargetInfo &target, std::vector<LaunchChoice> &choices) {
  std::vector<LibraryRow> rows;
  std::vector<LaunchChoice> kernels;
  for (LaunchChoice &choice : choices) {
    const CallProvider *call = getProvider(choice.config).asCallProvider();
    if (!call) {
      kernels.push_back(std::move(choice));
      continue;
    }
    LibraryRow row;
    row.guard = choice.guard;
    for (const LaunchChoice &each : kernels)
      row.before.push_back(each.guard);
    row.library = call->getLibrary().str();
    ProblemFact called = choice.fact;
    if (call->hasSeparateEpilogue(choice.config)) {
      called = CallProvider::getBareProduct(choice.fact);
      FailureOr<SymbolRefAttr> kernel =
          kernelModules.getEpilogueKernel(op, choice.fact, target);
      if (failed(kernel))
        return failure();
      row.kernel = *kernel;
      row.sums = getElementType(called.getMatmul().c.element, op->getContext());
    }
    row.call = call->getCall(called, choice.config);
    rows.push_back(std::move(row));
  }
  choices = std::move(kernels);
  return rows;
}

/// Kernels count a K of several matrices in 32 bits, each as whole steps. The
/// launch asserts what each size is, and knows of no product of two.
static void assertDepth(OpBuilder &builder, Location loc,
                        const ProblemFact &fact, const Config &config,
                        ArrayRef<Value> inputs) {
  const auto &matmul = fact.getMatmul();
  ArrayRef<int64_t> tile = config.get("tile");
  if (!matmul.hasParts() || fact.hasStaticSizes() || tile.size() < 3)
    return;
  ImplicitLocOpBuilder b(loc, builder);
  bool isOfB = matmul.a.batchStride == 0;
  Value factor = inputs[isOfB];
  auto getDim = [&](int64_t dim) -> Value {
    if (isa<TensorType>(factor.getType()))
      return tensor::DimOp::create(b, factor, dim);
    return memref::DimOp::create(b, factor, dim);
  };
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  };
  int64_t rank = cast<ShapedType>(factor.getType()).getRank();
  bool isLast = isOfB ? matmul.b.transposed : !matmul.a.transposed;
  Value step = constant(tile[2]);
  Value depth = getDim(isLast ? rank - 1 : rank - 2);
  depth = arith::MulIOp::create(b, arith::CeilDivUIOp::create(b, depth, step),
                                step);
  for (int64_t dim = 0; dim < rank - 2; ++dim)
    depth = arith::MulIOp::create(b, depth, getDim(dim));
  Value isCounted = arith::CmpIOp::create(b, arith::CmpIPredicate::ule, depth,
                                          constant(kMaxMatmulSize));
  cf::AssertOp::create(b, isCounted,
                       "a K of several matrices has more than " +
                           std::to_string(kMaxMatmulSize) +
                           " elements in all, in whole steps of " +
                           std::to_string(tile[2]) +
                           ", which the kernel counts in 32 bits");
}

namespace {
struct LowerMatmul
    : public autotune::impl::AutotuneLowerMatmulBase<LowerMatmul> {
  using AutotuneLowerMatmulBase::AutotuneLowerMatmulBase;

  void runOnOperation() override {
    kernels = KernelModules();
    reordered = ReorderedFactors();
    TargetCache targets;
    if (failed(targets.setOption(target, getOperation())))
      return signalPassFailure();
    std::string whyNot;
    FailureOr<AllowedLibraries> parsed =
        AllowedLibraries::parse(libraries, whyNot);
    if (failed(parsed)) {
      emitError(getOperation()->getLoc()) << whyNot;
      return signalPassFailure();
    }
    allowed = std::move(*parsed);
    dropLibraryCalls(getOperation(), allowed);
    auto check = [&](Operation *op, const ProblemFact &fact,
                     const TargetInfo &info) -> LogicalResult {
      return getLegalChoices(op, fact, info, allowed);
    };
    FailureOr<unsigned> formed =
        formProblems(getOperation(), targets, /*all=*/false, check);
    if (failed(formed))
      return signalPassFailure();
    numFormed += *formed;
    SmallVector<Operation *> problems;
    getOperation()->walk([&](Operation *op) {
      if (isProblem(op) && op->hasAttr(kConfigAttrName))
        problems.push_back(op);
    });
    for (Operation *op : problems) {
      const TargetInfo *info = targets.get(op);
      if (!info || failed(lower(op, *info)))
        return signalPassFailure();
    }
    ReorderedFactors::erase(getOperation());
    numKernels += kernels.getNumKernels();
  }

private:
  LogicalResult lower(Operation *op, const TargetInfo &info) {
    std::string whyNot;
    FailureOr<ProblemFact> fact = getProblemFact(op, &whyNot);
    if (failed(fact))
      return op->emitOpError("has a config, but no kernel can serve it: ")
             << whyNot;
    FailureOr<std::vector<LaunchChoice>> choices =
        getLegalChoices(op, *fact, info, allowed);
    if (failed(choices))
      return failure();
    if (dependentLaunch)
      for (LaunchChoice &choice : *choices)
        makeDependent(choice.config, choice.fact, info);
    warnIfNotAttachedFor(op, *fact);
    FailureOr<std::vector<LibraryRow>> libraryRows =
        takeLibraryRows(op, kernels, info, *choices);
    if (failed(libraryRows))
      return failure();
    SmallVector<SymbolRefAttr> symbols;
    for (const LaunchChoice &choice : *choices) {
      FailureOr<SymbolRefAttr> kernel =
          kernels.getKernel(op, choice.fact, choice.config, info);
      if (failed(kernel))
        return failure();
      symbols.push_back(*kernel);
    }
    FailureOr<SmallVector<bool>> everywhere =
        findEverywhere(op, *fact, *choices, symbols, info);
    if (failed(everywhere))
      return failure();
    if (failed(reordered.create(op, kernels, info)))
      return failure();
    replaceByLaunches(
        op, *libraryRows,
        {*choices, symbols, *everywhere, getAttachedText(*fact), info.sms});
    ++numLowered;
    return success();
  }

  /// Whether the kernel of each row is right for all sizes: its config is
  /// legal without the guard, and makes the same program. Empty if the runtime
  /// is to have no choice, or if all launches are alike.
  FailureOr<SmallVector<bool>> findEverywhere(Operation *op,
                                              const ProblemFact &fact,
                                              ArrayRef<LaunchChoice> choices,
                                              ArrayRef<SymbolRefAttr> symbols,
                                              const TargetInfo &info) {
    SmallVector<bool> everywhere;
    auto columns = llvm::map_to_vector(choices, [](const LaunchChoice &choice) {
      return getProvider(choice.config).getChosenColumns(choice.config);
    });
    if (!planRuntime || (llvm::all_equal(symbols) && llvm::all_equal(columns)))
      return everywhere;
    for (auto [choice, symbol] : llvm::zip_equal(choices, symbols)) {
      const Config &config = choice.config;
      bool isLegal = !lookupKernelTemplate(config.getTemplateName())
                          ->check(fact, info, config);
      if (isLegal && !(choice.fact == fact)) {
        FailureOr<std::string> name =
            kernels.getKernelName(op, fact, config, info);
        if (failed(name))
          return failure();
        isLegal = symbol.getLeafReference() == *name;
      }
      everywhere.push_back(isLegal);
    }
    return everywhere;
  }

  /// What the launches of one operation are of.
  struct Launches {
    ArrayRef<LaunchChoice> choices;
    ArrayRef<SymbolRefAttr> symbols;
    /// As findEverywhere() has it.
    ArrayRef<bool> everywhere;
    std::string fact;
    int64_t sms;
  };

  void replaceByLaunches(Operation *op, ArrayRef<LibraryRow> libraryRows,
                         const Launches &launches) {
    OpBuilder builder(op);
    ValueRange results;
    if (libraryRows.empty()) {
      results = createLaunches(builder, op, launches);
    } else {
      auto contract = cast<problem::ContractOp>(op);
      LibraryResult called = createLibraryCalls(builder, contract, libraryRows);
      // Kernels go on with the destinations that the calls have left alone.
      contract.getDpsInitsMutable().assign(called.inits);
      results =
          createUnlessDone(builder, contract, called, [&](OpBuilder &inElse) {
            return createLaunches(inElse, op, launches);
          });
    }
    op->replaceAllUsesWith(results);
    op->erase();
  }

  ValueRange createLaunches(OpBuilder &builder, Operation *op,
                            const Launches &launches) {
    ArrayRef<LaunchChoice> choices = launches.choices;
    auto createRow = [&](OpBuilder &inRow, size_t row) -> ValueRange {
      return launch(inRow, op, choices[row], launches.symbols[row],
                    launches.sms)
          ->getResults();
    };
    if (choices.size() == 1)
      return createRow(builder, 0);
    auto contract = cast<problem::ContractOp>(op);
    auto guards = llvm::map_to_vector(
        choices, [](const LaunchChoice &each) { return each.guard; });
    Value row = createRowSelection(builder, contract, guards);
    if (!launches.everywhere.empty())
      row = createPlanRow(builder, contract, row, guards, launches.everywhere,
                          launches.fact);
    return createRowSwitch(builder, op, row, choices.size(), createRow)
        ->getResults();
  }

  tile::LaunchOp launch(OpBuilder &builder, Operation *op,
                        const LaunchChoice &choice, SymbolRefAttr kernel,
                        int64_t sms) {
    auto group = dyn_cast<problem::GroupedMatmulOp>(op);
    tile::LaunchOp launched =
        group ? launch(builder, group, kernel, sms)
              : launch(builder, cast<problem::ContractOp>(op), kernel,
                       choice.fact, choice.config, sms);
    launched->setAttr(kConfigAttrName, choice.attr);
    if (Attribute provenance = op->getAttr(kProvenanceAttrName))
      launched->setAttr(kProvenanceAttrName, provenance);
    return launched;
  }

  static tile::LaunchOp launch(OpBuilder &builder, problem::GroupedMatmulOp op,
                               SymbolRefAttr kernel, int64_t sms) {
    SmallVector<Value> inputs(op.getA());
    llvm::append_range(inputs, op.getB());
    for (Value &input : inputs)
      input = createInputView(builder, op.getLoc(), input);
    SmallVector<Value> scales(op.getAScales());
    llvm::append_range(scales, op.getBScales());
    return tile::LaunchOp::create(
        builder, op.getLoc(), op.getResultTypes(), kernel, inputs,
        op.getInits(), /*extras=*/scales, builder.getI64IntegerAttr(sms),
        /*columns=*/IntegerAttr());
  }

  tile::LaunchOp launch(OpBuilder &builder, problem::ContractOp op,
                        SymbolRefAttr kernel, const ProblemFact &fact,
                        const Config &config, int64_t sms) {
    SmallVector<Value> factors(op.getFactors());
    assertDepth(builder, op.getLoc(), fact, config, factors);
    for (Value &factor : factors)
      factor = reordered.get(factor);
    SmallVector<Value> extras(ArrayRef(factors).drop_front(2));
    llvm::append_range(extras, op.getEpilogueInputs());
    llvm::append_range(extras, op.getPrologueInputs());
    llvm::append_range(extras, op.getScales());
    IntegerAttr columns;
    if (std::optional<int64_t> chosen =
            getProvider(config).getChosenColumns(config))
      columns = builder.getI64IntegerAttr(*chosen);
    return tile::LaunchOp::create(
        builder, op.getLoc(), op.getResultTypes(), kernel,
        ArrayRef(factors).take_front(2), op.getInits(), extras,
        builder.getI64IntegerAttr(sms), columns, op.getWindow());
  }

  KernelModules kernels;
  ReorderedFactors reordered;
  AllowedLibraries allowed;
};
} // namespace
