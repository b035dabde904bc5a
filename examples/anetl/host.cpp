// host.cpp - past, now and future messages, and what becomes of errors. Needs counter.so beside the program, or where
// COUNTER_MODULE says.
#include <cstdio>
#include <cstdlib>

#include "counter.hpp"

int main(int argc, char **argv)
{
    anetl::host h(argc, argv);
    const char *named = std::getenv("COUNTER_MODULE");
    const std::string module_file = named != nullptr ? named : "./counter.so";
    auto a = h.create<Counter>(module_file, anetl::on(0)), b = h.create<Counter>(module_file, anetl::on(1));

    a.past<&Counter::add>(5); // nobody waits
    b.past<&Counter::add>(7);
    long n = a.now<&Counter::value>();    // waits for the answer
    auto f = b.future<&Counter::value>(); // goes on;
    std::printf("%s has %ld, ", a.now<&Counter::where>().c_str(), n);
    std::printf("%s has %ld\n", b.now<&Counter::where>().c_str(), *f); // the first use waits
    std::printf("together %ld\n", a.now<&Counter::total>(a, b));

    h.on_error([](anetl::objid from, const std::string &reason) {
        std::printf("%s: %s\n", from.text().c_str(), reason.c_str());
    });
    a.past<&Counter::add>(-1); // an error of a past message is a message
    try {
        a.now<&Counter::add>(-1); // that of a now message is thrown
    } catch (const anetl::error &e) {
        std::printf("now: %s\n", e.what());
    }
    try {
        h.unload(module_file, anetl::on(1));
    } catch (const anetl::error &) {
        std::printf("the module stays as long as an object of it lives\n");
    }
}
