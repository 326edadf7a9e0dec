//===- BuiltinsTest.cpp - What LLVM calls where a CPU lacks something -----===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every conversion between types of LLVM, and arithmetic on them, is compiled
// for CPUs that have little. What the code calls must be one of our builtins,
// or of the C library's mathematics. It then runs with these alone, and its
// results are those of APFloat and APInt.
//
//===----------------------------------------------------------------------===//

#include "ConversionCases.h"

#include "mlir-autotune/Simulator/Symbols.h"
#include "mlir-autotune/Transforms/HostCPU.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/RuntimeLibcalls.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "gtest/gtest.h"

#include <dlfcn.h>

using namespace mlir::autotune;
using namespace mlir::autotune::test;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static llvm::StringSet<> getBuiltinNames() {
  llvm::StringSet<> names;
  for (const sim::Symbol &symbol : sim::getBuiltins())
    names.insert(symbol.name);
  return names;
}

/// Not optimised: what is called is not to depend on what a pass knows.
static std::unique_ptr<llvm::MemoryBuffer> compile(StringRef ir,
                                                   const HostCPU &cpu) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::LLVMContext context;
  llvm::SMDiagnostic error;
  std::unique_ptr<llvm::Module> module =
      llvm::parseAssemblyString(ir, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  llvm::Triple triple(llvm::sys::getProcessTriple());
  std::string whyNot;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, whyNot);
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, cpu.name, llvm::join(cpu.features, ","), llvm::TargetOptions(),
      llvm::Reloc::PIC_));
  module->setTargetTriple(triple);
  module->setDataLayout(machine->createDataLayout());
  llvm::SmallVector<char, 0> object;
  llvm::raw_svector_ostream os(object);
  llvm::legacy::PassManager pm;
  EXPECT_FALSE(machine->addPassesToEmitFile(pm, os, nullptr,
                                            llvm::CodeGenFileType::ObjectFile));
  pm.run(*module);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(object), /*RequiresNullTerminator=*/false);
}

class BuiltinsTest : public testing::TestWithParam<const char *> {};

TEST_P(BuiltinsTest, EveryConversionLinksAndIsRight) {
  HostCPU cpu = llvm::cantFail(HostCPU::parse(GetParam()));
  std::vector<Function> functions = getFunctions();
  std::unique_ptr<llvm::MemoryBuffer> object = compile(getIR(functions), cpu);

  // Nobody else's functions are seen but those of mathematics.
  void *libm = ::dlopen("libm.so.6", RTLD_NOW);
  ASSERT_TRUE(libm);
  llvm::StringSet<> builtins = getBuiltinNames();
  auto jit =
      llvm::cantFail(llvm::orc::LLJITBuilder()
                         .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                         .setLinkProcessSymbolsByDefault(false)
                         .create());
  llvm::orc::SymbolMap map;
  auto define = [&](StringRef name, void *address) {
    map[jit->mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported};
  };
  for (const sim::Symbol &symbol : sim::getBuiltins())
    define(symbol.name, symbol.address);
  auto file =
      llvm::cantFail(llvm::object::ObjectFile::createObjectFile(*object));
  unsigned called = 0;
  for (const llvm::object::SymbolRef &symbol : file->symbols()) {
    if (!(llvm::cantFail(symbol.getFlags()) &
          llvm::object::SymbolRef::SF_Undefined))
      continue;
    StringRef name = llvm::cantFail(symbol.getName());
    if (name.empty())
      continue;
    ++called;
    if (builtins.contains(name))
      continue;
    void *address = ::dlsym(libm, name.str().c_str());
    EXPECT_TRUE(address && name.starts_with("fmod")) << name.str();
    define(name, address);
  }
  EXPECT_GT(called, 40u);
  llvm::cantFail(jit->getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(map))));
  llvm::cantFail(jit->addObjectFile(std::move(object)));
  std::mt19937_64 random(20261125);
  for (const Function &f : functions) {
    auto address = jit->lookup(f.name);
    ASSERT_TRUE(bool(address)) << llvm::toString(address.takeError());
    // Code that this machine can't run is linked alone.
    if (cpu.missingHere.empty())
      check(f, address->toPtr<Entry>(), random);
  }
}

INSTANTIATE_TEST_SUITE_P(CPUs, BuiltinsTest,
#ifdef __x86_64__
                         testing::Values("x86-64", "x86-64-v2", "x86-64-v3",
                                         "x86-64-v4", "cooperlake",
                                         "sapphirerapids", "native")
#else
                         testing::Values("native")
#endif
);

/// LLVM lists what it may ever call.
TEST(Builtins, EveryConversionThatLLVMNamesIsThere) {
#ifdef __x86_64__
  llvm::StringSet<> builtins = getBuiltinNames();
  // The x87 converts by itself, AVX512-FP16 converts integers of up to 64 bits,
  // and bf16 of integers is made by f32.
  llvm::StringSet<> never = {"__fixhfsi",     "__fixhfdi",     "__fixunshfsi",
                             "__fixunshfdi",  "__floatsihf",   "__floatdihf",
                             "__floatunsihf", "__floatundihf", "__floatdibf",
                             "__floatundibf", "__fixxfsi",     "__floatsixf",
                             "__floatunsixf", "__truncxfsf2",  "__truncxfdf2"};
  llvm::RTLIB::RuntimeLibcallsInfo info(
      llvm::Triple("x86_64-unknown-linux-gnu"));
  unsigned count = 0;
  for (llvm::RTLIB::LibcallImpl call : llvm::RTLIB::libcall_impls()) {
    StringRef name = info.getLibcallImplName(call);
    bool isConversion = false;
    for (const char *start : {"__trunc", "__extend", "__fix", "__float"})
      isConversion |= name.starts_with(start);
    if (!info.isAvailable(call) || (!isConversion && !name.ends_with("ti3")))
      continue;
    ++count;
    EXPECT_TRUE(builtins.contains(name) || never.contains(name)) << name.str();
  }
  EXPECT_GT(count, 80u);
#endif
}
