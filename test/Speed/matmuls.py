"""Modules of many matmuls, for what is said of their number."""


def matmul(i):
    m, n, k = 128 * (1 + i % 97), 128 * (1 + i // 97 % 101), 64 * (1 + i % 61)
    return m, n, k


def write_matmuls(file, count, alike=False):
    """Functions with a matmul each: of one size, or each of its own."""
    for i in range(count):
        m, n, k = matmul(0 if alike else i)
        a, b, c = (f"tensor<{m}x{k}xbf16>", f"tensor<{k}x{n}xbf16>",
                   f"tensor<{m}x{n}xf32>")
        file.write(
            f"func.func @f{i}(%a: {a}, %b: {b}, %c: {c}) -> {c} {{\n"
            f"  %0 = linalg.matmul ins(%a, %b : {a}, {b}) outs(%c : {c}) -> {c}\n"
            f"  return %0 : {c}\n}}\n")
    file.flush()
