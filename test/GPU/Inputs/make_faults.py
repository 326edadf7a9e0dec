"""Writes a bundle of kernels that go wrong on a GPU, each in its own way, and of
some between them that are right. They are PTX, which the driver assembles.

usage: make_faults.py FOLDER [FAULT...]

Without faults, all of them. The checksums are the runner's: it says which one it
found, before it needs a device.
"""

import json
import os
import re
import subprocess
import sys

# One row of 128 columns a CTA; f32, all sizes at run time.
PTX = """//
.version 7.0
.target sm_80
.address_size 64
.visible .entry matmul(.param .u64 pa, .param .u64 pb, .param .u64 pc,
                       .param .u32 pm, .param .u32 pn, .param .u32 pk) {
  .reg .pred %%p<5>;
  .reg .b32 %%r<16>;
  .reg .b64 %%rd<10>;
  .reg .f32 %%f<4>;
  ld.param.u64 %%rd1, [pa];
  ld.param.u64 %%rd2, [pb];
  ld.param.u64 %%rd3, [pc];
  ld.param.u32 %%r0, [pm];
  ld.param.u32 %%r1, [pn];
  ld.param.u32 %%r2, [pk];
  cvta.to.global.u64 %%rd1, %%rd1;
  cvta.to.global.u64 %%rd2, %%rd2;
  cvta.to.global.u64 %%rd3, %%rd3;
  mov.u32 %%r3, %%ctaid.x;
  mov.u32 %%r4, %%tid.x;
  add.u32 %%r5, %%r1, 127;
  shr.u32 %%r5, %%r5, 7;
  div.u32 %%r6, %%r3, %%r5;
  rem.u32 %%r7, %%r3, %%r5;
  shl.b32 %%r7, %%r7, 7;
  add.u32 %%r7, %%r7, %%r4;
  setp.ge.u32 %%p1, %%r7, %%r1;
  @%%p1 bra DONE;
  mul.lo.u32 %%r8, %%r6, %%r2;
  mul.wide.u32 %%rd4, %%r8, 4;
  add.u64 %%rd4, %%rd1, %%rd4;
  mul.wide.u32 %%rd5, %%r7, 4;
  add.u64 %%rd5, %%rd2, %%rd5;
  mul.wide.u32 %%rd6, %%r1, 4;
  mov.f32 %%f1, 0f00000000;
  mov.u32 %%r9, 0;
LOOP:
  ld.global.f32 %%f2, [%%rd4];
  ld.global.f32 %%f3, [%%rd5];
  fma.rn.f32 %%f1, %%f2, %%f3, %%f1;
  add.u64 %%rd4, %%rd4, 4;
  add.u64 %%rd5, %%rd5, %%rd6;
  add.u32 %%r9, %%r9, 1;
  setp.lt.u32 %%p2, %%r9, %%r2;
  @%%p2 bra LOOP;
  // The element's number, its address, and the number of the last one.
  mad.lo.u32 %%r10, %%r6, %%r1, %%r7;
  mul.wide.u32 %%rd7, %%r10, 4;
  add.u64 %%rd7, %%rd3, %%rd7;
  mul.lo.u32 %%r11, %%r0, %%r1;
  sub.u32 %%r11, %%r11, 1;
%s
  st.global.f32 [%%rd7], %%f1;
DONE:
  ret;
}
"""

FAULTS = {
    "ok": "",
    # C holds other numbers than this one, and goes on to.
    "hang": """SPIN:
  ld.volatile.global.u32 %r12, [%rd3];
  setp.ne.u32 %p3, %r12, 305419896;
  @%p3 bra SPIN;""",
    "fault": """  mov.u64 %rd8, 16;
  st.global.f32 [%rd8], %f1;""",
    "wrong": """  setp.eq.u32 %p3, %r10, 5;
  @%p3 add.f32 %f1, %f1, 0f3F800000;""",
    "guard": """  setp.eq.u32 %p3, %r10, %r11;
  @%p3 st.global.f32 [%rd7+4], %f1;""",
    "input": """  setp.eq.u32 %p3, %r10, %r11;
  @%p3 st.global.f32 [%rd1], %f1;""",
    "shared": "",
    "trap": "  trap;",
    "again": "  // The same, in another file.",
}


def main():
    folder = sys.argv[1]
    names = sys.argv[2:] or ["ok", "hang", "wrong", "fault", "guard", "trap",
                             "input", "shared", "again"]
    os.makedirs(folder, exist_ok=True)
    m, n, k = 96, 256, 64
    kernels, candidates = [], []
    for i, name in enumerate(names):
        text = PTX % FAULTS[name]
        with open(os.path.join(folder, name + ".ptx"), "w") as file:
            file.write(text)
        kernels.append({
            "id": "k%d" % i, "file": name + ".ptx", "function": "matmul",
            "bytes": len(text), "checksum": "0",
            "abi": {
                "params": [{"kind": "pointer", "operand": 0},
                           {"kind": "pointer", "operand": 1},
                           {"kind": "pointer", "operand": 2},
                           {"kind": "size", "operand": 2, "dim": 0},
                           {"kind": "size", "operand": 2, "dim": 1},
                           {"kind": "size", "operand": 0, "dim": 1}],
                "extents": [2, 0, 2, 1], "tile": [1, 128], "cluster": [1, 1, 1],
                "persistent": False, "ctas_per_sm": 1, "threads": 128,
                # No block of any device has a mebibyte.
                "shared_memory": 1 << 20 if name == "shared" else 0}})
        candidates.append({"id": "c%d" % i, "problem": "p0", "kernel": "k%d" % i,
                           "config": "planted, is = " + name,
                           "heuristics": ["planted"], "rank": i})
    manifest = {"version": 3, "target": "any", "chip": "sm_80",
                "problems": [{"id": "p0", "text": "%dx%dx%d f32" % (m, n, k)}],
                "kernels": kernels, "candidates": candidates}
    path = os.path.join(folder, "manifest.json")
    for _ in range(len(names) + 1):
        with open(path, "w") as file:
            json.dump(manifest, file, indent=1)
        done = subprocess.run(
            ["autotune-runner", folder, "-o", "/dev/null", "--quiet"],
            env={**os.environ, "AUTOTUNE_LIBCUDA": "/nonexistent"},
            capture_output=True, text=True)
        found = re.search(r"(\w+)\.ptx: its checksum is (\w+)", done.stderr)
        if not found:
            break
        for kernel in kernels:
            if kernel["file"] == found.group(1) + ".ptx":
                kernel["checksum"] = found.group(2)


main()
