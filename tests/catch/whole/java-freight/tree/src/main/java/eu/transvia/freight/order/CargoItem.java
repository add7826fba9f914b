package eu.transvia.freight.order;

import java.math.BigDecimal;

/** One position of the cargo of an order. Positions count from 1. */
public record CargoItem(int position, String description, int packages, BigDecimal grossWeightKg) {

    public CargoItem {
        if (position < 1) {
            throw new IllegalArgumentException("position counts from 1: " + position);
        }
        if (description == null || description.isBlank()) {
            throw new IllegalArgumentException("item " + position + ": description is missing");
        }
        if (packages < 1) {
            throw new IllegalArgumentException("item " + position + ": at least one package");
        }
        if (grossWeightKg == null || grossWeightKg.signum() <= 0) {
            throw new IllegalArgumentException("item " + position + ": gross weight must be above zero");
        }
    }
}
