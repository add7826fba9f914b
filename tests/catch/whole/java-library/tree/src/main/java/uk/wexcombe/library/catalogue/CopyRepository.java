package uk.wexcombe.library.catalogue;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskRefusal;

/** Titles and their copies. New ones come from the cataloguing system, see scripts/load-copies.sql. */
public final class CopyRepository {

    private static final String SELECT = "select barcode, title_id, branch_code, status from copy ";

    private final Database database;

    public CopyRepository(Database database) {
        this.database = database;
    }

    public long addTitle(String author, String name) {
        return database.insert("insert into title (author, name) values (?, ?)", author, name);
    }

    public void add(Copy copy) {
        database.update("insert into copy (barcode, title_id, branch_code, status) values (?, ?, ?, ?)",
                copy.barcode(), copy.titleId(), copy.branchCode(), copy.status());
    }

    public Copy require(String barcode) {
        return database.first(SELECT + "where barcode = ?", CopyRepository::map, barcode)
                .orElseThrow(() -> new DeskRefusal("There is no copy with the barcode " + barcode + "."));
    }

    public List<Copy> ofTitle(long titleId) {
        return database.query(SELECT + "where title_id = ? order by barcode", CopyRepository::map, titleId);
    }

    /** A copy of the title that stands on the open shelf of the branch. */
    public Optional<Copy> availableAt(long titleId, String branch) {
        return database.first(SELECT + "where title_id = ? and branch_code = ? and status = 'AVAILABLE' order by barcode",
                CopyRepository::map, titleId, branch);
    }

    public void setStatus(String barcode, Copy.Status status) {
        database.update("update copy set status = ? where barcode = ?", status, barcode);
    }

    public String titleName(long titleId) {
        return database.first("select name from title where id = ?", row -> row.getString("name"), titleId)
                .orElseThrow(() -> new DeskRefusal("There is no title with the number " + titleId + "."));
    }

    private static Copy map(ResultSet row) throws SQLException {
        return new Copy(row.getString("barcode"), row.getLong("title_id"), row.getString("branch_code"),
                Copy.Status.valueOf(row.getString("status")));
    }
}
