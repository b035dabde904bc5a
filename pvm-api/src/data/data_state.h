/* data_state.h - what the room data keeps of a task. */
#pragma once

#include "arrived.h"
#include "buffer.h"

struct pvmi_data {
    struct pvmi_buffers buffers;
    struct pvmi_arrivals arrived;
};
