/* Tests on the host: everything but hal_avr.c and main.c. `make -C firmware test` */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "../board.h"

static char sent[1024];
static bool relays[VALVES];
static uint16_t adc[8];
static bool sht31_there = true;
static int16_t sht31_decidegrees = 214;

uint32_t hal_millis(void) { return 0; }
uint16_t hal_adc(uint8_t channel) { return adc[channel]; }
void hal_relay(uint8_t index, bool on) { relays[index] = on; }
void hal_puts(const char *text) { strncat(sent, text, sizeof sent - strlen(sent) - 1); }

bool hal_sht31(uint8_t house, int16_t *decidegrees, uint8_t *humidity)
{
    (void)house;
    *decidegrees = sht31_decidegrees;
    *humidity = 63;
    return sht31_there;
}

static bool feed(const char *text, struct command *out)
{
    bool done = false;

    while (*text)
        done = proto_feed(*text++, out);
    return done;
}

static void test_commands(void)
{
    struct command command;

    assert(feed("P*50\n", &command) && command.kind == CMD_PING);
    assert(feed("V,3,1*54\n", &command));
    assert(command.kind == CMD_VALVE && command.valve == 3 && command.open);
    assert(!feed("V,3,1*55\n", &command));                                   /* checksum */
    assert(!feed("V,9,1*5E\n", &command));                                   /* no such valve */
    assert(!feed("V,3,1111111111111111111111111111111111*54\n", &command));  /* too long */
    assert(feed("V,3,0*55\n", &command) && !command.open);                   /* well again */
}

static void test_watch(void)
{
    outputs_heard(1000);
    outputs_set(3, true, 1000);
    assert(relays[2]);
    outputs_watch(1000 + HOST_SILENCE_MS);
    assert(relays[2]);
    sent[0] = '\0';
    outputs_watch(1001 + HOST_SILENCE_MS);
    assert(!relays[2]);
    assert(strstr(sent, "V,3,0*55\n") && strstr(sent, "E,host silent"));
}

static void test_report(void)
{
    adc[0] = 512;
    sent[0] = '\0';
    sensors_report(REPORT_MS - 1);
    assert(sent[0] == '\0');
    sensors_report(REPORT_MS);
    assert(strstr(sent, "T,A,21.4*0C\n") && strstr(sent, "H,A,63*0C\n"));
    assert(strstr(sent, "L,A,512*3B\n"));

    sht31_there = false;
    sent[0] = '\0';
    sensors_report(2 * REPORT_MS);
    assert(!strstr(sent, "T,A") && strstr(sent, "L,A,512"));

    sht31_there = true;
    sht31_decidegrees = -5;
    sent[0] = '\0';
    sensors_report(3 * REPORT_MS);
    assert(strstr(sent, "T,A,-0.5"));
}

int main(void)
{
    test_commands();
    test_watch();
    test_report();
    puts("board: ok");
    return 0;
}
