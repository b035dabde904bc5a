/* transport_rows.cpp - see transport_rows.hpp. */
#include "config/transport_rows.hpp"

namespace ap1000
{

namespace
{

/* What adds a row of a section: its name, unit and range, and which number of that part of a machine it is. */
template <typename Part>
auto rows_of(const char *section, std::vector<ParameterRow> &rows, const PartOf<Part> &part,
             bool (*needed)(const Parameters &))
{
    return [=, &rows](const char *name, Unit unit, double low, double high, std::int64_t Part::*member) {
        add_number(
            rows, section, name, unit, low, high,
            [part, member](Parameters &p) -> std::int64_t & { return part(p).*member; }, needed);
    };
}

} // namespace

void add_udp(std::vector<ParameterRow> &rows, const PartOf<UdpParameters> &udp, bool (*needed)(const Parameters &))
{
    const auto add = rows_of("udp", rows, udp, needed);
    add("fragment_us", Unit::us, 0, max_us, &UdpParameters::fragment);
    add("loss_ppm", Unit::ppm, 0, million, &UdpParameters::loss_ppm);
    add("loss_seed", Unit::count, 0, 1e9, &UdpParameters::loss_seed);
    add("receive_buffer_bytes", Unit::bytes, 0, 1e9, &UdpParameters::receive_buffer);
}

void add_pvmd(std::vector<ParameterRow> &rows, const PartOf<PvmdParameters> &pvmd, bool (*needed)(const Parameters &))
{
    const auto add = rows_of("pvmd", rows, pvmd, needed);
    add("fragment_bytes", Unit::bytes, 1, 60000, &PvmdParameters::fragment);
    add("header_bytes", Unit::bytes, 0, 1000, &PvmdParameters::header);
    add("local_us", Unit::us, 0, max_us, &PvmdParameters::local);
    add("datagram_us", Unit::us, 0, max_us, &PvmdParameters::datagram);
    add("ack_percent", Unit::percent, 0, 1000, &PvmdParameters::ack_millionths);
    add("copy_ns_per_byte", Unit::ns_per_byte, 0, max_ns_per_byte, &PvmdParameters::copy);
    add("round_trip_guess_ms", Unit::ms, 0.001, max_ms, &PvmdParameters::round_trip_guess);
    add("longest_round_trip_ms", Unit::ms, 0.001, max_ms, &PvmdParameters::longest_round_trip);
    add("retry_round_trips", Unit::count, 1, 1000, &PvmdParameters::retry_round_trips);
    add("give_up_tries", Unit::count, 1, 1000, &PvmdParameters::give_up_tries);
    add("give_up_ms", Unit::ms, 0, max_ms, &PvmdParameters::give_up);
}

void add_suci(std::vector<ParameterRow> &rows, const PartOf<SuciParameters> &suci, bool (*needed)(const Parameters &))
{
    const auto add = rows_of("suci", rows, suci, needed);
    constexpr double most_window = 64, most_packet = udp_max_bytes - 36; /* suci_core.h */
    add_choice(
        rows, "suci", "flow", {"fixed", "reno", "rate"},
        [suci](Parameters &p) -> std::int64_t & { return suci(p).flow; }, needed);
    add("window", Unit::count, 1, most_window, &SuciParameters::window);
    add("gap_us", Unit::us, 0, max_us, &SuciParameters::gap);
    add("ack_every", Unit::count, 1, most_window, &SuciParameters::ack_every);
    add("ack_delay_us", Unit::us, 0, max_us, &SuciParameters::ack_delay);
    add("resend_ms", Unit::ms, 0, max_ms, &SuciParameters::resend);
    add("first_resend_ms", Unit::ms, 0.001, max_ms, &SuciParameters::first_resend);
    add("least_resend_ms", Unit::ms, 0.001, max_ms, &SuciParameters::least_resend);
    add("most_resend_ms", Unit::ms, 0.001, max_ms, &SuciParameters::most_resend);
    add("give_up_ms", Unit::ms, 0.001, max_ms, &SuciParameters::give_up);
    add("packet_bytes", Unit::bytes, 1, most_packet, &SuciParameters::payload);
    add("header_bytes", Unit::bytes, 0, 1000, &SuciParameters::message_header);
    add("packet_us", Unit::us, 0, max_us, &SuciParameters::packet);
    add("ack_us", Unit::us, 0, max_us, &SuciParameters::ack);
    add("copy_ns_per_byte", Unit::ns_per_byte, 0, max_ns_per_byte, &SuciParameters::copy);
}

} // namespace ap1000
