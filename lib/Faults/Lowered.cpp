//===- Lowered.cpp - How a lowered kernel is built ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowered.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::faults;

std::optional<int64_t> faults::getConstant(Value value) {
  IntegerAttr attr;
  if (auto constant = value.getDefiningOp<arith::ConstantOp>())
    attr = dyn_cast<IntegerAttr>(constant.getValue());
  return attr ? std::optional(attr.getValue().getSExtValue()) : std::nullopt;
}

int64_t faults::getDisplacement(Value address) {
  Operation *op = address.getDefiningOp();
  if (!op)
    return 0;
  if (isa<LLVM::IntToPtrOp, LLVM::AddrSpaceCastOp>(op))
    return getDisplacement(op->getOperand(0));
  if (isa<arith::AddIOp>(op))
    return getDisplacement(op->getOperand(0)) +
           getDisplacement(op->getOperand(1));
  return getConstant(address).value_or(0);
}

//===----------------------------------------------------------------------===//
// Changing operations
//===----------------------------------------------------------------------===//

Value faults::constantBefore(Operation *op, Value like, int64_t value) {
  OpBuilder b(op);
  return arith::ConstantOp::create(b, op->getLoc(),
                                   b.getIntegerAttr(like.getType(), value));
}

void faults::moveIntoFirstWarp(gpu::BarrierOp op) {
  OpBuilder b(op);
  Location loc = op.getLoc();
  Value thread = gpu::ThreadIdOp::create(b, loc, gpu::Dimension::x);
  Value first = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, thread,
                                      constantBefore(op, thread, 32));
  auto branch = scf::IfOp::create(b, loc, first, /*withElseRegion=*/false);
  op->moveBefore(&branch.thenBlock()->front());
}

Value faults::addBefore(Operation *op, Value value, int64_t offset) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  if (!isa<LLVM::LLVMPointerType>(value.getType()))
    return arith::AddIOp::create(b, loc, value,
                                 constantBefore(op, value, offset));
  Value address = LLVM::PtrToIntOp::create(b, loc, b.getI32Type(), value);
  address = arith::AddIOp::create(b, loc, address,
                                  constantBefore(op, address, offset));
  return LLVM::IntToPtrOp::create(b, loc, value.getType(), address);
}

void faults::addToOperand(Operation *op, OpOperand &operand, int64_t offset) {
  operand.set(addBefore(op, operand.get(), offset));
}

void faults::setConstant(OpOperand &operand, int64_t value) {
  operand.set(constantBefore(operand.getOwner(), operand.get(), value));
}

void faults::alwaysTaken(scf::IfOp branch) {
  setConstant(branch.getConditionMutable(), 1);
}

void faults::invert(scf::IfOp branch) {
  OpBuilder b(branch);
  Value one = constantBefore(branch, branch.getCondition(), 1);
  branch.getConditionMutable().set(
      arith::XOrIOp::create(b, branch.getLoc(), branch.getCondition(), one));
}

void faults::swapOperands(Operation *op, OpOperand &a, OpOperand &b) {
  Value first = a.get();
  a.set(b.get());
  b.set(first);
}

void faults::drop(Operation *op, ValueRange replacement) {
  if (!replacement.empty())
    op->replaceAllUsesWith(replacement);
  op->erase();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

Lowered::Lowered(Operation *kernel) : kernel(kernel) {
  kernel->walk([&](Operation *op) {
    if (auto load = dyn_cast<TmaLoadOp>(op))
      full.insert(getDisplacement(load.getMbar()));
    if (auto expect = dyn_cast<NVVM::MBarrierArriveExpectTxOp>(op))
      full.insert(getDisplacement(expect.getAddr()));
    auto wait = dyn_cast<NVVM::MBarrierTryWaitParityOp>(op);
    if (wait && isBeforeFill(wait))
      empty.insert(getDisplacement(wait.getAddr()));
  });
}

BarrierKind Lowered::getKind(Value barrier) const {
  // Arrays of barriers lie one behind the other; an initialization names an
  // element, not the array.
  int64_t at = getDisplacement(barrier);
  auto lastUpTo = [&](const std::set<int64_t> &starts) {
    auto it = starts.upper_bound(at);
    return it == starts.begin() ? int64_t(-1) : *std::prev(it);
  };
  // What each stage has one of lies in two arrays of one size; turns follow.
  if (!full.empty() && !empty.empty()) {
    int64_t bytes = *empty.begin() - *full.begin();
    if (at >= *empty.rbegin() + bytes)
      return BarrierKind::Turn;
  }
  return lastUpTo(empty) > lastUpTo(full) ? BarrierKind::Empty
                                          : BarrierKind::Full;
}

SmallVector<NVVM::MBarrierTryWaitParityOp>
Lowered::getWaits(BarrierKind kind) const {
  SmallVector<NVVM::MBarrierTryWaitParityOp> waits;
  for (auto wait : all<NVVM::MBarrierTryWaitParityOp>())
    if (getKind(wait.getAddr()) == kind)
      waits.push_back(wait);
  return waits;
}

SmallVector<Operation *> Lowered::getArrives(BarrierKind kind) const {
  SmallVector<Operation *> arrives;
  for (auto arrive : all<NVVM::MBarrierArriveOp>()) {
    Value barrier = arrive.getAddr();
    if (auto mapa = barrier.getDefiningOp<NVVM::MapaOp>())
      barrier = mapa.getA();
    if (getKind(barrier) == kind)
      arrives.push_back(arrive);
  }
  return arrives;
}

SmallVector<Operation *> Lowered::getReleases() const {
  SmallVector<Operation *> releases = getArrives(BarrierKind::Empty);
  bool drains = llvm::any_of(getWaits(BarrierKind::Empty),
                             [](auto wait) { return !isBeforeFill(wait); });
  llvm::erase_if(releases, [=](Operation *arrive) {
    return !drains && !arrive->getParentOfType<scf::ForOp>();
  });
  return releases;
}

bool faults::isBeforeFill(NVVM::MBarrierTryWaitParityOp wait) {
  auto expect = getNext<NVVM::MBarrierArriveExpectTxOp>(wait);
  auto next = getNext<NVVM::MBarrierTryWaitParityOp>(wait);
  return expect && (!next || expect->isBeforeInBlock(next));
}

SmallVector<Advance> faults::getAdvances(const Lowered &kernel) {
  SmallVector<Advance> advances;
  for (auto select : kernel.all<arith::SelectOp>()) {
    auto wraps = select.getCondition().getDefiningOp<arith::CmpIOp>();
    auto next = select.getFalseValue().getDefiningOp<arith::AddIOp>();
    if (!wraps || !next || wraps.getLhs() != next.getResult() ||
        getConstant(select.getTrueValue()) != 0 || !select->hasOneUse())
      continue;
    if (auto store = dyn_cast<LLVM::StoreOp>(*select->user_begin()))
      advances.push_back({select, wraps, next, store});
  }
  return advances;
}

Fault faults::lowered(StringRef name, StringRef what, StringRef where,
                      StringRef expected, LoweredFault collect) {
  return {name,
          FaultLevel::NVVM,
          what,
          where,
          expected,
          "",
          [collect](Operation *kernel, FaultSites &sites) {
            collect(Lowered(kernel), sites);
          }};
}

Fault faults::equivalent(StringRef name, StringRef what, StringRef where,
                         StringRef why, LoweredFault collect) {
  Fault fault = lowered(name, what, where, "", std::move(collect));
  fault.equivalent = why;
  return fault;
}
