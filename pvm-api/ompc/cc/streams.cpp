// streams.cpp - stdin, stdout, stderr and exit of threads: all is the first task's. And files: what the C library
// reads and writes goes through memory of its own, because the kernel does not fetch pages.
#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <iostream>
#include <stdio_ext.h>
#include <sys/socket.h>
#include <unistd.h>

#include <pvm3.h>

#include "cc.hpp"

extern "C" int __cxa_atexit(void (*)(void *), void *, void *);
extern "C" void (*__fini_array_start[])(), (*__fini_array_end[])();

namespace ompc::cc
{
namespace
{
std::vector<int> packed(std::vector<int> head, const std::string &text)
{
    const std::size_t at = head.size() + 1;
    head.push_back(static_cast<int>(text.size()));
    head.resize(at + (text.size() + sizeof(int) - 1) / sizeof(int));
    std::memcpy(head.data() + at, text.data(), text.size());
    return head;
}

std::string unpacked(const std::vector<int> &words, std::size_t at)
{
    return std::string(reinterpret_cast<const char *>(words.data() + at + 1), static_cast<std::size_t>(words[at]));
}

std::vector<int> received()
{
    int n = 0;
    pvm_upkint(&n, 1, 1);
    std::vector<int> words(static_cast<std::size_t>(n));
    pvm_upkint(words.data(), n, 1);
    return words;
}

// ---- The first task, for others

constexpr int AT_ONCE = 16;
struct order {    // to print
    int from, fd; // + AT_ONCE: not by a stream
    std::string text;
};
std::vector<order> waiting; // while main is inside the C library

bool prints() // and a handler has interrupted it; a lock of the program's is none
{
    return in_handler && (*static_cast<const int *>(stdout->_lock) | *static_cast<const int *>(stderr->_lock)) != 0;
}

bool is_in_libc()
{
    return prints() || (memory.fault_code != 0 && !is_program(reinterpret_cast<void *>(memory.fault_code)));
}

void carry_out(const order &o)
{
    if (o.fd < AT_ONCE)
        std::fwrite(o.text.data(), 1, o.text.size(), o.fd == STDERR_FILENO ? stderr : stdout);
    else
        (void)!NEXT(write)(o.fd - AT_ONCE, o.text.data(), o.text.size());
    if (!current()->over)
        current()->send_ints(o.from, TAG_ANSWER, {0});
}

int handle_print(int)
{
    const std::vector<int> words = received();
    current()->learn(words[0], words[1]);
    order o = {words[0], words[2], unpacked(words, 3)};
    if (is_in_libc())
        waiting.push_back(std::move(o));
    else
        print_what_waited(), carry_out(o);
    return 0;
}

// What a task has not used of its line comes back first. Who finds no input, or main at it, asks again.
int handle_read(int)
{
    if (current()->over)
        return 0;
    const std::vector<int> words = received();
    std::string line, unused = unpacked(words, 3);
    current()->learn(words[0], words[1]);
    if (reads_input || is_in_libc() ||
        (words[2] != 0 && stdin->_IO_read_ptr == stdin->_IO_read_end && !has_input(STDIN_FILENO)))
        return current()->send_ints(words[0], TAG_ANSWER, {-1}), 0;
    for (; !unused.empty(); unused.pop_back())
        std::ungetc(static_cast<unsigned char>(unused.back()), stdin);
    for (int c; words[2] != 0 && (c = std::getc(stdin)) != EOF;)
        if (line.push_back(static_cast<char>(c)), c == '\n')
            break;
    current()->send_ints(words[0], TAG_ANSWER, packed({}, line));
    return 0;
}

int handle_exit(int)
{
    const std::vector<int> words = received();
    const std::string why(words.begin() + 1, words.end());
    if (!why.empty())
        std::fprintf(stderr, "ompc: %s\n", why.c_str());
    std::fflush(nullptr);
    current()->over = true;
    pvm_setopt(PvmAutoErr, 0); // PVM 3.4.6 has no pvm_kill in handlers; there the tasks hear of this one's end
    for (int k = 1; k < current()->pes; k++) // by what is known here: a handler cannot wait for a page
        if (int tid = current()->tids[static_cast<std::size_t>(k)])
            pvm_kill(tid);
    std::_Exit(words[0]);
}

// Gives back what is not used of the line, and gets a further one; false: it is not there yet.
bool ask_for_input(std::string &line, bool more)
{
    runtime &r = *current();
    r.send_ints(0, TAG_READ, packed({r.pe, r.tids[static_cast<std::size_t>(r.pe)], more}, line));
    const std::vector<int> answer = r.receive_ints(-1, TAG_ANSWER);
    if (answer[0] >= 0)
        line = unpacked(answer, 0);
    return answer[0] >= 0;
}

// ---- Files

// A file number, or one of the standard streams of another task.
bool in_stream; // which is not to be flushed now

std::string &input() // of stdin, not yet read; further tasks run no constructors of files
{
    static std::string line;
    return line;
}

ssize_t read_input(void *to, std::size_t n) // by a further task
{
    std::string &line = input();
    if (line.empty()) {
        const handlers_put_off handlers;
        bool there = false;
        for (had_run run = NO_HANDLER; !there && run != ONE_WITHOUT; run = handlers.let_through()) {
            const bool outer = std::exchange(in_stream, true);
            there = on_library([&line] { return ask_for_input(line, true); }) != 0;
            if (!there)
                sleep_ns(10000000);
            in_stream = outer;
        }
        if (!there)
            return errno = EINTR, -1;
    }
    n = std::min(n, line.size());
    std::memcpy(to, line.data(), n);
    line.erase(0, n);
    return static_cast<ssize_t>(n);
}

ssize_t read_file(void *cookie, char *to, std::size_t n)
{
    return read(static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)), to, n);
}

