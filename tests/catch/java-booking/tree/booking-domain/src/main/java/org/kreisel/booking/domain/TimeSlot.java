package org.kreisel.booking.domain;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.Period;

/** A half-open span of local time: the start belongs to it, the end does not. */
public record TimeSlot(LocalDateTime start, LocalDateTime end) {

    public TimeSlot {
        if (!end.isAfter(start)) {
            throw new BookingException("slot", "the end is not after the start");
        }
    }

    public static TimeSlot of(LocalDateTime start, Duration length) {
        return new TimeSlot(start, start.plus(length));
    }

    public boolean overlaps(TimeSlot other) {
        return start.isBefore(other.end) && other.start.isBefore(end);
    }

    public boolean contains(LocalDateTime instant) {
        return !instant.isBefore(start) && instant.isBefore(end);
    }

    public Duration length() {
        return Duration.between(start, end);
    }

    /** The same wall-clock span, some days or months later. */
    public TimeSlot shiftBy(Period period) {
        return of(start.plus(period), length());
    }
}
