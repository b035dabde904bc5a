/* repeats.h - how often a test draws or repeats the same. Under valgrind and with sanitizers, where all takes up to
 * thirty times as long, a sixteenth shows as much of memory: what is compared is held to all of it without them. */
#pragma once

#include <stdlib.h>

/* usual: how often, else. Returns at least 1. AP1000_TEST_FEW is set by eval/test.sh, and by `meson test --setup
 * valgrind`. */
static inline int repeats(int usual)
{
    return getenv("AP1000_TEST_FEW") != NULL ? usual / 16 + 1 : usual;
}
