# SPDX-License-Identifier: MIT
# WebAssembly by emscripten, run by plain node; files are read from the real file system.
include(/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake)
set(CMAKE_CROSSCOMPILING_EMULATOR node)
set(CMAKE_EXE_LINKER_FLAGS_INIT
    "-sNODERAWFS=1 -sALLOW_MEMORY_GROWTH=1 -sEXIT_RUNTIME=1 -sSINGLE_FILE=1 -sTOTAL_STACK=8MB -sMAXIMUM_MEMORY=4GB --pre-js ${CMAKE_CURRENT_LIST_DIR}/wasm.js")
# As in run.sh, for cmocka.h.
set(CMAKE_C_FLAGS_INIT -D_UINTPTR_T_DEFINED)
