package uk.wexcombe.library.loans;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Optional;
import uk.wexcombe.library.branch.Branches;
import uk.wexcombe.library.catalogue.Copy;
import uk.wexcombe.library.catalogue.CopyRepository;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskRefusal;
import uk.wexcombe.library.fees.FeeService;
import uk.wexcombe.library.readers.Readers;
import uk.wexcombe.library.readers.Readers.Reader;
import uk.wexcombe.library.reservations.Reservation;
import uk.wexcombe.library.reservations.ReservationService;

/** Lending, taking back and renewing, always at the desk of one branch. */
public final class LoanService {

    private static final int MAX_OPEN_PENCE = 1000;

    private final Database database;
    private final Clock clock;
    private final Branches branches;
    private final Readers readers;
    private final CopyRepository copies;
    private final LoanRepository loans;
    private final ReservationService reservations;
    private final FeeService fees;

    public LoanService(Database database, Clock clock, Branches branches, Readers readers, CopyRepository copies,
            LoanRepository loans, ReservationService reservations, FeeService fees) {
        this.database = database;
        this.clock = clock;
        this.branches = branches;
        this.readers = readers;
        this.copies = copies;
        this.loans = loans;
        this.reservations = reservations;
        this.fees = fees;
    }

    public Loan lend(String cardNumber, String barcode, String deskBranch) {
        return database.inTransaction(() -> {
            Reader reader = readers.require(cardNumber);
            if (fees.openPence(reader.id()) >= MAX_OPEN_PENCE) {
                throw new DeskRefusal("The reader owes 10.00 pounds or more and must pay first.");
            }
            Copy copy = copies.require(barcode);
            refuseUnlessAt(copy, deskBranch);
            switch (copy.status()) {
                case AVAILABLE -> { }
                case ON_HOLD_SHELF -> reservations.collect(barcode, reader);
                default -> throw new DeskRefusal("This copy cannot be lent: it is " + copy.status().deskLabel() + ".");
            }
            LocalDate today = LocalDate.now(clock);
            long id = loans.add(barcode, reader.id(), today, today.plusDays(Loan.DAYS));
            copies.setStatus(barcode, Copy.Status.ON_LOAN);
            return loans.byId(id);
        });
    }

    /** Ends the loan. The result is the reservation for which the copy is to be put on the hold shelf, if there is one. */
    public Optional<Reservation> giveBack(String barcode, String deskBranch) {
        return database.inTransaction(() -> {
            Copy copy = copies.require(barcode);
            refuseUnlessAt(copy, deskBranch);
            Loan loan = openLoan(barcode);
            LocalDate today = LocalDate.now(clock);
            loans.close(loan.id(), today);
            fees.chargeOverdue(loan, today);
            return reservations.assign(copy);
        });
    }

    public Loan renew(String barcode) {
        return database.inTransaction(() -> {
            Loan loan = openLoan(barcode);
            if (!loan.mayBeRenewed()) {
                throw new DeskRefusal("This loan has been renewed " + Loan.MAX_RENEWALS + " times already.");
            }
            if (reservations.isWanted(copies.require(barcode))) {
                throw new DeskRefusal("Another reader waits for this title.");
            }
            loans.renew(loan.id(), loan.dueOn().plusDays(Loan.DAYS));
            return loans.byId(loan.id());
        });
    }

    private Loan openLoan(String barcode) {
        return loans.openFor(barcode)
                .orElseThrow(() -> new DeskRefusal("The copy " + barcode + " is not on loan."));
    }

    private void refuseUnlessAt(Copy copy, String deskBranch) {
        if (!copy.belongsTo(deskBranch)) {
            throw new DeskRefusal("This copy belongs to " + branches.name(copy.branchCode()) + ".");
        }
    }
}
