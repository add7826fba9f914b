package org.kreisel.booking.persistence;

import org.h2.jdbcx.JdbcDataSource;

/** An empty in-memory database with the schema applied. */
final class H2Fixture {

    private H2Fixture() {
    }

    static Transactions transactions() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:booking;DB_CLOSE_DELAY=-1");
        return new Transactions(new ConnectionPool(source, 2));
    }
}
