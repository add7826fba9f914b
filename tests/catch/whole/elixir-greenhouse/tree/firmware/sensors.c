/* What is measured, and reported every REPORT_MS. */
#include <stdio.h>
#include <stdlib.h>

#include "board.h"

#define SAMPLES 5

static uint32_t reported_at;

static int by_value(const void *a, const void *b)
{
    return (int)*(const uint16_t *)a - (int)*(const uint16_t *)b;
}

/* The median of a few samples: the relays throw spikes onto the ADC. */
static uint16_t adc_median(uint8_t channel)
{
    uint16_t samples[SAMPLES];

    for (uint8_t i = 0; i < SAMPLES; i++)
        samples[i] = hal_adc(channel);
    qsort(samples, SAMPLES, sizeof samples[0], by_value);
    return samples[SAMPLES / 2];
}

static void report_house(uint8_t house)
{
    char body[PROTO_LINE - 4];
    char letter = (char)('A' + house);
    int16_t decidegrees;
    uint8_t humidity;

    if (hal_sht31(house, &decidegrees, &humidity)) {
        const char *sign = decidegrees < 0 ? "-" : "";
        int tenths = abs(decidegrees);

        snprintf(body, sizeof body, "T,%c,%s%d.%d", letter, sign, tenths / 10, tenths % 10);
        proto_send(body);
        snprintf(body, sizeof body, "H,%c,%u", letter, humidity);
        proto_send(body);
    }

    snprintf(body, sizeof body, "L,%c,%u", letter, adc_median(house));
    proto_send(body);
}

void sensors_report(uint32_t now)
{
    if (now - reported_at < REPORT_MS)
        return;
    reported_at = now;
    for (uint8_t house = 0; house < HOUSES; house++)
        report_house(house);
}
