# For AUTOTUNE_ARCHIVES: what the tools link in the place of libMLIR.so and
# libLLVM.so. Both have 47,000 references that the dynamic linker looks up by
# name at each start, which takes longer than most of what the tools do in a
# test. All archives are named: one that nothing refers to costs the linker a
# look and no byte. The tools can't load plugins then, which would bring a
# second copy of MLIR; mlir-opt loads them, ours among them.
file(GLOB upstream ${LLVM_LIBRARY_DIR}/libMLIR*.a ${LLVM_LIBRARY_DIR}/libLLVM*.a)
if(NOT upstream)
  message(FATAL_ERROR "AUTOTUNE_ARCHIVES: no archives of LLVM and MLIR in "
                      "${LLVM_LIBRARY_DIR}")
endif()
find_package(ZLIB REQUIRED)
add_library(autotune_archives INTERFACE)
target_link_libraries(autotune_archives INTERFACE
  -Wl,--start-group ${upstream} -Wl,--end-group
  ${AUTOTUNE_ZSTD_LIBRARY} ZLIB::ZLIB ${CMAKE_DL_LIBS})
# Code at a fixed address has nothing to be relocated.
target_link_options(autotune_archives INTERFACE -no-pie -Wl,--gc-sections)
target_compile_definitions(autotune_archives INTERFACE AUTOTUNE_ARCHIVES)
