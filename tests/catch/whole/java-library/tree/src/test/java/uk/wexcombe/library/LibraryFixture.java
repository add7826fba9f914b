package uk.wexcombe.library;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import org.h2.jdbcx.JdbcDataSource;
import uk.wexcombe.library.catalogue.Copy;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskConsole;
import uk.wexcombe.library.mail.MailOutbox;

/** A library in memory. It is Monday, 3 March 2025, nine o'clock, until a test moves the clock. */
public final class LibraryFixture {

    public static final LocalDate START = LocalDate.of(2025, 3, 3);

    public final Database database;
    public final LibraryApp app;
    private final MovableClock clock = new MovableClock();

    public LibraryFixture() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1");
        database = new Database(source);
        database.migrate();
        app = new LibraryApp(database, clock);
    }

    /** Adds a title with a copy at the branch, on the open shelf, and returns the number of the title. */
    public long title(String name, String branch, String barcode) {
        long titleId = app.copies.addTitle("A. Author", name);
        copy(titleId, branch, barcode);
        return titleId;
    }

    public void copy(long titleId, String branch, String barcode) {
        app.copies.add(new Copy(barcode, titleId, branch, Copy.Status.AVAILABLE));
    }

    /** Adds a grown-up reader with the mail address CARD@example.org. */
    public void reader(String card, String name) {
        app.readers.add(card, name, card + "@example.org", LocalDate.of(1980, 1, 1));
    }

    public void child(String card, String name) {
        app.readers.add(card, name, card + "@example.org", LocalDate.of(2015, 1, 1));
    }

    public void daysPass(int days) {
        clock.now = clock.now.plus(Duration.ofDays(days));
    }

    public List<String> subjectsTo(String recipient) {
        return app.outbox.unsent().stream().filter(mail -> mail.recipient().equals(recipient))
                .map(MailOutbox.Mail::subject).toList();
    }

    /** What the terminal of the branch answers to the line. */
    public String desk(String branch, String line) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new DeskConsole(app, branch, new PrintStream(bytes, true, StandardCharsets.UTF_8)).execute(line);
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static final class MovableClock extends Clock {
        private Instant now = Instant.parse("2025-03-03T09:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneId.of("Europe/London");
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return now;
        }
    }
}
