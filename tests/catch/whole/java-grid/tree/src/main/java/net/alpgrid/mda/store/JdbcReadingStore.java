package net.alpgrid.mda.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import net.alpgrid.mda.model.Quality;
import net.alpgrid.mda.model.Reading;

/** {@link ReadingStore} on the table {@code reading}. */
public final class JdbcReadingStore implements ReadingStore {

    private static final String UPDATE =
            "update reading set kwh = ?, quality = ?, received_at = ?"
                    + " where metering_point_id = ? and interval_start = ?";
    private static final String INSERT =
            "insert into reading (kwh, quality, received_at, metering_point_id, interval_start)"
                    + " values (?, ?, ?, ?, ?) on conflict do nothing";
    private static final String FIND =
            "select metering_point_id, interval_start, kwh, quality, received_at from reading"
                    + " where metering_point_id = ? and interval_start >= ? and interval_start < ?"
                    + " order by interval_start";

    private final DataSource dataSource;

    public JdbcReadingStore(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public void upsert(List<Reading> readings) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            try {
                for (Reading reading : readings) {
                    upsert(connection, reading);
                }
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException("cannot store " + readings.size() + " readings", e);
        }
    }

    private static void upsert(Connection connection, Reading reading) throws SQLException {
        if (write(connection, UPDATE, reading) > 0) {
            return;
        }
        // Somebody else may have inserted the row since the update: then the last delivery is ours.
        if (write(connection, INSERT, reading) == 0) {
            write(connection, UPDATE, reading);
        }
    }

    private static int write(Connection connection, String sql, Reading reading) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBigDecimal(1, reading.kwh());
            statement.setString(2, String.valueOf(reading.quality().code()));
            statement.setObject(3, utc(reading.receivedAt()));
            statement.setString(4, reading.meteringPointId());
            statement.setObject(5, utc(reading.intervalStart()));
            return statement.executeUpdate();
        }
    }

    @Override
    public List<Reading> find(String meteringPointId, Instant from, Instant to) {
        try (Connection connection = dataSource.getConnection();
                PreparedStatement statement = connection.prepareStatement(FIND)) {
            statement.setString(1, meteringPointId);
            statement.setObject(2, utc(from));
            statement.setObject(3, utc(to));
            List<Reading> found = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found.add(read(rows));
                }
            }
            return found;
        } catch (SQLException e) {
            throw new StoreException("cannot read the readings of " + meteringPointId, e);
        }
    }

    @Override
    public Optional<Reading> at(String meteringPointId, Instant intervalStart) {
        return find(meteringPointId, intervalStart, intervalStart.plusSeconds(1)).stream().findFirst();
    }

    private static Reading read(ResultSet rows) throws SQLException {
        return new Reading(
                rows.getString("metering_point_id"),
                rows.getObject("interval_start", OffsetDateTime.class).toInstant(),
                rows.getBigDecimal("kwh"),
                Quality.fromCode(rows.getString("quality")),
                rows.getObject("received_at", OffsetDateTime.class).toInstant());
    }

    private static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    /** The database did not do what it was asked. */
    public static final class StoreException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public StoreException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
