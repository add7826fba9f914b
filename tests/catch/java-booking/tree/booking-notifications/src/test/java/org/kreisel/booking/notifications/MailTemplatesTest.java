package org.kreisel.booking.notifications;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class MailTemplatesTest {

    @Test
    void placeholdersAreFilled() {
        assertEquals("B2-114!", MailTemplates.fillPlaceholders("{room}!", Map.of("room", "B2-114")));
    }
}
