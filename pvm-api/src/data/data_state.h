/* data_state.h - what the room data keeps of a task. */
#ifndef PVMI_DATA_STATE_H
#define PVMI_DATA_STATE_H

#include "arrived.h"
#include "buffer.h"

struct pvmi_data {
    struct pvmi_buffers buffers;
    struct pvmi_arrivals arrived;
};

#endif
