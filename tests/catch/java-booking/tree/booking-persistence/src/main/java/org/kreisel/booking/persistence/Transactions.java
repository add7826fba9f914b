package org.kreisel.booking.persistence;

import java.sql.Connection;
import java.sql.SQLException;

/** Runs work in one transaction: commit when it returns, roll back when it throws. */
public final class Transactions {

    /** What is done with a connection. */
    @FunctionalInterface
    public interface Work<T> {
        T run(Connection connection) throws SQLException;
    }

    private final ConnectionPool pool;

    public Transactions(ConnectionPool pool) {
        this.pool = pool;
    }

    public <T> T inTransaction(Work<T> work) {
        Connection connection = null;
        try {
            connection = pool.borrow();
            connection.setAutoCommit(false);
            T result = work.run(connection);
            connection.commit();
            return result;
        } catch (SQLException e) {
            rollBack(connection);
            throw new StorageException("transaction failed", e);
        } finally {
            if (connection != null) {
                pool.giveBack(connection);
            }
        }
    }

    private static void rollBack(Connection connection) {
        try {
            if (connection != null) {
                connection.rollback();
            }
        } catch (SQLException ignored) {
            // the connection is lost; the pool will find out
        }
    }
}
