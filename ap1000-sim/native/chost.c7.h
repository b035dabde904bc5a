/* chost.c7.h - the header that host programs of the AP1000 include for its library. */
#include "ap1000.h"
