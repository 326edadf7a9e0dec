// What convert-tile-to-nvvm refuses: roles that are granted more registers than
// their CTA has, and would wait for them.
// RUN: autotune-opt %s -split-input-file -convert-tile-to-nvvm -verify-diagnostics

// 384 threads have 168 each; 40 + 2 * 232 is all that there is.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "producer" warps(4) registers(40) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    // expected-error@+1 {{'tile.role' op is granted 240 registers a thread, which makes 66560 in all roles; the CTA starts with 64512 (168 for each of 384 threads), and a role that asks for more waits forever: at most 232 fit beside the other roles}}
    tile.role "consumer" warps(8) registers(240) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
  }
}

// -----

// Copies count.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "producer" warps(4) registers(48) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) persistent {}
    }
    // expected-error@+1 {{'tile.role' op is granted 232 registers a thread, which makes 65536 in all roles; the CTA starts with 64512 (168 for each of 384 threads), and a role that asks for more waits forever: at most 224 fit beside the other roles}}
    tile.role "consumer" warps(4) copies(2) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) persistent {}
    }
  }
}

// -----

// A role that is granted nothing keeps what it has at launch.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "rest" warps(8) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    // expected-error@+1 {{'tile.role' op is granted 176 registers a thread, which makes 65536 in all roles; the CTA starts with 64512 (168 for each of 384 threads), and a role that asks for more waits forever: at most 168 fit beside the other roles}}
    tile.role "greedy" warps(4) registers(176) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
  }
}

// -----

// 416 threads are 13 warps, as many as 16 for the fullest part of an SM.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "producer" warps(4) registers(40) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    // expected-error@+1 {{'tile.role' op is granted 232 registers a thread, which makes 68608 in all roles; the CTA starts with 53248 (128 for each of 416 threads), and a role that asks for more waits forever: at most 168 fit beside the other roles}}
    tile.role "consumer" warps(8) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    tile.role "rest" warps(1) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
  }
}

// -----

// Two CTAs share an SM.
gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) ctas_per_sm(2) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "producer" warps(4) registers(40) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    // expected-error@+1 {{'tile.role' op is granted 232 registers a thread, which makes 64512 in all roles; the CTA starts with 30720 (80 for each of 384 threads), and a role that asks for more waits forever: at most 96 fit beside the other roles}}
    tile.role "consumer" warps(8) registers(232) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    tile.role "a" warps(8) registers(248) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    // expected-error@+1 {{'tile.role' op is granted 256 registers a thread, which makes 99328 in all roles; the CTA starts with 65536 (128 for each of 512 threads), and a role that asks for more waits forever: the other roles must be granted less too}}
    tile.role "b" warps(4) registers(256) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
    tile.role "c" warps(4) registers(24) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
  }
}

// -----

gpu.module @g {
  tile.kernel @k(%A: memref<?x?xf32>) ctas_per_sm(9) {
    %c0 = arith.constant 0 : index
    %M = memref.dim %A, %c0 : memref<?x?xf32>
    // expected-error@+1 {{'tile.role' op is granted registers, but an SM can't hold 9 CTAs of 256 threads; an SM holds at most 2048 threads}}
    tile.role "a" warps(8) registers(40) {
      tile.for_each_tile (%m, %n, %k0, %k1) in (%M, %M, %M) tile(8, 8, 8) {}
    }
  }
}
