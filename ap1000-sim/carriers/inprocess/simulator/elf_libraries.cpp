/* elf_libraries.cpp - see elf_reader.hpp: the libraries of which each task has a copy of its own, behind that of its
 * program, since they keep what belongs to one; those that all may share; and which of them has a name. */
#include <algorithm>
#include <cstring>
#include <dlfcn.h>

#include "carriers/inprocess/simulator/elf_reader.hpp"
#include "carriers/inprocess/simulator/libc_uses.hpp"
#include "carriers/process/simulator/launcher.hpp"
#include "carriers/process/simulator/other_pvm.hpp"

namespace ap1000
{
namespace
{

constexpr std::uint64_t largest_page = 4096;

constexpr const char *of_calls = "libpvm3.so.3", *of_groups = "libgpvm3.so.3", *of_libc = "libc.so.6",
                     *of_mathematics = "libm.so.6", *of_fortran_calls = "libfpvm3.so.3";

/* Libraries whose ways are known: the compilers' (units, streams, locales, what is thrown), Fortran's calls of libpvm3.
 */
constexpr const char *of_system[] = {"libgfortran.so.5", "libfpvm3.so.3", "libstdc++.so.6", "libgcc_s.so.1"};

/* Functions of those libraries that change what is the process's, need another thread, or a stream of wide characters;
 * or files by numbers that are not answered. Each name begins so. */
/* clang-format off */
constexpr const char *of_process[] = {
    "_gfortran_kill", "_gfortran_execute_command_line", "_gfortran_system", "_gfortran_chdir", "_gfortran_umask",
    "_gfortran_ttynam", "_gfortran_st_wait_async", "_ZNSt6thread15_M_start_thread", "_ZNSt18condition_variable4wait",
    "_ZNSt28__atomic_futex_unsigned_base", "_ZNSt6locale6globalE", "_ZNSt12__basic_fileIcE8sys_openEi", "_ZSt4wcin",
    "_ZSt5wcout", "_ZSt5wcerr", "_ZSt5wclog", "_ZNSt10filesystem12current_pathERKNS_", "_ZNSt10filesystem4copyE",
    "_ZNSt10filesystem9copy_file", "_ZNSt10filesystem10remove_all", "_ZNSt10filesystem7__cxx1118directory_iterator",
    "_ZNSt10filesystem7__cxx1128recursive_directory_iterator"};
/* clang-format on */

/* What changes for a moment what libc has for all threads: `environ`, for the time zone; and `stdout`, which libc
 * writes when a stream by lines is read. Each name begins so. */
constexpr const char *for_one_thread[] = {"setvbuf",         "setbuf",          "localtime",       "gmtime",
                                          "timegm",          "mktime",          "ctime",           "asctime",
                                          "strftime",        "_ZNKSt8time_put", "_gfortran_ctime", "_gfortran_date_and",
                                          "_gfortran_fdate", "_gfortran_idate", "_gfortran_itime", "_gfortran_gmtime",
                                          "_gfortran_ltime", "_gfortran_secnds"};

bool is_one_of(const std::string &name, const char *beginning)
{
    return name.compare(0, std::strlen(beginning), beginning) == 0;
}

std::string file_name(const char *path)
{
    const char *slash = std::strrchr(path, '/');
    return slash != nullptr ? slash + 1 : path;
}

/* Tasks may share a library whose functions keep nothing. */
bool is_shared(const std::string &library)
{
    return library == "libquadmath.so.0";
}

/* What the library of tasks answers, or passes on to libc. */
bool is_answered(const std::string &library)
{
    return library == of_calls || library == of_groups || library == of_libc || library == of_mathematics ||
           library.compare(0, 8, "ld-linux") == 0;
}

} // namespace

ElfReader::ElfReader(ElfReader &root, const std::string &name, const std::string &path, std::uint64_t base)
    : image_(root.image_), root_(root), name_(name), path_(path), library_(root.library_), base_(base),
      of_system_(std::find(std::begin(of_system), std::end(of_system), name) != std::end(of_system))
{
}

/* ---- which there are --------------------------------------------------------------------------------------------- */

/* In the order in which the loader searches them: those that the program needs, then those that these need, and so on.
 * libpvm3's names are to stand before libc's of the same name; Fortran programs often have it through libfpvm3 alone.
 */
void ElfReader::gather_libraries()
{
    search_ = tables_.needed();
    for (std::size_t i = 0; i < search_.size(); i++)
        if (is_shared(search_[i]))
            add_shared(search_[i]);
        else if (!is_answered(search_[i]))
            for (const std::string &name : add_library(search_[i])->tables_.needed())
                if (std::find(search_.begin(), search_.end(), name) == search_.end())
                    search_.push_back(name);
    auto place = [this](const char *name) { return std::find(search_.begin(), search_.end(), name); };
    if (place(of_calls) == search_.end())
        throw Unsuitable("it is not linked with libpvm3.so.3");
    const auto libc = place(of_libc);
    for (const char *own : {of_calls, of_groups})
        if (place(own) != search_.end() && place(own) > libc && place(of_fortran_calls) > libc)
            throw Unsuitable("it is linked with libc before " + std::string(own));
    forget_copies_of_others();
}

/* The file that the loader would take. */
const ElfReader *ElfReader::add_library(const std::string &name)
{
    if (libraries_.size() + 1 == INPROCESS_IMAGES)
        throw Unsuitable("it needs more than " + std::to_string(INPROCESS_IMAGES - 1) + " libraries of its own");
    const std::string file = file_of(name);
    if (file.empty())
        throw Unsuitable(
            "its " + name +
            (name.find('/') != std::string::npos ? " is looked for where the program is started" : " was not found"));
    const FileVersion version = version_of(file);
    for (const auto &other : libraries_)
        if (other->part_.version == version)
            throw Unsuitable("it needs " + file + " by two names");
    const std::uint64_t from = libraries_.empty() ? bytes_ : libraries_.back()->base_ + libraries_.back()->bytes_;
    libraries_.push_back(std::unique_ptr<ElfReader>(new ElfReader(*this, name, file, from)));
    ElfReader &l = *libraries_.back();
    l.part_.path = file;
    l.part_.version = version;
    try {
        l.read_tables();
    } catch (const Unsuitable &e) {
        throw Unsuitable("its " + name + " cannot be copied: " + e.what());
    }
    if (image_.alignment_ > largest_page)
        throw Unsuitable("parts of it or of its " + name + " must lie at multiples of more than a page");
    return &l;
}

void ElfReader::relocate_as_library()
{
    try {
        if (!of_system_)
            check_own_names();
        relocate();
    } catch (const Unsuitable &e) {
        throw Unsuitable("its " + name_ + " cannot be copied: " + e.what());
    }
}

/* The library stays loaded. */
void ElfReader::add_shared(const std::string &name)
{
    void *handle = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (handle == nullptr)
        throw Unsuitable("its " + name + " cannot be loaded: " + dlerror());
    shared_.push_back(handle);
}

/* ---- which has a name -------------------------------------------------------------------------------------------- */

/* What shared libraries have themselves, not those that they need. */
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

void ElfReader::note_exports()
{
    for (std::size_t i = 1, n = tables_.number_of_symbols(); i < n; i++) {
        const Elf64_Sym &s = tables_.symbol(i);
        const auto type = ELF64_ST_TYPE(s.st_info);
        if (s.st_shndx != SHN_UNDEF && type == STT_TLS)
            thread_exports_[tables_.text(s.st_name)] = {thread_local_, s.st_value};
        if (s.st_shndx == SHN_UNDEF || (type != STT_FUNC && type != STT_OBJECT))
            continue;
        const char *version = tables_.version_of(i);
        exports_[tables_.text(s.st_name)].push_back({base_ + s.st_value, s.st_size, version != nullptr ? version : "",
                                                     (tables_.version_word(i) & 0x8000u) != 0});
    }
}

/* Where the program has copies of libc's variables: those are answered by their names. */
void ElfReader::forget_copies_of_others()
{
    const std::set<std::uint64_t> copies = tables_.places_of_copies();
    for (auto at = exports_.begin(); at != exports_.end();) {
        const Definition &d = at->second.front();
        const bool of_libraries = definition_in_libraries(at->first, nullptr) != nullptr;
        at = copies.count(d.at) != 0 && !of_libraries ? exports_.erase(at) : std::next(at);
    }
}

/* The definition in this object: that of the version, or without a version what stands for all. */
const ElfReader::Definition *ElfReader::own_definition(const std::string &name, const char *version) const
{
    auto list = exports_.find(name);
    if (list != exports_.end())
        for (const Definition &d : list->second)
            if (version != nullptr ? d.version.empty() || d.version == version : !d.by_version_only)
                return &d;
    return nullptr;
}

/* Does libc or libm have it, searched before this library? libm's names lead to libc's, too. */
bool ElfReader::is_found_before(const std::string &library, const std::string &name, const char *version) const
{
    const auto place = std::find(search_.begin(), search_.end(), library);
    auto is_before = [&](const char *other) { return std::find(search_.begin(), place, other) != place; };
    auto in = [&](void *handle) {
        return version != nullptr ? dlvsym(handle, name.c_str(), version) : dlsym(handle, name.c_str());
    };
    if (!is_before(of_libc) && !is_before(of_mathematics))
        return false;
    static void *const libc = dlopen(of_libc, RTLD_LAZY), *const libm = dlopen(of_mathematics, RTLD_LAZY);
    const void *of_c = in(libc), *of_m = in(libm);
    return (of_c != nullptr && is_before(of_libc)) || (of_m != nullptr && of_m != of_c && is_before(of_mathematics));
}

const ElfReader::Definition *ElfReader::definition_in_libraries(const std::string &name, const char *version) const
{
    for (const auto &l : libraries_)
        if (const Definition *d = l->own_definition(name, version); d != nullptr)
            return is_found_before(l->name_, name, version) ? nullptr : d;
    return nullptr;
}

/* The program's comes first. */
const ElfReader::Definition *ElfReader::definition(const std::string &name, const char *version) const
{
    const Definition *d = own_definition(name, version);
    return d != nullptr ? d : definition_in_libraries(name, version);
}

/* Would libc or libpvm3 take the program's, if that has a function or variable of this name? Copied libraries do take
 * it. */
bool ElfReader::is_used_by_others(const std::string &name) const
{
    if (name.compare(0, 2, "_Z") == 0) /* of C++: they have none such */
        return false;
    if (libc_uses(name))
        return true;
    if (library_.import(name.c_str(), nullptr).kind == INPROCESS_REFUSED &&
        dlsym(RTLD_DEFAULT, name.c_str()) == nullptr)
        return false;
    return std::any_of(search_.begin(), search_.end(), [&](const std::string &l) {
        return (l == of_calls || l == of_groups) && has_name(file_of(l), name);
    });
}

/* The one that the loader would take; "": none. */
std::string ElfReader::file_of(const std::string &library) const
{
    if (library.compare(0, 1, "/") == 0)
        return library;
    if (loaded_.empty())
        loaded_ = list_of_loaded(path_, environment_of({}, "", ""));
    return file_in_list(loaded_, library);
}

/* By a program, or by a library of the user's. */
void ElfReader::note_use(const std::string &name)
{
    for (const char *refused : of_process)
        if (is_one_of(name, refused))
            throw Unsuitable("it uses " + name);
    for (const char *changes : for_one_thread)
        image_.keeps_to_a_thread_ = image_.keeps_to_a_thread_ || is_one_of(name, changes);
}

/* ---- the order of their beginnings and ends ---------------------------------------------------------------------- */

void ElfReader::visit(const std::string &name, std::set<std::string> &seen, std::vector<std::string> &finished) const
{
    if (!seen.insert(name).second)
        return;
    for (const auto &l : libraries_)
        if (l->name_ == name)
            for (const std::string &needed : l->tables_.needed())
                visit(needed, seen, finished);
    finished.push_back(name);
}

/* As the loader begins them: each after those that it needs, else the last of the search first; they end the other way
 * round. What ends after libpvm3 has left its machine ends late. */
void ElfReader::finish_all()
{
    std::set<std::string> seen;
    std::vector<std::string> finished;
    for (auto name = search_.rbegin(); name != search_.rend(); ++name)
        visit(*name, seen, finished);
    finish();
    bool late = false;
    for (auto name = finished.rbegin(); name != finished.rend(); ++name) {
        late = late || *name == of_calls;
        for (const auto &l : libraries_)
            if (l->name_ == *name) {
                l->part_.ends_late = late;
                l->finish();
            }
    }
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
    image_.parts_.push_back(p);
    image_.bytes_ = std::max(image_.bytes_, p.end);
}

} // namespace ap1000
