package eu.transvia.freight.infrastructure;

import eu.transvia.freight.infrastructure.JdbcUnitOfWork.DataAccessException;
import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.tour.Tour;
import eu.transvia.freight.tour.TourRepository;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tables {@code tour} and {@code tour_stop}. */
public final class JdbcTourRepository implements TourRepository {

    private final JdbcUnitOfWork unitOfWork;

    public JdbcTourRepository(JdbcUnitOfWork unitOfWork) {
        this.unitOfWork = unitOfWork;
    }

    @Override
    public void save(Tour tour) {
        try {
            try (PreparedStatement update = prepare("update tour set status = ? where tour_id = ?")) {
                update.setString(1, tour.status().name());
                update.setString(2, tour.tourId());
                if (update.executeUpdate() == 0) {
                    insert(tour);
                }
            }
            try (PreparedStatement delete = prepare("delete from tour_stop where tour_id = ?")) {
                delete.setString(1, tour.tourId());
                delete.executeUpdate();
            }
            insertStops(tour);
        } catch (SQLException e) {
            throw new DataAccessException("save tour " + tour.tourId(), e);
        }
    }

    @Override
    public Optional<Tour> findById(String tourId) {
        try (PreparedStatement select = prepare("select * from tour where tour_id = ? for update")) {
            select.setString(1, tourId);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return Optional.empty();
                }
                return Optional.of(Tour.restore(tourId, row.getString("vehicle_plate"),
                        row.getDate("departure").toLocalDate(), readStops(tourId),
                        Tour.Status.valueOf(row.getString("status"))));
            }
        } catch (SQLException e) {
            throw new DataAccessException("read tour " + tourId, e);
        }
    }

    private void insert(Tour tour) throws SQLException {
        try (PreparedStatement insert = prepare(
                "insert into tour (tour_id, vehicle_plate, departure, status) values (?, ?, ?, ?)")) {
            insert.setString(1, tour.tourId());
            insert.setString(2, tour.vehiclePlate());
            insert.setDate(3, Date.valueOf(tour.departure()));
            insert.setString(4, tour.status().name());
            insert.executeUpdate();
        }
    }

    private void insertStops(Tour tour) throws SQLException {
        try (PreparedStatement insert = prepare(
                "insert into tour_stop (tour_id, sequence, order_id, kind, country) values (?, ?, ?, ?, ?)")) {
            for (Tour.Stop stop : tour.stops()) {
                insert.setString(1, tour.tourId());
                insert.setInt(2, stop.sequence());
                insert.setString(3, stop.orderId());
                insert.setString(4, stop.kind().name());
                insert.setString(5, stop.country().value());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private List<Tour.Stop> readStops(String tourId) throws SQLException {
        try (PreparedStatement select = prepare("select * from tour_stop where tour_id = ? order by sequence")) {
            select.setString(1, tourId);
            List<Tour.Stop> stops = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    stops.add(new Tour.Stop(row.getInt("sequence"), row.getString("order_id"),
                            Tour.StopKind.valueOf(row.getString("kind")), new CountryCode(row.getString("country"))));
                }
            }
            return stops;
        }
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        return unitOfWork.connection().prepareStatement(sql);
    }
}
