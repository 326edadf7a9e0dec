//===- ProgramLinker.cpp - A program's object file, linked ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramLinker.h"

#include "mlir-autotune/Transforms/HostCPU.h"

#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::autotune;

namespace {
/// Finds what programs call in a runtime library.
class RuntimeGenerator : public orc::DefinitionGenerator {
public:
  RuntimeGenerator(const RuntimeLibrary &runtime, char prefix)
      : runtime(runtime), prefix(prefix) {}

  Error tryToGenerate(orc::LookupState &, orc::LookupKind,
                      orc::JITDylib &library, orc::JITDylibLookupFlags,
                      const orc::SymbolLookupSet &wanted) override {
    orc::SymbolMap found;
    for (const auto &[symbol, flags] : wanted) {
      StringRef name = *symbol;
      if (prefix && !name.consume_front(StringRef(&prefix, 1)))
        continue;
      if (void *address = runtime.find(name.str().c_str()))
        found[symbol] = {orc::ExecutorAddr::fromPtr(address),
                         JITSymbolFlags::Exported};
    }
    if (found.empty())
      return Error::success();
    return library.define(orc::absoluteSymbols(std::move(found)));
  }

private:
  const RuntimeLibrary &runtime;
  char prefix;
};
} // namespace

Expected<std::unique_ptr<orc::LLJIT>>
autotune::linkProgram(StringRef object, const RuntimeLibrary &runtime,
                      const ProgramHooks &hooks) {
  initializeHostTarget();
  auto made = orc::LLJITBuilder().create();
  if (!made)
    return made.takeError();
  std::unique_ptr<orc::LLJIT> jit = std::move(*made);
  orc::JITDylib &library = jit->getMainJITDylib();
  auto define = [&](const char *name, auto *function) {
    return library.define(orc::absoluteSymbols(
        {{jit->mangleAndIntern(name),
          {orc::ExecutorAddr::fromPtr(function), JITSymbolFlags::Exported}}}));
  };
  if (Error error = define("puts", hooks.puts))
    return std::move(error);
  if (Error error = define("abort", hooks.abort))
    return std::move(error);
  char prefix = jit->getDataLayout().getGlobalPrefix();
  library.addGenerator(std::make_unique<RuntimeGenerator>(runtime, prefix));
  // The C library: malloc, memcpy, functions of math.
  auto process =
      orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(prefix);
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  if (Error error =
          jit->addObjectFile(MemoryBuffer::getMemBufferCopy(object, "program")))
    return std::move(error);
  return std::move(jit);
}
