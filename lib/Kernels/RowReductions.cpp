//===- RowReductions.cpp - Sums of rows -----------------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread combines its own elements, a warp those of its threads by shuffles,
// and the warps of a row theirs through shared memory.
//
//===----------------------------------------------------------------------===//

#include "RowBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::autotune;

static constexpr int64_t kWarp = 32;

Value RowBuilder::combine(Operation *combiner, Value left, Value right) {
  Operation *copied = combiner->clone();
  copied->setOperands({left, right});
  b.insert(copied);
  return copied->getResult(0);
}

/// The value of the thread whose number in the warp differs in one bit.
Value RowBuilder::shuffle(Value value, int64_t offset, int64_t width) {
  Type type = value.getType();
  Type i32 = b.getI32Type();
  auto exchange = [&](Value word) -> Value {
    return gpu::ShuffleOp::create(b, word, int32_t(offset), int32_t(kWarp),
                                  gpu::ShuffleMode::XOR)
        .getShuffleResult();
  };
  if (type.isIndex()) {
    Value word = arith::IndexCastOp::create(b, i32, value);
    return arith::IndexCastOp::create(b, type, exchange(word));
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  Value word = isa<FloatType>(type)
                   ? arith::BitcastOp::create(b, integer, value).getResult()
                   : value;
  if (bits == 64) {
    Value half = arith::ConstantIntOp::create(b, 32, 64);
    Value low = exchange(arith::TruncIOp::create(b, i32, word));
    Value high = exchange(
        arith::TruncIOp::create(b, i32, arith::ShRUIOp::create(b, word, half)));
    word = arith::OrIOp::create(
        b, arith::ExtUIOp::create(b, integer, low),
        arith::ShLIOp::create(b, arith::ExtUIOp::create(b, integer, high),
                              half));
  } else if (bits == 32) {
    word = exchange(word);
  } else {
    word = arith::TruncIOp::create(
        b, integer, exchange(arith::ExtUIOp::create(b, i32, word)));
  }
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(b, type, word).getResult()
             : word;
}

/// Each warp of a row leaves its value, and reads those of all. Each reduction
/// has shared memory of its own, so that one barrier is enough.
Value RowBuilder::combineWarps(Operation *combiner, Value value) {
  int64_t ofRow = layout.threadsPerRow / kWarp;
  Type element = value.getType();
  auto space =
      gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Workgroup);
  auto type = MemRefType::get({layout.getThreads() / kWarp}, element,
                              MemRefLayoutAttrInterface(), space);
  Value memory = function.addWorkgroupAttribution(type, b.getLoc());
  Value inCta = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value warp = arith::DivUIOp::create(b, inCta, constant(kWarp));
  Value lane = arith::RemUIOp::create(b, inCta, constant(kWarp));
  Value isFirst =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, lane, constant(0));
  auto guarded = scf::IfOp::create(b, isFirst, /*withElseRegion=*/false);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(guarded.thenBlock());
    memref::StoreOp::create(b, value, memory, ValueRange{warp});
  }
  gpu::BarrierOp::create(b);
  Value first = arith::MulIOp::create(
      b, arith::DivUIOp::create(b, warp, constant(ofRow)), constant(ofRow));
  Value place = arith::AddIOp::create(
      b, first, arith::RemUIOp::create(b, lane, constant(ofRow)));
  Value all = memref::LoadOp::create(b, memory, ValueRange{place});
  for (int64_t offset = ofRow / 2; offset > 0; offset /= 2)
    all = combine(combiner, all, shuffle(all, offset, kWarp));
  return all;
}

RowElements RowBuilder::reduce(linalg::GenericOp generic, unsigned result,
                               const RowElements &elements) {
  Operation *combiner =
      generic.getBody()->getTerminator()->getOperand(result).getDefiningOp();
  Value neutral =
      arith::ConstantOp::create(b, *arith::getNeutralElement(combiner));
  Value value;
  for (int64_t chunk = 0; chunk < layout.chunks; ++chunk)
    for (int64_t i = 0; i < layout.vector; ++i) {
      size_t number = chunk * layout.vector + i;
      Value one = elements[elements.size() == 1 ? 0 : number];
      if (inside[chunk])
        one = arith::SelectOp::create(b, inside[chunk], one, neutral);
      value = value ? combine(combiner, value, one) : one;
    }
  int64_t inWarp = std::min(layout.threadsPerRow, kWarp);
  for (int64_t offset = inWarp / 2; offset > 0; offset /= 2)
    value = combine(combiner, value, shuffle(value, offset, kWarp));
  if (layout.threadsPerRow > kWarp)
    value = combineWarps(combiner, value);
  // The value that the sum begins with.
  OpOperand &init = generic.getDpsInitsMutable()[result];
  RowElements start = getInput(generic, init);
  return {combine(combiner, value, start.front())};
}
