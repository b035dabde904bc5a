// containers.cpp - std::sort, std::map, std::vector. No std::string: its headers differ by -O.
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>

int main()
{
    std::vector<int> v;
    unsigned s = 1;
    for (int i = 0; i < 5000; i++)
        v.push_back((s = s * 1103515245u + 12345u) >> 8);
    std::sort(v.begin(), v.end());
    std::map<int, int> m;
    for (int i : v)
        m[i % 256]++;
    int odd = 0;
    for (auto &p : m)
        odd += p.second & 1;
    std::printf("%d %zu %d\n", v[0], m.size(), odd);
}
