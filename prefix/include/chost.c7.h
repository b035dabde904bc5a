/* chost.c7.h - the name under which host programs of the AP1000 include its library. */
#include "ap1000.h"
