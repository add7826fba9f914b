package uk.wexcombe.library.jobs;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import uk.wexcombe.library.catalogue.CopyRepository;
import uk.wexcombe.library.loans.Loan;
import uk.wexcombe.library.loans.LoanRepository;
import uk.wexcombe.library.mail.MailOutbox;
import uk.wexcombe.library.mail.MailTemplate;
import uk.wexcombe.library.readers.Readers;
import uk.wexcombe.library.readers.Readers.Reader;
import uk.wexcombe.library.reservations.ReservationService;

/**
 * Writes the reminders of one night. It keeps no record of what it has written: a reminder goes out on fixed days before
 * and after the due date, so it must run once a night.
 */
public final class ReminderJob {

    private static final int DUE_SOON_DAYS = 3;
    private static final List<Integer> OVERDUE_DAYS = List.of(1, 14, 28);

    private final Clock clock;
    private final Readers readers;
    private final CopyRepository copies;
    private final LoanRepository loans;
    private final ReservationService reservations;
    private final MailOutbox outbox;

    public ReminderJob(Clock clock, Readers readers, CopyRepository copies, LoanRepository loans,
            ReservationService reservations, MailOutbox outbox) {
        this.clock = clock;
        this.readers = readers;
        this.copies = copies;
        this.loans = loans;
        this.reservations = reservations;
        this.outbox = outbox;
    }

    public void run() {
        LocalDate today = LocalDate.now(clock);
        for (Loan loan : loans.openDueOn(today.plusDays(DUE_SOON_DAYS))) {
            remind(MailTemplate.DUE_SOON, loan);
        }
        for (int days : OVERDUE_DAYS) {
            for (Loan loan : loans.openDueOn(today.minusDays(days))) {
                remind(MailTemplate.OVERDUE, loan);
            }
        }
        reservations.expireHolds(today);
    }

    private void remind(MailTemplate template, Loan loan) {
        Reader reader = readers.byId(loan.readerId());
        long titleId = copies.require(loan.barcode()).titleId();
        outbox.put(template, reader.mail(), Map.of(
                "name", reader.name(),
                "title", copies.titleName(titleId),
                "due", loan.dueOn().toString()));
    }
}
