/* surroundings.hpp - the state that the system and libc keep per process or thread, and that each task in process needs
 * for itself: the current folder, the mask of rights for new files, the locale. */
#ifndef AP1000_SURROUNDINGS_HPP
#define AP1000_SURROUNDINGS_HPP

#include <clocale>
#include <string>
#include <sys/types.h>

namespace ap1000
{

class Surroundings
{
  public:
    /* Those of here and now. */
    Surroundings();

    /* The same in another folder. Nothing is changed yet. */
    Surroundings(const Surroundings &others, const std::string &folder);

    ~Surroundings();
    Surroundings(const Surroundings &) = delete;
    Surroundings &operator=(const Surroundings &) = delete;

    /* False: the system has not given a number for the folder, or refuses it. */
    bool are_known() const
    {
        return folder_ >= 0;
    }

    /* From here on all goes by these. The locale may have gone with the task that made it: only its own turn is to
     * have it. */
    void bring() const;

    const std::string &folder() const
    {
        return path_;
    }

  private:
    int folder_;
    std::string path_;
    mode_t mask_;
    locale_t locale_;
};

} // namespace ap1000

#endif
