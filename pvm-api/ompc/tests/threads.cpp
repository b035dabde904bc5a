// threads.cpp NAME: as threads/, with C++'s own threads.
#include <atomic>
#include <condition_variable>
#include <deque>
#include <future>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

constexpr int N = 4;
std::mutex mutex;

template <class F> void team(int n, F f) // runs f(0) to f(n - 1)
{
    std::vector<std::thread> all;
    for (int i = 0; i < n; i++)
        all.emplace_back(f, i);
    for (std::thread &t : all)
        t.join();
}

void promises()
{
    std::promise<std::string> name;
    std::future<std::string> later = name.get_future();
    std::thread t([&name] { name.set_value("a string that is too long to lie inside its object"); });
    std::cout << "promises " << later.get() << '\n';
    t.join();
    std::packaged_task<int(int)> task([](int x) { return x + 1; });
    auto result = task.get_future();
    std::thread(std::move(task), 41).join();
    std::cout << result.get() << '\n';
}

void exceptions()
{
    auto f = std::async(std::launch::async, []() -> int { throw std::runtime_error("from a thread"); });
    try {
        f.get();
    } catch (const std::exception &e) {
        std::cout << "exceptions " << e.what();
    }
    int caught = 0;
    team(N, [&](int k) {
        try {
            throw k;
        } catch (int n) {
            std::lock_guard<std::mutex> g(mutex);
            caught += n;
        }
    });
    std::cout << ' ' << caught << '\n';
}

template <class T> class channel
{
  public:
    void put(T x)
    {
        std::lock_guard<std::mutex> g(m_);
        items_.push_back(std::move(x));
        some_.notify_one();
    }
    T take()
    {
        std::unique_lock<std::mutex> lock(m_);
        some_.wait(lock, [this] { return !items_.empty(); });
        T x = std::move(items_.front());
        items_.pop_front();
        return x;
    }

  private:
    std::mutex m_;
    std::condition_variable some_;
    std::deque<T> items_;
};

void channels()
{
    channel<std::string> to, from;
    std::thread t([&] {
        for (std::string s; (s = to.take()) != "end";)
            from.put(s + s);
        from.put("ended");
    });
    for (const char *s : {"a", "hello, a longer string than fits", "end"})
        to.put(s);
    for (int i = 0; i < 3; i++)
        std::cout << from.take() << ' ';
    std::cout << '\n';
    t.join();
}

int &only_once()
{
    static int made = [] {
        std::cout << "made ";
        return 7;
    }();
    return made;
}

void statics()
{
    std::once_flag flag;
    int calls = 0;
    std::atomic<int> sum{0};
    std::atomic<int> tries{0};
    team(N, [&](int) {
        try {
            std::call_once(flag, [&] {
                if (++tries < 3)
                    throw 1;
                calls++;
            });
        } catch (int) {
        }
        sum += only_once();
    });
    std::cout << "statics " << sum << ' ' << calls << '\n';
}

struct counted {
    static std::atomic<int> gone;
    std::string name = "nobody";
    ~counted()
    {
        gone += static_cast<int>(name.size());
    }
};
std::atomic<int> counted::gone{0};
thread_local counted here;

void thread_locals()
{
    team(N, [](int k) { here.name = std::string(static_cast<std::size_t>(k + 1), 'x'); });
    team(N, [](int) { here.name += "y"; });
    std::cout << "thread_locals " << counted::gone << ' ' << here.name << '\n';
}

void timed_waits()
{
    using namespace std::chrono_literals;
    std::timed_mutex m;
    std::condition_variable never;
    std::unique_lock<std::timed_mutex> held(m);
    std::atomic<int> late{0};
    const auto begin = std::chrono::steady_clock::now();
    team(N, [&](int k) {
        std::mutex own;
        std::unique_lock<std::mutex> lock(own);
        late += !m.try_lock_for(1ms) + (never.wait_for(lock, k * 1ms) == std::cv_status::timeout);
        std::this_thread::sleep_for(2ms);
    });
    std::cout << "timed " << late << ' ' << (std::chrono::steady_clock::now() - begin >= 3ms) << '\n';
}

void formats() // std::cout is one for all
{
    std::cout << std::fixed << std::setprecision(3);
    std::thread([] { std::cout << "formats " << 1 / 3.0 << std::hex << std::setfill('.') << '\n'; }).join();
    std::cout << std::setw(5) << 255 << ' ' << 0.25 << '\n';
}

void unsynchronized()
{
    std::string word;
    std::ios_base::sync_with_stdio(false);
    std::cin >> word;
    std::cout << "unsynchronized " << word;
    std::thread([&word] { std::cin >> word, std::cout << word; }).join();
    std::cin >> word;
    std::cout << word << '\n';
}

struct last {
    ~last()
    {
        std::cout << "gone\n";
    }
};

void releases() // of one object by all threads at one time, which end then, again and again
{
    std::condition_variable full;
    for (int round = 0; round < 5; round++) {
        auto object = std::make_shared<last>();
        std::weak_ptr<last> w = object;
        int there = 0;
        std::vector<std::thread> all;
        for (int i = 0; i < 16; i++)
            all.emplace_back([mine = object, &there, &full]() mutable {
                std::unique_lock<std::mutex> lock(mutex);
                if (++there == 16)
                    full.notify_all();
                full.wait(lock, [&there] { return there == 16; });
                lock.unlock();
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
                mine.reset();
            });
        object.reset();
        for (std::thread &t : all)
            t.join();
        std::cout << "releases " << w.use_count() << '\n';
    }
}

void singleton()
{
    thread_local last own; // and at main's end
    (void)&own;
    team(N, [](int) { static last l; });
    std::cout << "singleton\n";
}

const std::map<std::string, void (*)()> all = {{"promises", promises},       {"exceptions", exceptions},
                                               {"channels", channels},       {"statics", statics},
                                               {"timed_waits", timed_waits}, {"thread_locals", thread_locals},
                                               {"formats", formats},         {"unsynchronized", unsynchronized},
                                               {"releases", releases},       {"singleton", singleton}};

int main(int argc, char **argv)
{
    if (argc > 1)
        return all.at(argv[1])(), 0;
    for (const auto &row : all)
        std::cout << row.first << '\n';
}
