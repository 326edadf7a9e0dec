//===- SimulatorCalls.cpp - Calls of the simulator's functions ------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimulatorCalls.h"

#include "mlir-autotune/Core/SimulatorABI.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::autotune;
using namespace mlir::autotune::simulator;

//===----------------------------------------------------------------------===//
// HostModule
//===----------------------------------------------------------------------===//

LLVM::GlobalOp HostModule::createGlobal(Type type, StringRef name,
                                        Attribute value) {
  OpBuilder b(module.getContext());
  auto global =
      LLVM::GlobalOp::create(b, module.getLoc(), type, /*isConstant=*/true,
                             LLVM::Linkage::Internal, name, value);
  symbols.insert(global, module.getBody()->begin());
  return global;
}

LLVM::GlobalOp HostModule::getString(StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    std::string terminated = (text + Twine('\0')).str();
    auto type = LLVM::LLVMArrayType::get(
        IntegerType::get(module.getContext(), 8), terminated.size());
    global = createGlobal(type, "autotune_sim_string",
                          StringAttr::get(module.getContext(), terminated));
  }
  return global;
}

LLVM::GlobalOp HostModule::getInts(ArrayRef<int32_t> values) {
  LLVM::GlobalOp &global = ints[values.vec()];
  if (!global) {
    auto i32 = IntegerType::get(module.getContext(), 32);
    global = createGlobal(
        LLVM::LLVMArrayType::get(i32, values.size()), "autotune_sim_constants",
        DenseElementsAttr::get(RankedTensorType::get(values.size(), i32),
                               values));
  }
  return global;
}

/// As printed, but for inline assembly, which is told by its instruction.
static std::string getOperationText(Operation *op) {
  std::string text = op->getName().getStringRef().str();
  if (auto assembly = dyn_cast<LLVM::InlineAsmOp>(op)) {
    // Behind what declares a predicate for it.
    StringRef code = assembly.getAsmString();
    StringRef instruction =
        code.drop_front(code.contains("wgmma") ? code.find("wgmma") : 0)
            .split(' ')
            .first;
    if (!instruction.empty())
      text += (" \"" + instruction + "\"").str();
  }
  return text;
}

LLVM::GlobalOp HostModule::createSite(Operation *op) {
  std::string location;
  llvm::raw_string_ostream(location) << op->getLoc();
  LLVM::GlobalOp strings[] = {getString(getOperationText(op)),
                              getString(location)};
  MLIRContext *context = module.getContext();
  auto pointer = LLVM::LLVMPointerType::get(context);
  auto type = LLVM::LLVMStructType::getLiteral(context, {pointer, pointer});
  LLVM::GlobalOp global = createGlobal(type, "autotune_sim_site", Attribute());
  OpBuilder b(context);
  b.createBlock(&global.getInitializerRegion());
  Value site = LLVM::UndefOp::create(b, module.getLoc(), type);
  for (auto [index, string] : llvm::enumerate(strings))
    site = LLVM::InsertValueOp::create(
        b, module.getLoc(), site,
        LLVM::AddressOfOp::create(b, module.getLoc(), string), index);
  LLVM::ReturnOp::create(b, module.getLoc(), site);
  return global;
}

FailureOr<LLVM::LLVMFuncOp> HostModule::declare(Operation *op, StringRef name,
                                                LLVM::LLVMFunctionType type) {
  if (Operation *symbol = symbols.lookup(name)) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(symbol);
    if (function && function.getFunctionType() == type)
      return function;
    return op->emitError("needs the symbol @")
           << name << " of the simulator, but the symbol is taken";
  }
  OpBuilder b(module.getContext());
  auto function = LLVM::LLVMFuncOp::create(b, module.getLoc(), name, type);
  symbols.insert(function, module.getBody()->begin());
  return function;
}

//===----------------------------------------------------------------------===//
// SimulatorCalls
//===----------------------------------------------------------------------===//

void SimulatorCalls::enter(Operation *entered) {
  op = entered;
  site = {};
  setInsertionPoint(op);
}

InFlightDiagnostic SimulatorCalls::unknown(const Twine &form) {
  InFlightDiagnostic diagnostic = op->emitError("the simulator does not know '")
                                  << op->getName() << "'";
  std::string text = form.str();
  if (!text.empty())
    diagnostic << " " << text;
  return diagnostic;
}

