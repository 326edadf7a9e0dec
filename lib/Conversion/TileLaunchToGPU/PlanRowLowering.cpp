//===- PlanRowLowering.cpp - The runtime's choice of a row ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row that the guards did not select may need more of its operands than the
// row that they selected: more alignment, or more steps of K. Its launch would
// end the program with an assertion. So the host computes for each row whether
// the launch's assertions hold, and the runtime takes only rows of which they
// do. All of that, and the second call, run only if a first call says that the
// environment asks for it.
//
//===----------------------------------------------------------------------===//

#include "PlanRowLowering.h"
#include "LaunchRequirements.h"
#include "LaunchStaging.h"
#include "LaunchWorkspace.h"

#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Core/PlanRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {
/// The launch of a row.
struct RowLaunch {
  LaunchOp op;
  KernelABI abi;
  /// Whether the row's region asserts something itself.
  bool asserts;
};

class PlanRowLowering {
public:
  PlanRowLowering(PlanRowOp op, bool stagesAll)
      : op(op), module(op->getParentOfType<ModuleOp>()), stagesAll(stagesAll),
        builder(op), b(op.getLoc(), builder) {}

  /// Whether all launches are found, none of which must be lowered already.
  FailureOr<bool>
  findLaunches(llvm::function_ref<FailureOr<KernelABI>(LaunchOp)> getABI);
  LogicalResult lower();

private:
  FailureOr<Value> createCondition(const RowLaunch &launch);
  FailureOr<std::optional<Matrix>> createMatrix(LaunchOp launch, Value memref);
  bool isAvailable(Value value) {
    return dominance.properlyDominates(value, op);
  }
  FailureOr<Value> createAllowed();
  /// The address of a constant array.
  Value createGlobal(Type element, size_t size, StringRef name,
                     Attribute value);
  Value createTable();
  Value createText();

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value i64(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  Value toI64(Value index) {
    return arith::IndexCastOp::create(b, b.getI64Type(), index);
  }

  PlanRowOp op;
  ModuleOp module;
  bool stagesAll;
  OpBuilder builder;
  ImplicitLocOpBuilder b;
  DominanceInfo dominance;
  scf::IndexSwitchOp rows;
  std::vector<RowLaunch> launches;
};
} // namespace

FailureOr<bool> PlanRowLowering::findLaunches(
    llvm::function_ref<FailureOr<KernelABI>(LaunchOp)> getABI) {
  if (!op->hasOneUse())
    return false;
  rows = dyn_cast<scf::IndexSwitchOp>(*op->user_begin());
  if (!rows || rows.getNumCases() + 1 != op.getEverywhere().size())
    return false;
  for (size_t row = 0; row <= rows.getNumCases(); ++row) {
    if (row < rows.getNumCases() && rows.getCases()[row] != int64_t(row))
      return false;
    Region &region = row < rows.getNumCases() ? rows.getCaseRegions()[row]
                                              : rows.getDefaultRegion();
    auto found = llvm::to_vector(region.getOps<LaunchOp>());
    if (found.size() != 1)
      return false;
    FailureOr<KernelABI> abi = getABI(found.front());
    if (failed(abi))
      return failure();
    // Which operands may share memory would be another assertion.
    if (!launches.empty() && abi->inPlace != launches.front().abi.inPlace)
      return false;
    launches.push_back(
        {found.front(), *abi, !region.getOps<cf::AssertOp>().empty()});
  }
  return true;
}

/// An operand, with its address if that is asserted. nullopt if it is made in
/// the row's region, where the row is chosen already, unless it is an
/// allocation: those are aligned.
FailureOr<std::optional<Matrix>> PlanRowLowering::createMatrix(LaunchOp launch,
                                                               Value memref) {
  if (isAvailable(memref)) {
    FailureOr<Matrix> matrix = readMatrix(b, launch, memref);
    if (failed(matrix))
      return failure();
    if (!stagesAll && !isOnStack(memref))
      setAddress(b, *matrix, createAddress(b, memref));
    return std::optional<Matrix>(*matrix);
  }
  auto alloc = memref.getDefiningOp<memref::AllocOp>();
  if (!alloc || !alloc.getType().getLayout().isIdentity() ||
      getHeldType(alloc.getType()) != alloc.getType() ||
      !llvm::all_of(alloc.getDynamicSizes(),
                    [&](Value size) { return isAvailable(size); }))
    return std::optional<Matrix>();
  Matrix matrix;
  matrix.type = alloc.getType();
  int64_t rank = matrix.type.getRank();
  Value stride = constant(1);
  for (int64_t dim = rank; dim-- > 0;) {
    int64_t paramDim = getParamDim(dim, rank);
    matrix.sizes[paramDim] =
        matrix.type.isDynamicDim(dim)
            ? alloc.getDynamicSizes()[matrix.type.getDynamicDimIndex(dim)]
            : constant(matrix.type.getDimSize(dim));
    matrix.strides[paramDim] = stride;
    stride = arith::MulIOp::create(b, stride, matrix.sizes[paramDim]);
  }
  return std::optional<Matrix>(matrix);
}

