# ===- convolution_tiles.py - Convolutions as tile programs ---------------===//
#
# Part of the mlir-autotune project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===//
#
# Writes the kernels that convolutions.py measures. Images have the layout [N,H,W,C], and a
# result is a matrix with a row for each pixel. A kernel serves all sizes, strides, dilations
# and paddings, which the launch says. Only a split of K needs channels that 64 divides.
#
# The name of a config has these parts, as in p128x64w2m21:
#
# - c or p: The warpgroups of consumers share a tile (c), or take tiles in turn (p).
# - 128x64: A tile has 128 rows and 64 columns.
# - w2: There are two warpgroups of consumers.
# - m21: A cluster has two CTAs along M, which share the filter. In m12, two along N share
#   the windows.
# - k4: Each CTA of a cluster of four has a part of K.
# - s4: K has four parts, whose sums are added in memory.
# - _1x1: The filter has one pixel, and the image is loaded as a matrix.
# - _c: K goes through the pixels of a window first, then through the channels.

import re
from dataclasses import dataclass

TARGET = '#nvvm.target<O = 3, chip = "sm_90a", features = "+ptx80">'
STEP = 64  # channels in a step along K
SHARED_BYTES = 227 * 1024
BARRIER_BYTES = 2048  # barriers, and room to align the ring to 1024 bytes
MOST_STAGES = 12
NAME = re.compile(r"([cp])(\d+)x(\d+)w(\d)(?:m(\d)(\d))?(?:k(\d))?(?:s(\d))?(_1x1)?(_c)?$")
# Registers of a thread: of the producer and of consumers, by warpgroups of consumers.
REGISTERS = {1: (40, 240), 2: (40, 232), 3: (32, 160)}


