# Lists the functions of ${INPUTS}, archives and objects with a comma between
# them: ${OUTPUT}.inc has AUTOTUNE_BUILTIN(name) for each, ${OUTPUT}.names the
# name alone, and ${OUTPUT}.rsp what makes a linker take it.
string(REPLACE "," ";" INPUTS "${INPUTS}")
execute_process(
  COMMAND ${NM} --defined-only --extern-only --format=posix ${INPUTS}
  OUTPUT_VARIABLE symbols ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)__[A-Za-z0-9_]+ T " found "${symbols}")
# What belongs to a process, not to arithmetic, is in a compiler's own library;
# and of complex numbers LLVM knows nothing.
set(others "^__(gcc_personality|emutls|enable_execute_stack|clear_cache|\
eprintf|cpu_|fe_|compilerrt|(mul|div)[a-z]c3)")
set(names)
foreach(symbol ${found})
  string(REGEX REPLACE "^\n?(.*) T $" "\\1" name "${symbol}")
  if(NOT name MATCHES "${others}")
    list(APPEND names ${name})
  endif()
endforeach()
list(SORT names)
list(REMOVE_DUPLICATES names)
list(LENGTH names count)
if(count LESS 100)
  message(FATAL_ERROR "only ${count} functions in ${INPUTS}")
endif()
set(inc)
set(plain)
set(rsp)
foreach(name ${names})
  string(APPEND inc "AUTOTUNE_BUILTIN(${name})\n")
  string(APPEND plain "${name}\n")
  string(APPEND rsp "-u ${name}\n")
endforeach()
file(WRITE "${OUTPUT}.inc" "${inc}")
file(WRITE "${OUTPUT}.names" "${plain}")
file(WRITE "${OUTPUT}.rsp" "${rsp}")
