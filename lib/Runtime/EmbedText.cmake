# Writes ${INPUT} as a list of bytes, NUL-terminated, for #include into an array
# initialiser: no limit on a string literal's length to run into.
file(READ "${INPUT}" bytes HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
file(WRITE "${OUTPUT}" "${bytes}0\n")
