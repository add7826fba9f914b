package uk.wexcombe.library.loans;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import uk.wexcombe.library.db.Database;

/** Loans, open and ended. */
public final class LoanRepository {

    private static final String SELECT =
            "select id, barcode, reader_id, lent_on, due_on, returned_on, renewals from loan ";

    private final Database database;

    public LoanRepository(Database database) {
        this.database = database;
    }

    public long add(String barcode, long readerId, LocalDate lentOn, LocalDate dueOn) {
        return database.insert("insert into loan (barcode, reader_id, lent_on, due_on) values (?, ?, ?, ?)",
                barcode, readerId, lentOn, dueOn);
    }

    public Loan byId(long id) {
        return database.first(SELECT + "where id = ?", LoanRepository::map, id)
                .orElseThrow(() -> new IllegalStateException("no loan " + id));
    }

    public Optional<Loan> openFor(String barcode) {
        return database.first(SELECT + "where barcode = ? and returned_on is null", LoanRepository::map, barcode);
    }

    public List<Loan> openDueOn(LocalDate day) {
        return database.query(SELECT + "where due_on = ? and returned_on is null order by id",
                LoanRepository::map, day);
    }

    public void close(long id, LocalDate returnedOn) {
        database.update("update loan set returned_on = ? where id = ?", returnedOn, id);
    }

    public void renew(long id, LocalDate dueOn) {
        database.update("update loan set due_on = ?, renewals = renewals + 1 where id = ?", dueOn, id);
    }

    private static Loan map(ResultSet row) throws SQLException {
        return new Loan(row.getLong("id"), row.getString("barcode"), row.getLong("reader_id"),
                row.getObject("lent_on", LocalDate.class), row.getObject("due_on", LocalDate.class),
                row.getObject("returned_on", LocalDate.class), row.getInt("renewals"));
    }
}
