package uk.wexcombe.library.reservations;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskRefusal;

/** Reservations of all branches. */
public final class ReservationRepository {

    private static final String SELECT =
            "select id, title_id, reader_id, branch_code, created_at, status, barcode, hold_until from reservation ";

    private final Database database;

    public ReservationRepository(Database database) {
        this.database = database;
    }

    public long add(long titleId, long readerId, String branch, LocalDateTime createdAt) {
        return database.insert("insert into reservation (title_id, reader_id, branch_code, created_at, status) "
                + "values (?, ?, ?, ?, 'WAITING')", titleId, readerId, branch, createdAt);
    }

    public Reservation require(long id) {
        return database.first(SELECT + "where id = ?", ReservationRepository::map, id)
                .orElseThrow(() -> new DeskRefusal("There is no reservation with the number " + id + "."));
    }

    /** Whether the reader waits for the title, or has it on the hold shelf. */
    public boolean hasOpen(long readerId, long titleId) {
        return database.first(SELECT + "where reader_id = ? and title_id = ? and status in ('WAITING', 'READY')",
                ReservationRepository::map, readerId, titleId).isPresent();
    }

    public Optional<Reservation> oldestWaiting(long titleId, String branch) {
        return database.first(SELECT + "where title_id = ? and branch_code = ? and status = 'WAITING' "
                + "order by created_at, id", ReservationRepository::map, titleId, branch);
    }

    public Optional<Reservation> readyFor(String barcode) {
        return database.first(SELECT + "where barcode = ? and status = 'READY'", ReservationRepository::map, barcode);
    }

    public List<Reservation> readyAt(String branch) {
        return database.query(SELECT + "where branch_code = ? and status = 'READY' order by hold_until, id",
                ReservationRepository::map, branch);
    }

    public List<Reservation> holdsEndedBefore(LocalDate day) {
        return database.query(SELECT + "where status = 'READY' and hold_until < ? order by id",
                ReservationRepository::map, day);
    }

    public void markReady(long id, String barcode, LocalDate holdUntil) {
        database.update("update reservation set status = 'READY', barcode = ?, hold_until = ? where id = ?",
                barcode, holdUntil, id);
    }

    public void setStatus(long id, Reservation.Status status) {
        database.update("update reservation set status = ? where id = ?", status, id);
    }

    private static Reservation map(ResultSet row) throws SQLException {
        return new Reservation(row.getLong("id"), row.getLong("title_id"), row.getLong("reader_id"),
                row.getString("branch_code"), row.getObject("created_at", LocalDateTime.class),
                Reservation.Status.valueOf(row.getString("status")), row.getString("barcode"),
                row.getObject("hold_until", LocalDate.class));
    }
}
