/* trace_json.hpp - writes a run as a Chrome trace (JSON, one event a line), which Perfetto and chrome://tracing open.
 *
 * Process 1 has the tasks, one thread each, numbered by tid; process 2 the networks, one counter each. ts is simulated
 * time in us with three decimals: exact. Format: "Trace Event Format" of the Chromium project. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/parameters.hpp"
#include "observe/compressed_file.hpp"
#include "observe/provenance.hpp"
#include "observe/trace_sink.hpp"

namespace ap1000
{

/* Text that grows at its end, piece by piece, many times a message. What a piece costs is a comparison and the
 * copying of its bytes, which for literals the compiler does in place. (std::string::append, called for each, took
 * a third of the time of a traced run.) */
class TextBuffer
{
  public:
    void add(const char *text, std::size_t bytes)
    {
        if (bytes_.size() - used_ < bytes)
            bytes_.resize(2 * (bytes_.size() + bytes));
        std::memcpy(bytes_.data() + used_, text, bytes);
        used_ += bytes;
    }
    std::string_view text() const
    {
        return {bytes_.data(), used_};
    }
    std::size_t size() const
    {
        return used_;
    }
    void clear() /* its memory stays */
    {
        used_ = 0;
    }

  private:
    std::vector<char> bytes_ = std::vector<char>(std::size_t{1} << 17);
    std::size_t used_ = 0;
};

class TraceJson : public TraceSink
{
  public:
    /* Opens `path`, compressed if it ends in .gz; the first event is the first thing written. Throws
     * std::runtime_error, with one line that names the file, if it cannot be written. */
    TraceJson(std::string path, const Parameters &p, const Provenance &by);

    void begin_track(const Track &track, Ns t) override;
    void end_track(int tid, Ns t) override;
    void enter(int tid, const Slice &s, Ns t) override;
    void leave(int tid, Activity what, Ns t) override;
    void sent(const TracedMessage &m, CallName call, Ns t) override;
    void accepted(const TracedMessage &m, CallName call, Ns t) override;
    void computed(int tid, const WorkDone &work) override;
    void level(Resource what, int units, Ns t) override;
    bool wants_levels() const override
    {
        return true;
    }
    void finish(Ns t) override;
    bool is_whole() const override
    {
        return whole_;
    }

  private:
    struct Line {         /* of a task: */
        std::string head; /* what its lines have between their kind and their time */
        Ns slice_since;   /* when the innermost open slice began; -1: none has begun */
    };
    template <typename... Pieces> void event(const Pieces &...pieces);
    template <typename... Pieces> void at(char phase, const Line &of, Ns t, const Pieces &...pieces);
    void write_if_long();
    Line &line(int tid);
    const std::string &name_of(CallName call);
    void describe(const Slice &s);

    std::string path_;
    CompressedWriter file_;
    TextBuffer text_; /* not written yet */
    int unwritten_lines_ = 0;
    std::int64_t written_ms_ = 0; /* real time; 0: not yet */
    bool whole_ = true;
    std::unordered_map<int, Line> lines_;                        /* by tid */
    std::unordered_map<int, Line>::pointer last_line_ = nullptr; /* that was looked up */
    std::vector<std::string> names_;                             /* by the number of the call: in quotation marks */
};

} // namespace ap1000
