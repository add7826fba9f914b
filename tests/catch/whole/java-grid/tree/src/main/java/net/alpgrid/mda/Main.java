package net.alpgrid.mda;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import javax.sql.DataSource;
import net.alpgrid.mda.export.BalanceExporter;
import net.alpgrid.mda.export.CsvExporter;
import net.alpgrid.mda.export.MsconsExporter;
import net.alpgrid.mda.forecast.ForecastService;
import net.alpgrid.mda.forecast.StandardProfile;
import net.alpgrid.mda.gaps.GapDetector;
import net.alpgrid.mda.ingest.ReadingIngest;
import net.alpgrid.mda.ingest.ValidationPipeline;
import net.alpgrid.mda.job.NightlyJob;
import net.alpgrid.mda.store.JdbcReadingStore;
import net.alpgrid.mda.store.MeteringPoints;
import net.alpgrid.mda.store.ReadingStore;
import net.alpgrid.mda.time.IntervalGrid;
import net.alpgrid.mda.time.ReferenceDays;
import org.flywaydb.core.Flyway;
import org.postgresql.ds.PGSimpleDataSource;

/** The command line. Exit codes: 0 done, 1 failed, 2 wrong usage. */
public final class Main {

    static final String USAGE = "usage: mda ingest FILE | nightly [DAY] | export DAY";

    private final Clock clock;
    private final PrintStream out;
    private final IntervalGrid grid;
    private final ReadingIngest ingest;
    private final NightlyJob nightly;

    Main(AppConfig config, DataSource dataSource, Clock clock, PrintStream out) {
        this.clock = clock;
        this.out = out;
        this.grid = new IntervalGrid(config.zone());
        ReferenceDays referenceDays = new ReferenceDays(config.holidays());
        StandardProfile profile = new StandardProfile(grid, referenceDays);
        ReadingStore store = new JdbcReadingStore(dataSource);
        MeteringPoints points = new MeteringPoints.Jdbc(dataSource);
        this.ingest = new ReadingIngest(points, new ValidationPipeline(store), store, grid, clock);
        this.nightly = new NightlyJob(
                points,
                new GapDetector(store, grid),
                List.of(new CsvExporter(store, grid), new MsconsExporter(store, grid), new BalanceExporter(store, grid)),
                new ForecastService(store, grid, referenceDays, profile),
                grid,
                config.exportDir());
    }

    public static void main(String[] args) throws IOException {
        AppConfig config = AppConfig.fromEnv(System.getenv());
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(config.dbUrl());
        Flyway.configure().dataSource(dataSource).load().migrate();
        System.exit(new Main(config, dataSource, Clock.systemUTC(), System.out).run(args));
    }

    int run(String... args) throws IOException {
        String command = args.length == 0 ? "" : args[0];
        if (command.equals("ingest") && args.length == 2) {
            ReadingIngest.Result result = ingest.ingest(Path.of(args[1]));
            out.println("stored " + result.stored() + ", suspect " + result.suspect() + ", rejected " + result.rejected());
            return result.rejected() == 0 ? 0 : 1;
        }
        if (command.equals("nightly") && args.length <= 2) {
            nightly.run(args.length == 2 ? LocalDate.parse(args[1]) : today().minusDays(1));
            return 0;
        }
        if (command.equals("export") && args.length == 2) {
            nightly.export(LocalDate.parse(args[1]));
            return 0;
        }
        out.println(USAGE);
        return 2;
    }

    private LocalDate today() {
        return grid.dayOf(clock.instant());
    }
}
