/* image.hpp - a program's file, prepared so that it can be copied many times into this process. The program can run
 * there if its imports are known to be harmless or are answered per task.
 *
 * The file is laid out once in its memory form, in a file without a name (memfd), with the addresses of the imported
 * functions, which are the same for all copies. A copy maps that file, and gets the values that depend on its address
 * and its task. The dynamic loader takes no part: it would recognise a file, and copies must not share variables. */
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "carriers/inprocess/simulator/file_version.hpp"
#include "carriers/inprocess/wire/seam.h"

namespace ap1000
{

/* Why a program runs as a process: a text that goes on after "PROGRAM runs as a process: ". */
class Unsuitable : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

class Image
{
  public:
    /* Throws Unsuitable. */
    Image(const std::string &path, const inprocess_library &library);
    ~Image();
    Image(const Image &) = delete;
    Image &operator=(const Image &) = delete;

    /* How much memory a copy takes [bytes]. */
    std::uint64_t bytes() const
    {
        return bytes_;
    }

    /* What the beginning of a copy is a multiple of: a page, or what its variables want [bytes]. */
    std::uint64_t alignment() const
    {
        return alignment_;
    }
    /* Does it run code on its stack (nested functions of GNU C)? */
    bool executable_stack() const
    {
        return executable_stack_;
    }

    /* Thread-local variables, of it and of its libraries: so many bytes below the thread's pointer. Each piece begins
     * with what is in the copy; `below` the pointer. */
    struct ThreadLocal {
        struct Piece {
            std::uint64_t from, bytes, below;
        };
        std::uint64_t bytes = 0;
        std::vector<Piece> pieces;
    };
    const ThreadLocal &thread_local_variables() const
    {
        return thread_local_;
    }

    /* May it have a use of its own for a signal? */
    bool handles_signals() const
    {
        return handles_signals_;
    }

    /* May its turns be in several threads, one after the other, while other programs run? Not if it changes for a
     * moment what libc has for all threads (elf_libraries.cpp). */
    bool runs_in_any_thread() const
    {
        return !keeps_to_a_thread_;
    }

    /* Is a library of which copies have a part another file now, or written since it was read? */
    bool libraries_have_changed() const;

    /* How many mappings a task has that has a copy of its own: stack and heap, text and variables of each part. */
    int mappings() const;

    /* Put a copy at `base`, where so much address space is reserved. False: no memory. */
    bool map(unsigned char *base) const;

    /* The same in two steps, for text that many copies share: what is only read and executed; and the variables, as
     * they are at the beginning, into memory that is mapped there already and zero. */
    bool map_text(unsigned char *base) const;
    bool read_variables(unsigned char *base) const;

    /* Where variables lie, and where what is only read and executed: pieces of the copy, from its beginning, in order.
     * The last one of variables ends with the copy. The list of text stays when the image goes. */
    struct Piece {
        std::uint64_t from, to;
    };
    std::vector<Piece> variables() const;
    std::shared_ptr<const std::vector<Piece>> text() const
    {
        return text_;
    }

    /* Make the copy at `base` this task's. Where it begins. */
    void (*bind(unsigned char *base, inprocess_task *t) const)();

  private:
    friend class ElfReader;

    struct Relative { /* what depends on where the copy lies: base + addend at `offset` */
        std::uint64_t offset;
        std::int64_t addend;
    };
    /* What depends on where a variable lies, and on whose that is: copied to `offset` (bytes > 0), or its address and
     * addend there. */
    struct Variable {
        std::uint64_t offset;
        std::int64_t addend;
        int variable;
        std::uint64_t bytes;
    };

    struct Copied { /* what is then as it is elsewhere in the copy */
        std::uint64_t from, to, bytes;
    };

    /* The program, or a library of which each task has a copy behind it: from `from` on; up to `writable` text and
     * constants, from `zero` to `end` all is zero. */
    struct Part {
        std::uint64_t from = 0, writable = 0, zero = 0, end = 0;
        std::uint64_t init = 0, fini = 0, init_list = 0, fini_list = 0, ninit = 0, nfini = 0; /* init, fini: 0: none */
        std::string path;                                                                     /* of a library, */
        FileVersion version{}; /* and what it was when it was read */
        bool ends_late = false;
    };

    static bool is_read(const Part &p);
    bool map(unsigned char *base, const Part &p) const;
    bool map_file(unsigned char *base, std::uint64_t from, std::uint64_t to, int rights) const;
    bool read_variables(unsigned char *base, const Part &p) const;

    const inprocess_library &library_;
    int file_ = -1;
    std::uint64_t bytes_ = 0;
    std::vector<Part> parts_; /* the program first; each before those that it needs */
    std::shared_ptr<const std::vector<Piece>> text_;
    std::uint64_t entry_ = 0, alignment_ = 4096;
    bool executable_stack_ = true; /* unless it says that it is not */
    bool handles_signals_ = false, keeps_to_a_thread_ = false;
    ThreadLocal thread_local_;
    std::vector<Relative> relative_;
    std::vector<Variable> variables_;
    std::vector<Copied> copied_;
};

} // namespace ap1000
