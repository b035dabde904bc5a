/* main.c - main() of a native program. */
#include "native.h"

/* The program defines them; either may be missing. What they return is not looked at, as most return nothing. */
__attribute__((weak)) int host_main(int argc, char **argv);
__attribute__((weak)) int cell_main(void);

NAT_PUBLIC int main(int argc, char **argv)
{
    if (nat_on_host(nat_self())) {
        if (host_main != NULL)
            host_main(argc, argv);
        else if (cell_main == NULL)
            nat_die("%s has neither host_main nor cell_main", argv[0]);
        else
            (void)(ccreat(NULL, 0, NULL) + waitstable());
        return 0;
    }
    if (cell_main == NULL)
        nat_die("%s has no cell_main, and was started on cell %d", argv[0], getcid());
    cell_main();
    return 0;
}
