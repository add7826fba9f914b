package eu.transvia.freight.tariff;

import eu.transvia.freight.order.CargoItem;
import eu.transvia.freight.order.OrderIntake;
import eu.transvia.freight.shared.CountryCode;
import eu.transvia.freight.shared.Money;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Price by zone and chargeable weight. The chargeable weight is the gross weight, rounded up to full 100 kg. */
public final class TariffCalculator implements OrderIntake.Pricing {

    public enum Zone { DOMESTIC, NEIGHBOUR, REMOTE }

    public record Rate(Money perHundredKg, Money minimum) { }

    private static final BigDecimal HUNDRED = new BigDecimal("100");
    private static final Set<String> NEIGHBOURS_OF_DE =
            Set.of("AT", "BE", "CH", "CZ", "DK", "FR", "LU", "NL", "PL");

    private final Map<Zone, Rate> rates;

    public TariffCalculator(Map<Zone, Rate> rates) {
        this.rates = new EnumMap<>(rates);
        for (Zone zone : Zone.values()) {
            if (!this.rates.containsKey(zone)) {
                throw new IllegalArgumentException("no rate for zone " + zone);
            }
        }
    }

    public static TariffCalculator standard() {
        return new TariffCalculator(Map.of(
                Zone.DOMESTIC, new Rate(Money.euro("18.50"), Money.euro("90")),
                Zone.NEIGHBOUR, new Rate(Money.euro("24.00"), Money.euro("160")),
                Zone.REMOTE, new Rate(Money.euro("33.75"), Money.euro("240"))));
    }

    @Override
    public Money price(CountryCode from, CountryCode to, List<CargoItem> cargo) {
        Rate rate = rates.get(zone(from, to));
        return rate.perHundredKg().times(chargeableHundreds(cargo)).atLeast(rate.minimum());
    }

    static Zone zone(CountryCode from, CountryCode to) {
        if (from.equals(to)) {
            return Zone.DOMESTIC;
        }
        boolean neighbour = from.value().equals("DE") && NEIGHBOURS_OF_DE.contains(to.value())
                || to.value().equals("DE") && NEIGHBOURS_OF_DE.contains(from.value());
        return neighbour ? Zone.NEIGHBOUR : Zone.REMOTE;
    }

    private static BigDecimal chargeableHundreds(List<CargoItem> cargo) {
        BigDecimal weight = cargo.stream().map(CargoItem::grossWeightKg).reduce(BigDecimal.ZERO, BigDecimal::add);
        return weight.divide(HUNDRED, 0, RoundingMode.CEILING);
    }
}
