# Writes AUTOTUNE_SIM_SYMBOL(name) for each function that ${INPUT} declares, but
# for autotuneSimLaunch, which is another library's.
file(READ "${INPUT}" text)
string(REGEX MATCHALL "AUTOTUNE_SIM_EXPORT [^;(]*autotuneSim[A-Za-z0-9]+\\("
  declarations "${text}")
set(symbols)
foreach(declaration ${declarations})
  string(REGEX MATCH "autotuneSim[A-Za-z0-9]+" name "${declaration}")
  if(NOT name STREQUAL "autotuneSimLaunch")
    string(APPEND symbols "AUTOTUNE_SIM_SYMBOL(${name})\n")
  endif()
endforeach()
file(WRITE "${OUTPUT}" "${symbols}")