ssize_t write_file(void *cookie, const char *text, std::size_t n)
{
    const bool outer = std::exchange(in_stream, true);
    const ssize_t done = write(static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)), text, n);
    in_stream = outer;
    return done;
}

int seek_file(void *cookie, off64_t *to, int whence)
{
    const off64_t at = lseek64(static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)), *to, whence);
    return at < 0 ? -1 : (*to = at, 0);
}

int close_file(void *cookie)
{
    return close(static_cast<int>(reinterpret_cast<std::intptr_t>(cookie)));
}

FILE *open_number(int fd, const char *mode)
{
    FILE *f = fopencookie(reinterpret_cast<void *>(static_cast<std::intptr_t>(fd)), mode,
                          {read_file, write_file, seek_file, close_file});
    if (f != nullptr)
        f->_fileno = fd; // for fileno, and file streams of C++
    return f;
}
} // namespace

void add_stream_handlers(runtime &r)
{
    if (r.pe > 0)
        return;
    pvm_addmhf(-1, TAG_PRINT, r.context() + 1, handle_print);
    pvm_addmhf(-1, TAG_READ, r.context() + 1, handle_read);
    pvm_addmhf(-1, TAG_EXIT, r.context() + 1, handle_exit);
}

static void print(int fd, const std::string &text)
{
    runtime &r = *current();
    r.send_ints(0, TAG_PRINT, packed({r.pe, r.tids[static_cast<std::size_t>(r.pe)], fd}, text));
    r.receive_ints(-1, TAG_ANSWER);
}

static void end_program(int code)
{
    current()->send_ints(0, TAG_EXIT, {code});
    current()->receive_ints(-1, TAG_EXIT); // for ever
}

bool open_before[1024];

void note_open_files()
{
    for (int fd = STDERR_FILENO + 1; fd < 1024; fd++)
        open_before[fd] = fcntl(fd, F_GETFD) >= 0;
}

// A file number that this task has not opened was another thread's.
void check_file(int fd)
{
    const int error = errno;
    if (!inside && self > 0 && fd > STDERR_FILENO && (fcntl(fd, F_GETFD) < 0 || (fd < 1024 && open_before[fd])))
        cannot("a file that another thread has opened, or this one has closed,");
    errno = error;
}

void print_what_waited()
{
    for (const order &o : prints() ? std::vector<order>{} : std::exchange(waiting, {}))
        carry_out(o);
}

// The streams lie at the same addresses in all tasks, so that a program can keep stdout in a variable.
bool streams_begin;

void make_streams(bool child)
{
    streams_begin = true;
    FILE *out = open_number(STDOUT_FILENO, "w"), *error = open_number(STDERR_FILENO, "w"),
         *in = open_number(STDIN_FILENO, "r");
    streams_begin = false;
    std::setvbuf(out, nullptr, child || isatty(STDOUT_FILENO) ? _IOLBF : _IOFBF, BUFSIZ);
    std::setvbuf(error, nullptr, child ? _IOLBF : _IONBF, BUFSIZ);
    std::setvbuf(in, nullptr, !child && isatty(STDIN_FILENO) ? _IOLBF : _IOFBF, BUFSIZ); // lines: stdout is out before
    stdout = out;
    stderr = error;
    stdin = in;
}

