package eu.transvia.freight.vehicle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;

/** The vehicles of the company, by plate. Read once at the start; a change of the fleet needs a restart. */
public final class Fleet {

    public record Vehicle(String plate, BigDecimal payloadKg, boolean tailLift) {
        public Vehicle {
            if (plate == null || plate.isBlank()) {
                throw new IllegalArgumentException("plate is missing");
            }
            if (payloadKg == null || payloadKg.signum() <= 0) {
                throw new IllegalArgumentException("vehicle " + plate + ": payload must be above zero");
            }
        }
    }

    private final Map<String, Vehicle> vehicles = new LinkedHashMap<>();

    public Fleet(Collection<Vehicle> all) {
        for (Vehicle vehicle : all) {
            if (vehicles.put(vehicle.plate(), vehicle) != null) {
                throw new IllegalArgumentException("vehicle " + vehicle.plate() + " is listed twice");
            }
        }
    }

    public static Fleet load(Path file) {
        try {
            Map<String, Vehicle> read = new LinkedHashMap<>();
            for (JsonNode node : new ObjectMapper().readTree(file.toFile())) {
                Vehicle vehicle = new Vehicle(node.path("plate").asText(),
                        new BigDecimal(node.path("payloadKg").asText("0")), node.path("tailLift").asBoolean());
                read.put(vehicle.plate(), vehicle);
            }
            return new Fleet(read.values());
        } catch (IOException e) {
            throw new UncheckedIOException("fleet file " + file, e);
        }
    }

    public Vehicle get(String plate) {
        Vehicle vehicle = vehicles.get(plate);
        if (vehicle == null) {
            throw new NoSuchElementException("no vehicle " + plate);
        }
        return vehicle;
    }
}
