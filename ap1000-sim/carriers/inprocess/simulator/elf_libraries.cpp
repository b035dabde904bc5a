/* elf_libraries.cpp - see elf_reader.hpp: the libraries of which each task has a copy of its own, behind that of its
 * program, since they keep what belongs to one (Fortran's units); and those that all may share. */
#include <algorithm>
#include <cstring>
#include <dlfcn.h>

#include "carriers/inprocess/simulator/elf_reader.hpp"
#include "carriers/process/simulator/launcher.hpp"
#include "carriers/process/simulator/other_pvm.hpp"

namespace ap1000
{
namespace
{

constexpr std::uint64_t largest_page = 4096;

/* Fortran's calls that change what is the process's. */
constexpr const char *of_process[] = {
    "_gfortran_chdir",  "_gfortran_umask",         "_gfortran_kill", "_gfortran_execute_command_line",
    "_gfortran_ttynam", "_gfortran_st_wait_async",
};

std::string file_name(const char *path)
{
    const char *slash = std::strrchr(path, '/');
    return slash != nullptr ? slash + 1 : path;
}

} // namespace

bool is_shared(const std::string &library)
{
    return library == "libquadmath.so.0" || library == "libgcc_s.so.1";
}

ElfReader::ElfReader(Image &into, const std::string &path, const inprocess_library &library, std::uint64_t base)
    : image_(into), path_(path), library_(library), base_(base)
{
}

/* The library stays loaded. */
void ElfReader::add_shared(const std::string &name)
{
    void *handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle == nullptr)
        throw Unsuitable("its " + name + " cannot be loaded: " + dlerror());
    shared_.push_back(handle);
}

/* What it has itself, not the libraries that it needs. */
const void *ElfReader::in_shared(const std::string &name) const
{
    for (void *handle : shared_) {
        Dl_info of{};
        const void *at = dlsym(handle, name.c_str());
        if (at != nullptr && dladdr(at, &of) != 0 && is_shared(file_name(of.dli_fname)))
            return at;
    }
    return nullptr;
}

/* The file that the loader would take. behind_pvm: it ends after libpvm3. */
void ElfReader::add_library(const std::string &name, bool behind_pvm)
{
    if (libraries_.size() + 1 == INPROCESS_IMAGES)
        throw Unsuitable("it needs too many libraries of its own");
    if (name == of_fortran && !behind_pvm)
        throw Unsuitable("it is linked with " + name + " before libpvm3.so.3");
    const std::string file = loaded_library(path_, environment_of({}, "", ""), name);
    if (file.empty())
        throw Unsuitable("its " + name + " was not found");
    std::uint64_t from = libraries_.empty() ? bytes_ : libraries_.back()->base_ + libraries_.back()->bytes_;
    from = (from + image_.alignment_ - 1) / image_.alignment_ * image_.alignment_;
    libraries_.push_back(std::unique_ptr<ElfReader>(new ElfReader(image_, file, library_, from)));
    libraries_.back()->part_.path = file;
    libraries_.back()->part_.ends_late = name == of_fortran;
    try {
        libraries_.back()->read_as_library();
    } catch (const Unsuitable &e) {
        throw Unsuitable("its " + name + " cannot be copied: " + e.what());
    }
}

void ElfReader::read_as_library()
{
    read_file();
    check_kind();
    lay_out();
    if (image_.alignment_ > largest_page)
        throw Unsuitable("parts of it or of the program are to lie at multiples of more than a page");
    read_dynamic();
    check_library_needs();
    read_versions();
    note_exports();
    relocate();
    finish();
}

void ElfReader::check_library_needs()
{
    for (const std::string &name : needed_)
        if (is_shared(name))
            add_shared(name);
        else if (name != "libc.so.6" && name != "libm.so.6" && name != "libpvm3.so.3" && name != "libgpvm3.so.3" &&
                 name.compare(0, 8, "ld-linux") != 0)
            throw Unsuitable("it needs " + name);
}

void ElfReader::note_exports()
{
    for (std::size_t i = 1, n = number_of_symbols(); i < n; i++) {
        const Elf64_Sym &s = symbol(i);
        const auto type = ELF64_ST_TYPE(s.st_info);
        if (s.st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_OBJECT))
            exports_[text(s.st_name)] = base_ + s.st_value;
    }
}

bool ElfReader::import_from_libraries(const Elf64_Rela &r, const std::string &name)
{
    for (const char *refused : of_process)
        if (base_ == 0 && name.compare(0, std::strlen(refused), refused) == 0)
            throw Unsuitable("it uses " + name);
    for (const auto &l : libraries_)
        if (auto at = l->exports_.find(name); at != l->exports_.end()) {
            relative(r.r_offset, at->second, r.r_addend);
            return true;
        }
    return false;
}

/* The module is where the variables of this copy are, so that __tls_get_addr (library/state.c) has only to add. */
void ElfReader::relocate_thread_local(const Elf64_Rela &r)
{
    const std::size_t index = ELF64_R_SYM(r.r_info);
    if (thread_local_bytes_ == 0 || (index != 0 && symbol(index).st_shndx == SHN_UNDEF))
        throw Unsuitable("it uses thread-local variables of others");
    if (ELF64_R_TYPE(r.r_info) == R_X86_64_DTPMOD64)
        relative(r.r_offset, thread_local_, 0);
    else
        put(r.r_offset, (index != 0 ? symbol(index).st_value : 0) + static_cast<std::uint64_t>(r.r_addend));
}

/* From here on its part is one of the image. */
void ElfReader::finish()
{
    Image::Part p = part_;
    p.from = base_;
    p.end = base_ + bytes_;
    for (std::uint64_t *at : {&p.writable, &p.zero, &p.init_list, &p.fini_list})
        *at += base_;
    for (std::uint64_t *at : {&p.init, &p.fini})
        *at += *at != 0 ? base_ : 0;
    image_.parts_.insert(base_ == 0 ? image_.parts_.begin() : image_.parts_.end(), p);
    image_.bytes_ = std::max(image_.bytes_, p.end);
}

} // namespace ap1000
