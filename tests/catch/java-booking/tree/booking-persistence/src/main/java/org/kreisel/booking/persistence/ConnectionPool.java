package org.kreisel.booking.persistence;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;

/** A small pool: at most {@code limit} open connections, the last returned is the first given. */
public final class ConnectionPool {

    private final DataSource source;
    private final int limit;
    private final Deque<Connection> idle = new ArrayDeque<>();
    private int open;

    public ConnectionPool(DataSource source, int limit) {
        this.source = source;
        this.limit = limit;
    }

    public synchronized Connection borrow() throws SQLException {
        if (!idle.isEmpty()) {
            return idle.pop();
        }
        if (open == limit) {
            throw new SQLException("no connection left of " + limit);
        }
        open++;
        return source.getConnection();
    }

    public synchronized void giveBack(Connection connection) {
        idle.push(connection);
    }
}
