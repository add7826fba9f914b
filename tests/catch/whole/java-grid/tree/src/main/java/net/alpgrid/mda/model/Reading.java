package net.alpgrid.mda.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.Objects;

/**
 * The energy of one quarter of an hour of one metering point.
 *
 * <p>At most one reading is stored for a metering point and an interval start.
 */
public record Reading(
        String meteringPointId,
        Instant intervalStart,
        BigDecimal kwh,
        Quality quality,
        Instant receivedAt) {

    public static final int SCALE = 3;

    public Reading {
        Objects.requireNonNull(meteringPointId, "meteringPointId");
        Objects.requireNonNull(intervalStart, "intervalStart");
        Objects.requireNonNull(quality, "quality");
        Objects.requireNonNull(receivedAt, "receivedAt");
        kwh = kwh.setScale(SCALE, RoundingMode.HALF_UP);
    }

    public Reading withQuality(Quality other) {
        return new Reading(meteringPointId, intervalStart, kwh, other, receivedAt);
    }
}
