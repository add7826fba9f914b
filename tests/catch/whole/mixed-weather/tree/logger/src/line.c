/* line.c - spool lines: W1,STATION,EPOCH,CHANNEL,VALUE*CHECKSUM */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "wl.h"

#define FIELDS_V1 5

uint8_t wl_line_checksum(const char *text, size_t len)
{
    uint8_t sum = 0;
    for (size_t i = 0; i < len; i++)
        sum ^= (uint8_t)text[i];
    return sum;
}

/*
 * Write the line of `rec` with its newline to `buf`.
 * Returns its length, or WL_ERR_FORMAT when it does not fit or the channel
 * is unknown.
 */
int wl_line_format(const struct wl_record *rec, char *buf, size_t len)
{
    const struct wl_channel_info *info = wl_channel_get(rec->channel);
    char body[WL_LINE_MAX];
    int n, total;

    if (info == NULL)
        return WL_ERR_FORMAT;
    n = snprintf(body, sizeof body, "W1,%s,%" PRId64 ",%c,%.*f",
                 rec->station, rec->ts, info->code, info->decimals, rec->value);
    if (n < 0 || (size_t)n >= sizeof body)
        return WL_ERR_FORMAT;
    total = snprintf(buf, len, "%s*%02X\n", body,
                     (unsigned)wl_line_checksum(body, (size_t)n));
    if (total < 0 || (size_t)total >= len)
        return WL_ERR_FORMAT;
    return total;
}

/* Split at commas, in place. Returns the number of fields, max + 1 for more than max. */
static size_t split(char *text, char **field, size_t max)
{
    size_t n = 0;

    for (;;) {
        char *comma = strchr(text, ',');
        if (n == max)
            return max + 1;
        field[n++] = text;
        if (comma == NULL)
            return n;
        *comma = '\0';
        text = comma + 1;
    }
}

static int parse_number(const char *text, double *out)
{
    char *end;

    errno = 0;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && errno == 0 ? WL_OK : WL_ERR_FORMAT;
}

int wl_line_parse(const char *line, struct wl_record *out)
{
    const char *star = strchr(line, '*');
    char body[WL_LINE_MAX];
    char *field[FIELDS_V1];
    char *end;
    unsigned sum;
    size_t len;

    if (star == NULL)
        return WL_ERR_FORMAT;
    len = (size_t)(star - line);
    if (len >= sizeof body || sscanf(star + 1, "%2x", &sum) != 1)
        return WL_ERR_FORMAT;
    if (wl_line_checksum(line, len) != sum)
        return WL_ERR_CHECKSUM;

    memcpy(body, line, len);
    body[len] = '\0';
    if (split(body, field, FIELDS_V1) != FIELDS_V1 || strcmp(field[0], "W1") != 0)
        return WL_ERR_FORMAT;
    if (field[1][0] == '\0' || strlen(field[1]) > WL_STATION_MAX)
        return WL_ERR_FORMAT;

    memset(out, 0, sizeof *out);
    strcpy(out->station, field[1]);
    out->ts = strtoll(field[2], &end, 10);
    if (end == field[2] || *end != '\0')
        return WL_ERR_FORMAT;
    if (field[3][0] == '\0' || field[3][1] != '\0')
        return WL_ERR_CHANNEL;
    if (wl_channel_from_code(field[3][0], &out->channel) != WL_OK)
        return WL_ERR_CHANNEL;
    return parse_number(field[4], &out->value);
}
