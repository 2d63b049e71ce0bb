# SPDX-License-Identifier: MIT
# Writes and installs wend.pc. Paths are relative to the file, so that an installed tree can be moved.

set(wend_pc_libs_private)
if(wend_math_library)
    string(APPEND wend_pc_libs_private " -lm")
endif()
if(wend_use_openmp)
    list(JOIN wend_openmp_libraries " " wend_pc_openmp)
    string(APPEND wend_pc_libs_private " ${wend_pc_openmp}")
endif()

# Where only a static library is installed, its needs are everybody's, with and without --static.
set(wend_pc_libs)
set(wend_pc_cflags)
if(NOT BUILD_SHARED_LIBS)
    set(wend_pc_libs "${wend_pc_libs_private}")
    set(wend_pc_cflags " -DWEND_STATIC")
endif()

file(RELATIVE_PATH wend_pc_up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" wend_pc_up "${wend_pc_up}")
set(wend_pc_prefix "\${pcfiledir}/${wend_pc_up}")
foreach(dir LIBDIR INCLUDEDIR)
    string(TOLOWER ${dir} variable)
    if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
        set(wend_pc_${variable} "${CMAKE_INSTALL_${dir}}")
    else()
        set(wend_pc_${variable} "\${prefix}/${CMAKE_INSTALL_${dir}}")
    endif()
endforeach()

configure_file(cmake/wend.pc.in wend.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/wend.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
