// faces.cpp PART: what anetl.hpp offers, part by part; and, one part each, what goes wrong. Run where objects.so and
// the other modules of the tests are.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>

#include <pvm3.h>

#include "objects.hpp"

using anetl::on;

namespace
{
int wrong;
const char *const module_file = "objects.so";

void require(bool good, const char *what)
{
    if (good)
        return;
    std::printf("not so: %s\n", what);
    wrong++;
}

// What is thrown, as text.
std::string thrown(const std::function<void()> &f)
{
    try {
        f();
    } catch (const anetl::error &e) {
        return e.what();
    }
    return "nothing";
}
void says(const std::string &said, const std::string &part)
{
    if (said.find(part) == std::string::npos) {
        std::printf("not so: '%s' should have '%s'\n", said.c_str(), part.c_str());
        wrong++;
    }
}

// A class that the module does not have so.
class Other : public anetl::object
{
  public:
    double add(double a)
    {
        return a;
    }
    int none()
    {
        return 0;
    }
    ANETL_METHODS(Other, add, none, none, none, none, none, none, none, none)
};
} // namespace

namespace different
{
class Counter : public anetl::object
{
  public:
    int value()
    {
        return 0;
    }
    ANETL_METHODS(Counter, value)
};
} // namespace different

namespace
{
void messages(anetl::host &h)
{
    auto c = h.create<Counter>(module_file, on(1)), d = h.create<Counter>(module_file, on(1)),
         e = h.create<Counter>(module_file, on(0));
    c.past<&Counter::add>(5);
    c.past<&Counter::add>(7);
    require(c.now<&Counter::value>() == 12 && d.now<&Counter::value>() == 0, "each object has its own data");
    require(c.now<&Counter::in_module>() == 1 && d.now<&Counter::in_module>() == 2 && e.now<&Counter::in_module>() == 1,
            "objects of one node share what is static in their module");
    require(d.now<&Counter::ask>(c) == 12 && e.now<&Counter::ask>(c) == 12 && c.now<&Counter::ask>(c) == 12,
            "an object asks others, and itself");
    require(c.now<&Counter::listed>(1000) == 500500, "the instance's heap");
    require(c.id() != d.id() && c.id().node() == 1 && e.id().node() == 0, "ids");
    auto far = c.future<&Counter::slow>(13);
    c.past<&Counter::add>(1);
    require(c.now<&Counter::value>() == 13 && *far == 13, "other methods of an object run while one yields");
    require(h.create<Counter>(module_file, on(anetl::node_name(0))).now<&Counter::where>() == anetl::node_name(0),
            "a place by its host's name");
}

void types(anetl::host &h)
{
    auto e = h.create<Echo>(module_file, on(1));
    point p = e.now<&Echo::move>(point{1, 2, "p"}, 0.5);
    require(p.x == 1.5 && p.y == 2 && p.name == "p'", "a structure");
    require(e.now<&Echo::points>(std::vector<point>(3, p))[2].name == "p'" &&
                e.now<&Echo::points>(std::vector<point>()).empty(),
            "a vector of structures");
    const auto plain = std::make_tuple('a', static_cast<signed char>(-1), static_cast<unsigned char>(255),
                                       static_cast<short>(-2), static_cast<unsigned short>(65535), -3, 4294967295u,
                                       -5000000000L, 18000000000000000000UL, 1.5f, -2.25);
    require(std::apply([&](auto... a) { return e.now<&Echo::plain>(a...); }, plain) == plain, "all families");
    require(e.now<&Echo::logic>(true, 1LL << 40, colour::green) == std::make_pair(false, (1LL << 40) + 5),
            "bool, long long, enum");
    std::array<int, 300> a{};
    a[299] = 7;
    require(e.now<&Echo::array>(a) == a, "an array");
    require(e.now<&Echo::texts>(std::vector<std::string>{"", "two", "three"})[2] == "three", "texts");
    require(e.now<&Echo::bytes>(std::vector<char>(1 << 20)) == 1 << 20, "a megabyte");
    const Echo::kinds_of all = {{"a", {1, 2}}, {"b", {}}}, got = {{"a", {1, 2}}, {"b", {7, 8, -1, 4, 1500}}};
    require(e.now<&Echo::kinds>(all, std::set<int>{8, 7}, std::nullopt, std::complex<float>(3, 4),
                                std::chrono::milliseconds(1500), std::string_view("b")) == got,
            "containers, optional, complex, chrono, string_view");
    require(e.now<anetl::overload<int(int)>(&Echo::twice)>(21) == 42 &&
                e.now<anetl::overload<std::string(std::string_view) const>(&Echo::twice)>("so") == "soso",
            "methods of one name");
}

void order(anetl::host &h)
{
    auto logs = h.create_n<Log>(module_file, 6, [](int i) { return i % anetl::nodes(); });
    for (int i = 1; i < 6; i++)
        logs[static_cast<std::size_t>(i)].past<&Log::send>(logs[0], i, 60);
    for (int i = 0; i < 60; i++)
        logs[0].past<&Log::note>(0, i);
    bool right = false;
    for (int tries = 0; tries < 1000 && !(right = logs[0].now<&Log::in_order>(6, 60)); tries++)
        for (int i = 1; i < 6; i++)
            logs[static_cast<std::size_t>(i)].now<&Log::in_order>(0, 0);
    require(right, "all have come, those of each sender in order");
}

void nows(anetl::host &h)
{
    auto c = h.create_n<Chain>(module_file, 3);
    for (int i = 0; i < 3; i++)
        c[static_cast<std::size_t>(i)].past<&Chain::link>(c[static_cast<std::size_t>((i + 1) % 3)]);
    require(c[0].now<&Chain::length>(99) == 100, "a hundred nows round three nodes, each waiting for the next");
    require(c[1].now<&Chain::factorial>(12) == 479001600, "an object's nows to itself");
}

void futures(anetl::host &h)
{
    auto c = h.create<Counter>(module_file, on(1));
    auto chain = h.create<Chain>(module_file, on(0));
    auto e = h.create<Echo>(module_file, on(1));
    c.past<&Counter::add>(21);
    require(chain.now<&Chain::add_future>(c) == 42, "futures of a method");
    require(chain.now<&Chain::sum_of_futures>(c, 300) == 21 * (100 + 150), "many futures at a time");
    auto f = e.future<&Echo::array>(std::array<int, 300>{1, 2, 3});
    std::array<int, 300> copy;
    std::memcpy(&copy, f.where(), sizeof copy);
    require(copy[2] == 3 && (*f)[1] == 2, "a trap inside memcpy");
    auto text = e.future<&Echo::texts>(std::vector<std::string>{"one", "two"});
    const bool before = text.ready();
    const std::vector<std::string> &value = *text;
    require(!before && text.ready() && value.size() == 2 && value[1] == "two" && text->at(0) == "one",
            "a future that is no number");
    auto moved = std::move(text);
    require(moved->size() == 2, "a future moved");
    chain.now<&Chain::begin>(e);
    auto first = chain.future<&Chain::waits_for_it>(), second = chain.future<&Chain::waits_for_it>();
    require(*first && *second, "a future that two methods wait for");
    auto big = e.future<&Echo::points>(std::vector<point>(500, point{1, 1, "a name that takes memory of its own"}));
    require(big->size() == 500 && big.get()[499].name.size() == 35, "a future with memory");
    auto flag = c.checked_future<&Counter::value>();
    auto nothing = c.checked_future<&Counter::add>(1);
    nothing.wait();
    require(*flag == 21 && flag.ready(), "a future with a flag");
    c.future<&Counter::value>(); // never read
    auto late = c.future<&Counter::value>();
    c.destroy();
    auto never = c.future<&Counter::value>();
    require(*late == 22, "an answer from an object that has ended since");
    says(thrown([&] { never.get(); }), "there is no object 1:2 (any more)");
    says(thrown([&] { chain.now<&Chain::uses_failed>(c); }),
         "method 'uses_failed' of 0:2 Chain on " + anetl::node_name(0) +
             " uses a future that came to nothing: there is no object 1:2 (any more)");
    require(chain.now<&Chain::factorial>(3) == 6, "its object goes on");
}

void many(anetl::host &h)
{
    constexpr int n = 20000;
    auto c = h.create<Counter>(module_file, on(0));
    c.past<&Counter::add>(1);
    auto chain = h.create<Chain>(module_file, on(0));
    require(chain.now<&Chain::sum_of_futures>(c, n) == (n + 2) / 3 + (n + 1) / 2, "very many futures");
}

void thousand(anetl::host &h)
{
    auto all = h.create_n<Counter>(module_file, 1000, [](int i) { return i / 7 % anetl::nodes(); });
    for (std::size_t i = 0; i < all.size(); i++)
        all[i].past<&Counter::add>(static_cast<long>(i));
    long sum = 0;
    std::vector<anetl::future<long>> values;
    for (const auto &c : all)
        values.push_back(c.future<&Counter::value>());
    for (const auto &v : values)
        sum += *v;
    require(sum == 999 * 500, "a thousand objects");
}

void events(anetl::host &h)
{
    auto c = h.create_n<Chain>(module_file, 4);
    std::vector<anetl::checked_future<void>> waits;
    for (const auto &one : c)
        waits.push_back(one.checked_future<&Chain::wait_for>("go"));
    require(c[3].now<&Chain::factorial>(3) == 6, "an object answers while a method of it waits for an event");
    for (const auto &w : waits)
        require(!w.ready(), "nobody has gone yet");
    auto go = h.event("go");
    go.set();
    for (const auto &w : waits)
        w.wait();
    c[0].now<&Chain::wait_for>("go"); // it stays set
    go.wait();
    go.reset();
    require(!go.is_set(), "reset");
    auto again = c[1].checked_future<&Chain::wait_for>("go");
    c[1].now<&Chain::factorial>(1);
    require(!again.ready(), "reset there, too");
    go.set();
    again.wait();
    for (int after_us = 300; after_us < 6000; after_us += 500) { // a set and a reset that cross
        const std::string name = "cross " + std::to_string(after_us);
        c[1].past<&Chain::change>(name, true, 0.);
        auto set = c[0].checked_future<&Chain::change>(name, true, after_us * 1.);
        c[1].checked_future<&Chain::change>(name, false, 1000.).wait();
        set.wait();
        const auto agree = [&] {
            bool same = true;
            for (const auto &one : c)
                same = same && one.now<&Chain::knows>(name) == c[0].now<&Chain::knows>(name);
            return same;
        };
        for (int tries = 0; tries < 1000 && !agree(); tries++)
            ;
        require(agree(), "all nodes know the same of an event");
    }
}

void meetings(anetl::host &h)
{
    auto m = h.create<Meeting>(module_file, on(1));
    m.past<&Meeting::left>(1);
    m.past<&Meeting::left>(2);
    auto met = m.future<&Meeting::meet>();
    auto right = m.future<&Meeting::right>(7);
    require(*met == "left 1 right 7 " && *right == -7, "one of each is accepted");
    m.past<&Meeting::right>(8);
    require(m.now<&Meeting::meet>() == "left 1 right 7 left 2 right 8 ", "what is left, and what came since");
    auto q = m.future<&Meeting::question>();
    m.past<&Meeting::answer>(99);
    require(*q == 99, "an answer that another method gives");
    says(thrown([&] { m.now<&Meeting::wrong_question>(); }), "returns another type than its later");
    says(thrown([&] { m.now<&Meeting::broken_question>(); }), "ended by a wall");
    says(thrown([&] { m.now<&Meeting::lefts>(true); }), "method 'left' is accepted twice at a time");
    auto first =
        m.checked_future<&Meeting::lefts>(false); // one message, and two methods that want it, one after the other
    m.past<&Meeting::left>(3);
    auto second = m.checked_future<&Meeting::lefts>(false);
    m.now<&Meeting::answer>(0);
    m.past<&Meeting::left>(4);
    first.wait();
    second.wait();
    auto dropped = m.checked_future<&Meeting::question>();
    auto never = m.checked_future<&Meeting::lefts>(false);
    m.destroy();
    says(thrown([&] { never.wait(); }), "waits to accept left, and the object has ended");
    says(thrown([&] { dropped.wait(); }), "the duty to answer was dropped on node 1");
}

void guards(anetl::host &h)
{
    auto b = h.create<Buffer>(module_file, on(1));
    auto early = b.future<&Buffer::get>();
    for (int i = 0; i < 5; i++)
        b.past<&Buffer::put>(i);
    bool order = *early == 0;
    for (int i = 1; i < 5; i++)
        order = order && b.now<&Buffer::get>() == i;
    require(order, "put waits for room and get for what was put, in order");
    says(thrown([&] { b.now<&Buffer::broken>(); }), "the guard of 'broken' ended by a wall");
    b.past<&Buffer::offer>(6);
    auto chosen = b.future<&Buffer::choose>(7);
    b.past<&Buffer::offer>(7);
    require(*chosen == 7 && b.now<&Buffer::choose>(6) == 6, "accept takes what passes the guard");
    require(b.now<&Buffer::get>() == 7 && b.now<&Buffer::get>() == 6, "in the order chosen");
    require(b.now<&Buffer::choose_late>() == 56, "a guard that has thrown is asked anew");
    for (int i = 1; i <= 3; i++)
        b.past<&Buffer::note>(i);
    b.now<&Buffer::choose_late>();
    h.create<Buffer>(module_file, on(1)).now<&Buffer::allow>();
    b.past<&Buffer::note>(4);
    b.now<&Buffer::choose_late>();
    auto checked = b.checked_future<&Buffer::noted>(std::vector<std::monostate>());
    auto trapping = b.future<&Buffer::noted>(std::vector<std::monostate>());
    require(*checked == "1234" && *trapping == "1234", "what comes later does not overtake; a result that is a view");
    says(thrown([&] { b.now<&Buffer::noted>(std::vector<std::monostate>(1000)); }),
         "the arguments of 'noted' cannot be unpacked");
    auto never = b.checked_future<&Buffer::get>();
    b.destroy();
    says(thrown([&] { never.wait(); }), "has ended");
}

void untyped(anetl::host &h)
{
    using anetl::any;
    auto b = h.create<Buffer>(module_file, on(1));
    const any table = any::table{{"n", 41}, {"more", any::list{1, "two"}}};
    const any::list got = b.now<&Buffer::ask>(table).as<any::list>();
    require(got.size() == 6 && got[0].as<long>() == 42 && got[1] == "text" && got[2].as<float>() == 0.5f &&
                got[3] == any() && got[4].as<bool>() && got[5].as<anetl::ref<Buffer>>() == b &&
                got[0].as<double>() == 42,
            "values of any type, there and back");
    says(thrown([&] { (void)got[1].as<int>(); }), "a text is used as a whole number");
    says(thrown([&] { (void)any(300).as<signed char>(); }), "the number 300 does not fit what it is used as");
    says(thrown([&] { any(18446744073709551615ul); }), "the number 18446744073709551615 is too large for an any");
    says(thrown([&] { b.now<&Buffer::ask>(5); }), "a whole number is used as a table");
}

void collector(anetl::host &h)
{
    auto mine = anetl::create_here<Counter>();
    auto other = h.create<Counter>(module_file, on(0));
    mine.past<&Counter::add>(3);
    require(other.now<&Counter::ask>(mine) == 3, "an object of the host program itself");
}

void errors(anetl::host &h)
{
    says(thrown([&] { h.create<Counter>("nowhere.so", on(0)); }), "/nowhere.so': No such file or directory");
    says(thrown([&] { h.create<Counter>("faces.cpp.txt", on(0)); }), "cannot be loaded: ");
    says(thrown([&] { h.create<Counter>("no_entry.so", on(0)); }), "is no object module: it lacks ANETL_MODULE");
    says(thrown([&] { h.create<Counter>("version.so", on(0)); }),
         "was compiled with version 4 of libanetl's headers, this node is of version 3");
    says(thrown([&] { h.create<Other>(module_file, on(0)); }), "objects.so' has no class Other");
    says(thrown([&] { h.create<different::Counter>(module_file, on(0)); }), "class Counter is not the same in module");
    says(thrown([&] { h.create<Counter>(module_file, on(77)); }), "there is no node 77: the layer has");
    says(thrown([&] { h.create<Counter>(module_file, on("nohost")); }),
         "there is no node on 'nohost': the layer has nodes on ");
    says(thrown([&] { h.create<Echo>("members.so", on(0)); }), "class Echo is not the same in module");
    says(thrown([&] { h.create<Throws>(module_file, on(0)); }), "ended by an exception that is no std::exception");
    says(thrown([&] { h.create<Asks>(module_file, on(0)); }), "ended by a wait for an answer, which only a method can");
    auto c = h.create<Counter>(module_file, on(1));
    anetl::ref<Other> mistaken(c.id());
    says(thrown([&] { mistaken.now<&Other::add>(1.0); }),
         "the arguments or the result of 'add' are of other types there");
    says(thrown([&] { c.now<&Counter::fails>("a reason"); }),
         "method 'fails' of 1:2 Counter on " + anetl::node_name(1) + " ended by a reason");
    says(thrown([&] { c.now<&Counter::fails>("int"); }), "ended by an exception that is no std::exception");
    says(thrown([&] { c.now<&Counter::fails>(""); }), "ended by an error without a reason");
    says(thrown([&] { anetl::ref<Counter>().now<&Counter::value>(); }), "a message to no object");
    says(thrown([&] { anetl::ref<Counter>(anetl::objid{c.id().word + (100u << 20)}).now<&Counter::value>(); }),
         "there is no node 101 (object 101:2)");
    std::string told;
    h.on_error([&](anetl::objid from, const std::string &reason) { told = from.text() + " " + reason; });
    c.past<&Counter::fails>("later");
    c.now<&Counter::value>();
    anetl::yield();
    says(told, "1:2 method 'fails' of 1:2 Counter on " + anetl::node_name(1) + " ended by later");
    auto w = h.create<Wrong>(module_file, on(0));
    c.destroy();
    says(w.now<&Wrong::errors>(c), "there is no object 1:2 (any more)");
    says(w.now<&Wrong::told>(), "1:2: there is no object 1:2 (any more)");
}

void modules(anetl::host &h)
{
    h.load(module_file, on(0));
    auto c = h.create<Counter>(module_file, on(0));
    require(c.now<&Counter::in_module>() == 1 && c.now<&Counter::in_module>() == 2, "the module's data");
    says(thrown([&] { h.unload(module_file, on(0)); }),
         "objects.so' stays on node 0 (" + anetl::node_name(0) + "): 1 object of it lives (0:2 Counter)");
    says(thrown([&] { h.unload("nowhere.so", on(0)); }), "nowhere.so' is not loaded on node 0");
    c.destroy();
    auto chain = h.create<Chain>(module_file, on(0));
    const std::string made = chain.now<&Chain::makes>();
    chain.destroy();
    says(thrown([&] { h.unload(module_file, on(0)); }), "1 object of it lives (" + made + " Counter)");
    anetl::ref<Counter>(anetl::objid{4}).destroy();
    h.unload(module_file, on(0));
    require(h.create<Counter>(module_file, on(0)).now<&Counter::in_module>() == 1,
            "a module that is loaded again begins anew");
}

// A node's process ends.
void killed(anetl::host &h)
{
    auto w = h.create<Wrong>(module_file, on(1));
    auto c = h.create<Counter>(module_file, on(1)), d = h.create<Counter>(module_file, on(0));
    std::string told;
    h.on_error([&](anetl::objid, const std::string &reason) { told = reason; });
    says(thrown([&] { w.now<&Wrong::end_process>(); }), "node 1 (" + anetl::node_name(1) + ") has ended");
    says(thrown([&] { c.now<&Counter::value>(); }), "node 1 (" + anetl::node_name(1) + ") has ended");
    says(thrown([&] { d.now<&Counter::ask>(c); }), "node 1 (" + anetl::node_name(1) + ") has ended");
    d.now<&Counter::value>();
    says(told, "has ended");
}

void dead(anetl::host &h)
{
    auto c = h.create_n<Chain>(module_file, 2);
    c[0].past<&Chain::link>(c[1]);
    c[1].past<&Chain::wait_for>("never");
    c[0].past<&Chain::wait_for>("never");
    h.event("never").wait();
}

void endless(anetl::host &h)
{
    auto c = h.create_n<Chain>(module_file, 2);
    c[0].past<&Chain::link>(c[1]);
    c[1].past<&Chain::link>(c[0]);
    says(thrown([&] { c[0].now<&Chain::endless>(0); }),
         "has 100 methods under way, and begins no more: is it a cycle of now messages?");
    require(c[0].now<&Chain::factorial>(5) == 120, "all go on");
    const anetl::ref<Counter> none(anetl::objid{(1u << 20) + 99});
    const long before = c[0].now<&Chain::mapped_kib>();
    for (int i = 0; i < 200; i++) // no way to begin is lost
        says(thrown([&] { c[0].now<&Chain::uses_failed>(none); }), "uses a future that came to nothing");
    require(c[0].now<&Chain::mapped_kib>() - before < 100 * 256, "nor the stack of each");
}

void crash(anetl::host &h)
{
    h.on_error([](anetl::objid, const std::string &) {});
    says(thrown([&] { h.create<Wrong>(module_file, on(1)).now<&Wrong::null>(); }), "has ended");
}

void starve(anetl::host &h)
{
    h.create<Wrong>(module_file, on(1)).now<&Wrong::compute>(1.6);
}

void inside_pvm(anetl::host &h)
{
    h.on_error([](anetl::objid, const std::string &) {});
    auto w = h.create<Wrong>(module_file, on(1));
    says(thrown([&] { w.now<&Wrong::inside_pvm>(h.create<Counter>(module_file, on(0))); }), "has ended");
}

void inside_libc(anetl::host &h)
{
    h.on_error([](anetl::objid, const std::string &) {});
    auto w = h.create<Wrong>(module_file, on(1));
    says(thrown([&] { w.now<&Wrong::inside_libc>(h.create<Echo>(module_file, on(0))); }), "has ended");
}

// On a layer that stays: an object that outlives its host, and the next host finds it.
void staying(anetl::host &h)
{
    auto c = h.create<Counter>(module_file, on(1));
    c.now<&Counter::add>(5);
    require(c.id().node() == 1, "its name");
}
void leaving(anetl::host &)
{
    const anetl::ref<Counter> c(anetl::objid{(1u << 20) + 2});
    require(c.now<&Counter::value>() == 5, "its value");
    c.destroy();
    says(thrown([&] { c.now<&Counter::value>(); }), "(any more)");
}

// The host's main reads an answer that is an error.
void main_failed(anetl::host &h)
{
    auto f = anetl::ref<Counter>(anetl::objid{h.create<Counter>(module_file, on(0)).id().word + 5})
                 .future<&Counter::value>();
    std::printf("%ld\n", *f);
}
} // namespace

int main(int argc, char **argv)
{
    anetl::host h(argc, argv);
    const std::string part = argc > 1 ? argv[1] : "";
#define PART(NAME) std::pair(#NAME, &(NAME))
    const std::map<std::string, void (*)(anetl::host &)> parts = {
        PART(messages),    PART(types),     PART(order),    PART(nows),    PART(futures),    PART(many),
        PART(thousand),    PART(events),    PART(meetings), PART(guards),  PART(untyped),    PART(errors),
        PART(modules),     PART(killed),    PART(dead),     PART(endless), PART(crash),      PART(starve),
        PART(main_failed), PART(collector), PART(staying),  PART(leaving), PART(inside_pvm), PART(inside_libc)};
    if (parts.count(part) == 0)
        return 2;
    parts.at(part)(h);
    std::printf("%s: %d nodes, %s\n", part.c_str(), anetl::nodes(), wrong == 0 ? "right" : "wrong");
    return wrong == 0 ? 0 : 1;
}
