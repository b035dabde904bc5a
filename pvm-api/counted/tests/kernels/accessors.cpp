// accessors.cpp - a class with accessors, std::vector by index and iterator.
#include <cstdio>
#include <vector>

class Grid
{
  public:
    Grid(int w, int h) : width(w), cells(w * h)
    {
    }
    double &at(int x, int y)
    {
        return cells[y * width + x];
    }
    int columns() const
    {
        return width;
    }
    int rows() const
    {
        return int(cells.size()) / width;
    }

  private:
    int width;
    std::vector<double> cells;
};

int main()
{
    Grid g(64, 48);
    std::vector<int> numbers;
    for (int i = 0; i < 3000; i++)
        numbers.push_back(i * i % 97);
    double sum = 0;
    for (int r = 0; r < 20; r++)
        for (int y = 0; y < g.rows(); y++)
            for (int x = 0; x < g.columns(); x++)
                g.at(x, y) += x + y * 0.5;
    for (int y = 0; y < g.rows(); y++)
        for (int x = 0; x < g.columns(); x++)
            sum += g.at(x, y);
    long total = 0;
    for (int n : numbers)
        total += n;
    for (unsigned i = 0; i < numbers.size(); i++)
        total += numbers[i];
    std::printf("%g %ld\n", sum, total);
}
