// control_main.cpp - the program anetl-control.
#include "layer.hpp"

int main(int argc, char **argv)
{
    return anetl::detail::run_control(argc, argv);
}
