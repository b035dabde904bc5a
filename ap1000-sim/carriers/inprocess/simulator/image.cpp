/* image.cpp - see image.hpp: a copy put into memory. elf_reader.cpp reads the file. */
#include "carriers/inprocess/simulator/image.hpp"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

#include "carriers/inprocess/simulator/elf_reader.hpp"

namespace ap1000
{

Image::Image(const std::string &path, const inprocess_library &library) : library_(library)
{
    ElfReader(*this, path, library).read();
    std::vector<Piece> text;
    for (const Part &p : parts_)
        if (p.from < p.writable)
            text.push_back({p.from, p.writable});
    text_ = std::make_shared<const std::vector<Piece>>(std::move(text));
}

Image::~Image()
{
    close(file_);
}

/* ---- its memory -------------------------------------------------------------------------------------------------- */

bool Image::map_file(unsigned char *base, std::uint64_t from, std::uint64_t to, int rights) const
{
    return from == to ||
           mmap(base + from, to - from, rights, MAP_PRIVATE | MAP_FIXED, file_, static_cast<off_t>(from)) != MAP_FAILED;
}

bool Image::read_variables(unsigned char *base, const Part &p) const
{
    const auto there = static_cast<ssize_t>(p.zero - p.writable);
    return pread(file_, base + p.writable, p.zero - p.writable, static_cast<off_t>(p.writable)) == there;
}

bool Image::is_read(const Part &p)
{
    constexpr std::uint64_t few = std::uint64_t{1} << 16;
    return p.zero - p.writable <= few;
}

bool Image::libraries_have_changed() const
{
    return std::any_of(parts_.begin(), parts_.end(),
                       [](const Part &p) { return !p.path.empty() && p.version != version_of(p.path); });
}

int Image::mappings() const
{
    int n = 2;
    for (const Part &p : parts_)
        n += is_read(p) ? 2 : 3;
    return n;
}

/* Variables that are few are read into the memory of those that are zero, so that both are one mapping of the 65,530
 * that the system gives. Of many variables pages are copied when they are written. What is only zero is no part of the
 * file's mapping: to write there would first read it from the file. */
bool Image::map(unsigned char *base, const Part &p) const
{
    const bool reads = is_read(p);
    const std::uint64_t anonymous = reads ? p.writable : p.zero;
    bool zero =
        anonymous == p.end || mmap(base + anonymous, p.end - anonymous, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) != MAP_FAILED;
    if (!zero || !map_file(base, p.from, p.writable, PROT_READ | PROT_EXEC))
        return false;
    return reads ? read_variables(base, p) : map_file(base, p.writable, p.zero, PROT_READ | PROT_WRITE);
}

bool Image::map(unsigned char *base) const
{
    return std::all_of(parts_.begin(), parts_.end(), [&](const Part &p) { return map(base, p); });
}

bool Image::map_text(unsigned char *base) const
{
    return std::all_of(parts_.begin(), parts_.end(),
                       [&](const Part &p) { return map_file(base, p.from, p.writable, PROT_READ | PROT_EXEC); });
}

bool Image::read_variables(unsigned char *base) const
{
    return std::all_of(parts_.begin(), parts_.end(), [&](const Part &p) { return read_variables(base, p); });
}

std::vector<Image::Piece> Image::variables() const
{
    std::vector<Piece> pieces;
    for (const Part &p : parts_)
        pieces.push_back({p.writable, p.end});
    return pieces;
}

/* ---- whose it is ------------------------------------------------------------------------------------------------- */

void (*Image::bind(unsigned char *base, inprocess_task *t) const)()
{
    auto put = [base](std::uint64_t offset, std::uint64_t value) { std::memcpy(base + offset, &value, sizeof value); };
    const auto at = reinterpret_cast<std::uint64_t>(base);
    for (const Relative &r : relative_)
        put(r.offset, at + static_cast<std::uint64_t>(r.addend));
    for (const Variable &v : variables_)
        if (v.bytes > 0) {
            void **place = library_.variable(t, v.variable);
            std::memcpy(base + v.offset, *place, v.bytes);
            *place = base + v.offset;
        }
    for (const Variable &v : variables_)
        if (v.bytes == 0)
            put(v.offset, reinterpret_cast<std::uint64_t>(*library_.variable(t, v.variable)) +
                              static_cast<std::uint64_t>(v.addend));
    for (const Copied &c : copied_)
        std::memcpy(base + c.to, base + c.from, c.bytes);
    for (const Part &p : parts_) {
        inprocess_image image{};
        image.base = base + p.from;
        image.path = p.path.c_str();
        image.ends_late = p.ends_late;
        image.init = reinterpret_cast<void (**)(int, char **, char **)>(base + p.init_list);
        image.fini = reinterpret_cast<void (**)()>(base + p.fini_list);
        image.ninit = p.ninit;
        image.nfini = p.nfini;
        image.init_function = p.init != 0 ? reinterpret_cast<void (*)()>(base + p.init) : nullptr;
        image.fini_function = p.fini != 0 ? reinterpret_cast<void (*)()>(base + p.fini) : nullptr;
        library_.add_image(t, &image);
    }
    return reinterpret_cast<void (*)()>(base + entry_);
}

} // namespace ap1000
