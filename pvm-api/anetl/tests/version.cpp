// version.cpp - an object module as another version of the headers would make it.
#include <anetl.hpp>

extern "C" ANETL_PUBLIC const anetl::detail::module_entry *anetl_module()
{
    static const anetl::detail::module_entry entry = {anetl::detail::MODULE_VERSION + 1, 0, nullptr};
    return &entry;
}
