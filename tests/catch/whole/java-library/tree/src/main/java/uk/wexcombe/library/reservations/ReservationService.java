package uk.wexcombe.library.reservations;

import java.time.Clock;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import uk.wexcombe.library.branch.Branches;
import uk.wexcombe.library.catalogue.Copy;
import uk.wexcombe.library.catalogue.CopyRepository;
import uk.wexcombe.library.db.Database;
import uk.wexcombe.library.desk.DeskRefusal;
import uk.wexcombe.library.mail.MailOutbox;
import uk.wexcombe.library.mail.MailTemplate;
import uk.wexcombe.library.readers.Readers;
import uk.wexcombe.library.readers.Readers.Reader;

/** Decides who gets a copy that is free. */
public final class ReservationService {

    private final Database database;
    private final Clock clock;
    private final Branches branches;
    private final Readers readers;
    private final CopyRepository copies;
    private final ReservationRepository reservations;
    private final MailOutbox outbox;

    public ReservationService(Database database, Clock clock, Branches branches, Readers readers,
            CopyRepository copies, ReservationRepository reservations, MailOutbox outbox) {
        this.database = database;
        this.clock = clock;
        this.branches = branches;
        this.readers = readers;
        this.copies = copies;
        this.reservations = reservations;
        this.outbox = outbox;
    }

    /** Reserves a title at a branch. The result is READY when a copy is on the shelf there, else WAITING. */
    public Reservation reserve(String cardNumber, long titleId, String branch) {
        return database.inTransaction(() -> {
            Reader reader = readers.require(cardNumber);
            copies.titleName(titleId);
            if (reservations.hasOpen(reader.id(), titleId)) {
                throw new DeskRefusal("The reader has reserved this title already.");
            }
            if (copies.ofTitle(titleId).stream().noneMatch(copy -> copy.belongsTo(branch))) {
                throw new DeskRefusal(branches.name(branch) + " has no copy of this title.");
            }
            long id = reservations.add(titleId, reader.id(), branch, LocalDateTime.now(clock));
            copies.availableAt(titleId, branch).ifPresent(this::assign);
            return reservations.require(id);
        });
    }

    /** Gives a free copy to the reader who has waited longest at its branch, or puts it back on the open shelf. */
    public Optional<Reservation> assign(Copy copy) {
        Optional<Reservation> next = reservations.oldestWaiting(copy.titleId(), copy.branchCode());
        if (next.isEmpty()) {
            copies.setStatus(copy.barcode(), Copy.Status.AVAILABLE);
            return Optional.empty();
        }
        return Optional.of(makeReady(next.get(), copy));
    }

    /** Ends the reservation for which the copy is on the hold shelf. Other readers are refused. */
    public void collect(String barcode, Reader reader) {
        Reservation reservation = reservations.readyFor(barcode)
                .filter(ready -> ready.readerId() == reader.id())
                .orElseThrow(() -> new DeskRefusal("This copy is kept for another reader."));
        reservations.setStatus(reservation.id(), Reservation.Status.COLLECTED);
    }

    public Reservation cancel(long id) {
        return database.inTransaction(() -> {
            Reservation reservation = reservations.require(id);
            switch (reservation.status()) {
                case WAITING -> reservations.setStatus(id, Reservation.Status.CANCELLED);
                case READY -> {
                    reservations.setStatus(id, Reservation.Status.CANCELLED);
                    assign(copies.require(reservation.barcode()));
                }
                default -> throw new DeskRefusal("This reservation has ended already.");
            }
            return reservations.require(id);
        });
    }

    /** Ends what was not collected in time, and tells the readers. Returns how many there were. */
    public int expireHolds(LocalDate today) {
        return database.inTransaction(() -> {
            List<Reservation> ended = reservations.holdsEndedBefore(today);
            for (Reservation reservation : ended) {
                reservations.setStatus(reservation.id(), Reservation.Status.EXPIRED);
                Reader reader = readers.byId(reservation.readerId());
                outbox.put(MailTemplate.RESERVATION_EXPIRED, reader.mail(), Map.of(
                        "name", reader.name(),
                        "title", copies.titleName(reservation.titleId()),
                        "branch", branches.name(reservation.branchCode())));
                assign(copies.require(reservation.barcode()));
            }
            return ended.size();
        });
    }

    /** Whether a reader waits for the title of this copy. */
    public boolean isWanted(Copy copy) {
        return reservations.oldestWaiting(copy.titleId(), copy.branchCode()).isPresent();
    }

    private Reservation makeReady(Reservation reservation, Copy copy) {
        LocalDate until = LocalDate.now(clock).plusDays(Reservation.HOLD_DAYS);
        reservations.markReady(reservation.id(), copy.barcode(), until);
        copies.setStatus(copy.barcode(), Copy.Status.ON_HOLD_SHELF);
        Reader reader = readers.byId(reservation.readerId());
        outbox.put(MailTemplate.RESERVATION_READY, reader.mail(), Map.of(
                "name", reader.name(),
                "title", copies.titleName(reservation.titleId()),
                "branch", branches.name(reservation.branchCode()),
                "until", until.toString()));
        return reservations.require(reservation.id());
    }
}
