#include "board.h"

int main(void)
{
    struct command command;
    int c;

    hal_init();
    proto_send("E,reset");

    for (;;) {
        uint32_t now = hal_millis();

        while ((c = hal_getc()) >= 0) {
            if (!proto_feed(c, &command))
                continue;
            outputs_heard(now);
            if (command.kind == CMD_VALVE)
                outputs_set(command.valve, command.open, now);
        }
        outputs_watch(now);
        sensors_report(now);
    }
}
