# SPDX-License-Identifier: MIT
# Instruction sets beyond what every processor of a family has: files named *_avx2.c and so on are compiled with the flags
# of theirs, and WEND__HAVE_AVX2 and so on say which there are. See src/base/wide.h.
include(CheckCCompilerFlag)

set(wend_wide_sse4 -mssse3 -msse4.1)
# Every processor with AVX2 has LZCNT.
set(wend_wide_avx2 -mavx2 -mpopcnt -mbmi -mbmi2 -mlzcnt)
set(wend_wide_avx512 ${wend_wide_avx2} -mavx512f -mavx512bw -mavx512vl -mavx512dq -mtune=icelake-server)
set(wend_wide_wasm128 -msimd128)
if(EMSCRIPTEN)
    set(candidates wasm128)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(candidates sse4 avx2 avx512)
else()
    set(candidates)
endif()

# On Windows gcc does not align its stack for vectors this wide (its bug 54412): the assembler must not trust it.
if(MINGW AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    list(APPEND wend_wide_avx2 -Wa,-muse-unaligned-vector-move)
    list(APPEND wend_wide_avx512 -Wa,-muse-unaligned-vector-move)
endif()

set(wend_wide_back_ends)
foreach(back_end IN LISTS candidates)
    check_c_compiler_flag("${wend_wide_${back_end}}" wend_has_${back_end})
    if(wend_has_${back_end})
        list(APPEND wend_wide_back_ends ${back_end})
    endif()
endforeach()

# Gives the sources of a target in the current directory their flags.
function(wend_wide_instances target)
    get_target_property(sources ${target} SOURCES)
    foreach(back_end IN LISTS wend_wide_back_ends)
        set(instances ${sources})
        list(FILTER instances INCLUDE REGEX "_${back_end}\\.c$")
        set_property(SOURCE ${instances} APPEND PROPERTY COMPILE_OPTIONS ${wend_wide_${back_end}})
        string(TOUPPER ${back_end} upper)
        target_compile_definitions(${target} PRIVATE WEND__HAVE_${upper}=1)
    endforeach()
endfunction()
set(wend_wide_back_ends ${wend_wide_back_ends} PARENT_SCOPE)
foreach(back_end IN LISTS wend_wide_back_ends)
    set(wend_wide_${back_end} ${wend_wide_${back_end}} PARENT_SCOPE)
endforeach()
