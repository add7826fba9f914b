package net.alpgrid.mda.export;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.Reading;
import net.alpgrid.mda.store.ReadingStore;
import net.alpgrid.mda.time.IntervalGrid;

/** Daily sums for balancing. */
public final class BalanceExporter implements Exporter {

    private final ReadingStore store;
    private final IntervalGrid grid;

    public BalanceExporter(ReadingStore store, IntervalGrid grid) {
        this.store = store;
        this.grid = grid;
    }

    @Override
    public String fileName(LocalDate day) {
        return "balance-" + day + ".csv";
    }

    @Override
    public void write(LocalDate day, List<MeteringPoint> points, Writer out) throws IOException {
        int slots = grid.slots(day).size();
        out.write("metering_point;day;kwh;missing\n");
        for (MeteringPoint point : points) {
            List<Reading> usable = store.find(point.id(), grid.start(day), grid.end(day)).stream()
                    .filter(reading -> reading.quality().usableForSettlement())
                    .toList();
            BigDecimal sum = usable.stream()
                    .map(Reading::kwh)
                    .reduce(BigDecimal.ZERO.setScale(Reading.SCALE), BigDecimal::add);
            int missing = slots - usable.size();
            out.write(point.id() + ";" + day + ";" + sum.toPlainString() + ";" + missing + "\n");
        }
    }
}
