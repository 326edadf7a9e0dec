//===- Accumulators.cpp - wgmma's registers become handles ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wgmma writes registers after it was issued, so that its struct of results
// holds no values yet: it becomes a handle (Core/SimulatorABI.h) by which the
// simulator knows when who may read what. Every struct from which a wgmma's
// accumulator comes, or into which it goes, becomes one as well: through
// branches, insertvalue, select, and the empty assembly that pins it. A wgmma
// that is assembly itself takes and gives the registers as a pin does.
//
// A handle is consumed by what makes its successor. Where the value is needed
// afterwards as well, it is copied first, and only there: a copy reads the
// registers, which is an error while a wgmma may write them, and so it would be
// of the moves that a compiler had to make.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include "WgmmaRegisters.h"

#include "mlir/Analysis/Liveness.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

namespace {

class Accumulators {
public:
  explicit Accumulators(SimulatorCalls &calls)
      : calls(calls), function(calls.function), wgmmas(calls) {}

  LogicalResult lower();

private:
  LogicalResult addStructs();
  LogicalResult addNeighbors(Value value);
  LogicalResult addSource(Value value);
  LogicalResult addUse(OpOperand &use);
  void add(Value value);

  void findCopies();
  void insertCopies();
  void lowerInsert(LLVM::InsertValueOp op);
  void lowerExtract(LLVM::ExtractValueOp op);
  void lowerPin(LLVM::InlineAsmOp op);
  Value getZeros(Value constant);

  SimulatorCalls &calls;
  LLVM::LLVMFuncOp function;
  /// Constants are not among them: one can serve other structs too.
  llvm::SetVector<Value> structs;
  llvm::DenseMap<Value, int64_t> registers;
  /// The struct that a pin takes apart for its first operands.
  llvm::MapVector<Operation *, Value> pinned;
  /// Those that are assembly.
  WgmmaRegisters wgmmas;
  /// Uses that are a copy's.
  SmallVector<OpOperand *> copied;
};

} // namespace

/// No registers yet (undefined), or zero in all.
static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && isa<LLVM::UndefOp, LLVM::PoisonOp, LLVM::ZeroOp>(op);
}

/// A pin, or a wgmma with A in registers: a struct goes through it.
static bool takesStruct(LLVM::InlineAsmOp op) {
  return isPin(op) || WgmmaAsm::match(op);
}

/// What becomes the struct of its results: all operands of a pin.
static OperandRange getTied(LLVM::InlineAsmOp pin) {
  auto type = dyn_cast<LLVM::LLVMStructType>(pin.getType(0));
  return pin->getOperands().take_front(type ? type.getBody().size() : 1);
}

/// The struct all of whose elements, in order, the pin takes; null if its
/// operands are any others.
static Value getPinnedStruct(LLVM::InlineAsmOp pin) {
  Value source;
  for (auto [index, operand] : llvm::enumerate(getTied(pin))) {
    auto extract = operand.getDefiningOp<LLVM::ExtractValueOp>();
    if (!extract || extract.getPosition() != ArrayRef<int64_t>(index) ||
        (source && extract.getContainer() != source))
      return {};
    source = extract.getContainer();
  }
  return source && source.getType() == pin.getType(0) ? source : Value();
}

//===----------------------------------------------------------------------===//
// Which structs are accumulators
//===----------------------------------------------------------------------===//

void Accumulators::add(Value value) {
  if (isConstant(value) || !structs.insert(value))
    return;
  auto type = cast<LLVM::LLVMStructType>(value.getType());
  registers[value] = type.getBody().size();
}

static InFlightDiagnostic unknown(Operation *op) {
  return op->emitError("the simulator does not know '")
         << op->getName() << "' of a wgmma's accumulator";
}

LogicalResult Accumulators::addSource(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Block *block = argument.getOwner();
    if (block->isEntryBlock())
      return unknown(function);
    for (auto it = block->pred_begin(); it != block->pred_end(); ++it) {
      Operation *terminator = (*it)->getTerminator();
      auto branch = dyn_cast<BranchOpInterface>(terminator);
      if (!branch)
        return unknown(terminator);
      SuccessorOperands operands =
          branch.getSuccessorOperands(it.getSuccessorIndex());
      if (operands.isOperandProduced(argument.getArgNumber()))
        return unknown(terminator);
      add(operands[argument.getArgNumber()]);
    }
    return success();
  }
  Operation *op = value.getDefiningOp();
  if (auto insert = dyn_cast<LLVM::InsertValueOp>(op))
    return add(insert.getContainer()), success();
  if (auto select = dyn_cast<LLVM::SelectOp>(op))
    return add(select.getTrueValue()), add(select.getFalseValue()), success();
  if (auto wgmma = dyn_cast<NVVM::WgmmaMmaAsyncOp>(op))
    return add(wgmma.getInouts()), success();
  auto pin = dyn_cast<LLVM::InlineAsmOp>(op);
  if (!pin || !takesStruct(pin))
    return unknown(op);
  Value source = getPinnedStruct(pin);
  if (source && !isConstant(source)) {
    pinned[op] = source;
    add(source);
  }
  return success();
}

