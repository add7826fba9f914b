package net.alpgrid.mda.gaps;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.ReadingStore;
import net.alpgrid.mda.time.IntervalGrid;

/**
 * Finds the slots of a day without a row in the store. A SUSPECT reading is a row, and so it is no gap.
 */
public final class GapDetector {

    private final ReadingStore store;
    private final IntervalGrid grid;

    public GapDetector(ReadingStore store, IntervalGrid grid) {
        this.store = store;
        this.grid = grid;
    }

    /** Gaps in order; neighbouring slots make one gap. A gap never crosses local midnight. */
    public List<Gap> find(MeteringPoint point, LocalDate day) {
        Set<Instant> present = store.find(point.id(), grid.start(day), grid.end(day)).stream()
                .map(Reading::intervalStart)
                .collect(Collectors.toSet());
        List<Gap> gaps = new ArrayList<>();
        Instant open = null;
        for (Instant slot : grid.slots(day)) {
            if (present.contains(slot)) {
                if (open != null) {
                    gaps.add(new Gap(point.id(), open, slot));
                    open = null;
                }
            } else if (open == null) {
                open = slot;
            }
        }
        if (open != null) {
            gaps.add(new Gap(point.id(), open, grid.end(day)));
        }
        return gaps;
    }
}
