/* cxx_unsuitable.cpp - a C++ program that cannot run in process: it has another thread, or its streams of wide
 * characters. */
#include <iostream>
#include <thread>

#include "pvm3.h"

int main()
{
#ifdef OWN_WIDE
    std::wcout << pvm_mytid() / pvm_mytid() + 1 << L" calls well" << std::endl;
#else
    const int tid = pvm_mytid();
    std::thread([tid] { std::cout << tid / tid + 1 << " calls well" << std::endl; }).join();
#endif
    pvm_exit();
    return 0;
}
