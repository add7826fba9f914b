/*
 * wl.h - the public face of libwl, the logger library of the Fenland
 * Amateur Weather Network. One header on purpose: there is not much of it.
 */
#ifndef WL_H
#define WL_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define WL_VERSION     "1.4.2"
#define WL_STATION_MAX 8   /* letters and digits of a station code */
#define WL_LINE_MAX    64  /* longest spool line, with the newline and the NUL */
#define WL_PATH_MAX    256
#define WL_HISTORY     36  /* readings kept for each channel: 3 hours at 5 minutes */

enum wl_error {
    WL_OK           = 0,
    WL_ERR_FORMAT   = -1,
    WL_ERR_CHECKSUM = -2,
    WL_ERR_CHANNEL  = -3,
    WL_ERR_IO       = -4,
    WL_ERR_CONF     = -5
};

enum wl_channel {
    WL_CH_TEMP, WL_CH_HUM, WL_CH_PRES, WL_CH_RAIN, WL_CH_WIND,
    WL_CH_COUNT
};

struct wl_channel_info {
    enum wl_channel id;
    char code;         /* the letter in the spool line */
    const char *name;
    const char *unit;
    int decimals;      /* what the sensor is worth, and what we write */
};

/* One measurement. */
struct wl_record {
    char station[WL_STATION_MAX + 1];
    int64_t ts;        /* seconds since 1970, UTC */
    enum wl_channel channel;
    double value;      /* already rounded to the decimals of the channel */
};

/* The last WL_HISTORY records of one channel. */
struct wl_ring {
    struct wl_record slot[WL_HISTORY];
    size_t head;       /* where the next record goes */
    size_t count;
};

struct wl_conf {
    char station[WL_STATION_MAX + 1];
    char device[WL_PATH_MAX];
    char spool[WL_PATH_MAX];
    char status[WL_PATH_MAX];
};

typedef void (*wl_spool_fn)(const struct wl_record *rec, void *arg);

/* channel.c */
const struct wl_channel_info *wl_channel_get(enum wl_channel id);
int wl_channel_from_code(char code, enum wl_channel *out);
double wl_channel_round(enum wl_channel id, double value);

/* line.c - the spool line, see docs/wiki/Line-Format.md */
uint8_t wl_line_checksum(const char *text, size_t len);
int wl_line_format(const struct wl_record *rec, char *buf, size_t len);
int wl_line_parse(const char *line, struct wl_record *out);

/* ring.c */
void wl_ring_init(struct wl_ring *ring);
void wl_ring_push(struct wl_ring *ring, const struct wl_record *rec);
size_t wl_ring_count(const struct wl_ring *ring);
const struct wl_record *wl_ring_at(const struct wl_ring *ring, size_t back);

/* conf.c */
void wl_conf_defaults(struct wl_conf *conf);
int wl_conf_load(FILE *in, struct wl_conf *conf, char *err, size_t errlen);

/* spool.c */
int wl_spool_path(const struct wl_conf *conf, int64_t ts, char *buf, size_t len);
int wl_spool_append(const struct wl_conf *conf, const struct wl_record *rec);
int wl_spool_replay(const struct wl_conf *conf, int64_t ts, wl_spool_fn fn, void *arg);

#endif
