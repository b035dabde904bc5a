# PVMConfig.cmake - find_package(PVM): targets PVM::pvm3, PVM::gpvm3 (groups), PVM::fpvm3 (Fortran), PVM::ap1000 (the native library),
# PVM::counted (compiled so that computing takes its time; GCC). It lies in lib/cmake/PVM under the prefix, wherever that is now;
# programs get its libraries as run path, as by pkg-config.
get_filename_component(_pvm_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(PVM_FOUND TRUE)
# _pvm_target(NAME FILE NEEDS...): an imported library with what it needs. One that was not installed is no target.
function(_pvm_target name file)
  if(NOT TARGET PVM::${name} AND EXISTS "${_pvm_prefix}/lib/${file}")
    add_library(PVM::${name} SHARED IMPORTED)
    set_target_properties(PVM::${name} PROPERTIES
      IMPORTED_LOCATION "${_pvm_prefix}/lib/${file}"
      INTERFACE_INCLUDE_DIRECTORIES "${_pvm_prefix}/include"
      INTERFACE_LINK_OPTIONS "-Wl,-rpath,${_pvm_prefix}/lib"
      INTERFACE_LINK_LIBRARIES "${ARGN}")
  endif()
endfunction()
_pvm_target(pvm3 libpvm3.so.3)
_pvm_target(gpvm3 libgpvm3.so.3 PVM::pvm3)
_pvm_target(fpvm3 libfpvm3.so.3 PVM::gpvm3)
_pvm_target(ap1000 libap1000.so.1)
if(NOT TARGET PVM::counted AND EXISTS "${_pvm_prefix}/lib/ap1000/counted.so")
  add_library(PVM::counted INTERFACE IMPORTED)
  set_target_properties(PVM::counted PROPERTIES INTERFACE_COMPILE_OPTIONS "-fplugin=${_pvm_prefix}/lib/ap1000/counted.so;-DPVM_COUNTED")
endif()
foreach(_pvm_part IN LISTS PVM_FIND_COMPONENTS)
  if(TARGET PVM::${_pvm_part})
    set(PVM_${_pvm_part}_FOUND TRUE)
  elseif(PVM_FIND_REQUIRED_${_pvm_part})
    set(PVM_FOUND FALSE)
    set(PVM_NOT_FOUND_MESSAGE "PVM: no component '${_pvm_part}' in ${_pvm_prefix}/lib; there may be pvm3, gpvm3, fpvm3, ap1000, counted")
  endif()
endforeach()
