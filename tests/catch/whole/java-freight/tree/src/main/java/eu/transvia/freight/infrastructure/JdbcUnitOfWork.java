package eu.transvia.freight.infrastructure;

import eu.transvia.freight.shared.UnitOfWork;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** A database transaction, bound to the thread. The JDBC repositories take their connection from here. */
public final class JdbcUnitOfWork implements UnitOfWork {

    /** SQLException without the duty to declare it. */
    public static final class DataAccessException extends RuntimeException {
        DataAccessException(String message, SQLException cause) {
            super(message, cause);
        }
    }

    private final DataSource dataSource;
    private final ThreadLocal<Connection> current = new ThreadLocal<>();

    public JdbcUnitOfWork(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    @Override
    public <T> T execute(Supplier<T> work) {
        if (current.get() != null) {
            return work.get();
        }
        try (Connection connection = dataSource.getConnection()) {
            connection.setAutoCommit(false);
            current.set(connection);
            try {
                T result = work.get();
                connection.commit();
                return result;
            } catch (RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                current.remove();
            }
        } catch (SQLException e) {
            throw new DataAccessException("transaction failed", e);
        }
    }

    Connection connection() {
        Connection connection = current.get();
        if (connection == null) {
            throw new IllegalStateException("no unit of work is active");
        }
        return connection;
    }
}