/// Whether the launch would run: an i1.
FailureOr<Value> PlanRowLowering::createCondition(const RowLaunch &launch) {
  Value no = arith::ConstantOp::create(b, b.getBoolAttr(false));
  if (launch.asserts)
    return no;
  SmallVector<Matrix> matrices;
  for (Value operand : launch.op->getOperands()) {
    FailureOr<std::optional<Matrix>> matrix = createMatrix(launch.op, operand);
    if (failed(matrix))
      return failure();
    if (!*matrix)
      return no;
    matrices.push_back(**matrix);
  }
  Value condition = createLaunchCondition(b, launch.op, launch.abi, matrices);
  if (launch.abi.persistent)
    return condition;
  // The runtime refuses a larger grid.
  int64_t ctas = launch.abi.getGridShape().getClusterSize() * launch.abi.split;
  Value fits = arith::CmpIOp::create(b, arith::CmpIPredicate::ule,
                                     createTileCount(b, launch.abi, matrices),
                                     constant(cuda::kMaxGridSize / ctas));
  return arith::AndIOp::create(b, condition, fits).getResult();
}

/// The rows whose launches would run: a RowSet.
FailureOr<Value> PlanRowLowering::createAllowed() {
  Value allowed;
  for (auto [row, launch] : llvm::enumerate(launches)) {
    FailureOr<Value> condition = createCondition(launch);
    if (failed(condition))
      return failure();
    Value bit = arith::SelectOp::create(
        b, *condition, i64(int64_t(uint64_t(1) << row)), i64(0));
    allowed = allowed ? arith::OrIOp::create(b, allowed, bit) : bit;
  }
  return allowed;
}

static std::string getFreeName(ModuleOp module, StringRef stem) {
  for (unsigned number = 0;; ++number) {
    std::string name = (stem + Twine(number)).str();
    if (!module.lookupSymbol(name))
      return name;
  }
}

/// The kernel's name, and the columns of a tile that the launch chooses.
static std::string getLaunchName(LaunchOp op) {
  std::string name = op.getKernel().getLeafReference().str();
  if (std::optional<int64_t> columns = op.getColumns())
    name += "_" + std::to_string(*columns);
  return name;
}

/// The address of the plan's description.
Value PlanRowLowering::createTable() {
  std::vector<PlanRow> described(launches.size());
  SmallVector<std::string> kernels;
  const int64_t *bound = op.getBounds().data();
  for (auto [row, launch] : llvm::enumerate(launches)) {
    std::string kernel = getLaunchName(launch.op);
    auto *known = llvm::find(kernels, kernel);
    described[row].kernel = known - kernels.begin();
    if (known == kernels.end())
      kernels.push_back(kernel);
    described[row].isLegalEverywhere = op.getEverywhere()[row];
    for (SizeRange &range : described[row].guard.ranges) {
      range = {bound[0], bound[1], bound[2]};
      bound += 3;
    }
  }
  std::vector<int64_t> numbers = encodePlanRows(described);
  return createGlobal(b.getI64Type(), numbers.size(), "autotune_plan_rows_",
                      b.getI64TensorAttr(numbers));
}

/// The address of the fact, and of the names of the rows' kernels: a line each.
Value PlanRowLowering::createText() {
  std::string text = op.getFact().str();
  for (RowLaunch &launch : launches)
    text += "\n" + getLaunchName(launch.op);
  text += '\0';
  return createGlobal(b.getI8Type(), text.size(), "autotune_plan_text_",
                      b.getStringAttr(text));
}

Value PlanRowLowering::createGlobal(Type element, size_t size, StringRef name,
                                    Attribute value) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  auto global = LLVM::GlobalOp::create(
      b, LLVM::LLVMArrayType::get(element, size), /*isConstant=*/true,
      LLVM::Linkage::Internal, getFreeName(module, name), value);
  b.setInsertionPoint(op);
  return LLVM::AddressOfOp::create(b, global);
}

LogicalResult PlanRowLowering::lower() {
  if (failed(checkRuntimeSymbols(op, module, {kPlansAreOnName, kPlanRowName})))
    return failure();
  Value table = createTable(), text = createText();
  Value isOn =
      callRuntime(b, module, kPlansAreOnName, b.getI32Type(), {}).getResult();
  isOn = arith::CmpIOp::create(
      b, arith::CmpIPredicate::ne, isOn,
      arith::ConstantOp::create(b, b.getI32IntegerAttr(0)));
  auto choice = scf::IfOp::create(b, b.getIndexType(), isOn,
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(b, op.getRow());
  b.setInsertionPointToStart(choice.thenBlock());
  FailureOr<Value> allowed = createAllowed();
  if (failed(allowed))
    return failure();
  Value chosen = callRuntime(b, module, kPlanRowName, b.getI64Type(),
                             {table, text, toI64(op.getM()), toI64(op.getN()),
                              toI64(op.getK()), toI64(op.getBatch()),
                              toI64(op.getRow()), *allowed})
                     .getResult();
  chosen = arith::IndexCastOp::create(b, b.getIndexType(), chosen);
  scf::YieldOp::create(b, chosen);
  op.getResult().replaceAllUsesWith(choice.getResult(0));
  op.erase();
  return success();
}

LogicalResult
tile::lowerPlanRow(PlanRowOp op,
                   llvm::function_ref<FailureOr<KernelABI>(LaunchOp)> getABI,
                   bool stagesAll) {
  PlanRowLowering lowering(op, stagesAll);
  FailureOr<bool> isFound = lowering.findLaunches(getABI);
  if (failed(isFound))
    return failure();
  if (*isFound)
    return lowering.lower();
  op.getResult().replaceAllUsesWith(op.getRow());
  op.erase();
  return success();
}
