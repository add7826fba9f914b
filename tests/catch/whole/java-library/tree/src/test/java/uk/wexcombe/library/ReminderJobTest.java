package uk.wexcombe.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReminderJobTest {

    private final LibraryFixture library = new LibraryFixture();
    private final LibraryApp app = library.app;

    @BeforeEach
    void aLoan() {
        library.title("Tides", "HAR", "H1");
        library.reader("R1", "Ann Able");
        app.loans.lend("R1", "H1", "HAR");
    }

    @Test
    void aMailGoesOutThreeDaysBeforeTheLoanIsDue() {
        library.daysPass(17);
        app.reminders.run();
        assertTrue(library.subjectsTo("R1@example.org").isEmpty());
        library.daysPass(1);
        app.reminders.run();
        assertEquals(List.of("Your loan is due soon"), library.subjectsTo("R1@example.org"));
    }

    @Test
    void overdueLoansAreRemindedThreeTimes() {
        for (int day = 0; day < 60; day++) {
            library.daysPass(1);
            app.reminders.run();
        }
        long overdue = library.subjectsTo("R1@example.org").stream().filter("Your loan is overdue"::equals).count();
        assertEquals(3, overdue);
    }

    @Test
    void theNightlyRunHandsOverEachMailOnce() {
        List<String> sent = new ArrayList<>();
        library.daysPass(18);
        app.nightly(mail -> sent.add(mail.body()));
        app.outbox.deliver(mail -> sent.add(mail.body()));
        assertEquals(1, sent.size());
        assertTrue(sent.get(0).contains("\"Tides\" is due on 2025-03-24"));
    }
}
