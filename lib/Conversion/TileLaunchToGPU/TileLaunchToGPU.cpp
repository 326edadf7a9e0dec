//===- TileLaunchToGPU.cpp - Launching lowered kernels from the host ------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile.launch becomes upstream's gpu.launch_func, with the kernel's
// parameters in the order that its `tile.abi` lists: tensor maps are encoded on
// the host for the matrices at hand and passed by value. Kernels that need a
// workspace get one from the runtime for the time of the launch.
//
//===----------------------------------------------------------------------===//

#include "LaunchStaging.h"
#include "LaunchWindows.h"
#include "LaunchWorkspace.h"
#include "LibraryCalls.h"
#include "PlanRowLowering.h"

#include "mlir-autotune/Analysis/Elements.h"
#include "mlir-autotune/Analysis/HostCode.h"
#include "mlir-autotune/Conversion/Passes.h"
#include "mlir-autotune/Core/Grid.h"
#include "mlir-autotune/Dialect/Tile/KernelABI.h"
#include "mlir-autotune/Dialect/Tile/TileDialect.h"
#include "mlir-autotune/Problem/ProblemFact.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::autotune {
#define GEN_PASS_DEF_CONVERTTILELAUNCHTOGPU
#include "mlir-autotune/Conversion/Passes.h.inc"
} // namespace mlir::autotune

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

/// Size and alignment of a CUtensorMap (CUDA driver API).
static constexpr int64_t kTensorMapBytes = 128, kTensorMapAlignment = 64;

/// Multiprocessors of an H100 SXM or H200, for launches that name no number.
static constexpr int64_t kDefaultSMs = 132;

namespace {

class Launcher {
public:
  /// `behind` is null for a launch on a stream of its own.
  Launcher(LaunchOp op, const KernelABI &abi, bool stage, bool ofCaller,
           const LaunchBehind *behind)
      : op(op), module(op->getParentOfType<ModuleOp>()), abi(abi),
        ofEach(abi.getUngroupedParams()), stage(stage), ofCaller(ofCaller),
        behind(behind), builder(op), b(op.getLoc(), builder) {}

  LogicalResult lower();

private:
  LogicalResult check();
  void launch();
  Value allocate(Type type, int64_t alignment);
  void encodeTensorMap(const KernelParam &param, Value map);
  Value getParam(const KernelParam &param);
  Value getWindowNumber(const KernelParam &param);
  Value createWindowNumbers();
  Value getGroupParam(ArrayRef<KernelParam> ofProblems);
  Value createGrid();
  Value isNotEmpty();

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value toI64(Value index) {
    return arith::IndexCastOp::create(b, b.getI64Type(), index);
  }
  Value toI32(Value index) {
    return arith::IndexCastOp::create(b, b.getI32Type(), index);
  }
  Value i32(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }

  LaunchOp op;
  ModuleOp module;
  const KernelABI &abi;
  /// With a parameter for each operand of a group.
  const KernelABI ofEach;
  bool stage;
  /// Whether the launch is on the caller's stream.
  bool ofCaller;
  const LaunchBehind *behind;
  OpBuilder builder;
  ImplicitLocOpBuilder b;
  /// The operands, then the packed copies.
  SmallVector<Matrix> matrices;
  /// Null for kernels that need none.
  Value workspace;
  Value token;
};

} // namespace

LogicalResult Launcher::check() {
  if (failed(checkLaunch(op, ofEach)))
    return failure();
  SmallVector<StringRef> names = {kEncodeName, kEncodeBatchName,
                                  kEncodeOuterName, kEncodeWindowsName};
  if (abi.needsWorkspace())
    names.append({kAcquireName, kReleaseName});
  return checkRuntimeSymbols(op, module, names);
}

/// At the start of the function: a launch in a loop takes its stack once.
Value Launcher::allocate(Type type, int64_t alignment) {
  OpBuilder::InsertionGuard guard(b);
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    b.setInsertionPointToStart(&function.getFunctionBody().front());
  return LLVM::AllocaOp::create(
      b, LLVM::LLVMPointerType::get(b.getContext()), type,
      LLVM::ConstantOp::create(b, b.getI64Type(), 1), alignment);
}

