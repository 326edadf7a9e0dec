//===- Problem.td - What a kernel is to compute ---------------------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The members of a fact, and its operands. autotune-tblgen makes from them
// Problem/Problem.inc:
//
// - the members of each struct of Problem/MatmulFact.h, and its equality and
//   hash;
// - the list of a fact's operands (Problem/Operands.h), with their names, sizes
//   and order. Launches, bundles, the runner and the simulator take them in the
//   order of the records.
//
// A new member or kind of operand is a record here. Text (lib/Problem/Text.cpp
// and its parser) says how a new member is written.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_PROBLEM
#define AUTOTUNE_KERNELS_PROBLEM

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

// A member of a struct, with its initial value ("" for the default of its type)
// and its description.
class Member<string cppType, string cppName, string initial, string text> {
  string type = cppType;
  string name = cppName;
  string value = initial;
  string doc = text;
}

// A struct whose values are equal if all members are equal. The record's name is
// the struct's name.
class Struct<list<Member> all> {
  list<Member> members = all;
}

def OperandFact : Struct<[
  Member<"ElementKind", "element", "ElementKind::BF16", "">,
  Member<"bool", "transposed", "false", [{
    A is stored M x K and B is stored K x N unless this is set (then K x M,
    N x K). C is always stored M x N.
  }]>,
  Member<"int64_t", "rowStride", "kDynamicSize", [{
    Distance, in elements, between two rows as stored; kDynamicSize when
    unknown. A tensor has no layout: its rows count as contiguous.
  }]>,
  Member<"bool", "dense", "false", [{
    Whether the matrices lie one behind the other without gaps, so that strides
    that are unknown follow from sizes. Only set if a stride is unknown.
  }]>,
  Member<"int64_t", "strideUnit", "1", [{
    A known divisor of the strides that are unknown, in elements.
  }]>,
  Member<"int64_t", "batchStride", "0", [{
    Distance, in elements, between two matrices of a batch, or between the
    parts of A or B along K; kDynamicSize when unknown. 0 if all products share
    one matrix (a broadcast operand), and if there is only one product.
  }]>,
  Member<"int64_t", "innerBatch", "-1", [{
    For an A or B whose batch has two dimensions without a common stride, as
    heads of several sequences do: the number of matrices of the inner
    dimension, which are batchStride apart; -1 if there is one dimension.
  }]>,
  Member<"int64_t", "outerStride", "0", [{
    The distance between two matrices along the outer dimension.
  }]>,
  Member<"bool", "unitInnerStride", "true", [{
    Whether the elements of a stored row are adjacent, as TMA needs.
  }]>,
  Member<"int64_t", "alignment", "256", [{
    Known alignment of the first element, in bytes, as a power of two.
    Allocations by the GPU's driver are aligned to 256 bytes; a tensor is
    assumed to become such an allocation.
  }]>,
]>;

def EpilogueOperand : Struct<[
  Member<"OperandFact", "matrix", "", [{
    Never transposed. It has one row if it does not vary along the output's
    rows, and likewise for columns. A batch stride of 0 means that all products
    share it.
  }]>,
  Member<"bool", "overRows", "false", "">,
  Member<"bool", "overColumns", "false", "">,
  Member<"int64_t", "rowGroup", "1", [{
    How many rows of the output share a row of the matrix, if it varies along
    rows; columnGroup is the same of columns.
  }]>,
  Member<"int64_t", "columnGroup", "1", "">,
]>;

def AddedProduct : Struct<[
  Member<"int64_t", "k", "kDynamicSize", "">,
  Member<"OperandFact", "a", "", "">,
  Member<"OperandFact", "b", "", "">,
]>;

def EpilogueFact : Struct<[
  Member<"std::string", "body", "", [{
    A func.func of scalars on one line. Its arguments are the sum, of
    `getSumElement()`'s type (for a pair both sums, B's first), and an element
    of each operand. Its results are an element of C and of each of `outputs`.
    It is canonical: equal functions of different modules have equal text.
    Empty for none (Analysis/Epilogue.h). If only a key is known, it is the
    function's hash.
  }]>,
  Member<"std::vector<EpilogueOperand>", "operands", "", "">,
  Member<"std::vector<OperandFact>", "outputs", "", [{
    Outputs beside C: matrices of C's shape, which may have other types and
    layouts. They are never transposed, and a pair has none.
  }]>,
]>;

