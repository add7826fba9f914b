package net.alpgrid.mda.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.alpgrid.mda.forecast.ForecastService.Forecast;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.MeteringPoint.ProfileClass;
import net.alpgrid.mda.model.Quality;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.InMemoryReadingStore;
import net.alpgrid.mda.time.IntervalGrid;
import net.alpgrid.mda.time.ReferenceDays;
import org.junit.jupiter.api.Test;

class ForecastServiceTest {

    private static final LocalDate TARGET = LocalDate.of(2024, 3, 14);
    private static final MeteringPoint POINT =
            new MeteringPoint("P1", ProfileClass.HOUSEHOLD, new BigDecimal("5"), new BigDecimal("3650"));

    private final IntervalGrid grid = new IntervalGrid(ZoneId.of("Europe/Vienna"));
    private final ReferenceDays referenceDays = new ReferenceDays(Set.of());
    private final InMemoryReadingStore store = new InMemoryReadingStore();
    private final ForecastService service =
            new ForecastService(store, grid, referenceDays, new StandardProfile(grid, referenceDays));

    @Test
    void meanOfTheWholeReferenceDays() {
        fill(TARGET.minusDays(7), "0.100", 96);
        fill(TARGET.minusDays(14), "0.300", 96);

        Forecast forecast = service.forecast(POINT, TARGET);

        assertEquals(2, forecast.basis());
        assertEquals(new BigDecimal("0.200"), forecast.values().get(40));
    }

    @Test
    void aDayWithAGapIsLeftOut() {
        fill(TARGET.minusDays(7), "0.100", 95);
        fill(TARGET.minusDays(14), "0.300", 96);

        assertEquals(1, service.forecast(POINT, TARGET).basis());
    }

    @Test
    void withoutReferenceDaysTheProfile() {
        Forecast forecast = service.forecast(POINT, TARGET);

        assertEquals(0, forecast.basis());
        assertEquals(96, forecast.values().size());
    }

    @Test
    void feedInHasNoProfile() {
        MeteringPoint roof = new MeteringPoint("P2", ProfileClass.FEED_IN, new BigDecimal("5"), new BigDecimal("9000"));

        assertEquals(List.of(), service.forecast(roof, TARGET).values());
    }

    private void fill(LocalDate day, String kwh, int count) {
        List<Reading> readings = new ArrayList<>();
        for (Instant slot : grid.slots(day).subList(0, count)) {
            readings.add(new Reading("P1", slot, new BigDecimal(kwh), Quality.MEASURED, slot.plusSeconds(3600)));
        }
        store.upsert(readings);
    }
}
