from mlir_autotune import CublasLtConfig, HopperWgmmaConfig, SimtConfig, TEMPLATES

assert set(TEMPLATES) == {"hopper_wgmma", "ampere_mma", "simt", "simt_stream", "simt_rows",
                          "hopper_attention", "ampere_attention", "cublaslt", "cutlass"}
for number, config in enumerate([HopperWgmmaConfig(tile=(128, 256, 64), stages=4, schedule="pingpong", swap=False),
               HopperWgmmaConfig(), SimtConfig(tile=(64, 64, 16), thread=(4, 4))]):
    print(f'func.func private @f{number}() attributes {{x = {config}}}')
print(f'func.func private @range() attributes {{x = {CublasLtConfig(version=130100, algorithm=(-5,) * 8)}}}')
try:
    CublasLtConfig(algorithm=(-2**63,) * 8)
except ValueError:
    pass
else:
    raise SystemExit("a value outside of its range is not refused")
for bad in [{"tile": (100, 64, 64)}, {"tile": (64, 64)}, {"swap": 1}]:
    try:
        HopperWgmmaConfig(**bad)
    except ValueError as error:
        print(f'func.func private @r{len(str(error))}() attributes {{x = "refused: {error}"}}')
