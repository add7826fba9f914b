package uk.wexcombe.library;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeskConsoleTest {

    private final LibraryFixture library = new LibraryFixture();
    private long tides;

    @BeforeEach
    void stock() {
        tides = library.title("Tides", "CEN", "C1");
        library.reader("R1", "Ann Able");
        library.reader("R2", "Ben Brook");
    }

    @Test
    void aReturnSaysWhereToPutTheCopy() {
        library.desk("CEN", "lend R1 C1");
        assertEquals("Please put it back on the open shelf.\n", library.desk("CEN", "return C1"));
        library.desk("CEN", "lend R1 C1");
        library.desk("CEN", "reserve R2 " + tides);
        assertEquals("Please put it on the hold shelf for Ben Brook.\n", library.desk("CEN", "return C1"));
    }

    @Test
    void aRefusalIsShownAsASentence() {
        assertEquals("Refused: The copy C1 is not on loan.\n", library.desk("CEN", "return C1"));
        assertEquals("Refused: Please give the barcode.\n", library.desk("CEN", "renew"));
    }

    @Test
    void theStateOfACopyIsShown() {
        String answer = library.desk("NOR", "copy C1");
        assertTrue(answer.contains("Belongs to Central Library, on the shelf."), answer);
    }

    @Test
    void feesAreListedAndPaid() {
        library.desk("CEN", "lend R1 C1");
        library.daysPass(23);
        library.desk("CEN", "return C1");
        assertTrue(library.desk("CEN", "fees R1").contains("Late return  0.30 pounds"));
        assertEquals("Paid: 0.30 pounds\n", library.desk("CEN", "pay R1"));
    }
}
