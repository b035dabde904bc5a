// objects.cpp - the object module of the tests.
#include "objects.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory_resource>
#include <sys/syscall.h>
#include <unistd.h>

#include <pvm3.h>

#ifndef WITHOUT_ENTRY
ANETL_MODULE(Counter, Echo, Chain, Log, Meeting, Buffer, Wrong, Throws, Asks)
#endif

void Counter::add(long n)
{
    value_ += n;
}
long Counter::value() const
{
    return value_;
}
long Counter::in_module()
{
    static long times;
    return ++times;
}
long Counter::listed(int n)
{
    std::pmr::list<long> all(heap());
    for (int i = 1; i <= n; i++)
        all.push_back(i);
    long sum = 0;
    for (long i : all)
        sum += i;
    return sum;
}
long Counter::ask(const anetl::ref<Counter> &other)
{
    return other.now<&Counter::value>();
}
void Counter::fails(const std::string &how)
{
    if (how == "int")
        throw 5;
    if (how.empty())
        throw anetl::error(anetl::objid{}, "");
    throw std::runtime_error(how);
}
long Counter::slow(int until)
{
    while (value_ < until)
        anetl::yield();
    return value_;
}
std::string Counter::where() const
{
    return anetl::node_name(anetl::node());
}

point Echo::move(const point &p, double dx)
{
    point q = p;
    q.x += dx;
    q.name += "'";
    return q;
}
std::vector<point> Echo::points(const std::vector<point> &p)
{
    return p;
}
std::tuple<char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, float, double>
Echo::plain(char a, signed char b, unsigned char c, short d, unsigned short e, int f, unsigned g, long h,
            unsigned long i, float j, double k)
{
    return {a, b, c, d, e, f, g, h, i, j, k};
}
std::pair<bool, long long> Echo::logic(bool a, long long b, colour c)
{
    return {!a, b + static_cast<int>(c)};
}
std::array<int, 300> Echo::array(const std::array<int, 300> &a)
{
    return a;
}
std::vector<std::string> Echo::texts(const std::vector<std::string> &t)
{
    return t;
}
Echo::kinds_of Echo::kinds(const kinds_of &all, std::set<int> more, std::optional<double> one, std::complex<float> two,
                           std::chrono::milliseconds span, std::string_view name)
{
    kinds_of result = all;
    std::list<int> &to = result[std::string(name)];
    to.insert(to.end(), more.begin(), more.end());
    to.push_back(one ? static_cast<int>(*one) : -1);
    to.push_back(static_cast<int>(two.imag()));
    to.push_back(static_cast<int>(span.count()));
    return result;
}

int Echo::twice(int n)
{
    return 2 * n;
}

std::string Echo::twice(std::string_view text) const
{
    return std::string(text) + std::string(text);
}

std::map<int, int>::size_type Echo::bytes(const std::vector<char> &b)
{
    return b.size();
}

void Chain::link(const anetl::ref<Chain> &next)
{
    next_ = next;
}
long Chain::length(int more)
{
    return more == 0 ? 1 : 1 + next_.now<&Chain::length>(more - 1);
}
long Chain::factorial(int n)
{
    return n == 0 ? 1 : n * ref_of(this).now<&Chain::factorial>(n - 1);
}
long Chain::endless(long n)
{
    return next_.now<&Chain::endless>(n + 1);
}
void Chain::wait_for(const std::string &event)
{
    anetl::event(event).wait();
}
long Chain::add_future(const anetl::ref<Counter> &c)
{
    auto a = c.future<&Counter::value>(), b = c.future<&Counter::value>();
    return *a + *b;
}
// Futures that lie around together: some used at once, some when they are there, some twice, some never.
long Chain::sum_of_futures(const anetl::ref<Counter> &c, int n)
{
    std::vector<anetl::future<long>> all;
    long sum = 0;
    for (int i = 0; i < n; i++) {
        all.push_back(c.future<&Counter::value>());
        if (i % 3 == 0)
            sum += *all.back();
    }
    for (int i = 0; i < n; i += 2)
        sum += *all[static_cast<std::size_t>(i)];
    return sum;
}
long Chain::uses_failed(const anetl::ref<Counter> &c)
{
    auto f = c.future<&Counter::value>();
    return *f + 1;
}

long Chain::mapped_kib()
{
    long pages = 0;
    if (FILE *f = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(f, "%ld", &pages) != 1)
            pages = 0;
        std::fclose(f);
    }
    return 4 * pages;
}

void Chain::change(const std::string &event, bool set, double after_us)
{
    anetl::work(after_us * 1000);
    set ? anetl::event(event).set() : anetl::event(event).reset();
}
bool Chain::knows(const std::string &event)
{
    return anetl::event(event).is_set();
}
void Chain::begin(const anetl::ref<Echo> &e)
{
    texts_ = e.future<&Echo::texts>(std::vector<std::string>{"one", "two"});
}
// The value stays where it is while others begin to read it.
bool Chain::waits_for_it()
{
    const std::vector<std::string> &value = *texts_;
    const std::string *at = value.data();
    for (int i = 0; i < 10; i++)
        anetl::yield();
    return value.data() == at && value[1] == "two";
}
std::string Chain::makes()
{
    return anetl::create_here<Counter>().id().text();
}

