/* stacks.cpp - see stacks.hpp. What a function must leave as it was (System V ABI): six registers and the two control
 * words of floating point; and the exceptions that have occurred, which each program asks for by itself. The flags of
 * SSE lie in its control word; those of x87 are written only if they differ, since that takes long. Signal masks are
 * the process's and stay. */
#include "carriers/inprocess/simulator/stacks.hpp"

#include <cstdint>
#include <cstdlib>

#if defined(__x86_64__)

asm(R"(
        .pushsection .text
        .type ap1000_switch_stacks, @function
ap1000_switch_stacks:
        pushq %rbp
        pushq %rbx
        pushq %r12
        pushq %r13
        pushq %r14
        pushq %r15
        subq $8, %rsp
        stmxcsr (%rsp)
        fnstcw 4(%rsp)
        fnstsw 6(%rsp)
        movq %rsp, (%rdi)
        movq %rsi, %rsp
        ldmxcsr (%rsp)
        fnstsw %ax
        xorw 6(%rsp), %ax
        testb $0x3f, %al
        jnz 2f
1:      fldcw 4(%rsp)
        addq $8, %rsp
        popq %r15
        popq %r14
        popq %r13
        popq %r12
        popq %rbx
        popq %rbp
        ret
2:      subq $32, %rsp
        fnstenv (%rsp)
        xorb %al, 4(%rsp)
        andb $0x7f, 4(%rsp)
        fldenv (%rsp)
        addq $32, %rsp
        jmp 1b
        .size ap1000_switch_stacks, .-ap1000_switch_stacks

        .type ap1000_enter_program, @function
ap1000_enter_program:
        xorl %edx, %edx
        xorl %ebp, %ebp
        jmp *%r12
        .size ap1000_enter_program, .-ap1000_enter_program
        .popsection
)");

extern "C" void ap1000_switch_stacks(void **from, void *to);
extern "C" void ap1000_enter_program();

namespace ap1000
{

void switch_stacks(void **from, void *to)
{
    ap1000_switch_stacks(from, to);
}

void *stack_that_enters(void *stack, void (*entry)())
{
    constexpr std::uint64_t control_words = 0x037f00001f80; /* as a program begins: all exceptions masked, to nearest */
    auto *top = static_cast<std::uint64_t *>(stack);
    *--top = reinterpret_cast<std::uint64_t>(&ap1000_enter_program);
    *--top = 0;                                      /* rbp */
    *--top = 0;                                      /* rbx */
    *--top = reinterpret_cast<std::uint64_t>(entry); /* r12 */
    for (int r = 13; r <= 15; r++)
        *--top = 0;
    *--top = control_words;
    return top;
}

} // namespace ap1000

#else

namespace ap1000
{

void switch_stacks(void **, void *)
{
    std::abort();
}

void *stack_that_enters(void *, void (*)())
{
    std::abort();
}

} // namespace ap1000

#endif
