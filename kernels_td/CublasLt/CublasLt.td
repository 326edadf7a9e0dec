//===- CublasLt.td - Matmuls that NVIDIA's library computes ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "Base.td"

// Bit 63 alone would be the value of a parameter that is not set.
defvar anyWord = Between<-9223372036854775807, 9223372036854775807>;

def CublasLt : KernelTemplate<"cublaslt"> {
  let library = 1;
  let summary = "a call of cuBLASLt with one of its algorithms, if the machine has the same version of it";
  let description = [{
The config is an algorithm as the library returned it: the 64 bytes of `cublasLtMatmulAlgo_t` as eight
signed integers. They mean the same algorithm only for the same version of the library and for the same
problem. No level of the space has configs of this template. Such a config stands in a plan, before a
kernel ([libraries.md](libraries.md)).
}];

  let elements = [
    Elements<["bf16"], /*alike=*/1, ["f32"], narrowOutputs>,
    Elements<["f16"], /*alike=*/1, ["f32", "f16"], narrowOutputs>,
    Elements<["f32", "tf32"], /*alike=*/1, ["f32"], narrowOutputs>,
    Elements<["f64"], /*alike=*/1, ["f64"], !listconcat(["f64"], narrowOutputs)>,
    Elements<["f8E4M3FN"], /*alike=*/0, ["f32"], narrowOutputs, float8>,
    Elements<["f8E5M2"], /*alike=*/0, ["f32"], narrowOutputs, ["f8E4M3FN"]>,
    Elements<["i8"], /*alike=*/1, ["i32"], narrowOutputs>,
  ];
  let chips = ChipsFrom<80>;

  let params = [
    IntParam<"version", Between<0, 2147483647>, 0,
      "the version of the library, as cublasLtGetVersion() returns it", word="v%">,
    IntListParam<"algorithm", ["word0", "word1", "word2", "word3", "word4", "word5", "word6", "word7"],
      [anyWord, anyWord, anyWord, anyWord, anyWord, anyWord, anyWord, anyWord],
      [0, 0, 0, 0, 0, 0, 0, 0],
      "the 64 bytes of the algorithm, the first in the lowest bits">,
    IntParam<"workspace", Between<0, 1099511627776>, 0,
      "bytes of device memory that the algorithm needs">,
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
    Constraint<"known-sizes", "fact.hasStaticSizes()",
      "the matmul is {describeSizes(fact)}; an algorithm is for exact sizes, so its row of a plan must fix "
      "all sizes that are unknown",
      "an algorithm is for the sizes for which the library returned it">,
    Constraint<"scales", "!fact.isScaled()",
      "A and B have scales; the library's kinds of scales are not served",
      "a call multiplies the elements as they are">,
    Constraint<"unsigned", "!fact.zeroExtend",
      "A and B are unsigned integers; the library multiplies signed ones",
      "the library has no unsigned types">,
    Constraint<"unit-stride",
      "fact.a.unitInnerStride && fact.b.unitInnerStride && fact.c.unitInnerStride",
      "the elements of a row of {fact.a.unitInnerStride ? fact.b.unitInnerStride ? \"C\" : \"B\" : \"A\"} are "
      "not adjacent; their stride must be 1",
      "the library has one stride for each matrix">,
    Constraint<"batch-strides", "!fact.a.hasOuterBatch() && !fact.b.hasOuterBatch()",
      "the batch of {fact.a.hasOuterBatch() ? \"A\" : \"B\"} has two strides; the library takes one",
      "the library has one stride for each batch">,
    Constraint<"float8-layout",
      "!fact.multipliesFloat8() || (!fact.a.transposed && fact.b.transposed)",
      "8-bit floats are {fact.a.transposed ? \"stored with A^T\" : \"not stored with B^T\"}; the library needs A stored M x "
      "K and B stored N x K",
      "the library multiplies 8-bit floats along adjacent elements">,
    SeparateLimit,
    LibraryOutput<"fact.c.element == fact.accumulator || (isFloat8(fact.a.element) ? "
                  "isFloat(fact.c.element) && getElementBits(fact.c.element) == 16 : "
                  "isFloat(fact.a.element) && fact.c.element == fact.a.element)">,
    Constraint<"epilogue", "config.separateEpilogue || "
      "isStandardEpilogue(fact.epilogue, fact.getSumElement(), fact.c.element)",
      "the epilogue is none of the library's: relu or gelu (with tanh) in f32, also of sums to which a bias "
      "along N of C's type is added first, or this bias only, rounded to C's type at the end. With "
      "separate_epilogue = true, a kernel computes any epilogue",
      "the library has a few epilogues of its own">,
    Constraint<"version", "config.version > 0",
      "version = 0; it must be the version of the library that returned the algorithm",
      "an algorithm is for one version of the library">,
  ];

  let resources = Resources<"0", "0", "0">;
}
