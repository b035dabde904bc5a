/* program_text.hpp - the text of one copy of a program and of the libraries copied with it. In this text the task holds
 * no lock that others could want. Everything except the constructor is async-signal-safe. */
#pragma once

#include <memory>
#include <vector>

#include "carriers/inprocess/simulator/image.hpp"

namespace ap1000
{

class ProgramText
{
  public:
    ProgramText() = default;

    /* The text of the copy at `base`. */
    ProgramText(const Image &image, unsigned char *base) : base_(base), stretches_(image.text())
    {
    }

    bool holds(const void *code) const;

    /* May it be executed? Whoever comes there makes a fault until it may. False: the system refuses. */
    bool allow(bool allowed);
    bool is_allowed() const
    {
        return allowed_;
    }

  private:
    unsigned char *base_ = nullptr;
    std::shared_ptr<const std::vector<Image::Piece>> stretches_;
    bool allowed_ = true;
};

} // namespace ap1000
