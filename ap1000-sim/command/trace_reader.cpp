/* trace_reader.cpp - see trace_reader.hpp. */
#include "command/trace_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <istream>
#include <stdexcept>

#include "command/reading_progress.hpp"
#include "observe/compressed_file.hpp"

namespace ap1000
{

using nlohmann::json;

namespace
{

/* Where the file stops being JSON, if that is what is wrong. */
std::string place_of(const json::exception &e)
{
    const auto *broken = dynamic_cast<const json::parse_error *>(&e);
    return broken == nullptr ? "" : ": it breaks off or goes wrong at byte " + std::to_string(broken->byte);
}

} // namespace

json for_each_event(const std::string &path, const std::function<void(const json &)> &use)
{
    errno = 0;
    CompressedReader file(path);
    if (file.bad())
        throw std::runtime_error("'" + path + "': cannot be read: " + std::strerror(errno) +
                                 "; a trace that ap1000 run --trace wrote is wanted");
    std::istream in(&file);
    bool any = false;
    json about;
    ReadingProgress progress(path, file);
    auto keep = [&](int depth, json::parse_event_t what, json &parsed) {
        if (depth != 2 || what != json::parse_event_t::object_end || !parsed.contains("ph"))
            return true;
        any = true;
        progress.come();
        use(parsed);
        return false; /* it has been dealt with */
    };
    try {
        const json rest = json::parse(in, keep);
        any = any && rest.contains("traceEvents");
        if (rest.contains("otherData"))
            about = rest.at("otherData");
    } catch (const json::exception &e) {
        throw std::runtime_error("'" + path + "': not a whole trace of ap1000 run --trace" +
                                 (file.damaged() ? ": the compressed file is damaged or cut short" : place_of(e)));
    }
    if (!any)
        throw std::runtime_error("'" + path + "': no event in it; a trace that ap1000 run --trace wrote is wanted");
    return about;
}

bool has_real_time(const json &about)
{
    const json settings = about.value("settings", json::array());
    return std::any_of(settings.begin(), settings.end(), [](const json &s) { return s.value("option", "") == "time"; });
}

Ns time_of(const json &e)
{
    return std::llround(e.at("ts").get<double>() * 1000);
}

bool is_task_event(const json &e)
{
    return e.value("pid", 0) == 1 && e.contains("tid");
}

} // namespace ap1000
