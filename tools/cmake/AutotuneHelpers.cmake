# What every CMakeLists.txt of this project shares.

# ccache, when it is there, makes a clean rebuild cheap.
find_program(AUTOTUNE_CCACHE ccache)
if(AUTOTUNE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${AUTOTUNE_CCACHE})
  # What ccache must overlook where headers are precompiled.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${AUTOTUNE_CCACHE})
endif()

add_compile_options(-Wall -Wextra -Wno-unused-parameter)
# Our own assertions stay on in a debug build, but the one class of LLVM whose
# layout depends on NDEBUG must be laid out as it is in Debian's libraries.
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include \
${CMAKE_CURRENT_SOURCE_DIR}/tools/cmake/DebugLayout.h>")
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # As LLVM does: moving an Error into the Expected that is returned is its idiom.
  add_compile_options(-Wno-redundant-move)
endif()
if(AUTOTUNE_WERROR)
  add_compile_options(-Werror)
endif()

# autotune_unify(TARGET [source...])
#   compiles the target's sources together, but for the named ones
#
# Most of a compiler's work on one file is what all files of a library share:
# headers, and the templates that they instantiate. So the sources of a library
# are compiled eight at a time, as one file that includes them. It halves the
# build. Names in unnamed namespaces and static functions must differ in a
# library; a file for which that is a burden is named and compiled alone. Debug
# builds and builds by g++ compile each file alone, and so find what a file fails
# to include.
option(AUTOTUNE_UNITY "Compile sources of a library together" OFF)
function(autotune_unify target)
  if(AUTOTUNE_UNITY)
    set_target_properties(${target} PROPERTIES
      UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    set_source_files_properties(${ARGN} PROPERTIES
      SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
endfunction()

# autotune_add_library(NAME source... [NO_UPSTREAM] [NO_INSTALL] [PRECOMPILE]
#                      [ALONE source...] [DEPENDS tablegen...] [LINK layer...]
#                      [UPSTREAM MLIR or LLVM component archive...])
#
# One layer. It is a static archive so that a tool pulls in only what it uses.
# By default upstream is libMLIR.so and libLLVM.so, for two copies of MLIR in
# one process have two registries and two sets of type ids; with
# AUTOTUNE_STATIC it is the component archives named after UPSTREAM. A program
# with the property AUTOTUNE_ARCHIVES links all archives itself.
function(autotune_add_library name)
  cmake_parse_arguments(ARG "NO_UPSTREAM;NO_INSTALL;PRECOMPILE" ""
                        "ALONE;DEPENDS;LINK;UPSTREAM" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS} ${ARG_ALONE})
  add_library(MLIRAutotune::${name} ALIAS ${name})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${AUTOTUNE_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${AUTOTUNE_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:include>)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  autotune_unify(${name} ${ARG_ALONE})
  if(ARG_PRECOMPILE)
    autotune_precompile(${name})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
  if(NOT ARG_NO_UPSTREAM)
    if(AUTOTUNE_STATIC)
      target_link_libraries(${name} PUBLIC ${ARG_UPSTREAM})
    else()
      foreach(upstream MLIR LLVM)
        target_link_libraries(${name} PUBLIC
          $<$<NOT:$<BOOL:$<TARGET_PROPERTY:AUTOTUNE_ARCHIVES>>>:${upstream}>)
      endforeach()
    endif()
  endif()
  if(ARG_NO_INSTALL)
    return()
  endif()
  install(TARGETS ${name} EXPORT MLIRAutotuneTargets ARCHIVE DESTINATION lib)
  set_property(GLOBAL PROPERTY AUTOTUNE_EXPORTED TRUE)
endfunction()

# autotune_add_tool(NAME source... [NO_STATIC] [NO_UPSTREAM] [PRECOMPILE]
#                   [DEPENDS ...] [LINK layer...] [UPSTREAM archive...])
#
# One program. With NO_STATIC it is no part of a static build, which is there
# for what runs on machines without LLVM.
function(autotune_add_tool name)
  cmake_parse_arguments(ARG "NO_STATIC;NO_UPSTREAM;PRECOMPILE" ""
                        "DEPENDS;LINK;UPSTREAM" ${ARGN})
  if(AUTOTUNE_STATIC AND ARG_NO_STATIC)
    return()
  endif()
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  if(ARG_PRECOMPILE)
    autotune_precompile(${name})
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  if(AUTOTUNE_STATIC)
    # The machine that runs it may have an older libstdc++ and no LLVM at all.
    target_link_libraries(${name} PRIVATE ${ARG_UPSTREAM})
    target_link_options(${name} PRIVATE -static-libstdc++ -static-libgcc
      -Wl,--gc-sections -Wl,--icf=all -Wl,-s)
    add_custom_command(TARGET ${name} POST_BUILD
      COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${name}>
        -DREADELF=${LLVM_TOOLS_BINARY_DIR}/llvm-readelf
        -P ${AUTOTUNE_SOURCE_DIR}/tools/cmake/CheckTravels.cmake VERBATIM)
  elseif(AUTOTUNE_ARCHIVES AND NOT ARG_NO_UPSTREAM)
    set_target_properties(${name} PROPERTIES AUTOTUNE_ARCHIVES TRUE)
    target_link_libraries(${name} PRIVATE autotune_archives)
  elseif(NOT ARG_NO_UPSTREAM)
    target_link_libraries(${name} PRIVATE MLIR LLVM)
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION bin)
endfunction()
