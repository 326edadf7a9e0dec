//===- LibraryCalls.cpp - Host code of calls of libraries -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The runtime is asked first whether the library would make the call. Buffers
// of the host are thus copied only if it is made. Each call has a variable, in
// which the runtime keeps the call as it has prepared it.
//
//===----------------------------------------------------------------------===//

#include "LibraryCalls.h"
#include "LaunchStaging.h"
#include "LaunchWorkspace.h"

#include "mlir-autotune/Core/LibraryABI.h"
#include "mlir-autotune/Core/Workspace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

static constexpr StringLiteral kReadyName = "mgpuAutotuneLibraryReady";
static constexpr StringLiteral kCallName = "mgpuAutotuneLibraryCall";
static constexpr StringLiteral kReadyForSumsName =
    "mgpuAutotuneLibraryReadyForSums";
/// The names of variables begin so.
static constexpr StringLiteral kGlobalName = "autotune_library_call";

namespace {
class LibraryCaller {
public:
  LibraryCaller(CallLibraryOp op, bool stagesAll, bool ofCaller,
                LaunchesBehind &behind)
      : op(op), module(op->getParentOfType<ModuleOp>()), stagesAll(stagesAll),
        ofCaller(ofCaller), behind(behind), builder(op),
        b(op.getLoc(), builder),
        pointer(LLVM::LLVMPointerType::get(op.getContext())) {}

  LogicalResult lower();

private:
  LogicalResult check();
  Value createGlobal(StringRef suffix, Type type, Attribute value);
  Value createText(StringRef suffix, StringRef text);
  Value createArray(Type element, ArrayRef<Value> values);
  Value createMatrices();
  Matrix createSums();
  Value createSumsBytes(const Matrix &sums);
  void launchEpilogue(Value done, const Matrix &sums, Value token);
  LogicalResult call(Value site, Value described, Value sumsBytes);

  Value i32(int64_t value) {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
  }
  Value i64(int64_t value) {
    return arith::ConstantOp::create(b, b.getI64IntegerAttr(value));
  }
  Value isNotZero(Value number) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ne, number, i32(0));
  }

  CallLibraryOp op;
  ModuleOp module;
  bool stagesAll, ofCaller;
  LaunchesBehind &behind;
  OpBuilder builder;
  ImplicitLocOpBuilder b;
  Type pointer;
  /// Of the call: the operands, or A, B and the sums.
  SmallVector<Matrix> matrices;
  std::string name;
};
} // namespace

LogicalResult LibraryCaller::check() {
  for (StringRef symbol :
       {kReadyName, kReadyForSumsName, kCallName, kAcquireName, kReleaseName})
    if (Operation *function = module.lookupSymbol(symbol);
        function && !isa<LLVM::LLVMFuncOp>(function))
      return op.emitOpError("needs the symbol @")
             << symbol << " of the runtime, but the symbol is taken";
  for (Value operand : op->getOperands()) {
    FailureOr<Matrix> matrix = readMatrix(b, op, operand);
    if (failed(matrix))
      return failure();
    matrices.push_back(*matrix);
  }
  if (op.getKernel()) {
    Matrix sums = createSums();
    matrices.truncate(2);
    matrices.push_back(sums);
  }
  // A name that no call has yet.
  unsigned number = 0;
  do
    name = kGlobalName.str() + "_" + std::to_string(number++);
  while (module.lookupSymbol(name));
  return success();
}

Value LibraryCaller::createGlobal(StringRef suffix, Type type,
                                  Attribute value) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  auto global = LLVM::GlobalOp::create(b, type, /*isConstant=*/bool(value),
                                       LLVM::Linkage::Internal,
                                       (name + suffix).str(), value);
  if (!value) {
    b.createBlock(&global.getInitializerRegion());
    LLVM::ReturnOp::create(b, LLVM::ZeroOp::create(b, type).getResult());
  }
  b.setInsertionPoint(op);
  return LLVM::AddressOfOp::create(b, global);
}

