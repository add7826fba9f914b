package uk.wexcombe.library;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneId;
import org.postgresql.ds.PGSimpleDataSource;
import uk.wexcombe.library.branch.Branches;
import uk.wexcombe.library.catalogue.CopyRepository;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskConsole;
import uk.wexcombe.library.fees.FeeService;
import uk.wexcombe.library.jobs.ReminderJob;
import uk.wexcombe.library.loans.LoanRepository;
import uk.wexcombe.library.loans.LoanService;
import uk.wexcombe.library.mail.MailOutbox;
import uk.wexcombe.library.readers.Readers;
import uk.wexcombe.library.reservations.ReservationRepository;
import uk.wexcombe.library.reservations.ReservationService;

/** Puts the parts together, for the desks, for the nightly run and for the tests. */
public final class LibraryApp {

    public final Branches branches;
    public final Readers readers;
    public final CopyRepository copies;
    public final LoanRepository loanRepository;
    public final LoanService loans;
    public final ReservationRepository reservationRepository;
    public final ReservationService reservations;
    public final FeeService fees;
    public final MailOutbox outbox;
    public final ReminderJob reminders;

    public LibraryApp(Database database, Clock clock) {
        branches = new Branches(database);
        readers = new Readers(database);
        copies = new CopyRepository(database);
        outbox = new MailOutbox(database, clock);
        fees = new FeeService(database, clock, readers);
        reservationRepository = new ReservationRepository(database);
        reservations = new ReservationService(database, clock, branches, readers, copies, reservationRepository, outbox);
        loanRepository = new LoanRepository(database);
        loans = new LoanService(database, clock, branches, readers, copies, loanRepository, reservations, fees);
        reminders = new ReminderJob(clock, readers, copies, loanRepository, reservations, outbox);
    }

    public static void main(String[] args) throws IOException {
        if (args.length == 2 && args[0].equals("desk")) {
            open().desk(args[1]);
        } else if (args.length == 1 && args[0].equals("nightly")) {
            open().nightly(LibraryApp::sendmail);
        } else {
            System.err.println("usage: library.jar desk <branch> | nightly");
            System.exit(2);
        }
    }

    /** What happens each night, in this order. */
    public void nightly(MailOutbox.Transport transport) {
        reminders.run();
        outbox.deliver(transport);
    }

    private void desk(String branch) throws IOException {
        DeskConsole console = new DeskConsole(this, branch, System.out);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            console.execute(line);
        }
    }

    private static LibraryApp open() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(System.getenv("LIBRARY_DB_URL"));
        source.setUser(System.getenv("LIBRARY_DB_USER"));
        source.setPassword(System.getenv("LIBRARY_DB_PASSWORD"));
        Database database = new Database(source);
        database.migrate();
        return new LibraryApp(database, Clock.system(ZoneId.of("Europe/London")));
    }

    private static void sendmail(MailOutbox.Mail mail) {
        try {
            Process process = new ProcessBuilder("/usr/sbin/sendmail", "-t").start();
            String text = "From: library@wexcombe.example\nTo: " + mail.recipient() + "\nSubject: " + mail.subject()
                    + "\nContent-Type: text/plain; charset=utf-8\n\n" + mail.body();
            try (OutputStream out = process.getOutputStream()) {
                out.write(text.getBytes(StandardCharsets.UTF_8));
            }
            if (process.waitFor() != 0) {
                throw new IllegalStateException("sendmail failed for the mail " + mail.id());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
