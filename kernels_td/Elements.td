//===- Elements.td - Element types and what is made of them ---------------===//
//
// Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One record for each element type, and one for each type of a matrix
// instruction. autotune-tblgen makes from them Core/Elements.inc, which all
// layers and tools use through Core/Elements.h, Core/ElementIndex.h and
// Core/MatrixTypes.h. No other file has a list of all types.
//
// Records come in the order of their numbers, with all floats before all
// integers. Compiled host code contains the numbers, and must be compiled again
// if they change. Bundles and databases contain names.
//
//===----------------------------------------------------------------------===//

#ifndef AUTOTUNE_KERNELS_ELEMENTS
#define AUTOTUNE_KERNELS_ELEMENTS

// An element type of a fact. `name` is MLIR's spelling: attributes, bundles and
// lists of shapes have it. The record's name is the C++ enumerator.
class Element<string elementName, int elementBits> {
  string name = elementName;
  // In bits.
  int width = elementBits;
  // Another name in lists of shapes; empty if there is none.
  string shortName = "";

  // The format of a float: the bits of its significand, with the leading one,
  // and of its exponent. One unit of roundoff is 2^-precision. Without an
  // infinity, the largest magnitude is NaN, as in OCP's E4M3. All of these are 0
  // for an integer.
  bit isFloat = 0;
  int precision = 0;
  int exponentBits = 0;
  bit hasInfinity = 0;

  // The name of the type in memory. It differs from `name` only for types that say
  // how a kernel may multiply, such as tf32.
  string stored = elementName;
  // MLIR's class of a float that is in memory, and APFloat's function that
  // returns its format.
  string mlirType = "";
  string semantics = "";

  // A CUtensorMapDataType. A tensor map only copies elements, so their size is
  // what matters; but it rounds f32 to tf32.
  string tensorMap = "UInt8";
  // The cudaDataType (library_types.h of CUDA 13) by which cuBLASLt knows it.
  int cudaDataType = ?;
  // The types by which wgmma multiplies the element: in general, and for integers
  // without a sign. Empty if there is no such instruction.
  string multiplied = "";
  string multipliedUnsigned = multiplied;
  // How fast a chip multiplies it. `rate` is a rate of the target:
  // "TensorCores" for that of 16-bit floats, "CudaCores" for that of f32, and
  // "Unknown" if targets state none. One product takes `rateDivisor` times as
  // long as at this rate.
  string rate = "Unknown";
  int rateDivisor = 1;
}

class FloatElement<string name, int elementBits, int significandBits,
                   int exponent, string type, string format>
    : Element<name, elementBits> {
  let isFloat = 1;
  let precision = significandBits;
  let exponentBits = exponent;
  let hasInfinity = 1;
  let mlirType = type;
  let semantics = format;
}

// f32 in memory that a kernel may multiply as `products` products of tf32, each
// at half the rate of 16-bit floats.
class Tf32Element<string name, int significandBits, string map, int products>
    : FloatElement<name, 32, significandBits, 8, "", ""> {
  let stored = "f32";
  let tensorMap = map;
  let cudaDataType = 0;
  let multiplied = "tf32";
  let rate = "TensorCores";
  let rateDivisor = !mul(2, products);
}

class IntegerElement<int elementBits, string map, int dataType>
    : Element<"i" # elementBits, elementBits> {
  let tensorMap = map;
  let cudaDataType = dataType;
}

def BF16 : FloatElement<"bf16", 16, 8, 8, "BFloat16Type", "BFloat"> {
  let tensorMap = "BFloat16";
  let cudaDataType = 14;
  let multiplied = "bf16";
  let rate = "TensorCores";
}
def F16 : FloatElement<"f16", 16, 11, 5, "Float16Type", "IEEEhalf"> {
  let tensorMap = "Float16";
  let cudaDataType = 2;
  let multiplied = "f16";
  let rate = "TensorCores";
}
def F32 : FloatElement<"f32", 32, 24, 8, "Float32Type", "IEEEsingle"> {
  let tensorMap = "Float32";
  let cudaDataType = 0;
  let multiplied = "tf32";
  let rate = "CudaCores";
}
def F64 : FloatElement<"f64", 64, 53, 11, "Float64Type", "IEEEdouble"> {
  let tensorMap = "Float64";
  let cudaDataType = 1;
}
def F8E4M3FN : FloatElement<"f8E4M3FN", 8, 4, 4, "Float8E4M3FNType", "Float8E4M3FN"> {
  let shortName = "e4m3";
  let hasInfinity = 0;
  let cudaDataType = 28;
  let multiplied = "e4m3";
}
def F8E5M2 : FloatElement<"f8E5M2", 8, 3, 5, "Float8E5M2Type", "Float8E5M2"> {
  let shortName = "e5m2";
  let cudaDataType = 29;
  let multiplied = "e5m2";
}
def TF32 : Tf32Element<"tf32", 11, "TFloat32", /*products=*/1>;
// Each factor is split into a high and a low part of tf32. The product of both
// low parts is left out.
def TF32x3 : Tf32Element<"3xtf32", 24, "Float32", /*products=*/3>;
def I8 : IntegerElement<8, "UInt8", 3> {
  let multiplied = "s8";
  let multipliedUnsigned = "u8";
}
def I16 : IntegerElement<16, "UInt16", 20>;
def I32 : IntegerElement<32, "Int32", 10>;
def I64 : IntegerElement<64, "Int64", 24>;
// Two elements per byte, the element of even K in the low half. Only weights may
// have this type. Kernels load bytes.
def I4 : IntegerElement<4, "UInt8", 16>;
// Integers of 4 bits in another order (Core/ElementIndex.h).
def I4R : IntegerElement<4, "UInt8", 16> {
  let name = "i4r";
  let stored = "i4";
}

// Names for the templates. `float8` is all 8-bit floats.
defvar float8 = !foreach(e, [F8E4M3FN, F8E5M2], e.name);
// The types to which sums of narrow factors may be rounded.
defvar narrowOutputs = !listconcat(["f32", "bf16", "f16"], float8, ["i8", "i16", "i32"]);

//===----------------------------------------------------------------------===//
// Matrix instructions
//===----------------------------------------------------------------------===//

// A type of wgmma and mma.sync, by PTX's name of it (PTX ISA 9.0), and the
// element type whose format it has. The C++ enumerator is the name in capitals.
class MatrixType<string ptxName, Element elementType> {
  string name = ptxName;
  Element element = elementType;
  int width = elementType.width;
}

// In the order of their numbers, which simulated kernels contain.
def MatrixF16 : MatrixType<"f16", F16>;
def MatrixBF16 : MatrixType<"bf16", BF16>;
def MatrixF32 : MatrixType<"f32", F32>;
def MatrixTF32 : MatrixType<"tf32", TF32>;
def MatrixF64 : MatrixType<"f64", F64>;
def MatrixE4M3 : MatrixType<"e4m3", F8E4M3FN>;
def MatrixE5M2 : MatrixType<"e5m2", F8E5M2>;
def MatrixS8 : MatrixType<"s8", I8>;
def MatrixU8 : MatrixType<"u8", I8>;
def MatrixS32 : MatrixType<"s32", I32>;
// Eight to a byte.
def MatrixB1 : MatrixType<"b1", I8> { let width = 1; }

#endif // AUTOTUNE_KERNELS_ELEMENTS