void Log::note(int sender, int n)
{
    seen_[sender].push_back(n);
}
bool Log::in_order(int senders, int each) const
{
    bool right = static_cast<int>(seen_.size()) == senders;
    for (const auto &[sender, numbers] : seen_) {
        right = right && static_cast<int>(numbers.size()) == each;
        for (std::size_t i = 0; i < numbers.size(); i++)
            right = right && numbers[i] == static_cast<int>(i);
    }
    return right;
}
void Log::send(const anetl::ref<Log> &to, int sender, int n)
{
    for (int i = 0; i < n; i++)
        to.past<&Log::note>(sender, i);
}

Meeting::Meeting()
{
    hold<Meeting, &Meeting::left, &Meeting::right>();
}
void Meeting::left(int n)
{
    heard_ += "left " + std::to_string(n) + " ";
}
int Meeting::right(int n)
{
    heard_ += "right " + std::to_string(n) + " ";
    return -n;
}
std::string Meeting::meet()
{
    accept<Meeting, &Meeting::left, &Meeting::right>();
    return heard_;
}
long Meeting::question()
{
    duty_ = std::make_unique<anetl::later<long>>();
    return 0;
}
void Meeting::answer(long n)
{
    (*duty_)(n);
}

void Meeting::lefts(bool twice)
{
    twice ? accept<Meeting, &Meeting::left, &Meeting::left>() : accept<Meeting, &Meeting::left>();
}
long Meeting::wrong_question()
{
    anetl::later<int> later;
    return 0;
}
long Meeting::broken_question()
{
    anetl::later<long> later;
    throw std::runtime_error("a wall");
}

static bool allowed; // by any Buffer of the node

Buffer::Buffer()
{
    hold<Buffer, &Buffer::offer>();
    guard<Buffer, &Buffer::put>([this](int n) { return has_.size() < 2 && n >= 0; });
    guard<Buffer, &Buffer::get>([this] { return !has_.empty(); });
    guard<Buffer, &Buffer::broken>([]() -> bool { throw std::runtime_error("a wall"); });
    guard<Buffer, &Buffer::note>([] { return allowed; });
}
void Buffer::put(int n)
{
    has_.push_back(n);
}
int Buffer::get()
{
    const int n = has_.front();
    has_.pop_front();
    return n;
}
void Buffer::offer(int n)
{
    has_.push_back(n);
}
int Buffer::choose(int want)
{
    guard<Buffer, &Buffer::offer>([want](int n) { return n == want; });
    accept<Buffer, &Buffer::offer>();
    return has_.back();
}
// The guard has no answer at first; when the turn of accept comes, it has one.
int Buffer::choose_late()
{
    guard<Buffer, &Buffer::offer>([this] { return has_.empty() ? throw std::runtime_error("empty") : true; });
    ref_of(this).past<&Buffer::offer>(6);
    ref_of(this).past<&Buffer::put>(5);
    accept<Buffer, &Buffer::offer>();
    return get() * 10 + get();
}
void Buffer::note(int n)
{
    notes_ += std::to_string(n);
}
void Buffer::allow()
{
    allowed = true;
}
std::string_view Buffer::noted(const std::vector<std::monostate> &) const
{
    return notes_;
}
anetl::any Buffer::ask(const anetl::any &what) const
{
    return anetl::any::list{
        what.as<anetl::any::table>().at("n").as<int>() + 1, "text", 0.5, anetl::any(), true, ref_of(this)};
}
void Buffer::broken()
{
}

void Wrong::null()
{
    volatile int *nowhere = nullptr;
    *nowhere = 1;
}
void Wrong::end_process()
{
    std::_Exit(3);
}
// Uses so much real processor time, which only the system itself has: the C library's clocks stand still.
void Wrong::compute(double seconds)
{
    const auto spent = [] {
        timespec t{};
        syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &t);
        return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
    };
    for (const double begin = spent(); spent() - begin < seconds;)
        for (volatile int i = 0; i < 100000;)
            i = i + 1;
}
long Wrong::inside_pvm(const anetl::ref<Counter> &c)
{
    auto f = c.future<&Counter::value>();
    pvm_initsend(PvmDataRaw);
    pvm_pklong(const_cast<long *>(f.where()), 1, 1);
    return 0;
}
long Wrong::inside_libc(const anetl::ref<Echo> &e)
{
    auto f = e.future<&Echo::array>(std::array<int, 300>{});
    std::FILE *file = std::tmpfile();
    return static_cast<long>(std::fwrite(f.where(), sizeof(int), 300, file));
}
std::string Wrong::errors(const anetl::ref<Counter> &dead)
{
    dead.past<&Counter::add>(1);
    try {
        dead.now<&Counter::value>();
    } catch (const anetl::error &e) {
        return e.what();
    }
    return "";
}
std::string Wrong::told() const
{
    return told_;
}
void Wrong::on_error(anetl::objid from, const std::string &reason)
{
    told_ = from.text() + ": " + reason;
}
