/* Greenhouse board, rev C: ATmega2560, 8 relays, 2 SHT31, 2 light sensors. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define HOUSES 2
#define VALVES 8
#define PROTO_LINE 32 /* the longest line, with checksum and newline */

#define REPORT_MS 10000UL
#define OUTPUT_MAX_MS (65UL * 60UL * 1000UL)
#define HOST_SILENCE_MS (5UL * 60UL * 1000UL)

/* hal_avr.c on the board, fakes in test/test_board.c */
void hal_init(void);
uint32_t hal_millis(void);
uint16_t hal_adc(uint8_t channel); /* 0..1023; channels 0..7 */
bool hal_sht31(uint8_t house, int16_t *decidegrees, uint8_t *humidity);
void hal_relay(uint8_t index, bool on);
int hal_getc(void); /* -1: nothing there */
void hal_puts(const char *text);

/* proto.c */
enum command_kind { CMD_PING, CMD_VALVE };
struct command {
    enum command_kind kind;
    uint8_t valve; /* 1..VALVES */
    bool open;
};
void proto_send(const char *body);
bool proto_feed(int c, struct command *out);

/* outputs.c */
void outputs_set(uint8_t valve, bool open, uint32_t now);
void outputs_heard(uint32_t now);
void outputs_watch(uint32_t now);

/* sensors.c */
void sensors_report(uint32_t now);

#endif
