package net.alpgrid.mda.time;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * The quarter hours of local days. A day has 96 slots, 92 or 100 when the clocks change.
 */
public final class IntervalGrid {

    public static final Duration LENGTH = Duration.ofMinutes(15);

    private final ZoneId zone;

    public IntervalGrid(ZoneId zone) {
        this.zone = zone;
    }

    public ZoneId zone() {
        return zone;
    }

    /** First instant of the day. */
    public Instant start(LocalDate day) {
        return day.atStartOfDay(zone).toInstant();
    }

    /** First instant after the day. */
    public Instant end(LocalDate day) {
        return start(day.plusDays(1));
    }

    /** Starts of all slots of the day, in order. */
    public List<Instant> slots(LocalDate day) {
        List<Instant> slots = new ArrayList<>(100);
        Instant end = end(day);
        for (Instant slot = start(day); slot.isBefore(end); slot = slot.plus(LENGTH)) {
            slots.add(slot);
        }
        return slots;
    }

    public LocalDate dayOf(Instant instant) {
        return LocalDate.ofInstant(instant, zone);
    }

    /** Index in {@link #slots} of the slot that holds the instant. */
    public int slotOf(Instant instant) {
        Duration sinceMidnight = Duration.between(start(dayOf(instant)), instant);
        return (int) sinceMidnight.dividedBy(LENGTH);
    }

    public boolean isOnGrid(Instant instant) {
        return instant.getNano() == 0 && instant.getEpochSecond() % LENGTH.toSeconds() == 0;
    }
}
