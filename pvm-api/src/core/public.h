/* public.h - marks the functions and variables that libpvm3 exports. */
#pragma once

#define PVM_PUBLIC __attribute__((visibility("default")))
