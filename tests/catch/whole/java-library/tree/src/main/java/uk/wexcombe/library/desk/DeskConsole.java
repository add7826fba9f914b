package uk.wexcombe.library.desk;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import uk.wexcombe.library.LibraryApp;
import uk.wexcombe.library.catalogue.Copy;
import uk.wexcombe.library.fees.FeeService.OpenFee;
import uk.wexcombe.library.loans.Loan;
import uk.wexcombe.library.readers.Readers.Reader;
import uk.wexcombe.library.reservations.Reservation;

/** The terminal of a desk: one command a line, answers in sentences. */
public final class DeskConsole {

    private static final String HELP = """
            lend <card number> <barcode>
            return <barcode>
            renew <barcode>
            reserve <card number> <title number>
            cancel <reservation number>
            holds
            copy <barcode>
            fees <card number>
            pay <card number>
            """;

    private final LibraryApp app;
    private final String branch;
    private final PrintStream out;

    public DeskConsole(LibraryApp app, String branch, PrintStream out) {
        this.app = app;
        this.branch = app.branches.require(branch).code();
        this.out = out;
    }

    public void execute(String line) {
        String[] words = line.trim().split("\\s+");
        try {
            switch (words[0]) {
                case "" -> { }
                case "lend" -> lend(word(words, 1, "card number"), word(words, 2, "barcode"));
                case "return" -> giveBack(word(words, 1, "barcode"));
                case "renew" -> renew(word(words, 1, "barcode"));
                case "reserve" -> reserve(word(words, 1, "card number"), number(word(words, 2, "title number")));
                case "cancel" -> cancel(number(word(words, 1, "reservation number")));
                case "holds" -> holds();
                case "copy" -> copy(word(words, 1, "barcode"));
                case "fees" -> fees(word(words, 1, "card number"));
                case "pay" -> pay(word(words, 1, "card number"));
                case "help" -> out.print(HELP);
                default -> out.println("Unknown command: " + words[0] + ". Please type help.");
            }
        } catch (DeskRefusal refusal) {
            out.println("Refused: " + refusal.getMessage());
        }
    }

    private void lend(String cardNumber, String barcode) {
        Loan loan = app.loans.lend(cardNumber, barcode, branch);
        out.println("Lent until " + loan.dueOn() + ".");
    }

    private void giveBack(String barcode) {
        Optional<Reservation> next = app.loans.giveBack(barcode, branch);
        if (next.isPresent()) {
            out.println("Please put it on the hold shelf for " + readerOf(next.get()) + ".");
        } else {
            out.println("Please put it back on the open shelf.");
        }
    }

    private void renew(String barcode) {
        out.println("Renewed until " + app.loans.renew(barcode).dueOn() + ".");
    }

    private void reserve(String cardNumber, long titleId) {
        Reservation reservation = app.reservations.reserve(cardNumber, titleId, branch);
        out.println("Reservation " + reservation.id() + ".");
        if (reservation.is(Reservation.Status.READY)) {
            out.println("Please fetch " + reservation.barcode() + " and put it on the hold shelf for "
                    + readerOf(reservation) + ".");
        } else {
            out.println("The reader is on the waiting list.");
        }
    }

    private void cancel(long id) {
        app.reservations.cancel(id);
        out.println("Reservation " + id + " is cancelled.");
    }

    private void holds() {
        for (Reservation hold : app.reservationRepository.readyAt(branch)) {
            out.println(hold.barcode() + "  " + readerOf(hold) + "  until " + hold.holdUntil());
        }
    }

    private void copy(String barcode) {
        Copy copy = app.copies.require(barcode);
        out.println(copy.barcode() + "  " + app.copies.titleName(copy.titleId()));
        out.println("Belongs to " + app.branches.name(copy.branchCode()) + ", " + copy.status().deskLabel() + ".");
    }

    private void fees(String cardNumber) {
        Reader reader = app.readers.require(cardNumber);
        for (OpenFee fee : app.fees.open(reader.id())) {
            out.println(fee.chargedOn() + "  " + fee.kind().label() + "  " + pounds(fee.pence()));
        }
        out.println("Sum: " + pounds(app.fees.openPence(reader.id())));
    }

    private void pay(String cardNumber) {
        out.println("Paid: " + pounds(app.fees.pay(app.readers.require(cardNumber).id())));
    }

    private String readerOf(Reservation reservation) {
        return app.readers.byId(reservation.readerId()).name();
    }

    private static String word(String[] words, int index, String what) {
        if (words.length <= index) {
            throw new DeskRefusal("Please give the " + what + ".");
        }
        return words[index];
    }

    private static long number(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            throw new DeskRefusal(word + " is not a number.");
        }
    }

    private static String pounds(int pence) {
        return String.format(Locale.UK, "%d.%02d pounds", pence / 100, pence % 100);
    }
}
