package net.alpgrid.mda.time;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which earlier days resemble a day: the same weekday, and public holidays count as Sundays.
 */
public final class ReferenceDays {

    public static final int MOST = 4;
    public static final int LOOKBACK_DAYS = 35;

    private final Set<LocalDate> holidays;

    public ReferenceDays(Set<LocalDate> holidays) {
        this.holidays = Set.copyOf(holidays);
    }

    /** At most {@link #MOST} days before {@code day}, the newest first. */
    public List<LocalDate> before(LocalDate day) {
        DayOfWeek wanted = typeOf(day);
        List<LocalDate> days = new ArrayList<>(MOST);
        for (int back = 1; back <= LOOKBACK_DAYS && days.size() < MOST; back++) {
            LocalDate candidate = day.minusDays(back);
            if (typeOf(candidate) == wanted) {
                days.add(candidate);
            }
        }
        return days;
    }

    /** The weekday that the day counts as. */
    public DayOfWeek typeOf(LocalDate day) {
        return holidays.contains(day) ? DayOfWeek.SUNDAY : day.getDayOfWeek();
    }
}
