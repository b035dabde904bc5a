/* trace_reader.cpp - see trace_reader.hpp. */
#include "command/trace_reader.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <istream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "command/event_line.hpp"
#include "observe/compressed_file.hpp"

namespace ap1000
{

using nlohmann::json;

namespace
{

/* Shows on a terminal, now and then, how much of a long trace has been read, in one line that is overwritten and goes
 * at the end. Where stderr is no terminal it shows nothing. */
class ReadingProgress
{
  public:
    /* file: the one at `path`, which is being read. */
    ReadingProgress(const std::string &path, CompressedReader &file);
    ~ReadingProgress();
    ReadingProgress(const ReadingProgress &) = delete;
    ReadingProgress &operator=(const ReadingProgress &) = delete;

    /* One more event has been read. */
    void count_event()
    {
        if (terminal_ && ++looks_ % looks_a_clock == 0)
            look();
    }

  private:
    static constexpr std::chrono::milliseconds often{500}; /* the least real time between two lines */
    static constexpr unsigned looks_a_clock = 1024;        /* events between two readings of the real clock */
    void look();

    CompressedReader &file_;
    std::string name_;
    std::int64_t size_ = 0; /* bytes of the file; 0: not known, as of a pipe */
    bool terminal_, said_ = false;
    unsigned looks_ = 0;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

ReadingProgress::ReadingProgress(const std::string &path, CompressedReader &file)
    : file_(file), name_(std::filesystem::path(path).filename().string()), terminal_(isatty(STDERR_FILENO) != 0)
{
    std::error_code unknown;
    if (std::filesystem::is_regular_file(path, unknown))
        size_ = static_cast<std::int64_t>(std::filesystem::file_size(path, unknown));
}

ReadingProgress::~ReadingProgress()
{
    if (said_)
        std::fputs("\r\x1b[K", stderr);
}

void ReadingProgress::look()
{
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < often)
        return;
    last_ = now;
    said_ = true;
    const std::int64_t at = file_.position();
    const std::string how_far = size_ > 0 ? fmt::format("{} %", std::min<std::int64_t>(100, 100 * at / size_))
                                          : fmt::format("{:.1f} MB so far", static_cast<double>(at) / 1e6);
    std::fputs(fmt::format("\rap1000: reading {}: {}\x1b[K", name_, how_far).c_str(), stderr);
    std::fflush(stderr);
}

/* Where the file stops being JSON, if that is what is wrong. */
std::string place_of(const json::exception &e, std::size_t before)
{
    const auto *broken = dynamic_cast<const json::parse_error *>(&e);
    return broken == nullptr ? "" : ": it breaks off or goes wrong at byte " + std::to_string(before + broken->byte);
}

/* Throws json::type_error where a number is no whole one but should be: only times are not, and none is beyond 64 bits
 * in ns. Converted to an int, such a number has no defined value. */
void refuse_fractions(const json &event)
{
    for (auto field = event.begin(); field != event.end(); ++field)
        if (field->is_object())
            refuse_fractions(*field);
        else if (field->is_number_float() &&
                 ((field.key() != "ts" && field.key() != "dur") || std::abs(field->get<double>()) > 9e15))
            field->get_ref<const json::number_integer_t &>();
}

/* What the parser tells of the file, made into values; but an event is used as soon as it is whole, and then forgotten.
 * (json::parse with a callback asks for each value whether to keep it, which took as long again.) */
class EventReader
{
  public:
    using number_integer_t = json::number_integer_t;
    using number_unsigned_t = json::number_unsigned_t;
    using number_float_t = json::number_float_t;
    using string_t = json::string_t;
    using binary_t = json::binary_t;

    explicit EventReader(std::function<void(const json &)> use) : use_(std::move(use))
    {
    }
    const json &rest() const
    {
        return root_;
    }

