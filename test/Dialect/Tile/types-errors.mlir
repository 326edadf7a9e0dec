// RUN: autotune-opt %s -split-input-file -verify-diagnostics

// expected-error@+1 {{a tile has two dimensions, not 3}}
func.func private @rank(!tile.ring<8x8x8xbf16>)

// -----

// expected-error@+1 {{a tile has two dimensions, not 1}}
func.func private @rank(!tile.fragment<8xbf16>)

// -----

// expected-error@+1 {{a tile's sizes are between 1 and 65536, not 0}}
func.func private @zero(!tile.slot<0x8xbf16>)

// -----

// expected-error@+1 {{a tile's sizes are between 1 and 65536, not 65537}}
func.func private @huge(!tile.staging<8x65537xbf16>)

// -----

// expected-error@+1 {{elements are integers or floats of 8, 16, 32 or 64 bits, not 'index'}}
func.func private @index(!tile.fragment<8x8xindex>)

// -----

// expected-error@+1 {{elements are integers or floats of 8, 16, 32 or 64 bits, not 'i1'}}
func.func private @bits(!tile.ring<8x8xbf16, 8x8xi1>)

// -----

// expected-error@+1 {{elements are integers or floats of 8, 16, 32 or 64 bits, not 'i16777215'}}
func.func private @wide(!tile.fragment<8x8xi16777215>)

// -----

// expected-error@+1 {{elements are integers or floats of 8, 16, 32 or 64 bits, not 'vector<2xf32>'}}
func.func private @vector(!tile.slot<8x8xvector<2xf32>>)

// -----

// expected-error@+1 {{expected static shape}}
func.func private @dynamic(!tile.slot<?x8xf32>)

// -----

// expected-error@+1 {{a slot holds at least one tile}}
func.func private @none(!tile.ring<>)

// -----

// expected-error@+1 {{operands are rows of A and columns of B, of one size along K}}
func.func private @alone(!tile.operands<16x16xbf16>)

// -----

// expected-error@+1 {{operands are rows of A and columns of B, of one size along K}}
func.func private @depths(!tile.operands<16x16xbf16, 16x8xbf16>)