Value SimulatorCalls::call(StringRef name, Type result,
                           ArrayRef<Value> arguments) {
  if (!site)
    site = host.createSite(op);
  SmallVector<Value> all = {addressOf(site)};
  llvm::append_range(all, arguments);
  SmallVector<Type> types;
  for (Value argument : all)
    types.push_back(argument.getType());
  auto type = LLVM::LLVMFunctionType::get(
      result ? result : LLVM::LLVMVoidType::get(getContext()), types);
  FailureOr<LLVM::LLVMFuncOp> callee = host.declare(op, name, type);
  if (failed(callee)) {
    hasFailed = true;
    return result ? LLVM::UndefOp::create(*this, getLoc(), result).getResult()
                  : Value();
  }
  auto call = LLVM::CallOp::create(*this, getLoc(), *callee, all);
  return result ? call.getResult() : Value();
}

Value SimulatorCalls::callBool(StringRef name, ArrayRef<Value> arguments) {
  Value byte = call(name, getI8Type(), arguments);
  return LLVM::TruncOp::create(*this, getLoc(), getI1Type(), byte);
}

Value SimulatorCalls::i32(int64_t value) {
  return LLVM::ConstantOp::create(*this, getLoc(), getI32IntegerAttr(value));
}
Value SimulatorCalls::i64(int64_t value) {
  return LLVM::ConstantOp::create(*this, getLoc(), getI64IntegerAttr(value));
}
Value SimulatorCalls::null() {
  return LLVM::ZeroOp::create(*this, getLoc(), ptr());
}

Value SimulatorCalls::address(Value pointer) {
  return LLVM::PtrToIntOp::create(*this, getLoc(), getI64Type(), pointer);
}

static bool isSharedSpace(unsigned space) {
  return space == kSharedSpace || space == kClusterSpace;
}

Value SimulatorCalls::addressIn(unsigned space, Value pointer) {
  Value number = address(pointer);
  unsigned from =
      cast<LLVM::LLVMPointerType>(pointer.getType()).getAddressSpace();
  if (isSharedSpace(from) == isSharedSpace(space))
    return number;
  return LLVM::XOrOp::create(*this, getLoc(), number,
                             i64(static_cast<int64_t>(sim::kGenericShared)));
}

Value SimulatorCalls::bitcast(Value value, Type type) {
  if (value.getType() == type)
    return value;
  return LLVM::BitcastOp::create(*this, getLoc(), type, value);
}

Value SimulatorCalls::zext(Value bit) {
  return LLVM::ZExtOp::create(*this, getLoc(), getI32Type(), bit);
}

Value SimulatorCalls::slot(Type type, unsigned number) {
  Value &slot = slots[{type, number}];
  if (slot)
    return slot;
  // What a call takes in pieces of up to 16 bytes.
  constexpr int64_t kAlignment = 16;
  InsertionGuard guard(*this);
  setInsertionPointToStart(&function.getBody().front());
  slot = LLVM::AllocaOp::create(*this, function.getLoc(), ptr(), type, i64(1),
                                kAlignment);
  return slot;
}

Value SimulatorCalls::load(Type type, Value slot) {
  return LLVM::LoadOp::create(*this, getLoc(), type, slot);
}
void SimulatorCalls::store(Value value, Value slot) {
  LLVM::StoreOp::create(*this, getLoc(), value, slot);
}

Value SimulatorCalls::spill(ArrayRef<Value> values, unsigned number) {
  int64_t bytes = 0;
  for (Value value : values)
    bytes += getBytes(value.getType());
  Value memory = slot(LLVM::LLVMArrayType::get(getI8Type(), bytes), number);
  int64_t offset = 0;
  for (Value value : values) {
    LLVM::StoreOp::create(*this, getLoc(), value, gep(memory, offset),
                          /*alignment=*/1);
    offset += getBytes(value.getType());
  }
  return memory;
}

Value SimulatorCalls::constants(ArrayRef<int32_t> values) {
  return addressOf(host.getInts(values));
}

Value SimulatorCalls::addressOf(LLVM::GlobalOp global) {
  return LLVM::AddressOfOp::create(*this, getLoc(), global);
}

Value SimulatorCalls::gep(Value base, int64_t bytes) {
  if (bytes == 0)
    return base;
  return LLVM::GEPOp::create(
      *this, getLoc(), ptr(), getI8Type(), base,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(bytes)});
}

Value SimulatorCalls::pack(Type type, ArrayRef<Value> values) {
  Value packed = LLVM::UndefOp::create(*this, getLoc(), type);
  for (auto [index, value] : llvm::enumerate(values))
    packed = LLVM::InsertValueOp::create(*this, getLoc(), packed, value, index);
  return packed;
}
