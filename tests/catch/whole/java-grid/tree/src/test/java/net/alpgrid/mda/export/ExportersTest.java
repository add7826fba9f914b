package net.alpgrid.mda.export;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.MeteringPoint.ProfileClass;
import net.alpgrid.mda.model.Quality;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.InMemoryReadingStore;
import net.alpgrid.mda.time.IntervalGrid;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One measured and one suspect reading: the suspect one leaves the house in no file. */
class ExportersTest {

    private static final LocalDate DAY = LocalDate.of(2024, 3, 12);
    private static final Instant T0 = Instant.parse("2024-03-11T23:00:00Z");
    private static final MeteringPoint POINT =
            new MeteringPoint("P1", ProfileClass.HOUSEHOLD, new BigDecimal("5"), null);

    private final IntervalGrid grid = new IntervalGrid(ZoneId.of("Europe/Vienna"));
    private final InMemoryReadingStore store = new InMemoryReadingStore();

    @BeforeEach
    void fill() {
        store.upsert(List.of(
                new Reading("P1", T0, new BigDecimal("0.25"), Quality.MEASURED, T0.plusSeconds(3600)),
                new Reading("P1", T0.plusSeconds(900), new BigDecimal("4.9"), Quality.SUSPECT, T0.plusSeconds(3600))));
    }

    @Test
    void csv() throws IOException {
        assertEquals(
                "metering_point;interval_start;kwh\n"
                        + "P1;2024-03-11T23:00:00Z;0.250\n",
                write(new CsvExporter(store, grid)));
    }

    @Test
    void mscons() throws IOException {
        assertEquals(
                "UNH+1+MSCONS:D:04B:UN:2.4c'\n"
                        + "LOC+172+P1'\n"
                        + "QTY+220:0.250'\n"
                        + "DTM+163:202403112300?+00:303'\n"
                        + "DTM+164:202403112315?+00:303'\n"
                        + "UNT+6+1'\n",
                write(new MsconsExporter(store, grid)));
    }

    @Test
    void balance() throws IOException {
        assertEquals(
                "metering_point;day;kwh;missing\n"
                        + "P1;2024-03-12;0.250;95\n",
                write(new BalanceExporter(store, grid)));
    }

    private static String write(Exporter exporter) throws IOException {
        StringWriter out = new StringWriter();
        exporter.write(DAY, List.of(POINT), out);
        return out.toString();
    }
}
