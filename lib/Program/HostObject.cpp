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

/// A function that takes all pointers in an array.
static llvm::Error addInvoke(llvm::Module &module, StringRef entry,
                             unsigned numDescriptors) {
  llvm::LLVMContext &context = module.getContext();
  llvm::Function *called = module.getFunction(entry);
  if (!called || called->isDeclaration() ||
      called->arg_size() != numDescriptors)
    return llvm::createStringError(
        "the compiled function takes " +
        llvm::Twine(called ? called->arg_size() : 0) + " descriptors, not " +
        llvm::Twine(numDescriptors) +
        ": this is a defect of mlir-autotune, please report it");
  auto *pointer = llvm::PointerType::getUnqual(context);
  auto *function = llvm::Function::Create(
      llvm::FunctionType::get(llvm::Type::getVoidTy(context), {pointer}, false),
      llvm::Function::ExternalLinkage, ProgramImage::kInvoke, module);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(context, "entry", function));
  SmallVector<llvm::Value *> arguments;
  for (unsigned i = 0; i < numDescriptors; ++i)
    arguments.push_back(builder.CreateLoad(
        pointer,
        builder.CreateConstInBoundsGEP1_32(pointer, function->getArg(0), i)));
  builder.CreateCall(called, arguments);
  builder.CreateRetVoid();
  return llvm::Error::success();
}

llvm::Expected<std::string> autotune::emitHostObject(ModuleOp module,
                                                     StringRef entry,
                                                     unsigned numDescriptors,
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
  if (llvm::Error error = addInvoke(*host, entry, numDescriptors))
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
