/* public.h - the mark of what libpvm3 exports. */
#ifndef PVMI_PUBLIC_H
#define PVMI_PUBLIC_H

#define PVM_PUBLIC __attribute__((visibility("default")))

#endif
