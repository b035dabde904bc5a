/* cxx.cpp - a C++ program, which is to do the same in process as in processes: what is thrown, what is there once, what
 * begins before main and ends after it, streams and texts. Each of the tasks that it spawns ends in another way. */
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <locale>
#include <map>
#include <memory>
#include <new>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <typeinfo>
#include <vector>

#include "cxx_part.hpp"
#include "pvm3.h"

namespace
{

enum { ENDED = 9, BEGUN = 1, WAYS = 10 };

int number = 0; /* of this task */

/* Says when it begins and ends. */
class Said
{
  public:
    explicit Said(const char *name) : name_(name)
    {
        std::cout << name_ << " begins\n";
    }
    ~Said()
    {
        std::cout << name_ << " ends as task " << number << std::endl;
    }
    Said(const Said &) = delete;

    const char *name_;
};

Said of_the_program("the program");
thread_local Said of_the_thread("the thread");
thread_local int local = 7;
thread_local int none_yet[100];

class Triangle : public Shape
{
};

void throw_from(int depth)
{
    const Said here(depth % 2 == 0 ? "even" : "odd");
    if (depth > 0)
        throw_from(depth - 1);
    else
        refuse(42);
}

int throw_in_comparison(const void *a, const void *b)
{
    const int first = *static_cast<const int *>(a), second = *static_cast<const int *>(b);
    if (first == 5 || second == 5)
        throw Refused(5);
    return first - second;
}

int twice(int n)
{
    if (n < 0)
        throw std::out_of_range("below zero");
    return 2 * n;
}

/* What the function throws, as a text. */
std::string thrown(const std::function<void()> &function)
{
    try {
        function();
    } catch (const Refused &e) {
        return std::string(e.what()) + ", " + std::to_string(e.number);
    } catch (const std::exception &e) {
        return typeid(e).name() + std::string(": ") + e.what();
    } catch (int n) {
        return std::to_string(n);
    } catch (...) {
        return "something";
    }
    return "nothing";
}

void throw_and_catch()
{
    std::cout << thrown([] { throw_from(3); }) << '\n';
    std::cout << thrown([] {
        try {
            throw 1;
        } catch (int) {
            throw;
        }
    }) << std::uncaught_exceptions()
              << '\n';
    std::cout << thrown([] {
        int numbers[] = {3, 5, 1, 2};
        std::qsort(numbers, 4, sizeof numbers[0], throw_in_comparison);
    }) << '\n';
    std::cout << thrown([] { call(twice, -1); }) << ' ' << call(twice, 4) << '\n';
    std::cout << thrown([] { std::vector<int>().at(3); }) << '\n';
    std::cout << thrown([] { std::vector<int>(std::size_t{1} << 62); }) << '\n';
    std::cout << thrown([] { ::operator delete(::operator new (std::size_t{1} << 60)); }) << '\n';
    std::cout << (new (std::nothrow) char[std::size_t{1} << 60] == nullptr) << '\n';
    std::cout << thrown([] { (void)dynamic_cast<Triangle &>(*square()); }) << '\n';
    std::cout << thrown([] { throw Said("what is thrown"); }) << '\n';
    std::exception_ptr kept;
    try {
        throw Refused(3);
    } catch (...) {
        kept = std::current_exception();
    }
    std::cout << thrown([&] { std::rethrow_exception(kept); }) << '\n';
}

void use_what_is_there_once()
{
    static const Said once("what is there once");
    std::cout << of_the_thread.name_ << ' ' << ++local << ' ' << ++none_yet[99] << ' ' << ++part_number << ' '
              << ++part_local << ' ' << ++calls_of_all() << ' ' << count() << '\n';
    const std::unique_ptr<Shape> shapes[] = {square(), std::make_unique<Shape>(), std::make_unique<Triangle>()};
    for (const auto &s : shapes)
        std::cout << s->name() << ' ' << typeid(*s).name() << ' ' << (dynamic_cast<Triangle *>(s.get()) != nullptr)
                  << '\n';
    auto shared = std::make_shared<Said>("what is shared");
    const std::weak_ptr<Said> weak = shared;
    shared.reset();
    std::cout << weak.expired() << '\n';
}

void use_streams()
{
    std::ostringstream text;
    text << std::fixed << std::setprecision(2) << 1234567.891 << std::hex << std::showbase << 255 << std::boolalpha
         << true << std::put_money("12345") << std::put_time(std::gmtime(std::make_unique<std::time_t>(0).get()), "%c");
    std::cout << text.str() << '\n';
    std::istringstream in("12 3.5 abc 0x10");
    int n = 0, sixteen = 0;
    double x = 0;
    std::string word;
    in >> n >> x >> word >> std::setbase(0) >> sixteen;
    std::cout << n << ' ' << x << ' ' << word << ' ' << sixteen << ' ' << in.eof() << '\n';
    std::cout << std::locale().name() << ' ' << thrown([] { std::locale("xx_YY"); }) << '\n';
    const std::string path = "cxx" + std::to_string(number);
    std::ofstream(path) << "one\ntwo\n";
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::ate);
    file << "three" << std::flush;
    file.seekg(0);
    for (std::string line; std::getline(file, line);)
        std::cout << line << ';';
    std::cout << file.rdbuf()->in_avail() << std::remove(path.c_str()) << std::ifstream(path).good() << '\n';
    std::printf("printf between ");
    std::cerr << "to cerr " << 1 << ' ';
    std::clog << "to clog\n";
    std::cout << std::getline(std::cin, word).eof() << std::cin.rdbuf()->in_avail() << '\n';
}

