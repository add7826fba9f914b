/* The relays of the valves, and the two ways in which they shut without the host. */
#include <stdio.h>

#include "board.h"

static struct {
    bool open;
    uint32_t since;
} valves[VALVES];

static uint32_t heard_at;

static void answer(uint8_t valve, bool open)
{
    char body[12];

    snprintf(body, sizeof body, "V,%u,%u", valve, open ? 1u : 0u);
    proto_send(body);
}

void outputs_set(uint8_t valve, bool open, uint32_t now)
{
    valves[valve - 1].open = open;
    valves[valve - 1].since = now;
    hal_relay(valve - 1, open);
    answer(valve, open);
}

void outputs_heard(uint32_t now)
{
    heard_at = now;
}

void outputs_watch(uint32_t now)
{
    bool silent = now - heard_at > HOST_SILENCE_MS;

    for (uint8_t i = 0; i < VALVES; i++) {
        if (!valves[i].open)
            continue;
        if (silent || now - valves[i].since > OUTPUT_MAX_MS) {
            outputs_set(i + 1, false, now);
            proto_send(silent ? "E,host silent" : "E,valve too long");
        }
    }
}
