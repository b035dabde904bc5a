// objects.hpp - classes that the tests make objects of, in one object module.
#ifndef OBJECTS_HPP
#define OBJECTS_HPP

#include <cstring>
#include <list>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <anetl.hpp>

struct point {
    double x = 0, y = 0;
    std::string name;
#ifdef OTHER_MEMBERS
    ANETL_MEMBERS(name, x, y)
#else
    ANETL_MEMBERS(x, y, name)
#endif
};

enum class colour : short { red = 3, green = 5 };

// A value, data of its module, an instance's heap.
class Counter : public anetl::object
{
  public:
    void add(long n);
    long value() const;
    long in_module(); // how often any object of this node's module has been asked this
    long listed(int n);
    long ask(const anetl::ref<Counter> &other);
    void fails(const std::string &how);
    long slow(int until);
    std::string where() const;
    ANETL_METHODS(Counter, add, value, in_module, listed, ask, fails, slow, where)

  private:
    long value_ = 0;
};

// Everything that travels.
class Echo : public anetl::object
{
  public:
    point move(const point &p, double dx);
    std::vector<point> points(const std::vector<point> &p);
    std::tuple<char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, float,
               double>
    plain(char a, signed char b, unsigned char c, short d, unsigned short e, int f, unsigned g, long h, unsigned long i,
          float j, double k);
    std::pair<bool, long long> logic(bool a, long long b, colour c);
    std::array<int, 300> array(const std::array<int, 300> &a);
    std::vector<std::string> texts(const std::vector<std::string> &t);
    std::map<int, int>::size_type bytes(const std::vector<char> &b);
    using kinds_of = std::map<std::string, std::list<int>>;
    kinds_of kinds(const kinds_of &all, std::set<int> more, std::optional<double> one, std::complex<float> two,
                   std::chrono::milliseconds span, std::string_view name);
    int twice(int n);
    std::string twice(std::string_view text) const;
    ANETL_METHODS(Echo, move, points, plain, logic, array, texts, bytes, kinds, (int(int), twice),
                  (std::string(std::string_view) const, twice))
};

// Nows that go on and on: over nodes, and to the caller's own object.
class Chain : public anetl::object
{
  public:
    void link(const anetl::ref<Chain> &next);
    long length(int more);
    long factorial(int n);
    long endless(long n);
    void wait_for(const std::string &event);
    long add_future(const anetl::ref<Counter> &c);
    long sum_of_futures(const anetl::ref<Counter> &c, int n);
    long uses_failed(const anetl::ref<Counter> &c);
    void change(const std::string &event, bool set, double after_us);
    bool knows(const std::string &event);
    void begin(const anetl::ref<Echo> &e);
    bool waits_for_it();
    std::string makes();
    long mapped_kib();
    ANETL_METHODS(Chain, link, length, factorial, endless, wait_for, add_future, sum_of_futures, uses_failed, change,
                  knows, begin, waits_for_it, makes, mapped_kib)

  private:
    anetl::future<std::vector<std::string>> texts_;
    anetl::ref<Chain> next_;
};

// Who sent what, in which order.
class Log : public anetl::object
{
  public:
    void note(int sender, int n);
    bool in_order(int senders, int each) const;
    void send(const anetl::ref<Log> &to, int sender, int n);
    ANETL_METHODS(Log, note, in_order, send)

  private:
    std::map<int, std::vector<int>> seen_;
};

// Several messages at once; answers that come later.
class Meeting : public anetl::object
{
  public:
    Meeting();
    void left(int n);
    int right(int n);
    std::string meet();
    long question();
    void answer(long n);
    void lefts(bool twice);
    long wrong_question();
    long broken_question();
    ANETL_METHODS(Meeting, left, right, meet, question, answer, lefts, wrong_question, broken_question)

  private:
    std::string heard_;
    std::unique_ptr<anetl::later<long>> duty_;
};

// A buffer that takes so much and gives what it has: its guards say when.
class Buffer : public anetl::object
{
  public:
    Buffer();
    void put(int n);
    int get();
    void offer(int n);
    int choose(int want);
    int choose_late();
    anetl::any ask(const anetl::any &what) const;
    void broken();
    void note(int n);
    void allow();
    std::string_view noted(const std::vector<std::monostate> &) const;
    ANETL_METHODS(Buffer, put, get, offer, choose, choose_late, ask, broken, note, allow, noted)

  private:
    std::list<int> has_;
    std::string notes_;
};

// Constructors that come to nothing.
class Throws : public anetl::object
{
  public:
    Throws()
    {
        throw 42;
    }
    void none()
    {
    }
    ANETL_METHODS(Throws, none)
};
class Asks : public anetl::object
{
  public:
    Asks()
    {
        anetl::ref<Counter>(id()).now<&Counter::value>();
    }
    void none()
    {
    }
    ANETL_METHODS(Asks, none)
};

// What goes wrong.
class Wrong : public anetl::object
{
  public:
    void null();
    void end_process();
    void compute(double seconds);
    long inside_pvm(const anetl::ref<Counter> &c);
    long inside_libc(const anetl::ref<Echo> &e);
    std::string errors(const anetl::ref<Counter> &dead);
    std::string told() const;
    void on_error(anetl::objid from, const std::string &reason) override;
    ANETL_METHODS(Wrong, null, end_process, compute, inside_pvm, inside_libc, errors, told)

  private:
    std::string told_;
};

#endif
