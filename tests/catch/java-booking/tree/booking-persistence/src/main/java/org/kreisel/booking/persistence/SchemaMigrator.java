package org.kreisel.booking.persistence;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Applies the scripts below {@code db/migration} that the database has not seen. */
public final class SchemaMigrator {

    /** A script and its number. */
    public record Migration(int number, String name, String sql) {
    }

    private final Transactions transactions;

    public SchemaMigrator(Transactions transactions) {
        this.transactions = transactions;
    }

    public int migrate(List<Migration> scripts) {
        int current = currentVersion();
        int applied = 0;
        for (Migration script : scripts) {
            if (script.number() > current) {
                transactions.inTransaction(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute(script.sql());
                    }
                });
                applied++;
            }
        }
        return applied;
    }

    private int currentVersion() {
        return transactions.inTransaction(connection -> {
            try (Statement statement = connection.createStatement()) {
                var rows = statement.executeQuery("SELECT MAX(number) FROM schema_version");
                return rows.next() ? rows.getInt(1) : 0;
            } catch (SQLException firstStart) {
                return 0;
            }
        });
    }
}
