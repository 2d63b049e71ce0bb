# SPDX-License-Identifier: MIT
# Run at every build: writes how and from what the bench was built, if that has changed.
# Takes SOURCE, TEMPLATE, OUTPUT, COMPILER, FLAGS.
set(COMMIT "")
find_program(GIT git)
if(GIT)
    execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --short HEAD
        OUTPUT_VARIABLE COMMIT ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
if(NOT COMMIT MATCHES "^[0-9a-f]+$")
    set(COMMIT "unknown")
endif()
foreach(name COMPILER FLAGS)
    string(REPLACE "\\" "\\\\" ${name} "${${name}}")
    string(REPLACE "\"" "\\\"" ${name} "${${name}}")
    string(STRIP "${${name}}" ${name})
endforeach()
configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
