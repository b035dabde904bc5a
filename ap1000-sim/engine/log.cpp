/* log.cpp - see log.hpp. */
#include "engine/log.hpp"

#include <cstdio>
#include <sstream>

namespace ap1000
{

unsigned log_categories_on = 0;

namespace
{

#define LOG_NAME(NAME, WHAT) #NAME,
constexpr const char *names_of_categories[] = {LOG_CATEGORIES(LOG_NAME)};
#undef LOG_NAME

/* The bits of a name; 0: there is none such. */
unsigned bits_of(const std::string &name)
{
    unsigned bit = 1;
    for (const char *one : names_of_categories) {
        if (name == one)
            return bit;
        bit <<= 1;
    }
    return name == "all" ? bit - 1 : 0;
}

} // namespace

void choose_log(const std::string &names)
{
    std::istringstream in(names);
    for (std::string name; std::getline(in, name, ',');) {
        const unsigned bits = bits_of(name);
        std::string accepted;
        for (const char *one : names_of_categories)
            accepted += std::string(one) + ", ";
        if (bits == 0)
            throw std::invalid_argument("AP1000_LOG '" + name + "': no category of the log; " + accepted +
                                        "or all is wanted, or several with commas");
        log_categories_on |= bits;
    }
}

void log_line(LogCategory c, Ns now, const std::string &line)
{
    const std::string text = fmt::format("[{} {:.6f} ms] {}\n", names_of_categories[static_cast<unsigned>(c)],
                                         static_cast<double>(now) / 1e6, line);
    (void)std::fputs(text.c_str(), stderr); /* a line that cannot be written ends no run, as fmt::print would */
}

} // namespace ap1000
