/* transport_rows.hpp - the sections of tables that several kinds of machine have: UDP, PVM's daemons, Suci. */
#pragma once

#include "config/parameter_rows.hpp"
#include "networks/suci/suci_transport.hpp"
#include "networks/workstations/pvmd_link.hpp"
#include "networks/workstations/udp.hpp"

namespace ap1000
{

/* Where the numbers of a kind keep that part. */
template <typename Part> using PartOf = std::function<Part &(Parameters &)>;

/* needed: as in ParameterRow. */
void add_udp(std::vector<ParameterRow> &rows, const PartOf<UdpParameters> &udp, bool (*needed)(const Parameters &));
void add_pvmd(std::vector<ParameterRow> &rows, const PartOf<PvmdParameters> &pvmd, bool (*needed)(const Parameters &));
void add_suci(std::vector<ParameterRow> &rows, const PartOf<SuciParameters> &suci, bool (*needed)(const Parameters &));

} // namespace ap1000
