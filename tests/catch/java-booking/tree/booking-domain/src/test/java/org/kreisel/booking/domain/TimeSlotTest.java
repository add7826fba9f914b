package org.kreisel.booking.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Period;
import org.junit.jupiter.api.Test;

class TimeSlotTest {

    @Test
    void neighboursDoNotOverlap() {
        TimeSlot nine = SlotParser.parseSlot("2026-03-02T09:00/PT1H");
        TimeSlot ten = SlotParser.parseSlot("2026-03-02T10:00/PT1H");
        assertFalse(nine.overlaps(ten));
    }

    @Test
    void shiftKeepsTheLength() {
        TimeSlot nine = SlotParser.parseSlot("2026-03-02T09:00/PT1H");
        assertEquals(nine.length(), nine.shiftBy(Period.ofWeeks(1)).length());
    }

    @Test
    void refusesAnEmptySlot() {
        assertThrows(BookingException.class, () -> SlotParser.parseSlot("2026-03-02T09:00/PT0S"));
    }
}
