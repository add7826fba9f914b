package net.alpgrid.mda.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.sql.DataSource;
import net.alpgrid.mda.model.MeteringPoint;
import net.alpgrid.mda.model.MeteringPoint.ProfileClass;

/** The metering points that we read. */
public interface MeteringPoints {

    /** All active points, ordered by id. */
    List<MeteringPoint> active();

    default Optional<MeteringPoint> byId(String id) {
        return active().stream().filter(point -> point.id().equals(id)).findFirst();
    }

    /** On the table {@code metering_point}, which the billing system fills. */
    final class Jdbc implements MeteringPoints {

        private final DataSource dataSource;

        public Jdbc(DataSource dataSource) {
            this.dataSource = dataSource;
        }

        @Override
        public List<MeteringPoint> active() {
            String sql = "select id, profile_class, max_kwh, annual_kwh from metering_point where active order by id";
            try (Connection connection = dataSource.getConnection();
                    PreparedStatement statement = connection.prepareStatement(sql);
                    ResultSet rows = statement.executeQuery()) {
                List<MeteringPoint> points = new ArrayList<>();
                while (rows.next()) {
                    points.add(new MeteringPoint(
                            rows.getString("id"),
                            ProfileClass.valueOf(rows.getString("profile_class")),
                            rows.getBigDecimal("max_kwh"),
                            rows.getBigDecimal("annual_kwh")));
                }
                return points;
            } catch (SQLException e) {
                throw new JdbcReadingStore.StoreException("cannot read the metering points", e);
            }
        }
    }
}
