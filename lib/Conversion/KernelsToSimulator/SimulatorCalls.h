//===- SimulatorCalls.h - Calls of the simulator's functions ----*- C++ -*-===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_SIMULATORCALLS_H
#define MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_SIMULATORCALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

#include <map>

namespace mlir::autotune::simulator {

/// LLVM's numbers of address spaces on NVPTX, which are those of sim::Space.
inline constexpr unsigned kGenericSpace = 0, kGlobalSpace = 1, kSharedSpace = 3,
                          kClusterSpace = 7;

/// The host's module, with the globals and declarations that calls need, each
/// created once.
class HostModule {
public:
  explicit HostModule(ModuleOp module)
      : module(module), symbols(module), layout(module) {}

  /// Creates a constant Site for each operation, so that the simulator can
  /// distinguish two operations with the same location. Their strings are
  /// shared.
  LLVM::GlobalOp createSite(Operation *op);
  LLVM::GlobalOp getString(StringRef text);
  LLVM::GlobalOp getInts(ArrayRef<int32_t> values);
  /// Declares a function. Fails, at `op`, if the name stands for something
  /// else.
  FailureOr<LLVM::LLVMFuncOp> declare(Operation *op, StringRef name,
                                      LLVM::LLVMFunctionType type);

  ModuleOp module;
  SymbolTable symbols;
  DataLayout layout;

private:
  LLVM::GlobalOp createGlobal(Type type, StringRef name, Attribute value);

  llvm::StringMap<LLVM::GlobalOp> strings;
  std::map<std::vector<int32_t>, LLVM::GlobalOp> ints;
};

/// Builds the replacements for the operations of one kernel.
class SimulatorCalls : public OpBuilder, private OpBuilder::Listener {
public:
  SimulatorCalls(HostModule &host, LLVM::LLVMFuncOp function)
      : OpBuilder(function.getContext(), /*listener=*/this), host(host),
        function(function) {}

  /// Whether this builder created the operation, so that it is not the
  /// kernel's.
  bool hasCreated(Operation *op) const { return created.contains(op); }

  /// Sets the insertion point before `op`, which the next operations replace.
  void enter(Operation *op);
  Operation *getOperation() { return op; }
  Location getLoc() { return op->getLoc(); }
  /// "the simulator does not know 'nvvm.xyz'", and in what form, if that is it.
  InFlightDiagnostic unknown(const Twine &form = "");

  /// Lays out the static shared memory that the function names.
  void layOutSharedMemory();

  /// Calls a function of Core/SimulatorABI.h, with the operation's Site first.
  Value call(StringRef name, Type result, ArrayRef<Value> arguments);
  void call(StringRef name, ArrayRef<Value> arguments) {
    call(name, Type(), arguments);
  }
  /// Calls a function that returns a bool: a byte of which only one bit
  /// counts.
  Value callBool(StringRef name, ArrayRef<Value> arguments);

  Value i32(int64_t value);
  Value i64(int64_t value);
  Value null();
  /// A pointer as an i64.
  Value address(Value pointer);
  /// As an address of another of NVPTX's spaces.
  Value addressIn(unsigned space, Value pointer);
  /// Of an operation that takes generic pointers to shared memory, too.
  Value sharedAddress(Value pointer) {
    return addressIn(kClusterSpace, pointer);
  }
  /// Converts between the bits of a 32-bit or 16-bit register and a value of
  /// that width.
  Value bitcast(Value value, Type type);
  /// 0 or 1, as the ABI takes a bool.
  Value zext(Value bit);

  /// Memory of the thread for one value, in the entry block; calls for the same
  /// type and number share it.
  Value slot(Type type, unsigned number = 0);
  Value load(Type type, Value slot);
  void store(Value value, Value slot);
  /// A slot that holds the values, one after the other.
  Value spill(ArrayRef<Value> values, unsigned number = 0);
  /// The address of a constant of 32-bit numbers.
  Value constants(ArrayRef<int32_t> values);
  Value addressOf(LLVM::GlobalOp global);
  Value gep(Value base, int64_t bytes);
  /// Packs the values into a struct.
  Value pack(Type type, ArrayRef<Value> values);

  Type ptr() { return LLVM::LLVMPointerType::get(getContext()); }
  int64_t getBytes(Type type) {
    return host.layout.getTypeSize(type).getFixedValue();
  }

  HostModule &host;
  LLVM::LLVMFuncOp function;
  /// Where each static array of shared memory that the kernel uses lies: bytes
  /// from `sharedAlignment`, to which the CTA's memory must be rounded up.
  llvm::MapVector<Operation *, int64_t> sharedOffsets;
  int64_t sharedAlignment = 1;
  /// Where dynamic shared memory begins, behind the static arrays and from the
  /// same base.
  int64_t dynamicSharedOffset = 0;
  /// Bytes that a launch adds to the dynamic memory: the static arrays, and
  /// room for rounding up.
  int64_t staticSharedBytes = 0;
  /// Whether a call could not be made, which has been reported.
  bool hasFailed = false;

private:
  void notifyOperationInserted(Operation *op, InsertPoint) override {
    created.insert(op);
  }

  llvm::DenseSet<Operation *> created;
  Operation *op = nullptr;
  LLVM::GlobalOp site;
  llvm::DenseMap<std::pair<Type, unsigned>, Value> slots;
};

} // namespace mlir::autotune::simulator

#endif // MLIR_AUTOTUNE_LIB_CONVERSION_KERNELSTOSIMULATOR_SIMULATORCALLS_H
