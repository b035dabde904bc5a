/* memory_file.cpp - see memory_file.hpp. */
#include "carriers/slots/simulator/memory_file.hpp"

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace ap1000
{
namespace
{

/* The limit of a file's length (`ulimit -f`) is out of the way while this is in scope, as far as the system allows: the
 * memory is a file to it, as long as all that may be in it, though little of it is ever used. */
class AnyLength
{
  public:
    AnyLength()
    {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit none{RLIM_INFINITY, RLIM_INFINITY}, most{before_.rlim_max, before_.rlim_max};
        if (setrlimit(RLIMIT_FSIZE, &none) != 0)
            setrlimit(RLIMIT_FSIZE, &most);
    }
    ~AnyLength()
    {
        setrlimit(RLIMIT_FSIZE, &before_);
    }

  private:
    rlimit before_{};
};

} // namespace

int new_memory_file(const char *name, std::uint64_t bytes)
{
    AnyLength while_it_is_made;
    rlimit length{};
    getrlimit(RLIMIT_FSIZE, &length);
    if (length.rlim_cur < bytes) /* ftruncate would end us with SIGXFSZ */
        throw std::runtime_error("the limit of a file's length (ulimit -f) is " +
                                 std::to_string(length.rlim_cur >> 10) +
                                 " KiB: the memory that the tasks share reserves " + std::to_string((bytes >> 10) + 1) +
                                 " KiB, of which little is used; ulimit -f unlimited is wanted");
    int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0 || ftruncate(fd, static_cast<off_t>(bytes)) != 0) {
        const int why = errno;
        if (fd >= 0)
            close(fd);
        throw std::system_error(why, std::generic_category(), "no shared memory for the machine");
    }
    return fd;
}

void forget_memory(int file, std::uint64_t from, std::uint64_t to)
{
    fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(from),
              static_cast<off_t>(to - from));
}

} // namespace ap1000
