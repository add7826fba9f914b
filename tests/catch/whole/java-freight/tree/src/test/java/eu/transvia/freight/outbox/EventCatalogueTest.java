package eu.transvia.freight.outbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/event-catalogue.md and the register of {@link EventSerializer} name the same types. */
class EventCatalogueTest {

    private static final Pattern ROW = Pattern.compile("^\\| `([a-z.-]+\\.v\\d+)` \\|", Pattern.MULTILINE);

    @Test
    void catalogueAndRegisterAgree() throws IOException {
        Set<String> documented = new TreeSet<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("docs/event-catalogue.md")));
        while (row.find()) {
            documented.add(row.group(1));
        }
        assertEquals(new TreeSet<>(new EventSerializer().types()), documented);
    }
}
