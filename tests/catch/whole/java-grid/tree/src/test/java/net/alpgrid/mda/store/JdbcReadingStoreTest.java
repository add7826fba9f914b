package net.alpgrid.mda.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import net.alpgrid.mda.model.Quality;
import net.alpgrid.mda.model.Reading;
import org.flywaydb.core.Flyway;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JdbcReadingStoreTest {

    private static final Instant T0 = Instant.parse("2024-03-12T00:00:00Z");
    private static final Instant RECEIVED = Instant.parse("2024-03-12T05:00:00Z");

    private JdbcDataSource dataSource;
    private JdbcReadingStore store;

    @BeforeEach
    void migrate() throws SQLException {
        dataSource = new JdbcDataSource();
        dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID()
                + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DB_CLOSE_DELAY=-1");
        Flyway.configure().dataSource(dataSource).load().migrate();
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("insert into metering_point (id, profile_class, max_kwh) values ('P1', 'HOUSEHOLD', 5)");
        }
        store = new JdbcReadingStore(dataSource);
    }

    @Test
    void theLastDeliveryWins() {
        store.upsert(List.of(reading("P1", T0, "0.100", Quality.SUSPECT)));
        store.upsert(List.of(reading("P1", T0, "0.200", Quality.MEASURED)));

        assertEquals(List.of(reading("P1", T0, "0.200", Quality.MEASURED)), store.find("P1", T0, T0.plusSeconds(900)));
    }

    @Test
    void theEndIsExclusive() {
        store.upsert(List.of(
                reading("P1", T0, "0.1", Quality.MEASURED),
                reading("P1", T0.plusSeconds(900), "0.2", Quality.MEASURED)));

        assertEquals(1, store.find("P1", T0, T0.plusSeconds(900)).size());
    }

    @Test
    void allOrNone() {
        List<Reading> batch = List.of(
                reading("P1", T0, "0.1", Quality.MEASURED),
                reading("UNKNOWN", T0, "0.1", Quality.MEASURED));

        assertThrows(JdbcReadingStore.StoreException.class, () -> store.upsert(batch));
        assertTrue(store.at("P1", T0).isEmpty());
    }

    private static Reading reading(String point, Instant start, String kwh, Quality quality) {
        return new Reading(point, start, new BigDecimal(kwh), quality, RECEIVED);
    }
}
