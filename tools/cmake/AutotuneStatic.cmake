# For AUTOTUNE_STATIC: makes the archives of Debian's LLVM and MLIR fit to be
# linked into a program that travels.
#
# 1. Every MLIR archive there asks for LLVM as libLLVM.so. It gets the archives
#    instead: code generation for NVPTX, for the host, where the simulator runs
#    its kernels, and for all else, which upstream's passes in autotune-opt
#    name; and what MLIR's translation and execution engine use. An archive that
#    nothing refers to costs the linker a look and no byte.
add_library(autotune_llvm_archives INTERFACE)
llvm_map_components_to_libnames(autotune_llvm_targets
  AllTargetsAsmParsers AllTargetsCodeGens AllTargetsDescs AllTargetsInfos)
target_link_libraries(autotune_llvm_archives INTERFACE
  ${autotune_llvm_targets} LLVMOrcJIT LLVMPerfJITEvents
  LLVMPasses LLVMIRReader LLVMBitWriter LLVMLinker LLVMFrontendOpenMP
  LLVMRemarks LLVMSupport)
get_property(mlir_archives GLOBAL PROPERTY MLIR_ALL_LIBS)
foreach(archive ${mlir_archives})
  if(TARGET ${archive})
    get_target_property(needed ${archive} INTERFACE_LINK_LIBRARIES)
    if(needed)
      list(TRANSFORM needed REPLACE "^(\\$<LINK_ONLY:)?LLVM>?$"
           autotune_llvm_archives)
      # The execution engine asks for the rest of MLIR as libMLIR.so. Whoever
      # uses it names the archives that it takes part in.
      list(REMOVE_ITEM needed MLIR)
      set_target_properties(${archive} PROPERTIES
        INTERFACE_LINK_LIBRARIES "${needed}")
    endif()
  endif()
endforeach()

# 2. LLVM's support archive asks for shared libraries that the other machine may
#    lack. zlib and zstd are taken as archives; Z3 is for Clang's analyzer, whose
#    object nothing here pulls in.
find_library(AUTOTUNE_ZLIB_ARCHIVE libz.a REQUIRED)
find_library(AUTOTUNE_ZSTD_ARCHIVE libzstd.a REQUIRED)
get_target_property(needed LLVMSupport INTERFACE_LINK_LIBRARIES)
list(TRANSFORM needed REPLACE "^ZLIB::ZLIB$" "${AUTOTUNE_ZLIB_ARCHIVE}")
list(TRANSFORM needed REPLACE "^zstd::libzstd.*$" "${AUTOTUNE_ZSTD_ARCHIVE}")
list(FILTER needed EXCLUDE REGEX "libz3\\.so")
set_target_properties(LLVMSupport PROPERTIES
  INTERFACE_LINK_LIBRARIES "${needed}")

# 3. SQLite likewise.
find_library(AUTOTUNE_SQLITE_ARCHIVE libsqlite3.a REQUIRED)
set(SQLite3_LIBRARY "${AUTOTUNE_SQLITE_ARCHIVE}" CACHE FILEPATH
    "SQLite's archive" FORCE)