bool streams_are_empty()
{
    return self == 0 || (__fpending(stdout) == 0 && __fpending(stderr) == 0 &&
                         stdin->_IO_read_ptr == stdin->_IO_read_end && input().empty());
}

format format_now()
{
    return {static_cast<int>(std::cout.flags()), static_cast<short>(std::cout.precision()), std::cout.fill()};
}

void set_format(const format &f)
{
    std::cout.flags(static_cast<std::ios_base::fmtflags>(f.flags));
    std::cout.precision(f.precision);
    std::cout.fill(f.fill);
}

// Before another task can hear of what this one has done.
void flush_streams()
{
    if (inside || in_stream || prints() || streams_are_empty())
        return;
    const handlers_put_off handlers; // which may jump out of a sleep
    std::fflush(stdout);
    std::fflush(stderr);
    std::string &line = input();
    line.insert(0, stdin->_IO_read_ptr, static_cast<std::size_t>(stdin->_IO_read_end - stdin->_IO_read_ptr));
    if (line.empty())
        return;
    __fpurge(stdin);
    in_stream = true;
    while (on_library([&line] { return ask_for_input(line, false); }) == 0)
        sleep_ns(10000000);
    in_stream = false;
}
} // namespace ompc::cc

using namespace ompc::cc;

extern "C" {
ssize_t write(int fd, const void *from, std::size_t n)
{
    if (inside)
        return NEXT(write)(fd, from, n);
    check_file(fd);
    const bool standard = self > 0 && (fd == STDOUT_FILENO || fd == STDERR_FILENO);
    if (!standard && !is_shared(from))
        return NEXT(write)(fd, from, n);
    void *copy = nullptr; // the kernel fetches no pages, and a handler may end the write
    on_library([=, &copy]() -> long {
        if (!standard)
            return copy = std::memcpy(std::malloc(n), from, n), 0;
        print(in_stream ? fd : fd + AT_ONCE, std::string(static_cast<const char *>(from), n));
        return 0;
    });
    const ssize_t done = standard ? static_cast<ssize_t>(n) : NEXT(write)(fd, copy, n);
    on_library([copy]() -> long { return std::free(copy), 0; }); // no handler takes from that heap meanwhile
    return done;
}

ssize_t read(int fd, void *to, std::size_t n)
{
    if (inside)
        return NEXT(read)(fd, to, n);
    if (self > 0 && fd == STDIN_FILENO)
        return read_input(to, n);
    if (!wait_for_input(fd, n > 0 ? 0 : MSG_DONTWAIT))
        return -1;
    if (!is_shared(reinterpret_cast<std::uintptr_t>(to)))
        return NEXT(read)(fd, to, n);
    static char buffer[65536];
    for (std::size_t all = 0;;) { // of a file as much as there is
        const std::size_t part = std::min(n - all, sizeof buffer);
        const ssize_t got = NEXT(read)(fd, buffer, part);
        if (got <= 0)
            return all > 0 ? static_cast<ssize_t>(all) : got;
        std::memcpy(static_cast<char *>(to) + all, buffer, static_cast<std::size_t>(got));
        all += static_cast<std::size_t>(got);
        if (all == n || static_cast<std::size_t>(got) < part || lseek(fd, 0, SEEK_CUR) < 0)
            return static_cast<ssize_t>(all);
    }
}

FILE *fopen(const char *path, const char *mode)
{
    char name[4096], how[16];
    std::strncpy(name, path, sizeof name - 1)[sizeof name - 1] = 0;
    std::strncpy(how, mode, sizeof how - 1)[sizeof how - 1] = 0;
    const bool plus = std::strchr(how, '+') != nullptr;
    int flags = (plus ? O_RDWR : *how == 'r' ? O_RDONLY : O_WRONLY) | O_CLOEXEC;
    flags |= *how == 'w' ? O_CREAT | O_TRUNC : *how == 'a' ? O_CREAT | O_APPEND : 0;
    flags |= std::strchr(how, 'x') != nullptr ? O_EXCL : 0;
    const int fd = open(name, flags, 0666);
    if (*how == 'a' && !plus && fd >= 0)
        lseek(fd, 0, SEEK_END);
    FILE *f = fd < 0 ? nullptr : open_number(fd, how);
    if (f == nullptr && fd >= 0)
        close(fd);
    return f;
}
FILE *fopen64(const char *path, const char *mode) SAME_AS(fopen);

FILE *fdopen(int fd, const char *mode)
{
    const int flags = fcntl(fd, F_GETFL);
    if (*mode == 'a' && flags >= 0)
        fcntl(fd, F_SETFL, flags | O_APPEND);
    return flags < 0 ? nullptr : open_number(fd, mode);
}
FILE *tmpfile()
{
    char name[] = "/tmp/ompc.XXXXXX";
    const int fd = mkostemp(name, O_CLOEXEC);
    unlink(name);
    return fd < 0 ? nullptr : open_number(fd, "w+");
}

// The same number leads to another file then.
FILE *freopen(const char *path, const char *mode, FILE *f)
{
    const int fd = fileno(f);
    std::fflush(f);
    if (path == nullptr)
        return f;
    if (self > 0 && fd <= STDERR_FILENO)
        cannot("freopen of a standard stream, but by main,");
    FILE *made = fopen(path, mode);
    if (made == nullptr)
        return std::fclose(f), nullptr;
    if (__freadable(made) != __freadable(f) || __fwritable(made) != __fwritable(f))
        cannot("freopen that reads what was written, or the other way round,");
    if (fileno(made) != fd) { // or the program had closed it
        dup2(fileno(made), fd);
        std::fclose(made);
    }
    __fpurge(f);
    std::clearerr(f);
    return f;
}
FILE *freopen64(const char *path, const char *mode, FILE *f) SAME_AS(freopen);

// The program's, whoever of its threads makes the object or calls exit; those of libraries are each task's.
int __cxa_atexit(void (*call)(void *), void *object, void *library)
{
    const bool own = object != nullptr && !is_shared(object); // ours, or libstdc++'s
    if (inside || state == nullptr || own || !is_program(__builtin_return_address(0)))
        return NEXT(__cxa_atexit)(call, object, library);
    auto *made = static_cast<exit_call *>(shared_malloc(sizeof(exit_call)));
    *made = {state->at_exit, call, object};
    while (!state->at_exit.compare_exchange_strong(made->next, made))
        ;
    return 0;
}

// The streams of the C library are this task's in any case, so that the order of calls of std::cout and printf stays.
bool __wrap__ZNSt8ios_base15sync_with_stdioEb(bool with)
{
    static bool now = true;
    return std::exchange(now, with);
}

void exit(int code)
{
    if (inside && is_program(__builtin_return_address(0))) // by a handler
        leave_wait();
    if (!inside)
        end_thread_locals();
    for (exit_call *c; !inside && (c = state->at_exit) != nullptr;)
        if (state->at_exit.compare_exchange_strong(c, c->next))
            c->call(c->object);
    if (self > 0 && !inside) {
        for (auto f = __fini_array_end; f > __fini_array_start;) // destructors in C
            (*--f)();
        std::cout.flush();
        on_library([code] { return end_program(code), 0; });
    }
    NEXT(exit)(code);
    __builtin_unreachable();
}
void _exit(int code)
{
    if (self > 0 && !inside && !ompc::current()->over)
        on_library([code] { return end_program(code), 0; });
    NEXT(_exit)(code);
    __builtin_unreachable();
}
void _Exit(int code) SAME_AS(_exit);

// Their memory is the program's.
ssize_t getdelim(char **line, std::size_t *bytes, int end, FILE *from)
{
    if (*line == nullptr)
        *line = static_cast<char *>(std::malloc(*bytes = 120));
    return NEXT(getdelim)(line, bytes, end, from);
}
ssize_t getline(char **line, std::size_t *bytes, FILE *from)
{
    return getdelim(line, bytes, '\n', from);
}
int vasprintf(char **to, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    const int n = std::vsnprintf(nullptr, 0, format, arguments);
    *to = n < 0 ? nullptr : static_cast<char *>(std::malloc(static_cast<std::size_t>(n) + 1));
    const int code = *to == nullptr ? -1 : std::vsnprintf(*to, static_cast<std::size_t>(n) + 1, format, again);
    va_end(again);
    return code;
}
int vdprintf(int fd, const char *format, va_list arguments)
{
    char *text;
    const int n = vasprintf(&text, format, arguments);
    const bool written = n >= 0 && write(fd, text, static_cast<std::size_t>(n)) == n;
    std::free(n >= 0 ? text : nullptr);
    return written ? n : -1;
}
#define PRINTS(name, type, to)                        \
    int name(type to, const char *format, ...)        \
    {                                                 \
        va_list arguments;                            \
        va_start(arguments, format);                  \
        const int n = v##name(to, format, arguments); \
        va_end(arguments);                            \
        return n;                                     \
    }
PRINTS(asprintf, char **, to)
PRINTS(dprintf, int, fd)
}
