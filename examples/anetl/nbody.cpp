// nbody.cpp - an object module: parts of the bodies, which run by themselves and send each other their places.
#include "nbody.hpp"

ANETL_MODULE(Part)

Part::Part()
{
    hold<Part, &Part::places>();
}

void Part::set(int part, int n, const std::vector<anetl::ref<Part>> &all)
{
    const int parts = static_cast<int>(all.size());
    part_ = part;
    n_ = n;
    all_ = all;
    begin_ = part_begin(part, n, parts);
    end_ = part_begin(part + 1, n, parts);
    for (int i = begin_; i < end_; i++)
        own_.push_back(body_of(i, n));
}

void Part::places(int step, int part, const std::vector<double> &xy)
{
    come_[step][part] = xy;
}

// Until those of all parts are there.
void Part::take_in(int step)
{
    while (come_[step].size() < all_.size())
        accept<Part, &Part::places>();
}

double Part::run(int steps)
{
    const int parts = static_cast<int>(all_.size());
    for (int step = 0; step < steps; step++) {
        std::vector<double> mine;
        for (const body &b : own_) {
            mine.push_back(b.x);
            mine.push_back(b.y);
        }
        for (int k = 1; k < parts; k++) // the next one first: not all send to the same part at a time
            all_[static_cast<std::size_t>((part_ + k) % parts)].past<&Part::places>(step, part_, mine);
        come_[step][part_] = mine;
        take_in(step);
        for (body &b : own_) {
            double ax = 0, ay = 0;
            const double x = b.x, y = b.y;
            for (const auto &[part, xy] : come_[step])
                for (std::size_t j = 0; j < xy.size(); j += 2)
                    attract(x, y, xy[j], xy[j + 1], n_, &ax, &ay);
            move(&b, ax, ay);
        }
        anetl::work(static_cast<double>(PAIR_NS) * (end_ - begin_) * n_);
        come_.erase(step);
    }
    double sum = 0;
    for (const body &b : own_)
        sum += b.x * b.x + b.y * b.y;
    return sum;
}
