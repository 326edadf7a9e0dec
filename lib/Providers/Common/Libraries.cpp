//===- Libraries.cpp - Which libraries a program may call -----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir-autotune/Providers/Libraries.h"

#include "mlir-autotune/Providers/CallProvider.h"
#include "mlir-autotune/Providers/Registry.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::autotune;

static SmallVector<StringRef> getAll() {
  SmallVector<StringRef> names;
  for (const KernelProvider *provider : getProviders())
    if (const CallProvider *call = provider->asCallProvider())
      if (!llvm::is_contained(names, call->getLibrary()))
        names.push_back(call->getLibrary());
  return names;
}

std::string AllowedLibraries::list() { return llvm::join(getAll(), ", "); }

FailureOr<AllowedLibraries> AllowedLibraries::parse(StringRef text,
                                                    std::string &whyNot) {
  AllowedLibraries allowed;
  if (text == "none")
    return allowed;
  SmallVector<StringRef> all = getAll();
  if (text == "all") {
    allowed.isAll = true;
    return allowed;
  }
  SmallVector<StringRef> names;
  text.split(names, ',');
  for (StringRef name : names) {
    const auto *known = llvm::find(all, name.trim());
    if (known == all.end()) {
      whyNot = ("libraries = " + text + ": no library is named '" +
                name.trim() + "'; legal are none, all, and " + list())
                   .str();
      return failure();
    }
    allowed.names.push_back(*known);
  }
  return allowed;
}

bool AllowedLibraries::allow(const Config &config) const {
  const CallProvider *call = getProvider(config).asCallProvider();
  return !call || allow(call->getLibrary());
}

bool AllowedLibraries::allow(StringRef library) const {
  return isAll || llvm::is_contained(names, library);
}
