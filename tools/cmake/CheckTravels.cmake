# Fails when PROGRAM needs a shared library that a machine with nothing but a
# driver may lack: the C library's own are all that it may name.
execute_process(COMMAND ${READELF} --needed-libs ${PROGRAM}
  OUTPUT_VARIABLE needed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+\\.so[^ \n]*" libraries "${needed}")
foreach(library ${libraries})
  if(NOT library MATCHES "^(libc|libm|libdl|libpthread|librt|ld-linux.*)\\.so")
    list(APPEND foreign ${library})
  endif()
endforeach()
if(foreign)
  file(REMOVE ${PROGRAM})
  message(FATAL_ERROR "${PROGRAM} needs ${foreign}, so it does not travel")
endif()
