package uk.wexcombe.library.readers;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.Period;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskRefusal;

/** The readers of all branches. A card is valid at each of them. */
public final class Readers {

    private static final int ADULT_AGE = 16;
    private static final String SELECT = "select id, card_number, name, mail, born_on from reader ";

    /** A reader. The mail address may be null. */
    public record Reader(long id, String cardNumber, String name, String mail, LocalDate bornOn) {

        public boolean isChild(LocalDate on) {
            return Period.between(bornOn, on).getYears() < ADULT_AGE;
        }
    }

    private final Database database;

    public Readers(Database database) {
        this.database = database;
    }

    public long add(String cardNumber, String name, String mail, LocalDate bornOn) {
        return database.insert("insert into reader (card_number, name, mail, born_on) values (?, ?, ?, ?)",
                cardNumber, name, mail, bornOn);
    }

    public Reader require(String cardNumber) {
        return database.first(SELECT + "where card_number = ?", Readers::map, cardNumber)
                .orElseThrow(() -> new DeskRefusal("There is no reader with the card " + cardNumber + "."));
    }

    public Reader byId(long id) {
        return database.first(SELECT + "where id = ?", Readers::map, id)
                .orElseThrow(() -> new IllegalStateException("no reader " + id));
    }

    private static Reader map(ResultSet row) throws SQLException {
        return new Reader(row.getLong("id"), row.getString("card_number"), row.getString("name"),
                row.getString("mail"), row.getObject("born_on", LocalDate.class));
    }
}
