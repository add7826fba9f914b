package uk.wexcombe.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import uk.wexcombe.library.catalogue.Copy;
import uk.wexcombe.library.desk.DeskRefusal;
import uk.wexcombe.library.reservations.Reservation;

class ReservationServiceTest {

    private final LibraryFixture library = new LibraryFixture();
    private final LibraryApp app = library.app;
    private long tides;

    @BeforeEach
    void stock() {
        tides = library.title("Tides", "CEN", "C1");
        library.reader("R1", "Ann Able");
        library.reader("R2", "Ben Brook");
        library.reader("R3", "Cay Croft");
    }

    @Test
    void aCopyOnTheShelfIsKeptForSevenDays() {
        Reservation reservation = app.reservations.reserve("R1", tides, "CEN");
        assertTrue(reservation.is(Reservation.Status.READY));
        assertEquals(LibraryFixture.START.plusDays(7), reservation.holdUntil());
        assertEquals(List.of("Your reservation is ready"), library.subjectsTo("R1@example.org"));
    }

    @Test
    void nobodyReservesATitleTwice() {
        app.reservations.reserve("R1", tides, "CEN");
        assertThrows(DeskRefusal.class, () -> app.reservations.reserve("R1", tides, "CEN"));
    }

    @Test
    void aTitleWithoutACopyAtTheBranchIsRefused() {
        DeskRefusal refusal = assertThrows(DeskRefusal.class, () -> app.reservations.reserve("R1", tides, "NOR"));
        assertEquals("Northfield Library has no copy of this title.", refusal.getMessage());
    }

    @Test
    void aCopyServesOnlyItsOwnBranch() {
        library.copy(tides, "NOR", "N1");
        app.loans.lend("R1", "C1", "CEN");
        app.loans.lend("R1", "N1", "NOR");
        Reservation atNorthfield = app.reservations.reserve("R2", tides, "NOR");
        app.loans.giveBack("C1", "CEN");
        assertEquals(Copy.Status.AVAILABLE, app.copies.require("C1").status());
        assertTrue(app.reservationRepository.require(atNorthfield.id()).is(Reservation.Status.WAITING));
    }

    @Test
    void aCancelledHoldGoesToTheNextReader() {
        Reservation first = app.reservations.reserve("R1", tides, "CEN");
        Reservation second = app.reservations.reserve("R2", tides, "CEN");
        app.reservations.cancel(first.id());
        assertTrue(app.reservationRepository.require(second.id()).is(Reservation.Status.READY));
    }

    @Test
    void aHoldThatIsNotCollectedEnds() {
        Reservation reservation = app.reservations.reserve("R1", tides, "CEN");
        library.daysPass(7);
        assertEquals(0, app.reservations.expireHolds(LibraryFixture.START.plusDays(7)));
        library.daysPass(1);
        assertEquals(1, app.reservations.expireHolds(LibraryFixture.START.plusDays(8)));
        assertTrue(app.reservationRepository.require(reservation.id()).is(Reservation.Status.EXPIRED));
        assertEquals(Copy.Status.AVAILABLE, app.copies.require("C1").status());
    }
}
