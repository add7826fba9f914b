package uk.wexcombe.library.fees;

import java.time.Clock;
import java.time.LocalDate;
import java.util.List;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.loans.Loan;
import uk.wexcombe.library.readers.Readers;
import uk.wexcombe.library.readers.Readers.Reader;

/** Charges fees and says what a reader owes. */
public final class FeeService {

    private static final int MAX_OVERDUE_PENCE = 600;

    /** A fee that is not paid yet. */
    public record OpenFee(FeeKind kind, int pence, LocalDate chargedOn) {
    }

    private final Database database;
    private final Clock clock;
    private final Readers readers;

    public FeeService(Database database, Clock clock, Readers readers) {
        this.database = database;
        this.clock = clock;
        this.readers = readers;
    }

    public void chargeOverdue(Loan loan, LocalDate returnedOn) {
        int pence = Math.min(MAX_OVERDUE_PENCE, loan.daysLate(returnedOn) * FeeKind.OVERDUE.pence());
        charge(FeeKind.OVERDUE, readers.byId(loan.readerId()), loan.id(), pence);
    }

    public void chargeCard(Reader reader) {
        charge(FeeKind.CARD, reader, null, FeeKind.CARD.pence());
    }

    public List<OpenFee> open(long readerId) {
        return database.query("select kind, pence, charged_on from fee where reader_id = ? and paid_on is null order by id",
                row -> new OpenFee(FeeKind.valueOf(row.getString("kind")), row.getInt("pence"),
                        row.getObject("charged_on", LocalDate.class)), readerId);
    }

    public int openPence(long readerId) {
        return open(readerId).stream().mapToInt(OpenFee::pence).sum();
    }

    /** Settles all that the reader owes, and returns the sum. */
    public int pay(long readerId) {
        return database.inTransaction(() -> {
            int sum = openPence(readerId);
            database.update("update fee set paid_on = ? where reader_id = ? and paid_on is null",
                    LocalDate.now(clock), readerId);
            return sum;
        });
    }

    private void charge(FeeKind kind, Reader reader, Long loanId, int pence) {
        LocalDate today = LocalDate.now(clock);
        if (pence == 0 || (kind.freeForChildren() && reader.isChild(today))) {
            return;
        }
        database.insert("insert into fee (reader_id, loan_id, kind, pence, charged_on) values (?, ?, ?, ?, ?)",
                reader.id(), loanId, kind, pence, today);
    }
}