Value LibraryCaller::createText(StringRef suffix, StringRef text) {
  std::string ended = text.str() + '\0';
  auto type = LLVM::LLVMArrayType::get(b.getI8Type(), ended.size());
  return createGlobal(suffix, type, b.getStringAttr(ended));
}

/// On the stack, at the start of the function: a call in a loop takes its stack
/// once.
Value LibraryCaller::createArray(Type element, ArrayRef<Value> values) {
  auto type = LLVM::LLVMArrayType::get(element, values.size());
  Value array;
  {
    OpBuilder::InsertionGuard guard(b);
    if (auto function = op->getParentOfType<FunctionOpInterface>())
      b.setInsertionPointToStart(&function.getFunctionBody().front());
    array = LLVM::AllocaOp::create(
        b, pointer, type, LLVM::ConstantOp::create(b, b.getI64Type(), 1));
  }
  for (auto [index, value] : llvm::enumerate(values)) {
    Value place = LLVM::GEPOp::create(
        b, pointer, element, array,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(b, value, place);
  }
  return array;
}

/// The operands as LibraryMatrix, one behind the other.
Value LibraryCaller::createMatrices() {
  SmallVector<Value> fields;
  for (const Matrix &matrix : matrices) {
    auto add = [&](Value index, int64_t otherwise) {
      fields.push_back(
          index
              ? arith::IndexCastOp::create(b, b.getI64Type(), index).getResult()
              : i64(otherwise));
    };
    add(matrix.sizes[KernelParam::kBatch], 1);
    add(matrix.sizes[KernelParam::kRows], 1);
    add(matrix.sizes[KernelParam::kColumns], 1);
    add(matrix.strides[KernelParam::kBatch], 0);
    add(matrix.strides[KernelParam::kRows], 0);
    add(matrix.strides[KernelParam::kColumns], 1);
  }
  assert(fields.size() == matrices.size() * cuda::kLibraryMatrixFields);
  return createArray(b.getI64Type(), fields);
}

/// Dense matrices of C's shape, which have no address yet.
Matrix LibraryCaller::createSums() {
  const Matrix &c = matrices[op.getInits().getBeginOperandIndex()];
  Matrix sums;
  sums.type = MemRefType::get(c.type.getShape(), *op.getSums());
  sums.sizes = c.sizes;
  sums.strides = {c.sizes[KernelParam::kColumns],
                  arith::ConstantIndexOp::create(b, 1), Value(), Value()};
  if (c.sizes[KernelParam::kBatch])
    sums.strides[KernelParam::kBatch] = arith::MulIOp::create(
        b, c.sizes[KernelParam::kRows], c.sizes[KernelParam::kColumns]);
  return sums;
}

/// The size of the workspace that has room for the sums behind its counters.
Value LibraryCaller::createSumsBytes(const Matrix &sums) {
  Value bytes =
      arith::ConstantIndexOp::create(b, sums.type.getElementTypeBitWidth() / 8);
  for (int64_t dim :
       {KernelParam::kRows, KernelParam::kColumns, KernelParam::kBatch})
    if (sums.sizes[dim])
      bytes = arith::MulIOp::create(b, bytes, sums.sizes[dim]);
  return arith::AddIOp::create(
      b, arith::IndexCastOp::create(b, b.getI64Type(), bytes),
      i64(cuda::kWorkspaceCounterBytes));
}

/// Launches the kernel where the call was made, on the same stream.
void LibraryCaller::launchEpilogue(Value done, const Matrix &sums,
                                   Value token) {
  auto launched = scf::IfOp::create(b, done, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(launched.thenBlock());
  Value address = arith::IndexCastOp::create(
      b, b.getIndexType(),
      LLVM::PtrToIntOp::create(b, b.getI64Type(), sums.pointer));
  int64_t rank = sums.type.getRank();
  SmallVector<Value> sizes;
  for (int64_t i = 0; i < rank; ++i)
    sizes.push_back(arith::IndexCastOp::create(
        b, b.getI64Type(), sums.sizes[getParamDim(i, rank)]));
  Value buffer = createBuffer(b, address, sums.type, sizes);
  auto launch = LaunchOp::create(b, TypeRange(), *op.getKernel(), buffer,
                                 op.getInits(), op.getExtras(),
                                 /*sms=*/IntegerAttr(),
                                 /*columns=*/IntegerAttr());
  behind[launch] = {token, buffer};
}

/// Where the library is ready.
LogicalResult LibraryCaller::call(Value site, Value described,
                                  Value sumsBytes) {
  // The launch behind the call copies the operands of the epilogue.
  bool isSeparate = bool(op.getKernel());
  size_t staged = isSeparate ? 2 : matrices.size();
  Staging staging(b, op, op.getInits(), stagesAll);
  for (auto [index, operand] :
       llvm::enumerate(op->getOperands().take_front(staged)))
    if (!staging.isStaged(operand))
      setAddress(b, matrices[index], createAddress(b, operand));
  Value token = createToken(b, module, ofCaller);
  if (failed(
          staging.copyIn(token, MutableArrayRef(matrices).take_front(staged))))
    return failure();
  Value workspace;
  if (isSeparate) {
    workspace =
        callRuntime(b, module, ofCaller ? kStreamWorkspaceName : kAcquireName,
                    pointer, sumsBytes)
            .getResult();
    matrices.back().pointer = LLVM::GEPOp::create(
        b, pointer, b.getI8Type(), workspace,
        ArrayRef<LLVM::GEPArg>{int32_t(cuda::kWorkspaceCounterBytes)});
  }
  Value addresses = createArray(
      pointer, llvm::map_to_vector(matrices, [](const Matrix &matrix) {
        return matrix.pointer;
      }));
  // What gpu-to-llvm makes of the token: the stream.
  Value stream =
      UnrealizedConversionCastOp::create(b, TypeRange(pointer), token)
          .getResult(0);
  Value done = callRuntime(b, module, kCallName, b.getI32Type(),
                           {site, addresses, described, stream})
                   .getResult();
  Value isDone = isNotZero(done);
  if (isSeparate)
    launchEpilogue(isDone, matrices.back(), token);
  staging.copyOut(token);
  if (!ofCaller)
    gpu::WaitOp::create(b, Type(), ValueRange{token});
  if (isSeparate && !ofCaller)
    releaseWorkspace(b, module, workspace);
  scf::YieldOp::create(b, isDone);
  return success();
}

LogicalResult LibraryCaller::lower() {
  if (failed(check()))
    return failure();
  Value site = createGlobal("", pointer, /*value=*/Attribute());
  Value described = createMatrices();
  SmallVector<Value> asked = {site, createText("_library", op.getLibrary()),
                              createText("_text", op.getCall()),
                              i32(static_cast<int64_t>(matrices.size())),
                              described};
  Value sumsBytes;
  if (op.getKernel())
    asked.push_back(sumsBytes = createSumsBytes(matrices.back()));
  Value ready =
      callRuntime(b, module, sumsBytes ? kReadyForSumsName : kReadyName,
                  b.getI32Type(), asked)
          .getResult();
  auto called = scf::IfOp::create(b, b.getI1Type(), isNotZero(ready),
                                  /*withElseRegion=*/true);
  b.setInsertionPointToStart(called.elseBlock());
  scf::YieldOp::create(b, arith::ConstantIntOp::create(b, 0, 1).getResult());
  b.setInsertionPointToStart(called.thenBlock());
  if (failed(call(site, described, sumsBytes)))
    return failure();
  op.getDone().replaceAllUsesWith(called.getResult(0));
  op.erase();
  return success();
}

LogicalResult tile::lowerLibraryCall(CallLibraryOp op, bool stagesAll,
                                     bool ofCaller, LaunchesBehind &behind) {
  return LibraryCaller(op, stagesAll, ofCaller, behind).lower();
}