/// Writes the 128 bytes of a tensor map over a whole matrix.
void Launcher::encodeTensorMap(const KernelParam &param, Value map) {
  const Matrix &matrix = matrices[param.operand];
  std::optional<ElementKind> element =
      getElementKind(matrix.type.getElementType());
  if (param.tf32)
    element = ElementKind::TF32;
  Value kind = i32(static_cast<int64_t>(*element));
  SmallVector<Value> arguments = {map,
                                  matrix.pointer,
                                  kind,
                                  toI64(matrix.sizes[0]),
                                  toI64(matrix.sizes[1]),
                                  toI64(matrix.strides[0]),
                                  i32(param.getBoxRows()),
                                  i32(param.box[1]),
                                  i32(param.swizzle)};
  if (param.batched)
    arguments.append({toI64(matrix.sizes[KernelParam::kBatch]),
                      toI64(matrix.strides[KernelParam::kBatch])});
  if (param.outer)
    arguments.append({toI64(matrix.sizes[KernelParam::kOuterBatch]),
                      toI64(matrix.strides[KernelParam::kOuterBatch])});
  if (param.windowed)
    arguments.push_back(createWindowNumbers());
  callRuntime(b, module,
              param.windowed  ? kEncodeWindowsName
              : param.outer   ? kEncodeOuterName
              : param.batched ? kEncodeBatchName
                              : kEncodeName,
              Type(), arguments);
}

/// The launch's windows as the runtime takes them: a pointer to numbers.
Value Launcher::createWindowNumbers() {
  std::array<int64_t, cuda::Window::kNumbers> numbers =
      op.getWindow()->getNumbers();
  auto type = LLVM::LLVMArrayType::get(b.getI64Type(), numbers.size());
  Value place = allocate(type, /*alignment=*/8);
  Value list = LLVM::ConstantOp::create(b, type, b.getI64TensorAttr(numbers));
  LLVM::StoreOp::create(b, list, place);
  return place;
}

/// One of the numbers that a kernel has of the launch's windows.
Value Launcher::getWindowNumber(const KernelParam &param) {
  using Number = KernelParam::WindowNumber;
  cuda::Window window = *op.getWindow();
  auto getPlaces = [&](int dim) {
    return toI32(createWindowPlaces(b, window, dim, matrices[param.operand]));
  };
  switch (param.number) {
  case Number::Rows:
    return i32(window.size[0]);
  case Number::Columns:
    return i32(window.size[1]);
  case Number::RowStride:
    return i32(window.strides[0]);
  case Number::ColumnStride:
    return i32(window.strides[1]);
  case Number::RowDilation:
    return i32(window.dilations[0]);
  case Number::ColumnDilation:
    return i32(window.dilations[1]);
  case Number::Top:
    return i32(window.low[0]);
  case Number::Left:
    return i32(window.low[1]);
  case Number::PlaceRows:
    return getPlaces(0);
  case Number::PlaceColumns:
    return getPlaces(1);
  }
  llvm_unreachable("every number is listed");
}

Value Launcher::getParam(const KernelParam &param) {
  switch (param.kind) {
  case KernelParam::Kind::TensorMap: {
    auto type = LLVM::LLVMArrayType::get(b.getI8Type(), kTensorMapBytes);
    Value map = allocate(type, kTensorMapAlignment);
    encodeTensorMap(param, map);
    return LLVM::LoadOp::create(b, type, map);
  }
  case KernelParam::Kind::Pointer:
    return matrices[param.operand].pointer;
  case KernelParam::Kind::Size:
    return toI32(matrices[param.operand].sizes[param.dim]);
  case KernelParam::Kind::Stride:
    return toI64(matrices[param.operand].strides[param.dim]);
  case KernelParam::Kind::Scalar:
    return op->getOperand(param.operand);
  case KernelParam::Kind::Counters:
    return workspace;
  case KernelParam::Kind::Columns:
    return i32(abi.tile[1]);
  case KernelParam::Kind::Window:
    return getWindowNumber(param);
  }
  llvm_unreachable("every kind is listed");
}

