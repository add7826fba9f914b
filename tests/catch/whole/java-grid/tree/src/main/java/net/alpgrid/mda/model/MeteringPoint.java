package net.alpgrid.mda.model;

import java.math.BigDecimal;
import java.util.Objects;
import java.util.Optional;

/**
 * Master data of a metering point, as far as the acquisition needs it.
 *
 * @param maxKwh    the most that the connection can carry in a quarter of an hour
 * @param annualKwh the yearly estimate of the billing system, null until there is one
 */
public record MeteringPoint(
        String id,
        ProfileClass profileClass,
        BigDecimal maxKwh,
        BigDecimal annualKwh) {

    /** How a point uses (or feeds in) energy over the day. */
    public enum ProfileClass {
        HOUSEHOLD,
        COMMERCIAL,
        /** Photovoltaics and small hydro. The weather decides, so there is no standard profile. */
        FEED_IN
    }

    public MeteringPoint {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(profileClass, "profileClass");
        Objects.requireNonNull(maxKwh, "maxKwh");
    }

    public Optional<BigDecimal> annualEstimate() {
        return Optional.ofNullable(annualKwh);
    }
}
