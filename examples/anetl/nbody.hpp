// nbody.hpp - the class of nbody.cpp, for that module and its host program.
#ifndef NBODY_HPP
#define NBODY_HPP

#include <map>
#include <vector>

#include <anetl.hpp>

#include "bodies.h"

// A part of the bodies. In each step it sends their places to all other parts by past messages, computes with those
// that are there, and with the others as they come.
class Part : public anetl::object
{
  public:
    Part();
    void set(int part, int n, const std::vector<anetl::ref<Part>> &all);
    void places(int step, int part, const std::vector<double> &xy); // accepted, step by step
    double run(int steps);                                          // sum of squares of the distances
    ANETL_METHODS(Part, set, places, run)

  private:
    void take_in(int step);
    int part_ = 0, n_ = 0, begin_ = 0, end_ = 0;
    std::vector<anetl::ref<Part>> all_;
    std::vector<body> own_;
    std::map<int, std::map<int, std::vector<double>>> come_; // by step and part
};

#endif
