package uk.wexcombe.library.branch;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskRefusal;

/** The branches of the borough. They are rows of a table, since the council opens and closes them. */
public final class Branches {

    /** A branch and the mail address of its desk. */
    public record Branch(String code, String name, String deskMail) {
    }

    private final Database database;

    public Branches(Database database) {
        this.database = database;
    }

    public List<Branch> all() {
        return database.query("select code, name, desk_mail from branch order by code", Branches::map);
    }

    public Branch require(String code) {
        return database.first("select code, name, desk_mail from branch where code = ?", Branches::map, code)
                .orElseThrow(() -> new DeskRefusal("There is no branch with the code " + code + "."));
    }

    public String name(String code) {
        return require(code).name();
    }

    private static Branch map(ResultSet row) throws SQLException {
        return new Branch(row.getString("code"), row.getString("name"), row.getString("desk_mail"));
    }
}