    bool null()
    {
        return add(nullptr) != nullptr;
    }
    bool boolean(bool b)
    {
        return add(b) != nullptr;
    }
    bool number_integer(number_integer_t n)
    {
        return add(n) != nullptr;
    }
    bool number_unsigned(number_unsigned_t n)
    {
        return add(n) != nullptr;
    }
    bool number_float(number_float_t n, const string_t &)
    {
        return add(n) != nullptr;
    }
    bool string(string_t &text)
    {
        return add(std::move(text)) != nullptr;
    }
    bool binary(binary_t &bytes)
    {
        return add(std::move(bytes)) != nullptr;
    }
    bool key(string_t &name)
    {
        next_ = &(*open_.back())[name];
        return true;
    }
    bool start_object(std::size_t)
    {
        open_.push_back(add(json::object()));
        return true;
    }
    bool end_object()
    {
        const json &done = *open_.back();
        open_.pop_back();
        const bool is_event = open_.size() == 2 && open_.back()->is_array() && done.contains("ph");
        if (is_event) {
            use_(done);
            open_.back()->get_ref<json::array_t &>().pop_back();
        }
        return true;
    }
    bool start_array(std::size_t)
    {
        open_.push_back(add(json::array()));
        return true;
    }
    bool end_array()
    {
        open_.pop_back();
        return true;
    }
    template <typename Exception> bool parse_error(std::size_t, const std::string &, const Exception &why)
    {
        throw why;
    }

  private:
    /* Where it stands now. */
    template <typename Value> json *add(Value &&value)
    {
        if (open_.empty())
            return &(root_ = std::forward<Value>(value));
        if (!open_.back()->is_array())
            return &(*next_ = std::forward<Value>(value));
        auto &all = open_.back()->get_ref<json::array_t &>();
        all.emplace_back(std::forward<Value>(value));
        return &all.back();
    }

    std::function<void(const json &)> use_;
    json root_;
    std::vector<json *> open_; /* the objects and arrays that are not whole yet, from the outside */
    json *next_ = nullptr;     /* in the innermost, an object: the value whose key has come */
};

/* What has been read of a file already, then the rest of it. */
class Again : public std::streambuf
{
  public:
    Again(std::string text, std::streambuf &rest) : text_(std::move(text)), rest_(rest)
    {
        setg(text_.data(), text_.data(), text_.data() + text_.size());
    }

  protected:
    int_type underflow() override
    {
        const std::streamsize n = rest_.sgetn(next_.data(), static_cast<std::streamsize>(next_.size()));
        setg(next_.data(), next_.data(), next_.data() + n);
        return n > 0 ? traits_type::to_int_type(next_[0]) : traits_type::eof();
    }

  private:
    std::string text_;
    std::streambuf &rest_;
    std::array<char, 1 << 16> next_;
};

/* As --trace writes it: what it says of the run, then a line for each event. Uses those, as far as they are so. Returns
 * what is to be read once more by the general reader, as if it were the beginning. left_out: bytes of the events. */
std::string use_lines(std::istream &in, std::size_t &left_out, const std::function<void(const json &)> &use)
{
    std::string begin, line;
    const auto next = [&] {
        if (!std::getline(in, line))
            line.clear();
        else if (!in.eof())
            line += '\n';
        return std::string_view(line).substr(0, line.size() - (!line.empty() && line.back() == '\n'));
    };
    next();
    begin = line;
    if (next() != "\"traceEvents\":[")
        return begin + line;
    begin += line;
    EventLine event_line;
    for (std::string_view text = next(); const json *event = event_line.read(text); text = next()) {
        left_out += line.size();
        if (event_line.has_odd_number())
            refuse_fractions(*event);
        use(*event);
    }
    return begin + line;
}

} // namespace

json for_each_event(const std::string &path, const std::function<void(const json &)> &use, bool *grows)
{
    std::error_code unknown;
    errno = std::filesystem::is_directory(path, unknown) ? EISDIR : 0;
    CompressedReader file(path);
    if (errno == EISDIR || file.bad())
        throw std::runtime_error("'" + path + "': cannot be read: " + std::strerror(errno) +
                                 "; a trace that ap1000 run --trace wrote is wanted");
    std::istream in(&file);
    bool any = false;
    json about = json::object();
    ReadingProgress progress(path, file);
    const auto come = [&](const json &event) {
        any = true;
        progress.count_event();
        use(event);
    };
    EventReader reader([&come](const json &event) {
        refuse_fractions(event);
        come(event);
    });
    std::size_t left_out = 0;
    try {
        Again again(use_lines(in, left_out, come), file);
        std::istream whole(&again);
        json::sax_parse(whole, &reader);
        const json &rest = reader.rest();
        any = any && rest.contains("traceEvents");
        if (rest.contains("otherData"))
            about = rest.at("otherData");
    } catch (const json::exception &e) {
        if (grows != nullptr && any) {
            *grows = true;
            return reader.rest().is_object() ? reader.rest().value("otherData", about) : about;
        }
        throw std::runtime_error(
            "'" + path + "': not a whole trace of ap1000 run --trace" +
            (file.damaged() ? ": the compressed file is damaged or cut short" : place_of(e, left_out)));
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
