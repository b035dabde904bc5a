// containers.cpp - std::sort, std::map, std::string.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
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
    std::string text;
    for (auto &p : m)
        text += char('a' + p.second % 26);
    std::printf("%d %zu %zu\n", v[0], m.size(), text.size());
}
