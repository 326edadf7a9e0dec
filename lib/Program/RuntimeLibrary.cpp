//===- RuntimeLibrary.cpp - What programs call, opened --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The CUDA runtime and the simulator export the same names. So neither library
// is opened for the whole process: a program is linked with one of them.
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Program/RuntimeLibrary.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <dlfcn.h>
#include <memory>
#include <mutex>

using namespace llvm;
using namespace mlir::autotune;

void *RuntimeLibrary::find(const char *symbol) const {
  return dlsym(handle, symbol);
}

Expected<const RuntimeLibrary *> RuntimeLibrary::open(StringRef path) {
  static std::mutex mutex;
  static StringMap<std::unique_ptr<RuntimeLibrary>> known;
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<RuntimeLibrary> &kept = known[path];
  if (kept)
    return kept.get();
  auto library = std::make_unique<RuntimeLibrary>();
  library->handle = dlopen(path.str().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library->handle)
    return createStringError(Twine("can't open the runtime library: ") +
                             dlerror());
#define AUTOTUNE_RESOLVE(MEMBER, RETURN, PARAMETERS)                           \
  library->MEMBER = reinterpret_cast<decltype(library->MEMBER)>(               \
      library->find("mgpuAutotune" #MEMBER));                                  \
  if (!library->MEMBER)                                                        \
    return createStringError(                                                  \
        path + " has no mgpuAutotune" #MEMBER                                  \
               ": it must be of the same version as mlir-autotune");
  AUTOTUNE_RUNTIME_FUNCTIONS(AUTOTUNE_RESOLVE)
#undef AUTOTUNE_RESOLVE
  kept = std::move(library);
  return kept.get();
}
