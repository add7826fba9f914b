#include "wl.h"
#include "wltest.h"

static struct wl_record temperature(double value)
{
    struct wl_record rec = {
        .station = "FEN01", .ts = 1717200000, .channel = WL_CH_TEMP, .value = value
    };
    return rec;
}

static void test_format(void)
{
    char line[WL_LINE_MAX];
    struct wl_record rec = temperature(21.4);

    CHECK(wl_line_format(&rec, line, sizeof line) == (int)strlen(line));
    CHECK_STR(line, "W1,FEN01,1717200000,T,21.4*65\n");

    rec.channel = WL_CH_HUM;
    rec.value = 55;
    wl_line_format(&rec, line, sizeof line);
    CHECK_STR(line, "W1,FEN01,1717200000,H,55*60\n");
}

static void test_format_short_buffer(void)
{
    char line[10];
    struct wl_record rec = temperature(21.4);

    CHECK(wl_line_format(&rec, line, sizeof line) == WL_ERR_FORMAT);
}

static void test_round_trip(void)
{
    char line[WL_LINE_MAX];
    struct wl_record rec = temperature(wl_channel_round(WL_CH_TEMP, -3.04));
    struct wl_record back;

    wl_line_format(&rec, line, sizeof line);
    CHECK(wl_line_parse(line, &back) == WL_OK);
    CHECK_STR(back.station, "FEN01");
    CHECK(back.ts == rec.ts);
    CHECK(back.channel == WL_CH_TEMP);
    CHECK(back.value == rec.value);
}

static void test_refused(void)
{
    struct wl_record rec;

    CHECK(wl_line_parse("", &rec) == WL_ERR_FORMAT);
    CHECK(wl_line_parse("W1,FEN01,1717200000,T,21.4", &rec) == WL_ERR_FORMAT);
    CHECK(wl_line_parse("W1,FEN01,1717200000,T*50", &rec) == WL_ERR_FORMAT);
    CHECK(wl_line_parse("W1,FEN01,1717200000,T,21.4x*1D", &rec) == WL_ERR_FORMAT);
    CHECK(wl_line_parse("W1,FEN01,1717200000,T,21.4*66", &rec) == WL_ERR_CHECKSUM);
    CHECK(wl_line_parse("W1,FEN01,1717200000,X,1.0*5F", &rec) == WL_ERR_CHANNEL);
}

int main(void)
{
    test_format();
    test_format_short_buffer();
    test_round_trip();
    test_refused();
    return TEST_RESULT();
}
