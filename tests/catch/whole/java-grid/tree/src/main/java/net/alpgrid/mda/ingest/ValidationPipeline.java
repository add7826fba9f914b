package net.alpgrid.mda.ingest;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.Quality;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.ReadingStore;

/**
 * Decides whether a delivered reading is MEASURED or SUSPECT. It never drops one.
 */
public final class ValidationPipeline {

    /** A value above this multiple of the mean of the day before is a spike. */
    static final BigDecimal SPIKE_FACTOR = BigDecimal.valueOf(20);

    /** With fewer measured values than this there is no mean to compare with. */
    static final int SPIKE_LEAST = 48;

    private final ReadingStore store;

    public ValidationPipeline(ReadingStore store) {
        this.store = store;
    }

    public Reading judge(MeteringPoint point, Reading reading) {
        boolean good = inRange(point, reading) && !isSpike(reading);
        return reading.withQuality(good ? Quality.MEASURED : Quality.SUSPECT);
    }

    private static boolean inRange(MeteringPoint point, Reading reading) {
        return reading.kwh().signum() >= 0 && reading.kwh().compareTo(point.maxKwh()) <= 0;
    }

    private boolean isSpike(Reading reading) {
        List<BigDecimal> before = store
                .find(reading.meteringPointId(), reading.intervalStart().minus(Duration.ofDays(1)), reading.intervalStart())
                .stream()
                .filter(r -> r.quality() == Quality.MEASURED)
                .map(Reading::kwh)
                .toList();
        if (before.size() < SPIKE_LEAST) {
            return false;
        }
        BigDecimal mean = before.stream()
                .reduce(BigDecimal.ZERO, BigDecimal::add)
                .divide(BigDecimal.valueOf(before.size()), Reading.SCALE, RoundingMode.HALF_UP);
        return mean.signum() > 0 && reading.kwh().compareTo(mean.multiply(SPIKE_FACTOR)) > 0;
    }
}
