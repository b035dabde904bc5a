/* public.h - marks the functions and variables that libpvm3 exports. */
#ifndef PVMI_PUBLIC_H
#define PVMI_PUBLIC_H

#define PVM_PUBLIC __attribute__((visibility("default")))

#endif
