/* ccell.c7.h - the header that cell programs of the AP1000 include for its library. */
#include "ap1000.h"
