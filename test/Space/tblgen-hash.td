//===- tblgen-hash.td - When a template's hash changes --------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The hash is that of what a config means: documentation, domains and a neutral
// parameter that is new or was removed leave it alone.
//
// RUN: rm -rf %t && mkdir %t
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s | grep kToyParams, > %t/same
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DDOC | grep kToyParams, | diff %t/same -
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DDOMAIN | grep kToyParams, | diff %t/same -
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DNEUTRAL | grep -oE '"[0-9a-f]{16}"' > %t/neutral
// RUN: grep -oE '"[0-9a-f]{16}"' %t/same | diff %t/neutral -
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DREMOVED | grep -oE '"[0-9a-f]{16}"' | diff %t/neutral -
//
// A revision, a default, a case and a parameter change it.
//
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DREVISION | grep kToyParams, | not diff %t/same -
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DDEFAULT | grep kToyParams, | not diff %t/same -
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DCASE | grep kToyParams, | not diff %t/same -
// RUN: autotune-tblgen --gen-config-schema -I %kernels_td %s -DPARAM | grep -oE '"[0-9a-f]{16}"' | not diff %t/neutral -

include "Base.td"

#ifdef CASE
def Mode : EnumType<"Mode", [Case<"slow", "slowly">, Case<"swift", "at once">]>;
#else
def Mode : EnumType<"Mode", [Case<"slow", "slowly">, Case<"fast", "at once">]>;
#endif

#ifdef DOMAIN
def Depths : Domain<[1], [1, 2, 4]>;
#else
def Depths : Domain<[1], [1, 2]>;
#endif

def Toy : KernelTemplate<"toy"> {
  let summary = "a template for tests";
#ifdef DOC
  let description = "More of it.";
#endif
#ifdef REVISION
  let revision = 2;
#endif
  let elements = [Elements<["f32"], 1, ["f32"], ["f32"]>];
  let chips = ChipsFrom<80>;
  let params = [
#ifdef DEFAULT
    IntParam<"depth", Depths, 2, "how deep">,
#else
    IntParam<"depth", Depths, 1, "how deep">,
#endif
    EnumParam<"mode", Mode, CaseDomain<["slow"]>, "slow", "how fast">,
#ifdef NEUTRAL
    BoolParam<"loud", Domain<[0]>, 0, "whether it is heard", /*isNeutral=*/1>,
#endif
#ifdef PARAM
    BoolParam<"loud", Domain<[0]>, 0, "whether it is heard">,
#endif
  ];
#ifdef REMOVED
  let removedParams = [RemovedParam<"loud", "false", "nobody heard it">];
#endif
  let resources = Resources<"1024", "32", "128">;
}
