package uk.wexcombe.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import uk.wexcombe.library.catalogue.Copy;
import uk.wexcombe.library.desk.DeskRefusal;

class LoanServiceTest {

    private final LibraryFixture library = new LibraryFixture();
    private final LibraryApp app = library.app;
    private long tides;

    @BeforeEach
    void stock() {
        tides = library.title("Tides", "CEN", "C1");
        library.reader("R1", "Ann Able");
        library.reader("R2", "Ben Brook");
        library.child("K1", "Kim Small");
    }

    @Test
    void aCopyIsLentForTwentyOneDays() {
        assertEquals(LibraryFixture.START.plusDays(21), app.loans.lend("R1", "C1", "CEN").dueOn());
        assertEquals(Copy.Status.ON_LOAN, app.copies.require("C1").status());
    }

    @Test
    void aCopyIsNotLentAtAnotherBranch() {
        DeskRefusal refusal = assertThrows(DeskRefusal.class, () -> app.loans.lend("R1", "C1", "NOR"));
        assertEquals("This copy belongs to Central Library.", refusal.getMessage());
    }

    @Test
    void aCopyIsNotTakenBackAtAnotherBranch() {
        app.loans.lend("R1", "C1", "CEN");
        DeskRefusal refusal = assertThrows(DeskRefusal.class, () -> app.loans.giveBack("C1", "NOR"));
        assertEquals("This copy belongs to Central Library.", refusal.getMessage());
        assertTrue(app.loanRepository.openFor("C1").isPresent());
    }

    @Test
    void aReturnedCopyGoesBackToTheShelf() {
        app.loans.lend("R1", "C1", "CEN");
        assertTrue(app.loans.giveBack("C1", "CEN").isEmpty());
        assertEquals(Copy.Status.AVAILABLE, app.copies.require("C1").status());
    }

    @Test
    void aReturnedCopyIsKeptForTheReaderWhoWaits() {
        app.loans.lend("R1", "C1", "CEN");
        app.reservations.reserve("R2", tides, "CEN");
        assertEquals("C1", app.loans.giveBack("C1", "CEN").orElseThrow().barcode());
        assertThrows(DeskRefusal.class, () -> app.loans.lend("R1", "C1", "CEN"));
        app.loans.lend("R2", "C1", "CEN");
    }

    @Test
    void aLoanIsNotRenewedWhenAnotherReaderWaits() {
        app.loans.lend("R1", "C1", "CEN");
        app.loans.renew("C1");
        app.reservations.reserve("R2", tides, "CEN");
        assertThrows(DeskRefusal.class, () -> app.loans.renew("C1"));
    }

    @Test
    void lateReturnsCostGrownUpsAndNotChildren() {
        app.loans.lend("R1", "C1", "CEN");
        library.daysPass(25);
        app.loans.giveBack("C1", "CEN");
        assertEquals(60, app.fees.openPence(app.readers.require("R1").id()));

        app.loans.lend("K1", "C1", "CEN");
        library.daysPass(25);
        app.loans.giveBack("C1", "CEN");
        assertEquals(0, app.fees.openPence(app.readers.require("K1").id()));
    }
}
