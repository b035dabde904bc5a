/* faults.cpp - see faults.hpp. The handlers run on a stack of their own, and do no more than put the program's
 * registers so that it goes on in `ends_here` or in its own handler: from there on it is as if the program had called
 * that. */
#include "carriers/inprocess/simulator/faults.hpp"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "carriers/inprocess/simulator/inprocess_carrier.hpp"

namespace ap1000
{
namespace
{

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
constexpr std::size_t stack_room = 1 << 16;
constexpr long look_ns = 10000000, tick_ns = 250000000; /* processor and real time between looks at what runs */

const InprocessCarrier *the_carrier = nullptr;
struct sigaction before[NSIG];
StandingStill still;

int signal_to_end()
{
    return SIGRTMAX;
}

void use_stack(std::vector<char> &room)
{
    stack_t stack{};
    stack.ss_sp = room.data();
    stack.ss_size = room.size();
    sigaltstack(&stack, nullptr);
}

#if defined(__x86_64__)

constexpr std::uint64_t red_zone_bytes = 256; /* what a program may use below its stack, and more */

[[noreturn]] void ends_here(int number)
{
    InprocessExecution::running()->leave(number);
}

} // namespace

/* A fault that the program's handler comes back from would come again for ever. Entered by the lines below. */
extern "C" __attribute__((used, visibility("hidden"))) void ap1000_handled_here(int number)
{
    InprocessExecution *e = InprocessExecution::running();
    const siginfo_t why = e->of_fault;
    e->handle_fault(number, &why);
    e->leave(number);
}

/* Who asks who has called whom finds the program behind this, as behind a handler that the system has called: at the
 * top of the stack lie where the program was (the place of register 16), and its stack (the frame's address). */
asm(R"(
        .pushsection .text
        .type ap1000_enter_handler, @function
ap1000_enter_handler:
        .cfi_startproc
        .cfi_signal_frame
        .cfi_escape 0x0f, 3, 0x77, 8, 0x06
        .cfi_escape 0x10, 16, 2, 0x77, 0
        call ap1000_handled_here
        ud2
        .cfi_endproc
        .size ap1000_enter_handler, .-ap1000_enter_handler
        .popsection
)");
extern "C" void ap1000_enter_handler();

namespace
{

/* As go_on_in, but the program's stack tells where it was. Floating point is as a program begins, as the system has it
 * for handlers. */
void go_on_in_handler(ucontext_t *c, int number)
{
    if (auto *f = c->uc_mcontext.fpregs; f != nullptr) {
        f->cwd = 0x37f;
        f->swd = f->ftw = 0;
        f->mxcsr = 0x1f80;
    }
    greg_t *r = c->uc_mcontext.gregs;
    const auto stack = static_cast<std::uint64_t>(r[REG_RSP]);
    auto *top = reinterpret_cast<std::uint64_t *>((stack - red_zone_bytes) / 16 * 16) - 2;
    top[0] = static_cast<std::uint64_t>(r[REG_RIP]);
    top[1] = stack;
    r[REG_RSP] = static_cast<greg_t>(reinterpret_cast<std::uint64_t>(top));
    r[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uint64_t>(&ap1000_enter_handler));
    r[REG_RDI] = number;
    r[REG_EFL] &= ~static_cast<greg_t>(0x400);
}

void go_on_in(ucontext_t *c, void (*function)(int), int number, const void *stack)
{
    std::uint64_t below = reinterpret_cast<std::uint64_t>(stack) - red_zone_bytes;
    c->uc_mcontext.gregs[REG_RSP] = static_cast<greg_t>(below / 16 * 16 - 8);
    c->uc_mcontext.gregs[REG_RIP] = static_cast<greg_t>(reinterpret_cast<std::uint64_t>(function));
    c->uc_mcontext.gregs[REG_RDI] = number;
    c->uc_mcontext.gregs[REG_EFL] &= ~static_cast<greg_t>(0x400); /* the direction of strings, as functions expect it */
}

bool program_runs()
{
    return InprocessExecution::running() != nullptr;
}

void send_here(int thread, int number)
{
    syscall(SYS_tgkill, getpid(), thread, number);
}

/* Is it in a call of the system, which would be made again? */
bool is_in_call(const ucontext_t *c)
{
    const auto *at = reinterpret_cast<const unsigned char *>(c->uc_mcontext.gregs[REG_RIP]);
    return at[0] == 0x0f && at[1] == 0x05;
}

/* It fails, as if a handler had interrupted it. */
void give_up_call(ucontext_t *c)
{
    c->uc_mcontext.gregs[REG_RIP] += 2;
    c->uc_mcontext.gregs[REG_RAX] = -EINTR;
}

/* Is it to end, or to be left for a while, or does somebody ask what the tasks do? All that only in its own code:
 * libc could hold a lock. The second signal comes when the handler of this one has returned, and finds the program
 * where this one did; but its handler runs on the program's own stack, from which one can switch to the simulator's
 * and back. */
void look_at(ucontext_t *c)
{
    InprocessExecution *e = InprocessExecution::running();
    const bool elsewhere = e->has_turn_elsewhere();
    const bool ends = elsewhere ? e->is_to_end_elsewhere() : the_carrier->is_to_stop();
    const bool in_call = is_in_call(c);
    if (!elsewhere)
        still.look(*e, in_call, reinterpret_cast<const void *>(c->uc_mcontext.gregs[REG_RSP]));
    if (!ends && (elsewhere || (!e->computes_too_long() && !the_carrier->is_asked() && !e->is_to_move())))
        return;
    const bool own = e->is_own_code(reinterpret_cast<const void *>(c->uc_mcontext.gregs[REG_RIP]));
    if (!own)
        e->await_own_code();
    if (!own && ends && in_call)
        give_up_call(c);
    else if (own && ends)
        go_on_in(c, ends_here, SIGKILL, e->stack_top());
    else if (own && e->has_room(reinterpret_cast<const void *>(c->uc_mcontext.gregs[REG_RSP])))
        send_here(static_cast<int>(gettid()), SIGVTALRM);
}

void on_fault(int number, siginfo_t *info, void *context)
{
    auto *c = static_cast<ucontext_t *>(context);
    if (!program_runs()) { /* the simulator's own: as if we had not been here */
        sigaction(number, &before[number], nullptr);
        if (number == SIGABRT)
            raise(number);
        return;
    }
    InprocessExecution *e = InprocessExecution::running();
    if (number == SIGSEGV && e->has_come_back(reinterpret_cast<const void *>(c->uc_mcontext.gregs[REG_RIP]))) {
        look_at(c);
        return;
    }
    const auto *its_stack = reinterpret_cast<const void *>(c->uc_mcontext.gregs[REG_RSP]);
    e->of_fault = *info;
    if (e->is_on_stack(its_stack) && e->handles(number))
        go_on_in_handler(c, number);
    else
        go_on_in(c, ends_here, number, e->stack_top());
}

void on_look(int, siginfo_t *, void *context)
{
    if (program_runs())
        look_at(static_cast<ucontext_t *>(context));
}

/* It may go on in another thread, which has a mask of signals and a stack for them of its own. */
void set_aside_here(int, siginfo_t *, void *context)
{
    auto *c = static_cast<ucontext_t *>(context);
    if (!program_runs())
        return;
    InprocessExecution::running()->interrupt();
    pthread_sigmask(SIG_SETMASK, nullptr, &c->uc_sigmask);
    sigaltstack(nullptr, &c->uc_stack);
}

#else

void send_here(int, int)
{
}

void on_fault(int, siginfo_t *, void *)
{
}

void on_look(int, siginfo_t *, void *)
{
}

void set_aside_here(int, siginfo_t *, void *)
{
}

#endif

/* Each time that the calling thread has had so much processor time, or that so much real time has passed. */
void look_at_programs(clockid_t clock, long every_ns)
{
    sigevent signal_here{};
    signal_here.sigev_notify = SIGEV_THREAD_ID;
    signal_here.sigev_signo = SIGPROF;
    signal_here._sigev_un._tid = static_cast<int>(gettid());
    const itimerspec every = {{0, every_ns}, {0, every_ns}};
    timer_t timer;
    if (timer_create(clock, &signal_here, &timer) == 0)
        timer_settime(timer, 0, &every, nullptr);
}

} // namespace

FaultStack::FaultStack() : room_(stack_room)
{
    use_stack(room_);
    sigset_t all;
    sigfillset(&all);
    for (int number : faults)
        sigdelset(&all, number);
    sigdelset(&all, signal_to_end());
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

FaultStack::~FaultStack()
{
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
}

void call_to_end(int thread)
{
    send_here(thread, signal_to_end());
}

/* As clock_getcpuclockid makes it of a process's number: here of a thread's (Linux). */
clockid_t clock_of_thread(int thread)
{
    constexpr int of_a_thread = 4, time_scheduled = 2;
    return ~thread * 8 + of_a_thread + time_scheduled;
}

void catch_faults(const InprocessCarrier &carrier)
{
    static std::vector<char> room(stack_room);
    if (the_carrier != nullptr)
        return;
    the_carrier = &carrier;
    use_stack(room);
    struct sigaction action {
    };
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    action.sa_sigaction = on_fault;
    for (int number : {SIGVTALRM, SIGPROF})
        sigaddset(&action.sa_mask, number);
    for (int number : faults)
        sigaction(number, &action, &before[number]);
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    action.sa_sigaction = on_look;
    sigaction(signal_to_end(), &action, nullptr);
    sigaction(SIGPROF, &action, nullptr);
    struct sigaction aside {
    };
    aside.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    aside.sa_sigaction = set_aside_here;
    sigaction(SIGVTALRM, &aside, nullptr);
    look_at_programs(CLOCK_THREAD_CPUTIME_ID, look_ns);
    look_at_programs(CLOCK_MONOTONIC, tick_ns);
}

} // namespace ap1000
