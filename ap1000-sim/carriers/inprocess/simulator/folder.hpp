/* folder.hpp - a current folder: the system keeps one per process, and a task in process that has been started from
 * another place needs its own in its turns. */
#pragma once

#include <string>

namespace ap1000
{

class Folder
{
  public:
    /* That of here and now; or another one, which is not entered yet. */
    Folder();
    explicit Folder(std::string path);
    ~Folder();
    Folder(const Folder &) = delete;
    Folder &operator=(const Folder &) = delete;

    /* False: the system has not given a number for it, or refuses it. */
    bool is_known() const
    {
        return number_ >= 0;
    }

    void enter() const;

    const std::string &path() const
    {
        return path_;
    }

  private:
    std::string path_;
    int number_;
};

} // namespace ap1000
