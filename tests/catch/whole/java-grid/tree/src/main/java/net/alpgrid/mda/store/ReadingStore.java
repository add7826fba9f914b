package net.alpgrid.mda.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import net.alpgrid.mda.model.Reading;

/**
 * Where the readings are. One reading for each metering point and interval start.
 */
public interface ReadingStore {

    /**
     * Stores delivered readings, all or none of them. A reading that is there already is replaced: the last delivery
     * wins.
     */
    void upsert(List<Reading> readings);

    /** Readings with {@code from <= intervalStart < to}, ordered by their start. */
    List<Reading> find(String meteringPointId, Instant from, Instant to);

    /** The reading that starts at exactly that instant. */
    Optional<Reading> at(String meteringPointId, Instant intervalStart);
}
