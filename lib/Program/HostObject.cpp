//===- HostObject.cpp - Machine code of a program's host ------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Modules of kernels are loaded by constructors, which a linker at run time
// does not call. They become functions that the loader calls, and so may load
// kernels for the device that it wants.
//
//===----------------------------------------------------------------------===//

#include "HostObject.h"

#include "mlir-autotune/Program/ProgramImage.h"
#include "mlir-autotune/Transforms/HostCPU.h"

#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <map>

using namespace mlir;
using namespace mlir::autotune;

/// For any CPU of the architecture, since a program may be saved and loaded
/// elsewhere. Functions that name a CPU are compiled for it.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(bool optimize) {
  initializeHostTarget();
  llvm::orc::JITTargetMachineBuilder builder{
      llvm::Triple(llvm::sys::getProcessTriple())};
  builder.setRelocationModel(llvm::Reloc::PIC_);
  builder.setCodeGenOptLevel(optimize ? llvm::CodeGenOptLevel::Default
                                      : llvm::CodeGenOptLevel::None);
  return builder.createTargetMachine();
}

/// Replaces the list of constructors, or destructors, by a function that calls
/// them in their order.
static void replaceList(llvm::Module &module, StringRef listName,
                        StringRef functionName) {
  llvm::LLVMContext &context = module.getContext();
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto *function = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                          functionName, module);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(context, "entry", function));
  if (llvm::GlobalVariable *list = module.getNamedGlobal(listName)) {
    std::multimap<uint64_t, llvm::Function *> entries;
    if (auto *array =
            llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()))
      for (llvm::Value *operand : array->operands()) {
        auto *entry = llvm::cast<llvm::ConstantStruct>(operand);
        auto *priority = llvm::cast<llvm::ConstantInt>(entry->getOperand(0));
        if (auto *called = llvm::dyn_cast<llvm::Function>(
                entry->getOperand(1)->stripPointerCasts()))
          entries.emplace(priority->getZExtValue(), called);
      }
    for (auto [priority, called] : entries)
      builder.CreateCall(type, called);
    list->eraseFromParent();
  }
  builder.CreateRetVoid();
}

static llvm::Error reportDefect(const llvm::Twine &what) {
  return llvm::createStringError(
      what + ": this is a defect of mlir-autotune, please report it");
}

/// The pointers of an array.
static SmallVector<llvm::Value *>
loadPointers(llvm::IRBuilder<> &builder, llvm::Value *array, unsigned count) {
  SmallVector<llvm::Value *> pointers;
  for (unsigned i = 0; i < count; ++i)
    pointers.push_back(builder.CreateLoad(
        array->getType(),
        builder.CreateConstInBoundsGEP1_32(array->getType(), array, i)));
  return pointers;
}

static llvm::Function *addFunction(llvm::Module &module, StringRef name,
                                   unsigned numPointers) {
  llvm::LLVMContext &context = module.getContext();
  SmallVector<llvm::Type *> types(numPointers,
                                  llvm::PointerType::getUnqual(context));
  return llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
      llvm::Function::ExternalLinkage, name, module);
}

/// A function that takes all pointers in an array.
static llvm::Error addInvoke(llvm::Module &module, const HostEntry &entry) {
  llvm::Function *called = module.getFunction(entry.main);
  if (!called || called->isDeclaration() ||
      called->arg_size() != entry.numDescriptors)
    return reportDefect("the compiled function takes " +
                        llvm::Twine(called ? called->arg_size() : 0) +
                        " descriptors, not " +
                        llvm::Twine(entry.numDescriptors));
  llvm::Function *function = addFunction(module, ProgramImage::kInvoke, 1);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(module.getContext(), "entry", function));
  builder.CreateCall(
      called, loadPointers(builder, function->getArg(0), entry.numDescriptors));
  builder.CreateRetVoid();
  return llvm::Error::success();
}

/// The C interface returns one size as it is, and writes several to memory.
static llvm::Error addGetSizes(llvm::Module &module, const HostEntry &entry) {
  llvm::Function *called = module.getFunction(entry.sizes);
  bool writes = entry.numSizes > 1;
  if (!called || called->isDeclaration() ||
      called->arg_size() != entry.numArguments + writes ||
      called->getReturnType()->isVoidTy() != writes)
    return reportDefect("the program has no function for sizes of results");
  llvm::Function *function = addFunction(module, ProgramImage::kGetSizes, 2);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(module.getContext(), "entry", function));
  llvm::Value *sizes = function->getArg(0);
  SmallVector<llvm::Value *> arguments =
      loadPointers(builder, function->getArg(1), entry.numArguments);
  if (writes)
    arguments.insert(arguments.begin(), sizes);
  llvm::Value *result = builder.CreateCall(called, arguments);
  if (!writes)
    builder.CreateStore(result, sizes);
  builder.CreateRetVoid();
  return llvm::Error::success();
}

llvm::Expected<std::string> autotune::emitHostObject(ModuleOp module,
                                                     const HostEntry &entry,
                                                     bool optimize) {
  auto machine = createMachine(optimize);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> host = translateModuleToLLVMIR(module, context);
  if (!host)
    return llvm::createStringError("can't translate the program to LLVM IR");
  host->setDataLayout((*machine)->createDataLayout());
  host->setTargetTriple((*machine)->getTargetTriple());
  replaceList(*host, "llvm.global_ctors", ProgramImage::kInitialize);
  replaceList(*host, "llvm.global_dtors", ProgramImage::kFinalize);
  if (llvm::Error error = addInvoke(*host, entry))
    return error;
  if (!entry.sizes.empty())
    if (llvm::Error error = addGetSizes(*host, entry))
      return error;
  auto transform =
      makeOptimizingTransformer(optimize ? 2 : 0, 0, machine->get());
  if (llvm::Error error = transform(host.get()))
    return error;
  SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager emission;
  if ((*machine)->addPassesToEmitFile(emission, os, nullptr,
                                      llvm::CodeGenFileType::ObjectFile))
    return llvm::createStringError("LLVM can't write object files for " +
                                   host->getTargetTriple().str());
  emission.run(*host);
  return std::string(object.begin(), object.end());
}
