package net.alpgrid.mda.ingest;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.Quality;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.MeteringPoints;
import net.alpgrid.mda.store.ReadingStore;
import net.alpgrid.mda.time.IntervalGrid;

/**
 * Reads a delivery of the head-end system: {@code metering_point;interval_start;kwh}, no header, UTC.
 */
public final class ReadingIngest {

    private static final System.Logger LOG = System.getLogger(ReadingIngest.class.getName());

    private final MeteringPoints points;
    private final ValidationPipeline validation;
    private final ReadingStore store;
    private final IntervalGrid grid;
    private final Clock clock;

    public ReadingIngest(
            MeteringPoints points, ValidationPipeline validation, ReadingStore store, IntervalGrid grid, Clock clock) {
        this.points = points;
        this.validation = validation;
        this.store = store;
        this.grid = grid;
        this.clock = clock;
    }

    public record Result(int stored, int suspect, int rejected) {}

    public Result ingest(Path file) throws IOException {
        Map<String, MeteringPoint> byId =
                points.active().stream().collect(Collectors.toMap(MeteringPoint::id, Function.identity()));
        Instant now = clock.instant();
        List<Reading> accepted = new ArrayList<>();
        int rejected = 0;
        for (String line : Files.readAllLines(file)) {
            Optional<Reading> parsed = parse(line, now).filter(r -> byId.containsKey(r.meteringPointId()));
            if (parsed.isEmpty()) {
                LOG.log(System.Logger.Level.WARNING, "{0}: rejected: {1}", file.getFileName(), line);
                rejected++;
                continue;
            }
            Reading reading = parsed.get();
            accepted.add(validation.judge(byId.get(reading.meteringPointId()), reading));
        }
        store.upsert(accepted);
        int suspect = (int) accepted.stream().filter(r -> r.quality() == Quality.SUSPECT).count();
        return new Result(accepted.size(), suspect, rejected);
    }

    private Optional<Reading> parse(String line, Instant now) {
        String[] fields = line.split(";", -1);
        if (fields.length != 3) {
            return Optional.empty();
        }
        try {
            Instant start = Instant.parse(fields[1]);
            if (!grid.isOnGrid(start) || start.isAfter(now)) {
                return Optional.empty();
            }
            return Optional.of(new Reading(fields[0], start, new BigDecimal(fields[2]), Quality.MEASURED, now));
        } catch (DateTimeParseException | NumberFormatException e) {
            return Optional.empty();
        }
    }
}
