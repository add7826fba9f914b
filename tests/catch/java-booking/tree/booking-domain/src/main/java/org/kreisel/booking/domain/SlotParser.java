package org.kreisel.booking.domain;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;

/** Reads slots in the form {@code 2026-03-02T09:00/PT1H}. */
public final class SlotParser {

    private static final Duration LONGEST = Duration.ofHours(14);

    private SlotParser() {
    }

    public static TimeSlot parseSlot(String text) {
        int slash = text.indexOf('/');
        if (slash < 0) {
            throw new BookingException("slot", "a slot is START/DURATION");
        }
        try {
            LocalDateTime start = LocalDateTime.parse(text.substring(0, slash));
            Duration length = Duration.parse(text.substring(slash + 1));
            if (length.compareTo(LONGEST) > 0) {
                throw new BookingException("slot", "longer than 14 hours");
            }
            return TimeSlot.of(start, length);
        } catch (DateTimeException e) {
            throw new BookingException("slot", "not a slot: " + text);
        }
    }

    public static String formatSlot(TimeSlot slot) {
        return slot.start() + "/" + slot.length();
    }
}
