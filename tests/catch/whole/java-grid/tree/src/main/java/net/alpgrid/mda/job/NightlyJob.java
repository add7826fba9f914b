package net.alpgrid.mda.job;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import net.alpgrid.mda.export.Exporter;
import net.alpgrid.mda.forecast.ForecastService;
import net.alpgrid.mda.forecast.ForecastService.Forecast;
import net.alpgrid.mda.gaps.Gap;
import net.alpgrid.mda.gaps.GapDetector;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.store.MeteringPoints;
import net.alpgrid.mda.time.IntervalGrid;

/**
 * The morning run for one day: gap report, exports, forecast, in this order. It may be started again at any time.
 */
public final class NightlyJob {

    static final int FORECAST_AHEAD_DAYS = 2;

    private final MeteringPoints points;
    private final GapDetector gaps;
    private final List<Exporter> exporters;
    private final ForecastService forecasts;
    private final IntervalGrid grid;
    private final Path exportDir;

    public NightlyJob(
            MeteringPoints points,
            GapDetector gaps,
            List<Exporter> exporters,
            ForecastService forecasts,
            IntervalGrid grid,
            Path exportDir) {
        this.points = points;
        this.gaps = gaps;
        this.exporters = exporters;
        this.forecasts = forecasts;
        this.grid = grid;
        this.exportDir = exportDir;
    }

    public void run(LocalDate day) throws IOException {
        reportGaps(day);
        export(day);
        forecast(day.plusDays(FORECAST_AHEAD_DAYS));
    }

    public void export(LocalDate day) throws IOException {
        List<MeteringPoint> active = points.active();
        for (Exporter exporter : exporters) {
            writeFile(exporter.fileName(day), out -> exporter.write(day, active, out));
        }
    }

    private void reportGaps(LocalDate day) throws IOException {
        writeFile("gaps-" + day + ".csv", out -> {
            out.write("metering_point;from;to;intervals\n");
            for (MeteringPoint point : points.active()) {
                for (Gap gap : gaps.find(point, day)) {
                    out.write(gap.meteringPointId() + ";" + gap.from() + ";" + gap.to() + ";" + gap.intervals() + "\n");
                }
            }
        });
    }

    private void forecast(LocalDate target) throws IOException {
        List<Instant> slots = grid.slots(target);
        writeFile("forecast-" + target + ".csv", out -> {
            out.write("metering_point;interval_start;kwh;basis\n");
            for (MeteringPoint point : points.active()) {
                Forecast forecast = forecasts.forecast(point, target);
                for (int i = 0; i < forecast.values().size(); i++) {
                    out.write(point.id() + ";" + slots.get(i) + ";" + forecast.values().get(i).toPlainString() + ";"
                            + forecast.basis() + "\n");
                }
            }
        });
    }

    private interface Content {
        void writeTo(Writer out) throws IOException;
    }

    /** Writes beside the place and moves, so that a file that is there is whole. */
    private void writeFile(String name, Content content) throws IOException {
        Files.createDirectories(exportDir);
        Path part = exportDir.resolve(name + ".part");
        try (Writer out = Files.newBufferedWriter(part)) {
            content.writeTo(out);
        }
        Files.move(part, exportDir.resolve(name), StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