LogicalResult Accumulators::addUse(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto branch = dyn_cast<BranchOpInterface>(op)) {
    std::optional<BlockArgument> argument =
        branch.getSuccessorBlockArgument(use.getOperandNumber());
    if (!argument)
      return unknown(op);
    return add(*argument), success();
  }
  if (isa<LLVM::InsertValueOp, LLVM::SelectOp, NVVM::WgmmaMmaAsyncOp>(op)) {
    add(op->getResult(0));
    return success();
  }
  auto extract = dyn_cast<LLVM::ExtractValueOp>(op);
  if (!extract)
    return unknown(op);
  for (Operation *user : extract->getUsers())
    if (auto pin = dyn_cast<LLVM::InlineAsmOp>(user))
      if (takesStruct(pin) && getPinnedStruct(pin) == use.get())
        add(pin.getResult(0));
  return success();
}

LogicalResult Accumulators::addNeighbors(Value value) {
  if (failed(addSource(value)))
    return failure();
  for (OpOperand &use : value.getUses())
    if (failed(addUse(use)))
      return failure();
  return success();
}

LogicalResult Accumulators::addStructs() {
  WalkResult result = function.walk([&](NVVM::WgmmaMmaAsyncOp op) {
    for (Type type : cast<LLVM::LLVMStructType>(op.getType()).getBody())
      if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() != 32) {
        op.emitError("the simulator does not know '")
            << op->getName() << "' with accumulators of " << type
            << "; legal are 32-bit registers";
        return WalkResult::interrupt();
      }
    add(op.getResult());
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  wgmmas.find([&](LLVM::InlineAsmOp op) { add(op.getResult(0)); });
  // Grows while it is walked.
  for (size_t i = 0; i < structs.size(); ++i)
    if (failed(addNeighbors(structs[i])))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

void Accumulators::findCopies() {
  Liveness liveness(function);
  auto findBranchCopies = [&](BranchOpInterface branch) {
    Operation *op = branch;
    for (unsigned i = 0; i < op->getNumSuccessors(); ++i) {
      const auto &liveIn = liveness.getLiveness(op->getSuccessor(i))->in();
      llvm::SmallDenseSet<Value> passed;
      SuccessorOperands operands = branch.getSuccessorOperands(i);
      for (OpOperand &operand : operands.getMutableForwardedOperands())
        if (structs.contains(operand.get()) &&
            (liveIn.contains(operand.get()) ||
             !passed.insert(operand.get()).second))
          copied.push_back(&operand);
    }
  };
  function.walk([&](Operation *op) {
    if (auto branch = dyn_cast<BranchOpInterface>(op))
      return findBranchCopies(branch);
    if (!isa<LLVM::InsertValueOp, LLVM::SelectOp, NVVM::WgmmaMmaAsyncOp>(op) ||
        !structs.contains(op->getResult(0)))
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (structs.contains(operand.get()) &&
          !liveness.isDeadAfter(operand.get(), op))
        copied.push_back(&operand);
  });
  // A pin consumes what its operands were taken from, and takes that instead.
  for (auto [pin, source] : pinned) {
    bool isDead = liveness.isDeadAfter(source, pin);
    pin->setOperands(0, getTied(cast<LLVM::InlineAsmOp>(pin)).size(), source);
    if (!isDead)
      copied.push_back(&pin->getOpOperand(0));
  }
}

void Accumulators::insertCopies() {
  for (OpOperand *operand : copied) {
    calls.enter(operand->getOwner());
    operand->set(calls.call("autotuneSimAccumulatorCopy", calls.getI64Type(),
                            {operand->get()}));
  }
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// The handle that stands for a constant, before the current operation.
Value Accumulators::getZeros(Value constant) {
  Value handle = calls.i64(0);
  if (!constant.getDefiningOp<LLVM::ZeroOp>())
    return handle;
  int64_t count =
      cast<LLVM::LLVMStructType>(constant.getType()).getBody().size();
  for (int64_t i = 0; i < count; ++i)
    handle = calls.call("autotuneSimAccumulatorInsert", calls.getI64Type(),
                        {handle, calls.i32(i), calls.i32(count), calls.i32(0)});
  return handle;
}

void Accumulators::lowerInsert(LLVM::InsertValueOp op) {
  calls.enter(op);
  int64_t count = registers.lookup(op.getResult());
  Value handle = calls.call("autotuneSimAccumulatorInsert", calls.getI64Type(),
                            {op.getContainer(), calls.i32(op.getPosition()[0]),
                             calls.i32(count),
                             calls.bitcast(op.getValue(), calls.getI32Type())});
  op.getResult().replaceAllUsesWith(handle);
  op.erase();
}

void Accumulators::lowerExtract(LLVM::ExtractValueOp op) {
  if (!op->use_empty()) {
    calls.enter(op);
    Value bits =
        calls.call("autotuneSimAccumulatorExtract", calls.getI32Type(),
                   {op.getContainer(), calls.i32(op.getPosition()[0])});
    op.replaceAllUsesWith(calls.bitcast(bits, op.getType()));
  }
  op.erase();
}

void Accumulators::lowerPin(LLVM::InlineAsmOp op) {
  calls.enter(op);
  // Its text is that of the struct's size, and not of the handle's.
  const WgmmaAsm *wgmma = wgmmas.lookup(op);
  Value handle;
  if (pinned.contains(op)) {
    handle = op.getOperand(0);
  } else {
    handle = calls.i64(0);
    OperandRange tied =
        op->getOperands().take_front(registers.lookup(op.getResult(0)));
    int64_t count = wgmma && wgmma->overwrite ? 0 : tied.size();
    for (auto [index, operand] : llvm::enumerate(tied.take_front(count)))
      handle = calls.call("autotuneSimAccumulatorInsert", calls.getI64Type(),
                          {handle, calls.i32(index), calls.i32(count),
                           calls.bitcast(operand, calls.getI32Type())});
  }
  handle = wgmma ? wgmmas.multiply(op, *wgmma, handle)
                 : calls.call("autotuneSimAccumulatorPin", calls.getI64Type(),
                              {handle});
  op.getResult(0).replaceAllUsesWith(handle);
  op.erase();
}

LogicalResult Accumulators::lower() {
  if (failed(addStructs()))
    return failure();
  if (structs.empty())
    return success();
  if (failed(wgmmas.checkWrites()))
    return failure();
  findCopies();

  // From here on the IR is not valid until all are replaced.
  SmallVector<Operation *> inserts, extracts, pins;
  SmallVector<OpOperand *> constants;
  function.walk([&](Operation *op) {
    bool makes = op->getNumResults() == 1 && structs.contains(op->getResult(0));
    if (makes && isa<LLVM::InsertValueOp>(op))
      inserts.push_back(op);
    if (makes && isa<LLVM::InlineAsmOp>(op))
      pins.push_back(op);
    if (isa<LLVM::ExtractValueOp>(op) && structs.contains(op->getOperand(0)))
      extracts.push_back(op);
    auto branch = dyn_cast<BranchOpInterface>(op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isConstant(operand.get()))
        continue;
      std::optional<BlockArgument> argument;
      if (branch)
        argument = branch.getSuccessorBlockArgument(operand.getOperandNumber());
      if (argument
              ? structs.contains(*argument)
              : makes && isa<LLVM::LLVMStructType>(operand.get().getType()))
        constants.push_back(&operand);
    }
  });
  for (OpOperand *operand : constants) {
    calls.enter(operand->getOwner());
    operand->set(getZeros(operand->get()));
  }
  for (Value value : structs)
    value.setType(calls.getI64Type());
  insertCopies();
  // Of those that only feed a pin nothing is left.
  for (Operation *pin : pins)
    lowerPin(cast<LLVM::InlineAsmOp>(pin));
  for (Operation *insert : inserts)
    lowerInsert(cast<LLVM::InsertValueOp>(insert));
  for (Operation *extract : extracts)
    lowerExtract(cast<LLVM::ExtractValueOp>(extract));
  return success();
}

LogicalResult simulator::lowerAccumulators(SimulatorCalls &calls) {
  return Accumulators(calls).lower();
}
