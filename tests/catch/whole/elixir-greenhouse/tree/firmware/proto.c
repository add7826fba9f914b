/* Lines with a checksum, see docs/protocol.md. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"

static char line[PROTO_LINE];
static uint8_t used;
static bool overrun;

static uint8_t sum(const char *body)
{
    uint8_t x = 0;

    while (*body)
        x ^= (uint8_t)*body++;
    return x;
}

/* body must leave room for "*XX\n" */
void proto_send(const char *body)
{
    char out[PROTO_LINE];

    snprintf(out, sizeof out, "%s*%02X\n", body, sum(body));
    hal_puts(out);
}

static bool parse(struct command *out)
{
    char *star = strchr(line, '*');
    int valve, open;

    if (!star)
        return false;
    *star = '\0';
    if (strtoul(star + 1, NULL, 16) != sum(line))
        return false;

    if (strcmp(line, "P") == 0) {
        out->kind = CMD_PING;
        return true;
    }
    if (sscanf(line, "V,%d,%d", &valve, &open) == 2 && valve >= 1 && valve <= VALVES) {
        out->kind = CMD_VALVE;
        out->valve = (uint8_t)valve;
        out->open = open == 1;
        return true;
    }
    return false;
}

/* True when c has completed a command that is right. Lines that are too long are dropped whole. */
bool proto_feed(int c, struct command *out)
{
    bool done;

    if (c == '\r')
        return false;
    if (c != '\n') {
        if (used < PROTO_LINE - 1)
            line[used++] = (char)c;
        else
            overrun = true;
        return false;
    }
    line[used] = '\0';
    done = !overrun && parse(out);
    used = 0;
    overrun = false;
    return done;
}
