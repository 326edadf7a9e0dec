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
  Case<"cooperative", "all consumers share one tile, and each has a part of the rows">,
  Case<"pingpong", "the two consumers take alternate tiles, so that the "
                   "epilogue of one runs under the mainloop of the other">,
]>;

def Store : EnumType<"Store", [
  Case<"direct", "each thread stores its fragment">,
  Case<"tma", "through shared memory and a TMA store">,
  Case<"copy", "through shared memory; the consumers' threads then store rows">,
]>;

def Load : EnumType<"Load", [
  Case<"tma", "one thread starts TMA copies of whole tiles">,
  Case<"pack", "as tma; all CTAs first copy each matrix that TMA can't load, or that wgmma needs transposed, to "
               "aligned rows in that layout">,
  Case<"copy", "a warpgroup copies chunks of 16 bytes, aligned or not">,
  Case<"transpose", "as tma; three warps transpose an operand in shared memory if wgmma needs it transposed">,
]>;

def Reduce : EnumType<"Reduce", [
  Case<"cluster", "through distributed shared memory: each CTA adds up a share of the columns, and the CTAs that "
                  "share K are a cluster">,
  Case<"shares", "through device memory: each CTA adds up a share of the columns">,
]> {
  let removedCases = [RemovedCase<"last", "it was the fastest for none of the matmuls measured">];
}

def EvictFirst : EnumType<"EvictFirst", [
  Case<"none", "no hint">,
  Case<"a", "loads of A">,
  Case<"b", "loads of B">,
]>;

#endif // AUTOTUNE_KERNELS_HOPPERWGMMA_ENUMS
