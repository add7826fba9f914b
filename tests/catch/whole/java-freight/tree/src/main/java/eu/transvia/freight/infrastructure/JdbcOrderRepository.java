package eu.transvia.freight.infrastructure;

import eu.transvia.freight.infrastructure.JdbcUnitOfWork.DataAccessException;
import eu.transvia.freight.order.CargoItem;
import eu.transvia.freight.order.OrderRepository;
import eu.transvia.freight.order.TransportOrder;
import eu.transvia.freight.order.TransportOrder.Address;
import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.shared.Money;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Tables {@code transport_order} and {@code cargo_item}. The cargo is written anew with each save. */
public final class JdbcOrderRepository implements OrderRepository {

    private final JdbcUnitOfWork unitOfWork;

    public JdbcOrderRepository(JdbcUnitOfWork unitOfWork) {
        this.unitOfWork = unitOfWork;
    }

    @Override
    public void save(TransportOrder order) {
        try {
            if (update(order) == 0) {
                insert(order);
            }
            try (PreparedStatement delete = prepare("delete from cargo_item where order_id = ?")) {
                delete.setString(1, order.orderId());
                delete.executeUpdate();
            }
            insertCargo(order);
        } catch (SQLException e) {
            throw new DataAccessException("save order " + order.orderId(), e);
        }
    }

    @Override
    public Optional<TransportOrder> findById(String orderId) {
        try (PreparedStatement select = prepare("select * from transport_order where order_id = ?")) {
            select.setString(1, orderId);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(map(row)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new DataAccessException("read order " + orderId, e);
        }
    }

    private int update(TransportOrder order) throws SQLException {
        try (PreparedStatement update = prepare("update transport_order set status = ?, tour_id = ?,"
                + " price_amount = ?, price_currency = ? where order_id = ?")) {
            update.setString(1, order.status().name());
            update.setString(2, order.tourId().orElse(null));
            update.setBigDecimal(3, order.price().amount());
            update.setString(4, order.price().currency());
            update.setString(5, order.orderId());
            return update.executeUpdate();
        }
    }

    private void insert(TransportOrder order) throws SQLException {
        try (PreparedStatement insert = prepare("insert into transport_order values"
                + " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.setString(1, order.orderId());
            insert.setString(2, order.customerId());
            insert.setString(3, order.status().name());
            insert.setString(4, order.tourId().orElse(null));
            insert.setBigDecimal(5, order.price().amount());
            insert.setString(6, order.price().currency());
            setAddress(insert, 7, order.pickup());
            setAddress(insert, 12, order.delivery());
            insert.executeUpdate();
        }
    }

    private void insertCargo(TransportOrder order) throws SQLException {
        try (PreparedStatement insert = prepare("insert into cargo_item (order_id, position, description, packages,"
                + " gross_weight_kg) values (?, ?, ?, ?, ?)")) {
            for (CargoItem item : order.cargo()) {
                insert.setString(1, order.orderId());
                insert.setInt(2, item.position());
                insert.setString(3, item.description());
                insert.setInt(4, item.packages());
                insert.setBigDecimal(5, item.grossWeightKg());
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private TransportOrder map(ResultSet row) throws SQLException {
        String orderId = row.getString("order_id");
        return TransportOrder.restore(orderId, row.getString("customer_id"), address(row, "pickup"),
                address(row, "delivery"), readCargo(orderId),
                new Money(row.getBigDecimal("price_amount"), row.getString("price_currency")),
                TransportOrder.Status.valueOf(row.getString("status")), row.getString("tour_id"));
    }

    private List<CargoItem> readCargo(String orderId) throws SQLException {
        try (PreparedStatement select = prepare("select * from cargo_item where order_id = ? order by position")) {
            select.setString(1, orderId);
            List<CargoItem> items = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    items.add(new CargoItem(row.getInt("position"), row.getString("description"),
                            row.getInt("packages"), row.getBigDecimal("gross_weight_kg")));
                }
            }
            return items;
        }
    }

    private static Address address(ResultSet row, String role) throws SQLException {
        return new Address(row.getString(role + "_name"), row.getString(role + "_street"),
                row.getString(role + "_postal_code"), row.getString(role + "_city"),
                new CountryCode(row.getString(role + "_country")));
    }

    private static void setAddress(PreparedStatement statement, int first, Address address) throws SQLException {
        statement.setString(first, address.name());
        statement.setString(first + 1, address.street());
        statement.setString(first + 2, address.postalCode());
        statement.setString(first + 3, address.city());
        statement.setString(first + 4, address.country().value());
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        return unitOfWork.connection().prepareStatement(sql);
    }
}