/// An array of what each problem of a group has.
Value Launcher::getGroupParam(ArrayRef<KernelParam> ofProblems) {
  bool isMap = ofProblems.front().kind == KernelParam::Kind::TensorMap;
  SmallVector<Value> values;
  for (const KernelParam &param : ofProblems)
    if (!isMap)
      values.push_back(getParam(param));
  // Of bytes LLVM would make thousands of loads.
  Type element = isMap ? b.getI64Type() : values.front().getType();
  int64_t ofOne = isMap ? kTensorMapBytes / 8 : 1;
  auto type =
      LLVM::LLVMArrayType::get(element, ofOne * int64_t(ofProblems.size()));
  Value array = allocate(type, kTensorMapAlignment);
  for (auto [index, param] : llvm::enumerate(ofProblems)) {
    Value place = LLVM::GEPOp::create(
        b, array.getType(), element, array,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index * ofOne)});
    if (isMap)
      encodeTensorMap(param, place);
    else
      LLVM::StoreOp::create(b, values[index], place);
  }
  return LLVM::LoadOp::create(b, type, array);
}

/// CTAs: one cluster for each cluster tile, or as many as the device holds.
Value Launcher::createGrid() {
  Value clusters = createTileCount(b, ofEach, matrices);
  int64_t clusterSize = abi.getGridShape().getClusterSize();
  if (abi.split > 1)
    clusters = arith::MulIOp::create(b, clusters, constant(abi.split));
  if (abi.persistent) {
    int64_t held = cuda::countHeldClusters(op.getSms().value_or(kDefaultSMs),
                                           abi.ctasPerSM, clusterSize);
    clusters = arith::MinUIOp::create(b, clusters, constant(held));
  }
  return arith::MulIOp::create(b, clusters, constant(clusterSize));
}

/// A grid of no CTAs, and a tensor map of no elements, are errors of the
/// driver.
Value Launcher::isNotEmpty() {
  // Of a group, that one problem is not is enough.
  int64_t problems = std::max<int64_t>(abi.group, 1);
  SmallVector<Value> products(problems, constant(1));
  for (auto [index, matrix] : llvm::enumerate(matrices))
    for (Value size : ArrayRef(matrix.sizes).take_front(matrix.type.getRank()))
      products[index % problems] =
          arith::MinUIOp::create(b, products[index % problems], size);
  Value product = products.front();
  for (Value other : ArrayRef(products).drop_front())
    product = arith::MaxUIOp::create(b, product, other);
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, product,
                               constant(0));
}

void Launcher::launch() {
  SmallVector<Value> params;
  for (const KernelParam &param :
       ArrayRef(abi.params).take_front(abi.group ? 0 : abi.params.size()))
    params.push_back(getParam(param));
  for (size_t i = 0; abi.group && i < abi.params.size(); ++i)
    params.push_back(
        getGroupParam(ArrayRef(ofEach.params).slice(i * abi.group, abi.group)));
  Value one = constant(1);
  gpu::KernelDim3 grid{createGrid(), one, one};
  gpu::KernelDim3 block{constant(abi.threads), one, one};
  int64_t clusterSize = abi.getGridShape().getClusterSize();
  std::optional<gpu::KernelDim3> cluster;
  if (clusterSize > 1)
    cluster = gpu::KernelDim3{constant(clusterSize), one, one};
  Value sharedMemory;
  if (abi.sharedMemory)
    sharedMemory = i32(abi.sharedMemory);
  if (ofCaller && abi.dependentLaunch)
    createDependent(b, module);
  auto launch = gpu::LaunchFuncOp::create(b, op.getKernel(), grid, block,
                                          sharedMemory, params, token.getType(),
                                          ValueRange{token}, cluster);
  token = launch.getAsyncToken();
}

LogicalResult Launcher::lower() {
  if (failed(check()))
    return failure();
  for (Value operand : op->getOperands()) {
    FailureOr<Matrix> matrix = readMatrix(b, op, operand);
    if (failed(matrix))
      return failure();
    matrices.push_back(*matrix);
  }
  auto guarded = scf::IfOp::create(b, isNotEmpty(), /*withElseRegion=*/false);
  b.setInsertionPointToStart(guarded.thenBlock());
  Staging staging(b, op, op.getInits(), stage, behind ? behind->sums : Value());
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (!staging.isStaged(operand))
      setAddress(b, matrices[index], createAddress(b, operand));
  // Buffers that are staged have no address yet: the driver's allocations
  // start at multiples of 256 bytes.
  createLaunchAsserts(b, op, ofEach, matrices);
  createOverlapAsserts(b, op, ofEach, matrices);
  if (abi.needsWorkspace())
    workspace = acquireWorkspace(
        b, module, abi, abi.hasParts() ? createGrid() : Value(), matrices,
        ofCaller ? kStreamWorkspaceName : kAcquireName);
  token = behind ? behind->token : createToken(b, module, ofCaller);
  if (failed(staging.copyIn(token, matrices)))
    return failure();
  launch();
  staging.copyOut(token);
  if (!behind && !ofCaller)
    gpu::WaitOp::create(b, Type(), ValueRange{token});
  // The next launch, of whichever stream, writes it.
  if (workspace && !ofCaller)
    releaseWorkspace(b, module, workspace);
  op.erase();
  return success();
}