def PrologueOperand : Struct<[
  Member<"OperandFact", "matrix", "", [{
    Rows run along the output and columns along K; a dimension along which it
    does not vary has size 1. Stored the other way round if it is transposed.
  }]>,
  Member<"bool", "overOutput", "false", [{
    Whether it varies along the output: N for B, M for A.
  }]>,
  Member<"int64_t", "group", "0", [{
    How many elements of K share a value; 0 for all.
  }]>,
  Member<"int64_t", "rowGroup", "1", [{
    How many rows along the output share a value; 1 for everything that a
    prologue reads.
  }]>,
]>;

def PrologueFact : Struct<[
  Member<"unsigned", "number", "1", [{
    The factor that has the prologue: 0 for A, 1 for B.
  }]>,
  Member<"std::string", "body", "", [{
    A func.func of scalars on one line, canonical like an epilogue's. Its
    arguments are a stored element and one of each operand. Its result is the
    element that is multiplied, in the other factor's type
    (Analysis/Prologue.h). Empty for none. If only a key is known, it is the
    function's hash.
  }]>,
  Member<"std::vector<PrologueOperand>", "operands", "", "">,
]>;

def BlockScales : Struct<[
  Member<"PrologueOperand", "a", "", [{
    Rows run along M in `a` and along N in `b`, and columns along K in both. For
    a pair, `b` describes the scales of each of its two matrices.
  }]>,
  Member<"PrologueOperand", "b", "", "">,
]>;

def WindowsFact : Struct<[
  Member<"int64_t", "images", "1", "">,
  Member<"int64_t", "height", "1", [{
    The pixels in a column of an image; `width` is the same of a row.
  }]>,
  Member<"int64_t", "width", "1", "">,
  Member<"int64_t", "channels", "1", [{
    The elements of a pixel, as stored.
  }]>,
  Member<"std::vector<int64_t>", "numbers", "{1, 1, 1, 1, 1, 1, 0, 0, 0, 0}", [{
    Where windows are, as cuda::Window::getNumbers() lists it.
  }]>,
]>;

def MatmulFact : Struct<[
  Member<"int64_t", "m", "kDynamicSize", "">,
  Member<"int64_t", "n", "kDynamicSize", "">,
  Member<"int64_t", "k", "kDynamicSize", "">,
  Member<"int64_t", "kUnit", "1", [{
    A known divisor of a K that is unknown.
  }]>,
  Member<"int64_t", "batch", "1", "">,
  Member<"int64_t", "parts", "1", "">,
  Member<"std::vector<int64_t>", "group", "", [{
    For a group, the M of each product, which may be 0; else empty.
  }]>,
  Member<"OperandFact", "a", "", "">,
  Member<"OperandFact", "b", "", "">,
  Member<"OperandFact", "c", "", [{
    The matrix that is written: the result of the following cast or epilogue,
    if there is one.
  }]>,
  Member<"ElementKind", "accumulator", "ElementKind::F32", [{
    The type in which products are summed. For float inputs of 16 and 8 bits
    this is F32 for every type of C (docs/design/architecture.md says why). For f16 it
    may be F16, which permits kernels to sum in f16.
  }]>,
  Member<"InitKind", "init", "InitKind::Zero", "">,
  Member<"bool", "isPair", "false", [{
    Whether A is multiplied by two matrices, and the epilogue is a function of
    both sums: C = f(A x B, A x B2), as in silu(A x B) * (A x B2). `b` then
    describes each of the two.
  }]>,
  Member<"std::optional<AddedProduct>", "added", "", [{
    A product that is added to the same sums; never with a pair.
  }]>,
  Member<"bool", "zeroExtend", "false", [{
    Whether integers of A and B are zero-extended (`cast_unsigned`) where they
    are narrower than the accumulator. Always false for float operands.
  }]>,
  Member<"PrologueFact", "prologue", "", [{
    The prologue of one factor, which is stored as integers or floats of 8
    bits, or as floats of up to 32 bits. The other factor has floats of 16
    bits. Such a fact has a batch of 1, no group, and is no pair.
  }]>,
  Member<"std::optional<BlockScales>", "scales", "", [{
    The scales of factors of 8-bit floats. Such a fact is a single product, a
    pair, or a group, each of whose products has its own scales: no batch or
    sum.
  }]>,
  Member<"std::optional<WindowsFact>", "windows", "", [{
    For a convolution, the images whose windows are the rows of A. Such a fact
    is a single product, and A is not transposed.
  }]>,
  Member<"EpilogueFact", "epilogue", "", "">,
]>;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// A kind of operand. Expressions are C++ over `fact`, the MatmulFact, and over
// `each` where there is one operand for each element of a list.
class Operand<string operandName, string layout, string numRows,
              string numColumns> {
  // How the operand is called in text, in bundles and in messages. Operands of
  // a list have a number behind the name: `first` for the first of them.
  string name = operandName;
  string inList = "";
  int first = 0;
  // Whether the fact has it; empty for always.
  string condition = "";
  // Its OperandFact.
  string matrix = layout;
  // Its sizes if it is not transposed, and the largest number of its matrices.
  string rows = numRows;
  string columns = numColumns;
  string matrices = "fact.batch";
  // Its place among the layouts in the text of a fact, as keys of old databases
  // have it; 0 if the text has no layout for it.
  int textPlace = ?;
}

