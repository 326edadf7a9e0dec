// What the simulator does not know is an error that names it.
// RUN: autotune-opt %s -convert-kernels-to-simulator -split-input-file -verify-diagnostics

gpu.module @m {
  gpu.func @gpu_op(%x: f32, %out: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @below {{the simulator does not know 'gpu.all_reduce'}}
    %sum = gpu.all_reduce add %x uniform {} : (f32) -> (f32)
    memref.store %sum, %out[%c0] : memref<1xf32>
    gpu.return
  }
}

// -----

gpu.module @m {
  llvm.func @nvvm_op() attributes {nvvm.kernel} {
    // expected-error @below {{the simulator does not know 'nvvm.read.ptx.sreg.clock'}}
    %0 = nvvm.read.ptx.sreg.clock : i32
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @vote(i32)
  llvm.func @call(%x: i32) attributes {nvvm.kernel} {
    // expected-error @below {{the simulator does not know 'llvm.call' of @vote}}
    llvm.call @vote(%x) : (i32) -> ()
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @assembly(%x: i32) attributes {nvvm.kernel} {
    // expected-error @below {{the simulator does not know 'llvm.inline_asm' of "brkpt;" with the constraints "r"}}
    llvm.inline_asm has_side_effects "brkpt;", "r" %x : (i32) -> ()
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @intrinsic(%x: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    // expected-error @below {{the simulator does not know 'llvm.call_intrinsic' of "llvm.nvvm.fns"}}
    %0 = llvm.call_intrinsic "llvm.nvvm.fns"(%x, %x, %x) : (i32, i32, i32) -> i32
    llvm.store %0, %out : i32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

gpu.module @m {
  // expected-error @below {{the simulator does not know 'llvm.func' of a wgmma's accumulator}}
  llvm.func @accumulators(%a: i64, %b: i64, %out: !llvm.ptr<1>, %in: !llvm.struct<(f32, f32, f32, f32)>)
      attributes {nvvm.kernel} {
    %0 = nvvm.wgmma.mma_async %a, %b, %in, <m = 64, n = 8, k = 16>,
        D[<f32>, <one>], A[<bf16>, <one>, <row>], B[<bf16>, <one>, <col>]
        : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @registers(%a: i32, %b: i64) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    // expected-error @below {{the simulator knows wgmma's registers of A only where all have passed through one empty piece of assembly}}
    %0 = llvm.inline_asm has_side_effects asm_dialect = att "{\0A.reg .pred p;\0Asetp.ne.b32 p, 1, 0;\0Awgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $12, p, 1, 1, 0;\0A}\0A", "=f,=f,=f,=f,0,1,2,3,r,r,r,r,l" %zero, %zero, %zero, %zero, %a, %a, %a, %a, %b : (f32, f32, f32, f32, i32, i32, i32, i32, i64) -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @kernel(%v: vector<4xf32>) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  func.func @operand(%c: complex<f32>, %one: index) {
    // expected-error @below {{launches in the simulator only with operands of LLVM's types, indices and memrefs, not of 'complex<f32>'}}
    gpu.launch_func @m::@kernel blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%c : complex<f32>)
    return
  }
}

// -----

module {
  // The host's symbols are those of what it runs.
  func.func private @m_kernel()
  gpu.module @m {
    // expected-error @below {{needs the symbol @m_kernel for the kernel's host code, but the symbol is taken}}
    llvm.func @kernel() attributes {nvvm.kernel} {
      llvm.return
    }
  }
}

// -----

module {
  func.func private @autotuneSimBarrierSync(i32)
  gpu.module @m {
    llvm.func @kernel() attributes {nvvm.kernel} {
      // expected-error @below {{needs the symbol @autotuneSimBarrierSync of the simulator, but the symbol is taken}}
      nvvm.barrier0
      llvm.return
    }
  }
}

// -----

// Memory on the small stack of a simulated thread.
gpu.module @m {
  llvm.func @alloca(%n: i32) attributes {nvvm.kernel} {
    %few = llvm.mlir.constant(4096 : i32) : i32
    %fits = llvm.alloca %few x i32 : (i32) -> !llvm.ptr
    // expected-error @below {{the simulator does not know 'llvm.alloca' of a size that is not constant}}
    %0 = llvm.alloca %n x i32 : (i32) -> !llvm.ptr
    llvm.store volatile %n, %fits : i32, !llvm.ptr
    llvm.store volatile %n, %0 : i32, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @alloca() attributes {nvvm.kernel} {
    %many = llvm.mlir.constant(4097 : i32) : i32
    // expected-error @below {{the simulator does not know 'llvm.alloca' of more than 16384 bytes}}
    %0 = llvm.alloca %many x i32 : (i32) -> !llvm.ptr
    llvm.store volatile %many, %0 : i32, !llvm.ptr
    llvm.return
  }
}

// -----

// All of a kernel count, wherever they stand, and what alignment costs.
gpu.module @m {
  llvm.func @alloca(%really: i1) attributes {nvvm.kernel} {
    %half = llvm.mlir.constant(2048 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %0 = llvm.alloca %half x i32 : (i32) -> !llvm.ptr
    llvm.store volatile %one, %0 : i32, !llvm.ptr
    llvm.cond_br %really, ^bb1, ^bb2
  ^bb1:
    %1 = llvm.alloca %one x i32 {alignment = 4096 : i64} : (i32) -> !llvm.ptr
    llvm.store volatile %one, %1 : i32, !llvm.ptr
    llvm.br ^bb2
  ^bb2:
    // expected-error @below {{the simulator does not know 'llvm.alloca' if all of a kernel together take more than 16384 bytes}}
    %2 = llvm.alloca %half x i32 : (i32) -> !llvm.ptr
    llvm.store volatile %one, %2 : i32, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @alloca() attributes {nvvm.kernel} {
    %one = llvm.mlir.constant(1 : i32) : i32
    // expected-error @below {{the simulator does not know 'llvm.alloca' aligned to more than 16384 bytes}}
    %0 = llvm.alloca %one x i32 {alignment = 32768 : i64} : (i32) -> !llvm.ptr
    llvm.store volatile %one, %0 : i32, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.func @alloca(%n: i32) attributes {nvvm.kernel} {
    %one = llvm.mlir.constant(1 : i32) : i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    llvm.br ^bb1(%zero : i32)
  ^bb1(%i: i32):
    %again = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %again, ^bb2, ^bb3
  ^bb2:
    // expected-error @below {{the simulator does not know 'llvm.alloca' in a loop: each time takes more of the stack}}
    %0 = llvm.alloca %one x i32 : (i32) -> !llvm.ptr
    llvm.store volatile %i, %0 : i32, !llvm.ptr
    %next = llvm.add %i, %one : i32
    llvm.br ^bb1(%next : i32)
  ^bb3:
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel, nvvm.reqntid = array<i32: 128>} {
      llvm.return
    }
  }
  func.func @launch() {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    // expected-error @below {{launches blocks of 128 along y, but the kernel is compiled for 1}}
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c128, %c128, %c1)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
      llvm.return
    }
  }
  func.func @launch(%x: index) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    // Sizes that are no constants, none at all, and the kernel's are fine.
    gpu.launch_func @m::@kernel clusters in (%x, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@kernel blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    gpu.launch_func @m::@kernel clusters in (%c2, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    // expected-error @below {{launches clusters of 4 along x, but the kernel is compiled for 2}}
    gpu.launch_func @m::@kernel clusters in (%c4, %c1, %c1) blocks in (%c4, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

// A kernel reads what its signature says.
module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @kernel(%p: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  func.func @launch(%p: !llvm.ptr, %n: i32, %index: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr, %index : index)
    // expected-error @below {{launches with 1 parameters, counting each field of a memref, but the kernel has 2}}
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @m {
    llvm.func @kernel(%map: !llvm.ptr {llvm.byval = !llvm.array<128 x i8>}) attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  func.func @launch(%p: !llvm.ptr, %map: !llvm.array<128 x i8>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%map : !llvm.array<128 x i8>)
    // expected-error @below {{launches with a '!llvm.ptr' as parameter 0, but the kernel has a '!llvm.array<128 x i8>'}}
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%p : !llvm.ptr)
    return
  }
}

// -----

gpu.module @m {
  llvm.func @pair(%out: !llvm.ptr, %x: f32) attributes {nvvm.kernel} {
    // expected-error @below {{to another type than f8E4M3FN and f8E5M2, in an i16, or with a rounding other than rn and satfinite}}
    %r = nvvm.convert.f32x2.to.f8x2 %x, %x {rnd = #nvvm.fp_rnd_mode<rn>, sat = #nvvm.sat_mode<satfinite>} : vector<2xi8> (f8E4M3FN)
    llvm.store %r, %out : vector<2xi8>, !llvm.ptr
    llvm.return
  }
}

// -----

gpu.module @m {
  llvm.mlir.global internal @rest() {addr_space = 3 : i32} : !llvm.array<0 x i8>
  llvm.func @kernel(%x: i32) attributes {nvvm.kernel} {
    // expected-error @below {{the simulator does not know 'llvm.mlir.addressof' of shared memory without elements that is not external, which ptxas takes for static: @rest}}
    %0 = llvm.mlir.addressof @rest : !llvm.ptr<3>
    llvm.store %x, %0 : i32, !llvm.ptr<3>
    llvm.return
  }
}
