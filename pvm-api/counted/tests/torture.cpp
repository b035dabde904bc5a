// torture.cpp - exceptions, destructors, virtual functions, statics, lambdas; the output is that of a plain compiler.
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct Noisy {
    explicit Noisy(int i) : n(i)
    {
    }
    ~Noisy()
    {
        std::printf("~%d ", n);
    }
    int n;
};

struct Base {
    virtual ~Base() = default;
    virtual int value() const
    {
        return 1;
    }
};
struct Middle : virtual Base {
    int value() const override
    {
        return 2;
    }
};
struct Last : Middle {
    int value() const override
    {
        return Middle::value() + 10;
    }
};

static int deep(int n)
{
    Noisy noisy(n);
    if (n == 0)
        throw std::runtime_error("deep");
    try {
        return deep(n - 1) + 1;
    } catch (const std::logic_error &) {
        return -1;
    }
}

static int &counter()
{
    static int *n = new int(5);
    return *n;
}

struct Global {
    Global()
    {
        counter() += 2;
    }
    ~Global()
    {
        std::printf("end %d\n", counter());
    }
} global;

static void quiet(int n) noexcept(false)
{
    if (n > 3)
        throw n;
}

template <class T> T sum(const std::vector<T> &v)
{
    T s{};
    for (const T &t : v)
        s += t;
    return s;
}

int main()
{
    try {
        std::printf("%d\n", deep(3));
    } catch (const std::exception &e) {
        std::printf("%s\n", e.what());
    }
    std::unique_ptr<Base> b(new Last);
    int caught = 0;
    for (int i = 0; i < 6; i++)
        try {
            quiet(i);
            caught += 10;
        } catch (int n) {
            caught += n;
        }
    std::vector<std::string> words{"a", "bc", "def"};
    std::vector<int> squares;
    auto add = [&squares](int i) { squares.push_back(i * i); };
    for (int i = 0; i < 10; i++)
        add(i);
    std::thread other([] { counter() += 3; });
    other.join();
    auto *last = dynamic_cast<Last *>(b.get());
    std::printf("%d %d %s %d %d\n", b->value(), caught, sum(words).c_str(), sum(squares), last != nullptr);
}
