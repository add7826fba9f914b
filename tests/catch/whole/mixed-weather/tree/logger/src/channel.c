/* channel.c - what a station can measure. Keep in step with fawn/channels.py. */
#include <math.h>

#include "wl.h"

static const struct wl_channel_info channels[WL_CH_COUNT] = {
    [WL_CH_TEMP] = { WL_CH_TEMP, 'T', "temperature", "degC", 1 },
    [WL_CH_HUM]  = { WL_CH_HUM,  'H', "humidity",    "%",    0 },
    [WL_CH_PRES] = { WL_CH_PRES, 'P', "pressure",    "hPa",  1 },
    [WL_CH_RAIN] = { WL_CH_RAIN, 'R', "rain",        "mm",   1 },
    [WL_CH_WIND] = { WL_CH_WIND, 'W', "wind",        "m/s",  1 },
};

const struct wl_channel_info *wl_channel_get(enum wl_channel id)
{
    if ((int)id < 0 || id >= WL_CH_COUNT)
        return NULL;
    return &channels[id];
}

int wl_channel_from_code(char code, enum wl_channel *out)
{
    for (int i = 0; i < WL_CH_COUNT; i++) {
        if (channels[i].code == code) {
            *out = channels[i].id;
            return WL_OK;
        }
    }
    return WL_ERR_CHANNEL;
}

/*
 * Round to what we write. A rounded value and the same value read back from
 * a spool line are the same double, so they may be compared with ==.
 */
double wl_channel_round(enum wl_channel id, double value)
{
    double scale = pow(10.0, channels[id].decimals);
    return round(value * scale) / scale;
}
