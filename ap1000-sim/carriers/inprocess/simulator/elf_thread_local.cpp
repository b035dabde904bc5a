/* elf_thread_local.cpp - see elf_reader.hpp: the thread-local variables of a program and of its libraries, each at its
 * distance below the thread's pointer (thread_block.hpp): the program's where it was linked to find them. */
#include <algorithm>

#include "carriers/inprocess/simulator/elf_reader.hpp"
#include "carriers/inprocess/simulator/thread_block.hpp"

namespace ap1000
{

/* The program comes first, so that nothing is above its own. */
void ElfReader::lay_out_thread_local(const Elf64_Phdr &p)
{
    const std::uint64_t alignment = std::max<std::uint64_t>(p.p_align, 1);
    Image::ThreadLocal &all = image_.thread_local_;
    if (alignment > thread_room_alignment || (alignment & (alignment - 1)) != 0)
        throw Unsuitable("its thread-local variables must lie at multiples of " + std::to_string(alignment) + " bytes");
    if (p.p_memsz > thread_room_bytes - all.bytes)
        throw Unsuitable("it has more than " + std::to_string(thread_room_bytes) + " bytes of thread-local variables");
    if (p.p_filesz > p.p_memsz ||
        (p.p_filesz > 0 && (p.p_vaddr > memory_.size() || p.p_filesz > memory_.size() - p.p_vaddr)))
        refuse_as_spoilt();
    thread_local_ = all.bytes = (all.bytes + p.p_memsz + alignment - 1) / alignment * alignment;
    all.pieces.push_back({base_ + p.p_vaddr, p.p_filesz, thread_local_});
}

const ElfReader::ThreadVariable *ElfReader::own_thread_variable(const std::string &name) const
{
    auto at = thread_exports_.find(name);
    return at != thread_exports_.end() ? &at->second : nullptr;
}

/* Without a symbol: the beginning of its own. */
ElfReader::ThreadVariable ElfReader::thread_variable(std::size_t symbol_index) const
{
    const std::string name = symbol_index != 0 ? tables_.text(tables_.symbol(symbol_index).st_name) : "";
    if (symbol_index == 0 && thread_local_ > 0)
        return {thread_local_, 0};
    if (const ThreadVariable *v = root_.own_thread_variable(name); v != nullptr)
        return *v;
    for (const auto &l : root_.libraries_)
        if (const ThreadVariable *v = l->own_thread_variable(name); v != nullptr)
            return *v;
    throw Unsuitable("it uses " + (name.empty() ? "thread-local variables that it has not" : name));
}

/* A module's number is where the variables of that object begin, from the thread's pointer on, so that __tls_get_addr
 * (library/state.c) has only to add. */
void ElfReader::relocate_thread_local(const Elf64_Rela &r)
{
    const ThreadVariable v = thread_variable(ELF64_R_SYM(r.r_info));
    const std::uint64_t at = v.at + static_cast<std::uint64_t>(r.r_addend);
    switch (ELF64_R_TYPE(r.r_info)) {
    case R_X86_64_DTPMOD64:
        put(r.r_offset, -v.below);
        break;
    case R_X86_64_DTPOFF64:
        put(r.r_offset, at);
        break;
    default:
        put(r.r_offset, at - v.below);
    }
}

} // namespace ap1000
