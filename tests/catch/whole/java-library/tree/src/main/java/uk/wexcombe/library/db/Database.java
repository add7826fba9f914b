package uk.wexcombe.library.db;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A thin layer over JDBC. Statements inside {@link #inTransaction} share one connection. */
public final class Database {

    @FunctionalInterface
    public interface RowMapper<T> {
        T map(ResultSet row) throws SQLException;
    }

    @FunctionalInterface
    private interface Work<T> {
        T with(Connection connection) throws SQLException;
    }

    private final DataSource source;
    private final ThreadLocal<Connection> transaction = new ThreadLocal<>();

    public Database(DataSource source) {
        this.source = source;
    }

    public void migrate() {
        Flyway.configure().dataSource(source).locations("classpath:db/migration").load().migrate();
    }

    public <T> List<T> query(String sql, RowMapper<T> mapper, Object... args) {
        return connected(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, args);
                try (ResultSet rows = statement.executeQuery()) {
                    List<T> result = new ArrayList<>();
                    while (rows.next()) {
                        result.add(mapper.map(rows));
                    }
                    return result;
                }
            }
        });
    }

    public <T> Optional<T> first(String sql, RowMapper<T> mapper, Object... args) {
        return query(sql, mapper, args).stream().findFirst();
    }

    public int update(String sql, Object... args) {
        return connected(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                bind(statement, args);
                return statement.executeUpdate();
            }
        });
    }

    /** Inserts one row into a table with a generated "id", and returns that id. */
    public long insert(String sql, Object... args) {
        return connected(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql, new String[] {"id"})) {
                bind(statement, args);
                statement.executeUpdate();
                try (ResultSet keys = statement.getGeneratedKeys()) {
                    keys.next();
                    return keys.getLong(1);
                }
            }
        });
    }

    /** Runs the work in one transaction. A call inside another one joins it. */
    public <T> T inTransaction(Supplier<T> work) {
        if (transaction.get() != null) {
            return work.get();
        }
        try (Connection connection = source.getConnection()) {
            connection.setAutoCommit(false);
            transaction.set(connection);
            try {
                T result = work.get();
                connection.commit();
                return result;
            } catch (RuntimeException e) {
                connection.rollback();
                throw e;
            } finally {
                transaction.remove();
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private <T> T connected(Work<T> work) {
        try {
            if (transaction.get() != null) {
                return work.with(transaction.get());
            }
            try (Connection connection = source.getConnection()) {
                return work.with(connection);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void bind(PreparedStatement statement, Object... args) throws SQLException {
        for (int i = 0; i < args.length; i++) {
            Object arg = args[i] instanceof Enum<?> constant ? constant.name() : args[i];
            statement.setObject(i + 1, arg);
        }
    }
}
