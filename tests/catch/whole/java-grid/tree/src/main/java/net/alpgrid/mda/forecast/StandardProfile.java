package net.alpgrid.mda.forecast;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.MeteringPoint.ProfileClass;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.time.IntervalGrid;
import net.alpgrid.mda.time.ReferenceDays;

/**
 * What a point of a class uses in a quarter of an hour, given its yearly estimate.
 *
 * <p>{@code profiles/standard.csv} gives for each class and local hour the share of an average day, in thousandths.
 */
public final class StandardProfile {

    private static final BigDecimal DAYS_TIMES_QUARTERS = BigDecimal.valueOf(365L * 4 * 1000);

    private final IntervalGrid grid;
    private final ReferenceDays days;
    private final Map<String, BigDecimal> shares = new HashMap<>();

    public StandardProfile(IntervalGrid grid, ReferenceDays days) {
        this.grid = grid;
        this.days = days;
        try (InputStream in = StandardProfile.class.getResourceAsStream("/profiles/standard.csv");
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            lines.readLine(); // header
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] f = line.split(";");
                shares.put(key(ProfileClass.valueOf(f[0]), Integer.parseInt(f[1]), "WORKDAY"), new BigDecimal(f[2]));
                shares.put(key(ProfileClass.valueOf(f[0]), Integer.parseInt(f[1]), "SATURDAY"), new BigDecimal(f[3]));
                shares.put(key(ProfileClass.valueOf(f[0]), Integer.parseInt(f[1]), "SUNDAY"), new BigDecimal(f[4]));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Empty for a class without a profile (FEED_IN), and for a point without a yearly estimate. */
    public Optional<BigDecimal> kwh(MeteringPoint point, Instant intervalStart) {
        int hour = intervalStart.atZone(grid.zone()).getHour();
        BigDecimal share = shares.get(key(point.profileClass(), hour, dayType(intervalStart)));
        if (share == null) {
            return Optional.empty();
        }
        return point.annualEstimate()
                .map(year -> year.multiply(share).divide(DAYS_TIMES_QUARTERS, Reading.SCALE, RoundingMode.HALF_UP));
    }

    private String dayType(Instant instant) {
        DayOfWeek type = days.typeOf(grid.dayOf(instant));
        return switch (type) {
            case SATURDAY -> "SATURDAY";
            case SUNDAY -> "SUNDAY";
            default -> "WORKDAY";
        };
    }

    private static String key(ProfileClass profileClass, int hour, String dayType) {
        return profileClass + "/" + hour + "/" + dayType;
    }
}
