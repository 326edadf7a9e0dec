//===- LaunchWorkspace.cpp - Memory that comes with a launch --------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The host asks the runtime for a kernel's workspace: how large it is, and
// where in it each packed copy lies, follows from the sizes at run time.
//
//===----------------------------------------------------------------------===//

#include "LaunchWorkspace.h"

#include "mlir-autotune/Core/Workspace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::tile;

namespace {
/// cuda::WorkspaceLayout, of index values.
class Layout {
public:
  explicit Layout(ImplicitLocOpBuilder &b)
      : b(b), bytes(constant(cuda::kWorkspaceCounterBytes)) {}

  /// What so many CTAs leave of their tiles.
  void addPartials(Value ctas, const KernelABI &abi) {
    int64_t ofCta = cuda::kPartialsPerCta * abi.getPartial() * 4;
    Value size = arith::MulIOp::create(b, ctas, constant(ofCta));
    bytes = alignUp(arith::AddIOp::create(b, bytes, size),
                    cuda::kWorkspaceAlignment);
  }

  /// A copy of `source`, a matrix or those of a batch, without an address yet;
  /// its offset in bytes.
  Value addPacked(const Matrix &source, bool isTransposed, Matrix &packed) {
    int64_t elementBytes = source.type.getElementTypeBitWidth() / 8;
    packed.type = source.type;
    packed.sizes = source.sizes;
    if (isTransposed)
      std::swap(packed.sizes[0], packed.sizes[1]);
    Value rowBytes = alignUp(
        arith::MulIOp::create(b, packed.sizes[1], constant(elementBytes)),
        cuda::kPackedRowBytes);
    Value rowStride =
        arith::DivUIOp::create(b, rowBytes, constant(elementBytes));
    packed.strides = {rowStride, constant(1), Value()};
    Value offset = bytes;
    Value size = arith::MulIOp::create(b, packed.sizes[0], rowBytes);
    if (Value batch = packed.sizes[KernelParam::kBatch]) {
      packed.strides[KernelParam::kBatch] =
          arith::MulIOp::create(b, packed.sizes[0], rowStride);
      size = arith::MulIOp::create(b, size, batch);
    }
    bytes = alignUp(arith::AddIOp::create(b, offset, size),
                    cuda::kWorkspaceAlignment);
    return offset;
  }
  Value getBytes() const { return bytes; }

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value alignUp(Value value, int64_t unit) {
    Value units = arith::CeilDivUIOp::create(b, value, constant(unit));
    return arith::MulIOp::create(b, units, constant(unit));
  }

  ImplicitLocOpBuilder &b;
  Value bytes;
};
} // namespace

Value tile::acquireWorkspace(ImplicitLocOpBuilder &b, ModuleOp module,
                             const KernelABI &abi, Value ctas,
                             SmallVectorImpl<Matrix> &matrices,
                             StringRef name) {
  Layout layout(b);
  if (abi.hasParts())
    layout.addPartials(ctas, abi);
  SmallVector<Matrix> copies(abi.packed.size());
  SmallVector<Value> offsets;
  for (auto [packed, copy] : llvm::zip_equal(abi.packed, copies))
    offsets.push_back(
        layout.addPacked(matrices[packed.operand], packed.transposed, copy));
  auto toI64 = [&](Value index) -> Value {
    return arith::IndexCastOp::create(b, b.getI64Type(), index);
  };
  auto pointerType = LLVM::LLVMPointerType::get(b.getContext());
  Value workspace =
      callRuntime(b, module, name, pointerType, toI64(layout.getBytes()))
          .getResult();
  for (auto [copy, offset] : llvm::zip_equal(copies, offsets)) {
    copy.pointer = LLVM::GEPOp::create(b, pointerType, b.getI8Type(), workspace,
                                       ArrayRef<LLVM::GEPArg>(toI64(offset)));
    matrices.push_back(copy);
  }
  return workspace;
}

void tile::releaseWorkspace(ImplicitLocOpBuilder &b, ModuleOp module,
                            Value workspace) {
  callRuntime(b, module, kReleaseName, Type(), workspace);
}

Value tile::createToken(ImplicitLocOpBuilder &b, ModuleOp module,
                        bool ofCaller) {
  if (ofCaller)
    return createStreamToken(b, module);
  auto type = gpu::AsyncTokenType::get(b.getContext());
  return gpu::WaitOp::create(b, type, ValueRange()).getAsyncToken();
}