void use_the_rest()
{
    std::map<std::string, int> words;
    for (const char *w : {"x", "y", "x"})
        words[w]++;
    std::mt19937 generator(42);
    std::cout << words["x"] << ' ' << generator() << ' ' << std::uniform_int_distribution<>(1, 6)(generator) << '\n';
    const auto before = std::chrono::steady_clock::now();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::cout << (std::chrono::steady_clock::now() - before).count() << '\n';
}

[[noreturn]] void throw_on(int)
{
    throw Refused(11);
}

/* Some of them are no ends: then main returns. */
void end(int way)
{
    std::cout << "way " << way << " and no end of line";
    switch (way) {
    case 1:
        throw Refused(way);
    case 2:
        std::exit(way);
    case 3:
        std::terminate();
    case 4:
        []() noexcept { refuse(4); }();
        break;
    case 5:
        std::set_terminate([] { std::exit(5); });
        throw 5;
    case 6:
        raise(SIGSEGV);
        break;
    case 7:
        std::quick_exit(way);
    case 8:
        std::abort();
    case 9:
        std::atexit([] { std::cout << thrown([] { refuse(9); }) << std::endl; });
        signal(SIGUSR1, throw_on);
        std::cout << thrown([] { raise(SIGUSR1); }) << '\n';
        break;
    default:
        break;
    }
}

} // namespace

int main(int, char **argv)
{
    const int parent = pvm_parent();
    number = pvm_mytid();
    throw_and_catch();
    use_what_is_there_once();
    use_streams();
    use_the_rest();
    if (parent > 0) {
        int way = 0;
        pvm_recv(parent, BEGUN);
        pvm_upkint(&way, 1, 1);
        end(way);
        pvm_exit();
        std::cout << " after it has left\n";
        return way;
    }
    int tids[WAYS];
    pvm_catchout(stdout);
    const int n = pvm_spawn(argv[0], nullptr, PvmTaskDefault, const_cast<char *>(""), WAYS, tids);
    pvm_notify(PvmTaskExit, ENDED, n, tids);
    for (int i = 0; i < n; i++) {
        pvm_initsend(PvmDataDefault);
        pvm_pkint(&i, 1, 1);
        pvm_send(tids[i], BEGUN);
    }
    for (int i = 0; i < n; i++)
        pvm_recv(-1, ENDED);
    pvm_exit();
    std::cout << n << " have ended\n";
    return n == WAYS ? 0 : 1;
}