// Of a convolution, the images: a row for each pixel.
def A : Operand<"a", "fact.a", "fact.getStoredRowsOfA()", "fact.getStoredColumnsOfA()"> {
  let matrices = "fact.getFactorMatrices()";
  let textPlace = 1;
}
def B : Operand<"b", "fact.b", "fact.k", "fact.n"> {
  let matrices = "fact.getFactorMatrices()";
  let textPlace = 2;
}
def C : Operand<"c", "fact.c", "fact.m", "fact.n"> {
  let textPlace = 3;
}
// An output of the epilogue beside C.
def Output : Operand<"c", "each", "fact.m", "fact.n"> {
  let inList = "fact.epilogue.outputs";
  let first = 2;
  let textPlace = 4;
}
// The other B of a pair, which lies as B does.
def PairB : Operand<"b2", "fact.b", "fact.k", "fact.n"> {
  let condition = "fact.isPair";
  let textPlace = 0;
}
// The factors of a product that is added.
def AddedA : Operand<"a2", "fact.added->a", "fact.m", "fact.added->k"> {
  let condition = "fact.added";
  let textPlace = 5;
}
def AddedB : Operand<"b2", "fact.added->b", "fact.added->k", "fact.n"> {
  let condition = "fact.added";
  let textPlace = 6;
}
// A matrix that the epilogue reads.
def EpilogueInput : Operand<"e", "each.matrix", "each.getRows(fact.m)",
                            "each.getColumns(fact.n)"> {
  let inList = "fact.epilogue.operands";
  let textPlace = 10;
}
// A matrix that the prologue reads.
def PrologueInput : Operand<"p", "each.matrix",
                            "each.getRows(fact.getConvertedRows())",
                            "each.getColumns(fact.k)"> {
  let inList = "fact.prologue.operands";
  let textPlace = 7;
}
// The scales of A and of B.
def ScalesOfA : Operand<"sa", "fact.scales->a.matrix",
                        "fact.scales->a.getRows(fact.m)",
                        "fact.scales->a.getColumns(fact.k)"> {
  let condition = "fact.scales";
  let textPlace = 8;
}
def ScalesOfB : Operand<"sb", "fact.scales->b.matrix",
                        "fact.scales->b.getRows(fact.n)",
                        "fact.scales->b.getColumns(fact.k)"> {
  let condition = "fact.scales";
  let textPlace = 9;
}
// The scales of the other B of a pair, which lie as those of B do.
def ScalesOfPairB : Operand<"sb2", "fact.scales->b.matrix",
                            "fact.scales->b.getRows(fact.n)",
                            "fact.scales->b.getColumns(fact.k)"> {
  let condition = "fact.scales && fact.isPair";
  let textPlace = 0;
}

#endif // AUTOTUNE_KERNELS_PROBLEM
