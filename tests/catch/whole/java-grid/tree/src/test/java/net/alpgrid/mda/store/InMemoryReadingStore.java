package net.alpgrid.mda.store;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import net.alpgrid.mda.model.Reading;

/** For tests that do not care about SQL. */
public final class InMemoryReadingStore implements ReadingStore {

    private final Map<String, TreeMap<Instant, Reading>> rows = new ConcurrentHashMap<>();

    @Override
    public void upsert(List<Reading> readings) {
        for (Reading reading : readings) {
            of(reading.meteringPointId()).put(reading.intervalStart(), reading);
        }
    }

    @Override
    public List<Reading> find(String meteringPointId, Instant from, Instant to) {
        return List.copyOf(of(meteringPointId).subMap(from, to).values());
    }

    @Override
    public Optional<Reading> at(String meteringPointId, Instant intervalStart) {
        return Optional.ofNullable(of(meteringPointId).get(intervalStart));
    }

    private TreeMap<Instant, Reading> of(String meteringPointId) {
        return rows.computeIfAbsent(meteringPointId, id -> new TreeMap<>());
    }
}
