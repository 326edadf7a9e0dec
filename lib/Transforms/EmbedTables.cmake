# Writes a C++ table of the files ${INPUTS} (separated by commas): the name and
# the text of each. Bytes, and no string literals, whose length has a limit.
string(REPLACE "," ";" inputs "${INPUTS}")
set(texts "")
set(entries "")
set(index 0)
foreach(input ${inputs})
  file(READ "${input}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  get_filename_component(name "${input}" NAME)
  string(APPEND texts "static const char kText${index}[] = {${bytes}0};\n")
  string(APPEND entries
    "    {\"${name}\", {kText${index}, sizeof(kText${index}) - 1}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE "${OUTPUT}"
  "${texts}static const ShippedTable kShippedTables[] = {\n${entries}};\n")
