package net.alpgrid.mda.export;

import java.io.IOException;
import java.io.Writer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.ReadingStore;
import net.alpgrid.mda.time.IntervalGrid;

/** MSCONS for the market partners: the load profile message, without the interchange envelope (the gateway adds it). */
public final class MsconsExporter implements Exporter {

    /** QTY qualifier of a true value. */
    static final String QTY_TRUE = "220";

    private static final DateTimeFormatter DTM =
            DateTimeFormatter.ofPattern("yyyyMMddHHmm").withZone(ZoneOffset.UTC);

    private final ReadingStore store;
    private final IntervalGrid grid;

    public MsconsExporter(ReadingStore store, IntervalGrid grid) {
        this.store = store;
        this.grid = grid;
    }

    @Override
    public String fileName(LocalDate day) {
        return "mscons-" + day + ".txt";
    }

    @Override
    public void write(LocalDate day, List<MeteringPoint> points, Writer out) throws IOException {
        int segments = 2; // UNH and UNT
        out.write("UNH+1+MSCONS:D:04B:UN:2.4c'\n");
        for (MeteringPoint point : points) {
            out.write("LOC+172+" + point.id() + "'\n");
            segments++;
            for (Reading reading : store.find(point.id(), grid.start(day), grid.end(day))) {
                if (!reading.quality().usableForSettlement()) {
                    continue;
                }
                out.write("QTY+" + QTY_TRUE + ":" + reading.kwh().toPlainString() + "'\n");
                out.write("DTM+163:" + dtm(reading.intervalStart()) + "'\n");
                out.write("DTM+164:" + dtm(reading.intervalStart().plus(IntervalGrid.LENGTH)) + "'\n");
                segments += 3;
            }
        }
        out.write("UNT+" + segments + "+1'\n");
    }

    private static String dtm(Instant instant) {
        return DTM.format(instant) + "?+00:303";
    }
}
