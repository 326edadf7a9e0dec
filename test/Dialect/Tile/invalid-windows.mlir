// What loads of windows, and launches with windows, must not be.
// RUN: autotune-opt %s -split-input-file -verify-diagnostics

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // expected-error@+1 {{'tile.load' op with 'window' loads from images: a memref of four dimensions, not 'memref<?x?x?xf16>'}}
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // expected-error@+1 {{'tile.load' op with 'window' needs two indices, of a window and a channel, and two numbers, of a row and a column of the window}}
      tile.load %x[%c0, %c0, %c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // expected-error@+1 {{'tile.load' op with 'window' needs two indices, of a window and a channel, and two numbers, of a row and a column of the window}}
      tile.load %x[%c0, %c0] window [%c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // expected-error@+1 {{'tile.load' op 'trim' and 'chosen' are for matrices in memory, not for windows}}
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] trim : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // expected-error@+1 {{'tile.load' op 'trim' and 'chosen' are for matrices in memory, not for windows}}
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] chosen : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // expected-error@+1 {{'tile.load' op needs four indices}}
      tile.load %x[%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xbf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      // expected-error@+1 {{'tile.load' op loads elements of type 'bf16' into a tile of 'f16'}}
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xbf16>, !tile.slot<128x64xf16>
    }
  }
}

// -----

func.func @size() {
  // expected-error@+1 {{'tile.window_size' op must stand in a tile.kernel}}
  %r, %s = tile.window_size
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op needs a 'window': @g::@k loads windows}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) 
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has 3 numbers for the size of its 'window'; it needs 2}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has 1 numbers for the strides of its 'window'; it needs 2}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3] strides [1] dilations [1, 1] padding [1, 1, 1, 1]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has 2 numbers for the padding of its 'window'; it needs 4}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' that no tensor map can have: the window's size 0 is not in 1 to 1024}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 0] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' that no tensor map can have: the stride 9 is not in 1 to 8}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3] strides [9, 1] dilations [1, 1] padding [1, 1, 1, 1]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' that no tensor map can have: the dilation 0 is not in 1 to 1024}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3] strides [1, 1] dilations [1, 0] padding [1, 1, 1, 1]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' that no tensor map can have: the padding 129 is not in 0 to 128}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3] strides [1, 1] dilations [1, 1] padding [129, 0, 0, 0]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' that no tensor map can have: the padding -1 is not in 0 to 1024}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3] strides [1, 1] dilations [1, 1] padding [0, 0, 0, -1]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' that no tensor map can have: the padding less (the window's size - 1) * dilation, -130 is not in -128 to 127}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [3, 3] strides [1, 1] dilations [65, 1] padding [0, 0, 0, 0]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' that no tensor map can have: the padding less (the window's size - 1) * dilation, 128 is not in -128 to 127}}
  tile.launch @g::@k outs(%x : memref<1x8x8x64xf16>) window [1, 1] strides [1, 1] dilations [1, 1] padding [0, 0, 0, 128]
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?x?x?xf16>) {
    %c0 = arith.constant 0 : index
    %ring = tile.ring stages(2) : !tile.ring<128x64xf16>
    tile.role "p" warps(4) elect {
      %s = tile.acquire %ring : !tile.ring<128x64xf16> -> !tile.slot<128x64xf16>
      tile.load %x[%c0, %c0] window [%c0, %c0] into %s[0] : memref<?x?x?x?xf16>, !tile.slot<128x64xf16>
    }
  }
}

func.func @f(%x: memref<1x8x8x64xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window' without strides}}
  "tile.launch"(%x) <{kernel = @g::@k, operandSegmentSizes = array<i32: 0, 1, 0>, window_size = array<i64: 3, 3>}> : (memref<1x8x8x64xf16>) -> ()
  return
}

// -----

gpu.module @g {
  tile.kernel @k(%x: memref<?x?xf16>) threads(32) {
  }
}

func.func @f(%x: memref<8x8xf16>) {
  // expected-error@+1 {{'tile.launch' op has a 'window', but @g::@k loads no windows}}
  tile.launch @g::@k outs(%x : memref<8x8xf16>) window [3, 3] strides [1, 1] dilations [1, 1] padding [1, 1, 1, 1]
  return
}
