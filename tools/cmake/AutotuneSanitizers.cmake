# ASan and UBSan for our own code. Debian's libMLIR.so and libLLVM.so are not
# instrumented, which decides some things here:
#   - UBSan's vptr check needs the type information of classes that only they
#     define, and is off. So is the one of functions' types: what is found with
#     dlsym is called with types of our own.
#   - LLVM's allocators poison memory where they are compiled into our code, and
#     do not unpoison it in theirs: tests run with allow_user_poisoning=0.
#   - Containers that cross the border look overflown, and what upstream keeps
#     for ever looks leaked: detect_container_overflow=0, detect_leaks=0.
#   - Debian's mlir-opt, when it loads our plugin, has to start with ASan's
#     runtime preloaded: AUTOTUNE_ASAN_RUNTIME is where it lies.
if(AUTOTUNE_FUZZ)
  # All of our code counts for coverage; the fuzzers alone have libFuzzer's main.
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
set(AUTOTUNE_ASAN_RUNTIME "")
set(AUTOTUNE_ASAN_OPTIONS "allow_user_poisoning=0:\
detect_container_overflow=0:detect_leaks=0:alloc_dealloc_mismatch=0")
if(AUTOTUNE_SANITIZERS)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr,function
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Programs and plugin share the one runtime.
    add_link_options(-shared-libsan)
    set(asan_name libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  else()
    set(asan_name libasan.so)
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${asan_name}
    OUTPUT_VARIABLE AUTOTUNE_ASAN_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS "${AUTOTUNE_ASAN_RUNTIME}")
    message(FATAL_ERROR "AUTOTUNE_SANITIZERS needs ${asan_name}; on Debian: "
                        "apt-get install libclang-rt-22-dev")
  endif()
  get_filename_component(asan_folder "${AUTOTUNE_ASAN_RUNTIME}" DIRECTORY)
  list(APPEND CMAKE_BUILD_RPATH "${asan_folder}")
endif()
