package net.alpgrid.mda.gaps;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import net.alpgrid.mda.time.IntervalGrid;

/**
 * A run of slots of one local day for which no reading is stored.
 *
 * @param from start of the first missing slot
 * @param to   end of the last missing slot
 */
public record Gap(String meteringPointId, Instant from, Instant to) {

    public Gap {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("empty gap: " + from + " to " + to);
        }
    }

    public int intervals() {
        return (int) Duration.between(from, to).dividedBy(IntervalGrid.LENGTH);
    }

    /** Starts of the missing slots, in order. */
    public List<Instant> starts() {
        return IntStream.range(0, intervals())
                .mapToObj(i -> from.plus(IntervalGrid.LENGTH.multipliedBy(i)))
                .toList();
    }
}