namespace {
struct ConvertTileLaunchToGPU
    : public autotune::impl::ConvertTileLaunchToGPUBase<
          ConvertTileLaunchToGPU> {
  using ConvertTileLaunchToGPUBase::ConvertTileLaunchToGPUBase;

  void runOnOperation() override {
    eraseUnreachableBlocks(getOperation());
    if (buffers != "host" && buffers != "device") {
      getOperation()->emitError("'buffers' must be host or device, not ")
          << buffers;
      return signalPassFailure();
    }
    if (stream != "own" && stream != "caller") {
      getOperation()->emitError("'stream' must be own or caller, not ")
          << stream;
      return signalPassFailure();
    }
    SmallVector<CallLibraryOp> calls;
    getOperation()->walk([&](CallLibraryOp op) { calls.push_back(op); });
    behind.clear();
    for (CallLibraryOp op : calls) {
      markAsContainer(op);
      if (failed(lowerLibraryCall(op, buffers == "host", stream == "caller",
                                  behind)))
        return signalPassFailure();
    }
    SmallVector<LaunchOp> launches;
    getOperation()->walk([&](LaunchOp op) { launches.push_back(op); });
    SymbolTableCollection symbols;
    auto getABI = [&](LaunchOp op) { return readABI(op, symbols); };
    SmallVector<PlanRowOp> plans;
    getOperation()->walk([&](PlanRowOp op) { plans.push_back(op); });
    // While the launches still say what they need.
    for (PlanRowOp op : plans)
      if (failed(lowerPlanRow(op, getABI, /*stagesAll=*/buffers == "host")))
        return signalPassFailure();
    for (LaunchOp op : launches)
      if (failed(lower(op, symbols)))
        return signalPassFailure();
  }

  static void markAsContainer(Operation *op) {
    op->getParentOfType<ModuleOp>()->setAttr(
        gpu::GPUDialect::getContainerModuleAttrName(),
        UnitAttr::get(op->getContext()));
  }

  static FailureOr<KernelABI> readABI(LaunchOp op,
                                      SymbolTableCollection &symbols) {
    Operation *kernel = symbols.lookupNearestSymbolFrom(op, op.getKernel());
    if (!kernel || !kernel->hasAttr(kKernelABIAttrName))
      return op.emitOpError("needs its kernel lowered first "
                            "(convert-tile-to-nvvm): ")
             << op.getKernel() << " has no '" << kKernelABIAttrName << "'";
    FailureOr<KernelABI> abi =
        readKernelABI(kernel->getAttr(kKernelABIAttrName),
                      [kernel] { return kernel->emitError(); });
    if (failed(abi))
      return failure();
    if (abi->choices.empty() && op.getColumns())
      return op.emitOpError("has 'columns', but ")
             << op.getKernel() << " leaves no choice";
    if (abi->choices.empty())
      return abi;
    if (!op.getColumns() || !llvm::is_contained(abi->choices, *op.getColumns()))
      return op.emitOpError("needs 'columns' that are one of the choices of ")
             << op.getKernel();
    return abi->choose(*op.getColumns());
  }

  LogicalResult lower(LaunchOp op, SymbolTableCollection &symbols) {
    FailureOr<KernelABI> abi = readABI(op, symbols);
    if (failed(abi))
      return failure();
    markAsContainer(op);
    auto found = behind.find(op);
    return Launcher(op, *abi, buffers == "host", stream == "caller",
                    found == behind.end() ? nullptr : &found->second)
        .lower();
  }

  LaunchesBehind behind;
};
} // namespace
