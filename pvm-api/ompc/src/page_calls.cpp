// page_calls.cpp - what C programs call of include/ompc_pages.h.
#include <cstdint>
#include <cstdlib>

#include "ompc_pages.h"
#include "paging.hpp"

using ompc::fail;
using ompc::needed;
using ompc::pages;

static constexpr std::size_t ALIGN = 64; // of what programs allocate [bytes]

void ompc_init(int argc, char **argv, size_t bytes)
{
    ompc::paging &p = pages();
    if (p.asked)
        fail("ompc_init (MAIN_INITENV) is called twice");
    (void)argc, (void)argv; // pages() has read them from the system, since a program may call it where it has none
    p.asked = true;
    ompc::grow(p, bytes > 0 ? bytes + 16 * p.page : p.bytes);
}

void *ompc_malloc(size_t bytes)
{
    ompc::paging &p = pages();
    std::size_t size = bytes < SIZE_MAX / 2 ? (bytes + ALIGN - 1) / ALIGN * ALIGN : bytes;
    if (!p.shared && size < SIZE_MAX / 2)
        ompc::grow(p, p.used + size + p.page);
    std::size_t end = p.shared ? p.own_end : p.bytes;
    if (size > end - p.used)
        fail("ompc_malloc (G_MALLOC) of %zu bytes: %zu of %zu are left; tell ompc_init (MAIN_INITENV) of more", bytes,
             end - p.used, p.bytes);
    p.used += size;
    return p.begin + p.used - size;
}

void ompc_create(void (*function)(void))
{
    ompc::paging &p = pages();
    if (p.shared)
        fail("ompc_create (CREATE) after the tasks have begun: all are created before the first barrier, lock or wait");
    p.created++;
    if (!p.child || p.created < p.pe->pe)
        return;
    ompc::speak(p);
    ompc::share(p, *p.pe);
    function();
    std::exit(0); // finish() does the rest
}

void ompc_wait_for_end(void)
{
    ompc::paging &p = pages();
    ompc::begin_sharing(p);
    if (!p.shared || p.waited_for_end)
        return;
    p.waited_for_end = true;
    needed().barrier();
}

int ompc_new_lock(void)
{
    ompc::paging &p = pages();
    int number = p.locks;
    p.locks += p.shared ? needed().pes : 1;
    return number;
}

void ompc_lock(int lock)
{
    ompc::begin_sharing(pages());
    if (pages().shared)
        needed().lock(static_cast<std::uint32_t>(lock));
    else
        pages().held.insert(lock);
}

void ompc_unlock(int lock)
{
    if (pages().shared)
        needed().unlock(static_cast<std::uint32_t>(lock));
    else
        pages().held.erase(lock);
}

void ompc_barrier(int pes)
{
    ompc::paging &p = pages();
    ompc::begin_sharing(p);
    int there = p.shared ? needed().pes : 1;
    if (pes != there)
        fail("a barrier of %d, but there %s %d task%s: all take part", pes, there == 1 ? "is" : "are", there,
             there == 1 ? "" : "s");
    if (p.shared)
        needed().barrier();
}

void ompc_await(const volatile int *flag)
{
    ompc::begin_sharing(pages());
    while (*flag == 0) {
        if (!pages().shared)
            fail("a program waits for a flag, and no other task is there to set it");
        needed().wait_at_most(100000);
    }
}

int ompc_pe(void)
{
    return pages().pe != nullptr ? pages().pe->pe : 0;
}

unsigned long ompc_clock_us(void)
{
    return static_cast<unsigned long>((ompc::now_ns() - pages().began_ns) / 1000);
}

void ompc_work_ns(double ns)
{
    if (pages().shared)
        needed().work(ns);
}

double ompc_cost(const char *name)
{
    return ompc::cost(name);
}
