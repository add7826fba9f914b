package net.alpgrid.mda.export;

import java.io.IOException;
import java.io.Writer;
import java.time.LocalDate;
import java.util.List;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.ReadingStore;
import net.alpgrid.mda.time.IntervalGrid;

/** Single values for the customer portal. */
public final class CsvExporter implements Exporter {

    private final ReadingStore store;
    private final IntervalGrid grid;

    public CsvExporter(ReadingStore store, IntervalGrid grid) {
        this.store = store;
        this.grid = grid;
    }

    @Override
    public String fileName(LocalDate day) {
        return "values-" + day + ".csv";
    }

    @Override
    public void write(LocalDate day, List<MeteringPoint> points, Writer out) throws IOException {
        out.write("metering_point;interval_start;kwh\n");
        for (MeteringPoint point : points) {
            for (Reading reading : store.find(point.id(), grid.start(day), grid.end(day))) {
                if (reading.quality().usableForSettlement()) {
                    out.write(point.id() + ";" + reading.intervalStart() + ";" + reading.kwh().toPlainString() + "\n");
                }
            }
        }
    }
}
