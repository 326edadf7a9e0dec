from mlir_autotune import HopperWgmmaConfig, SimtConfig, TEMPLATES

assert set(TEMPLATES) == {"hopper_wgmma", "ampere_mma", "simt", "simt_stream"}
for number, config in enumerate([HopperWgmmaConfig(tile=(128, 256, 64), stages=4, schedule="pingpong", swap=False),
               HopperWgmmaConfig(), SimtConfig(tile=(64, 64, 16), thread=(4, 4))]):
    print(f'func.func private @f{number}() attributes {{x = {config}}}')
for bad in [{"tile": (100, 64, 64)}, {"tile": (64, 64)}, {"swap": 1}]:
    try:
        HopperWgmmaConfig(**bad)
    except ValueError as error:
        print(f'func.func private @r{len(str(error))}() attributes {{x = "refused: {error}"}}')
