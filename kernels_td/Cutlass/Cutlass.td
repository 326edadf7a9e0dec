//===- Cutlass.td - Matmuls by kernels of NVIDIA's CUTLASS ----------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Base.td"

def Cutlass : KernelTemplate<"cutlass"> {
  let library = 1;
  let summary = "a call of a CUTLASS kernel, which was built ahead into a shared library";
  let description = [{
`tools/cutlass/build.py` builds the kernels with nvcc ([libraries.md](libraries.md#kernels-of-cutlass)).
A kernel is known by a hash of its name. No level of the space has configs of this template: only the
library of kernels knows which ones it has. Such a config stands in a plan, before a kernel of ours. A
CUTLASS kernel serves any sizes, so the row may be for sizes that are unknown.
}];

  let elements = [
    Elements<["bf16"], /*alike=*/1, ["f32"], narrowOutputs>,
    Elements<["f16"], /*alike=*/1, ["f32"], narrowOutputs>,
    Elements<["i8"], /*alike=*/1, ["i32"], narrowOutputs>,
  ];
  let chips = OnlyChips<[hopperChip]>;

  let params = [
    IntParam<"version", Between<0, 2147483647>, 0,
      "CUTLASS_VERSION of the headers that the kernel was compiled with: 420 is 4.2.0", word="v%">,
    IntParam<"kernel", Between<0, 281474976710655>, 0,
      "the lowest 48 bits of the 64-bit FNV-1a hash of the kernel's name">,
    SeparateEpilogue<>,
  ];

  let constraints = [
    PairLimit<>,
    SumLimit<>,
    PartsLimit<>,
    PrologueLimit<>,
    SizeZero,
    NoWindows,
    NoGroup,
    SizeLimit<>,
    Constraint<"scales", "!fact.isScaled()",
      "A and B have scales; the kernels have none",
      "a kernel multiplies the elements as they are">,
    Constraint<"unsigned", "!fact.zeroExtend",
      "A and B are unsigned integers; the kernels multiply signed ones",
      "the kernels are compiled for signed integers">,
    Constraint<"unit-stride",
      "fact.a.unitInnerStride && fact.b.unitInnerStride && fact.c.unitInnerStride",
      "the elements of a row of {fact.a.unitInnerStride ? fact.b.unitInnerStride ? \"C\" : \"B\" : \"A\"} are "
      "not adjacent; their stride must be 1",
      "a kernel has one stride for each matrix">,
    Constraint<"batch-strides", "!fact.a.hasOuterBatch() && !fact.b.hasOuterBatch()",
      "the batch of {fact.a.hasOuterBatch() ? \"A\" : \"B\"} has two strides; a kernel takes one",
      "a kernel has one stride for each batch">,
    Constraint<"layout", "!fact.a.transposed && fact.b.transposed",
      "{fact.a.transposed ? \"A is stored K x M\" : \"B is stored K x N\"}; the kernels need A stored M x K and "
      "B stored N x K",
      "the kernels are compiled for one layout">,
    SeparateLimit,
    LibraryOutput<"fact.c.element == fact.accumulator || (isFloat(fact.a.element) && fact.c.element == fact.a.element)">,
    Constraint<"epilogue", "config.separateEpilogue || fact.epilogue.isNone()",
      "there is an epilogue; the kernels store the sums, or add them to C. With separate_epilogue = true, a "
      "kernel of ours computes any epilogue",
      "the kernels are compiled without epilogues">,
    Constraint<"kernel", "config.version > 0 && config.kernel > 0",
      "version = {config.version}, kernel = {config.kernel}; both must be those of a kernel that was built",
      "0 is no version and no kernel">,
  ];

  let resources = Resources<"0", "0", "0">;
}
