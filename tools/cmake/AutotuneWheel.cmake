# For AUTOTUNE_WHEEL: what a wheel has, which needs no Debian package where it is
# installed. LLVM, MLIR and zlib are linked as archives. auditwheel puts the
# shared libraries of SQLite and zstd into the wheel (./dev.sh wheel).
find_library(AUTOTUNE_ZLIB_ARCHIVE libz.a REQUIRED)
file(GLOB upstream ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
add_library(autotune_wheel_archives INTERFACE)
target_link_libraries(autotune_wheel_archives INTERFACE
  -Wl,--start-group ${upstream} -Wl,--end-group
  ${AUTOTUNE_ZSTD_LIBRARY} ${AUTOTUNE_ZLIB_ARCHIVE} ${CMAKE_DL_LIBS})
target_link_options(autotune_wheel_archives INTERFACE
  -static-libstdc++ -static-libgcc -Wl,--gc-sections -Wl,--icf=all -Wl,-s
  -Wl,--exclude-libs,ALL)
install(TARGETS mlir_autotune_native LIBRARY
  DESTINATION mlir_autotune COMPONENT wheel)
install(TARGETS autotune_cuda_runtime autotune_simulator LIBRARY
  DESTINATION mlir_autotune/_lib COMPONENT wheel)
install(TARGETS autotune-runner RUNTIME
  DESTINATION mlir_autotune/_lib COMPONENT wheel)
install(DIRECTORY ${package}/ DESTINATION mlir_autotune COMPONENT wheel
  FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "_lib" EXCLUDE)
