//===- Enums.td - The enumerations of hopper_wgmma ------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_HOPPERWGMMA_ENUMS
#define AUTOTUNE_KERNELS_HOPPERWGMMA_ENUMS

include "Base.td"

def Schedule : EnumType<"Schedule", [
  Case<"cooperative", "all consumers share one tile, each its rows">,
  Case<"pingpong", "the two consumers take alternate tiles, so that the "
                   "epilogue of one runs under the mainloop of the other">,
]>;

def Store : EnumType<"Store", [
  Case<"direct", "each thread stores its fragment">,
  Case<"tma", "through shared memory and a TMA store">,
  Case<"copy", "through shared memory, then rows by the consumers' threads">,
]>;

def Load : EnumType<"Load", [
  Case<"tma", "one thread starts TMA copies of whole tiles">,
  Case<"pack", "as tma; what TMA can't load, or wgmma only transposed, is first "
               "copied so, by all CTAs, to where its rows are aligned">,
  Case<"copy", "a warpgroup copies chunks of 16 bytes, aligned or not">,
  Case<"transpose", "as tma; three warps transpose in shared memory what wgmma takes only so">,
]>;

def Reduce : EnumType<"Reduce", [
  Case<"cluster", "through distributed shared memory, each CTA a share of the "
                  "columns: the CTAs that share K are a cluster">,
  Case<"shares", "through device memory, each CTA a share of the columns">,
]> {
  let removedCases = [RemovedCase<"last", "it was the fastest for none of the matmuls measured">];
}

def EvictFirst : EnumType<"EvictFirst", [
  Case<"none", "no hint">,
  Case<"a", "loads of A">,
  Case<"b", "loads of B">,
]>;

#endif // AUTOTUNE_KERNELS_HOPPERWGMMA_ENUMS
