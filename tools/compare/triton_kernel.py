"""A matrix product in Triton, as its users write it: blocks in groups that share
what the L2 holds, masked loads, sums in f32.

Apart from torch_problem.py, since it can't be read without Triton.
"""

import triton
import triton.language as tl


@triton.jit
def matmul_kernel(a, b, c, m, n, k, a_row, a_column, b_row, b_column, c_row,
                  BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr,
                  BLOCK_K: tl.constexpr, GROUP_M: tl.constexpr):
    block = tl.program_id(0)
    blocks_m, blocks_n = tl.cdiv(m, BLOCK_M), tl.cdiv(n, BLOCK_N)
    in_group = GROUP_M * blocks_n
    first = block // in_group * GROUP_M
    height = min(blocks_m - first, GROUP_M)
    row = first + block % in_group % height
    column = block % in_group // height

    rows = row * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = column * BLOCK_N + tl.arange(0, BLOCK_N)
    steps = tl.arange(0, BLOCK_K)
    # Products of sizes leave 32 bits.
    a_rows, b_columns = rows.to(tl.int64), columns.to(tl.int64)
    a_tile = a + a_rows[:, None] * a_row + steps[None, :] * a_column
    b_tile = b + steps[:, None] * b_row + b_columns[None, :] * b_column
    total = tl.zeros((BLOCK_M, BLOCK_N), dtype=tl.float32)
    for step in range(0, tl.cdiv(k, BLOCK_K)):
        left = k - step * BLOCK_K
        x = tl.load(a_tile, mask=(rows[:, None] < m) & (steps[None, :] < left),
                    other=0.0)
        y = tl.load(b_tile, mask=(steps[:, None] < left) &
                    (columns[None, :] < n), other=0.0)
        total = tl.dot(x, y, total)
        a_tile += BLOCK_K * a_column
        b_tile += BLOCK_K * b_row
    c_tile = c + a_rows[:, None] * c_row + b_columns[None, :]
    tl.store(c_tile, total.to(c.dtype.element_ty),
             mask=(rows[:, None] < m) & (columns[None, :] < n))


def matmul(a, b, c, config):
    """Writes a @ b to c, with a config of work.get_configs()."""
    m, k = a.shape
    n = b.shape[1]
    grid = (triton.cdiv(m, config["BLOCK_M"]) *
            triton.cdiv(n, config["BLOCK_N"]),)
    matmul_kernel[grid](a, b, c, m, n, k, a.stride(0), a.stride(1),
                        b.stride(0), b.stride(1), c.stride(0), **config)
