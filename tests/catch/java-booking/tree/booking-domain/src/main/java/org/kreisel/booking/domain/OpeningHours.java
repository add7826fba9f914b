package org.kreisel.booking.domain;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.EnumSet;
import java.util.Set;

/** When the building's doors are open. */
public final class OpeningHours {

    private static final Set<DayOfWeek> OPEN_DAYS =
            EnumSet.range(DayOfWeek.MONDAY, DayOfWeek.FRIDAY);

    private final LocalTime from;
    private final LocalTime until;

    public OpeningHours(LocalTime from, LocalTime until) {
        this.from = from;
        this.until = until;
    }

    /** Whether the whole slot lies within one open day. */
    public boolean isOpenDuring(TimeSlot slot) {
        return slot.start().toLocalDate().equals(slot.end().toLocalDate())
                && OPEN_DAYS.contains(slot.start().getDayOfWeek())
                && !slot.start().toLocalTime().isBefore(from)
                && !slot.end().toLocalTime().isAfter(until);
    }

    public void requireOpen(TimeSlot slot) {
        if (!isOpenDuring(slot)) {
            throw new BookingException("slot", "the building is closed then");
        }
    }
}