@dataclass
class Config:
    in_turn: bool
    rows: int
    columns: int
    warpgroups: int
    cluster: tuple  # CTAs along M and N
    cluster_split: int
    memory_split: int
    plain: bool
    pixels_first: bool

    @property
    def splits(self):
        return self.cluster_split * self.memory_split

    @property
    def flat(self):
        """The filter is a matrix [F, R * S * C], or a batch of a matrix for each pixel."""
        return self.splits > 1 or self.plain

    @property
    def persistent(self):
        return self.splits == 1 and self.warpgroups > 1

    @property
    def staged(self):
        """Results are stored by TMA, in boxes of 64 x 64."""
        return self.persistent and self.columns % 64 == 0

    @property
    def stages(self):
        staging = 64 * 64 * 2 * 2 * self.warpgroups if self.staged else 0
        slot = 2 * STEP * (self.rows + self.columns)
        return min(MOST_STAGES, (SHARED_BYTES - BARRIER_BYTES - staging) // slot)


def parse_config(name):
    kind, rows, columns, warpgroups, m, n, in_cluster, in_memory, plain, order = \
        NAME.match(name).groups()
    return Config(kind == "p", int(rows), int(columns), int(warpgroups),
                  (int(m or 1), int(n or 1)), int(in_cluster or 1), int(in_memory or 1),
                  bool(plain), bool(order))


# The last numbers of the loop over K are those of the next step: %c is the first channel,
# %r and %s are the pixel of the window, and %rs its number.
CHANNELS_FIRST = """
          %c_1 = arith.addi %c, %step : index
          %wrapC = arith.cmpi uge, %c_1, %C : index
          %c_2 = arith.select %wrapC, %c0, %c_1 : index
          %s_1 = arith.addi %s, %c1 : index
          %rs_1 = arith.addi %rs, %c1 : index
          %rs_2 = arith.select %wrapC, %rs_1, %rs : index
          %s_2 = arith.select %wrapC, %s_1, %s : index
          %wrapS = arith.cmpi uge, %s_2, %S : index
          %s_3 = arith.select %wrapS, %c0, %s_2 : index
          %r_1 = arith.addi %r, %c1 : index
          %r_2 = arith.select %wrapS, %r_1, %r : index
          scf.yield %c_2, %rs_2, %r_2, %s_3 : index, index, index, index"""
PIXELS_FIRST = """
          %s_1 = arith.addi %s, %c1 : index
          %wrapS = arith.cmpi uge, %s_1, %S : index
          %s_2 = arith.select %wrapS, %c0, %s_1 : index
          %r_1 = arith.addi %r, %c1 : index
          %r_2 = arith.select %wrapS, %r_1, %r : index
          %rs_1 = arith.addi %rs, %c1 : index
          %wrapR = arith.cmpi uge, %rs_1, %RS : index
          %rs_2 = arith.select %wrapR, %c0, %rs_1 : index
          %r_3 = arith.select %wrapR, %c0, %r_2 : index
          %c_1 = arith.addi %c, %step : index
          %c_2 = arith.select %wrapR, %c_1, %c : index
          scf.yield %c_2, %rs_2, %r_3, %s_2 : index, index, index, index"""
# Where a part of K begins.
FIRST_OF_CHANNELS = """
        %rsb = arith.divui %k0, %Cs : index
        %cb = arith.remui %k0, %Cs : index"""
FIRST_OF_PIXELS = """
        %kb = arith.divui %k0, %step : index
        %cq = arith.divui %kb, %RS : index
        %cb = arith.muli %cq, %step : index
        %rsb = arith.remui %kb, %RS : index"""
FIRST_PIXEL = """
        %rb = arith.divui %rsb, %S : index
        %sb = arith.remui %rsb, %S : index"""


class Writer:
    def __init__(self, config):
        self.config = config
        rows, columns = config.rows, config.columns
        self.ring = f"!tile.ring<{rows}x{STEP}xf16, {columns}x{STEP}xf16>"
        self.slot = self.ring.replace("ring", "slot")
        self.sums = f"!tile.fragment<{rows}x{columns}xf32>"
        self.image = "memref<?x?xf16>" if config.plain else "memref<?x?x?x?xf16>"
        self.filter = "memref<?x?xf16>" if config.flat else "memref<?x?x?xf16>"

    def write_sizes(self):
        text = "\n".join(f"    %c{i} = arith.constant {i} : index" for i in range(4))
        text += f"""
    %step = arith.constant {STEP} : index
    %M = memref.dim %y, %c0 : memref<?x?xf16>
    %N = memref.dim %y, %c1 : memref<?x?xf16>"""
        if not self.config.plain:
            text += f"""
    %R, %S = tile.window_size
    %C = memref.dim %x, %c3 : {self.image}
    %Ca = arith.addi %C, %step : index
    %Cb = arith.subi %Ca, %c1 : index
    %Cd = arith.divui %Cb, %step : index
    %Cs = arith.muli %Cd, %step : index
    %RS = arith.muli %R, %S : index"""
        return text + (f"\n    %K = memref.dim %f, %c1 : {self.filter}" if self.config.flat
                       else "\n    %K = arith.muli %RS, %Cs : index")

    def write_loop(self):
        """The head of the loop over tiles, which all roles have."""
        c = self.config
        parts = ", %parts" if c.memory_split > 1 else ""
        split = f" split({c.memory_split})" if c.memory_split > 1 else ""
        persistent = " persistent" if c.persistent else ""
        return (f"tile.for_each_tile (%m, %n, %k0, %k1{parts}) in (%M, %N, %K) "
                f"tile({c.rows}, {c.columns}, {STEP}) raster(along_m, 8){persistent}{split} {{")

    def write_loads(self):
        """The loop over K of the producer."""
        c = self.config
        of_windows = " multicast(n)" if c.cluster[1] > 1 else ""
        of_filter = f"into %slot[1]{' multicast(m)' if c.cluster[0] > 1 else ''} : " \
            f"{self.filter}, {self.slot}"
        acquire = f"%slot = tile.acquire %ring : {self.ring} -> {self.slot}"
        if c.plain:
            return f"""
        scf.for %k = %k0 to %k1 step %step {{
          {acquire}
          tile.load %x[%m, %k] into %slot[0]{of_windows} : {self.image}, {self.slot}
          tile.load %f[%n, %k] {of_filter}
        }}"""
        if c.splits > 1:
            first = (FIRST_OF_PIXELS if c.pixels_first else FIRST_OF_CHANNELS) + FIRST_PIXEL
        else:
            first = "".join(f"\n        %{name}b = arith.constant 0 : index"
                            for name in ("c", "rs", "r", "s"))
        if not c.flat:
            load = f"tile.load %f[%rs, %n, %c] {of_filter}"
        elif not c.pixels_first:
            load = f"tile.load %f[%n, %k] {of_filter}"
        else:
            load = f"""%kf0 = arith.muli %rs, %C : index
          %kf = arith.addi %kf0, %c : index
          tile.load %f[%n, %kf] {of_filter}"""
        return first + f"""
        %e:4 = scf.for %k = %k0 to %k1 step %step
            iter_args(%c = %cb, %rs = %rsb, %r = %rb, %s = %sb)
            -> (index, index, index, index) {{
          {acquire}
          tile.load %x[%m, %c] window [%r, %s] into %slot[0]{of_windows}
            : {self.image}, {self.slot}
          {load}{PIXELS_FIRST if c.pixels_first else CHANNELS_FIRST}
        }}"""

    def write_products(self):
        """The loop over K of a consumer. The first product stands before the loop: it
        overwrites the sums."""
        turn, end = ("        tile.take_turn\n", "        tile.pass_turn\n") \
            if self.config.in_turn else ("", "")
        wait = f"tile.wait %ring : {self.ring} -> {self.slot}"
        return turn + f"""        %first = {wait}
        %d0 = tile.mma %first transpose_b : {self.slot} -> {self.sums}
        %second = arith.addi %k0, %step : index
        %sum, %last = scf.for %k = %second to %k1 step %step
            iter_args(%acc = %d0, %previous = %first) -> ({self.sums}, {self.slot}) {{
          %slot = {wait}
          %d = tile.mma %slot, %acc transpose_b : {self.slot}, {self.sums} -> {self.sums}
          tile.mma_wait pending(1)
          tile.release %previous to %ring : {self.slot}, {self.ring}
          scf.yield %d, %slot : {self.sums}, {self.slot}
        }}
{end}        %done = tile.mma_wait pending(0) %sum : {self.sums} -> {self.sums}
        tile.release %last to %ring : {self.slot}, {self.ring}"""

    def write_store(self, value, columns, place):
        through, staging = (" through %boxes", ", !tile.staging<64x64xf16>") \
            if self.config.staged else ("", "")
        return (f"tile.store {value}, %y[%m, {place}]{through} alignment(16) : "
                f"!tile.fragment<{self.config.rows}x{columns}xf32>, memref<?x?xf16>{staging}")

    def write_result(self):
        c = self.config
        columns = c.columns // c.splits
        part = f"!tile.fragment<{c.rows}x{columns}xf32>"
        if c.cluster_split > 1:
            return f"""
        %mine, %offset = tile.cluster_reduce %done through %ring
          : {self.sums}, {self.ring} -> {part}
        %nn = arith.addi %n, %offset : index
        {self.write_store("%mine", columns, "%nn")}"""
        if c.memory_split > 1:
            return f"""
        %todo = tile.contribute %done to %parts shares({c.memory_split}) : {self.sums}
        %bits = arith.index_cast %todo : i32 to index
        %shares = arith.constant {c.memory_split} : index
        %width = arith.constant {columns} : index
        scf.for %i = %c0 to %shares step %c1 {{
          %bit0 = arith.shrui %bits, %i : index
          %bit = arith.andi %bit0, %c1 : index
          %isMine = arith.cmpi ne, %bit, %c0 : index
          scf.if %isMine {{
            %mine = tile.collect %done of %parts share(%i) : {self.sums} -> {part}
            %off = arith.muli %i, %width : index
            %nn = arith.addi %n, %off : index
            {self.write_store("%mine", columns, "%nn")}
          }}
        }}"""
        return "\n        " + self.write_store("%done", columns, "%n")

    def write(self):
        c = self.config
        size = (*c.cluster, c.cluster_split)
        cluster = f" cluster{size}" if size != (1, 1, 1) else ""
        boxes = "\n    %boxes = tile.staging buffers(2) : !tile.staging<64x64xf16>" \
            if c.staged else ""
        warps, copies = (4, f" copies({c.warpgroups})") if c.in_turn else (4 * c.warpgroups, "")
        producer, consumer = REGISTERS[c.warpgroups]
        return f"""gpu.module @kernels [{TARGET}] {{
  tile.kernel @conv(%x: {self.image}, %f: {self.filter}, %y: memref<?x?xf16>){cluster} {{
{self.write_sizes()}
    %ring = tile.ring stages({c.stages}) : {self.ring}{boxes}
    tile.role "producer" warps(4) registers({producer}) elect {{
      {self.write_loop()}{self.write_loads()}
      }}
    }}
    tile.role "consumer" warps({warps}){copies} registers({consumer}) {{
      {self.write_loop()}
{self.write_products()}{self.write_result()}
      }}
    }}
  }}
}}
"""


def write_kernel(name):
    return Writer(parse_config(name)).write()
