/* The hardware of board rev C. Not in the host tests. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "board.h"

#define BAUD_115200 16 /* UBRR at 16 MHz with U2X */
#define SHT31_A 0x44
#define RX_SIZE 64

static volatile uint32_t millis;
static volatile uint8_t rx[RX_SIZE];
static volatile uint8_t rx_head, rx_tail;

ISR(TIMER0_COMPA_vect)
{
    millis++;
}

ISR(USART0_RX_vect)
{
    uint8_t next = (uint8_t)((rx_head + 1) % RX_SIZE);
    uint8_t c = UDR0;

    if (next != rx_tail) {
        rx[rx_head] = c;
        rx_head = next;
    }
}

void hal_init(void)
{
    DDRA = 0xFF; /* relays 1..8, active high */
    PORTA = 0;

    TCCR0A = _BV(WGM01);
    TCCR0B = _BV(CS01) | _BV(CS00);
    OCR0A = 249; /* 16 MHz / 64 / 250 = 1 kHz */
    TIMSK0 = _BV(OCIE0A);

    UCSR0A = _BV(U2X0);
    UBRR0 = BAUD_115200;
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);

    ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
    DIDR0 = _BV(ADC0D) | _BV(ADC1D);

    TWBR = 72; /* 100 kHz */
    sei();
}

uint32_t hal_millis(void)
{
    uint32_t now;

    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { now = millis; }
    return now;
}

/* Channels 0..7 only: 8..15 would need MUX5 in ADCSRB, and have nothing connected. */
uint16_t hal_adc(uint8_t channel)
{
    ADMUX = _BV(REFS0) | (channel & 7);
    ADCSRA |= _BV(ADSC);
    while (ADCSRA & _BV(ADSC))
        ;
    return ADC;
}

static bool twi(uint8_t control)
{
    uint16_t patience = 20000;

    TWCR = _BV(TWINT) | _BV(TWEN) | control;
    while (!(TWCR & _BV(TWINT)))
        if (--patience == 0)
            return false;
    return true;
}

static bool twi_put(uint8_t value)
{
    TWDR = value;
    return twi(0);
}

/* Clock stretching, so that the sensor makes us wait; the checksums of the SHT31 are not looked at. */
bool hal_sht31(uint8_t house, int16_t *decidegrees, uint8_t *humidity)
{
    uint8_t address = (uint8_t)((SHT31_A + house) << 1);
    uint8_t data[6];
    bool ok;

    ok = twi(_BV(TWSTA)) && twi_put(address) && twi_put(0x2C) && twi_put(0x06)
        && twi(_BV(TWSTA)) && twi_put(address | 1);
    for (uint8_t i = 0; ok && i < sizeof data; i++) {
        ok = twi(i < sizeof data - 1 ? _BV(TWEA) : 0);
        data[i] = TWDR;
    }
    TWCR = _BV(TWINT) | _BV(TWEN) | _BV(TWSTO);
    if (!ok)
        return false;

    *decidegrees = (int16_t)(-450 + (1750L * (((uint16_t)data[0] << 8) | data[1])) / 65535L);
    *humidity = (uint8_t)((100L * (((uint16_t)data[3] << 8) | data[4])) / 65535L);
    return true;
}

void hal_relay(uint8_t index, bool on)
{
    if (on)
        PORTA |= _BV(index);
    else
        PORTA &= (uint8_t)~_BV(index);
}

int hal_getc(void)
{
    uint8_t c;

    if (rx_head == rx_tail)
        return -1;
    c = rx[rx_tail];
    rx_tail = (uint8_t)((rx_tail + 1) % RX_SIZE);
    return c;
}

void hal_puts(const char *text)
{
    while (*text) {
        while (!(UCSR0A & _BV(UDRE0)))
            ;
        UDR0 = (uint8_t)*text++;
    }
}
