package eu.transvia.freight.infrastructure;

import eu.transvia.freight.infrastructure.JdbcUnitOfWork.DataAccessException;
import eu.transvia.freight.outbox.EventSerializer;
import eu.transvia.freight.outbox.Outbox;
import eu.transvia.freight.shared.DomainEvent;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Table {@code outbox_event}. */
public final class JdbcOutbox implements Outbox {

    private final JdbcUnitOfWork unitOfWork;
    private final EventSerializer serializer;

    public JdbcOutbox(JdbcUnitOfWork unitOfWork, EventSerializer serializer) {
        this.unitOfWork = unitOfWork;
        this.serializer = serializer;
    }

    @Override
    public void append(DomainEvent event) {
        String sql = "insert into outbox_event (event_id, event_type, aggregate_id, payload, occurred_at, attempts)"
                + " values (?, ?, ?, ?, ?, 0)";
        try (PreparedStatement insert = unitOfWork.connection().prepareStatement(sql)) {
            insert.setString(1, event.eventId().toString());
            insert.setString(2, event.eventType());
            insert.setString(3, event.aggregateId());
            insert.setString(4, serializer.serialize(event));
            insert.setTimestamp(5, Timestamp.from(event.occurredAt()));
            insert.executeUpdate();
        } catch (SQLException e) {
            throw new DataAccessException("append event " + event.eventType(), e);
        }
    }

    @Override
    public List<Entry> pending(int limit) {
        String sql = "select event_id, event_type, aggregate_id, payload, occurred_at, attempts from outbox_event"
                + " where delivered_at is null and attempts < ? order by position limit ?";
        try (PreparedStatement select = unitOfWork.connection().prepareStatement(sql)) {
            select.setInt(1, MAX_ATTEMPTS);
            select.setInt(2, limit);
            List<Entry> entries = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    entries.add(new Entry(UUID.fromString(row.getString("event_id")), row.getString("event_type"),
                            row.getString("aggregate_id"), row.getString("payload"),
                            row.getTimestamp("occurred_at").toInstant(), row.getInt("attempts")));
                }
            }
            return entries;
        } catch (SQLException e) {
            throw new DataAccessException("read outbox", e);
        }
    }

    @Override
    public void markDelivered(UUID eventId, Instant at) {
        try (PreparedStatement update = unitOfWork.connection()
                .prepareStatement("update outbox_event set delivered_at = ? where event_id = ?")) {
            update.setTimestamp(1, Timestamp.from(at));
            update.setString(2, eventId.toString());
            update.executeUpdate();
        } catch (SQLException e) {
            throw new DataAccessException("mark event " + eventId, e);
        }
    }

    @Override
    public void markFailed(UUID eventId, String error) {
        try (PreparedStatement update = unitOfWork.connection().prepareStatement(
                "update outbox_event set attempts = attempts + 1, last_error = ? where event_id = ?")) {
            update.setString(1, error.length() > 500 ? error.substring(0, 500) : error);
            update.setString(2, eventId.toString());
            update.executeUpdate();
        } catch (SQLException e) {
            throw new DataAccessException("mark event " + eventId, e);
        }
    }
}
