package net.alpgrid.mda.forecast;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.Quality;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.ReadingStore;
import net.alpgrid.mda.time.IntervalGrid;
import net.alpgrid.mda.time.ReferenceDays;

/**
 * Forecasts a day as the mean of the reference days that are whole, else by the standard profile.
 */
public final class ForecastService {

    private final ReadingStore store;
    private final IntervalGrid grid;
    private final ReferenceDays referenceDays;
    private final StandardProfile profile;

    public ForecastService(
            ReadingStore store, IntervalGrid grid, ReferenceDays referenceDays, StandardProfile profile) {
        this.store = store;
        this.grid = grid;
        this.referenceDays = referenceDays;
        this.profile = profile;
    }

    /**
     * @param values one for each slot of the day; empty if nothing can be said
     * @param basis  number of reference days that went in, 0 for the standard profile
     */
    public record Forecast(String meteringPointId, LocalDate day, List<BigDecimal> values, int basis) {}

    public Forecast forecast(MeteringPoint point, LocalDate target) {
        List<Instant> slots = grid.slots(target);
        List<List<Reading>> whole = new ArrayList<>();
        for (LocalDate day : referenceDays.before(target)) {
            List<Reading> readings = store.find(point.id(), grid.start(day), grid.end(day));
            if (readings.size() == slots.size() && isUsable(readings)) {
                whole.add(readings);
            }
        }
        if (whole.isEmpty()) {
            return new Forecast(point.id(), target, byProfile(point, slots), 0);
        }
        List<BigDecimal> values = new ArrayList<>(slots.size());
        for (int slot = 0; slot < slots.size(); slot++) {
            BigDecimal sum = BigDecimal.ZERO;
            for (List<Reading> day : whole) {
                sum = sum.add(day.get(slot).kwh());
            }
            values.add(sum.divide(BigDecimal.valueOf(whole.size()), Reading.SCALE, RoundingMode.HALF_UP));
        }
        return new Forecast(point.id(), target, values, whole.size());
    }

    private static boolean isUsable(List<Reading> day) {
        return day.stream().allMatch(reading -> reading.quality() == Quality.MEASURED);
    }

    private List<BigDecimal> byProfile(MeteringPoint point, List<Instant> slots) {
        List<BigDecimal> values = new ArrayList<>(slots.size());
        for (Instant slot : slots) {
            Optional<BigDecimal> kwh = profile.kwh(point, slot);
            if (kwh.isEmpty()) {
                return List.of();
            }
            values.add(kwh.get());
        }
        return values;
    }
}
