/* program_stack.hpp - the initial contents of a program's stack. */
#pragma once

namespace ap1000
{

/* Puts argc, argv, the environment and no word of the loader's below `top`. Both lists end with nullptr and are copied.
 * Returns where the stack pointer is to be. */
void *lay_stack(unsigned char *top, char *const *argv, char *const *environment);

} // namespace ap1000
