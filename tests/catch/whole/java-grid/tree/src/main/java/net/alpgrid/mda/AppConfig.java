package net.alpgrid.mda;

import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Settings, all from the environment. The README lists them. */
public record AppConfig(String dbUrl, ZoneId zone, Path exportDir, Set<LocalDate> holidays) {

    public static AppConfig fromEnv(Map<String, String> env) {
        String dbUrl = env.get("MDA_DB_URL");
        if (dbUrl == null || dbUrl.isBlank()) {
            throw new IllegalArgumentException("MDA_DB_URL is not set");
        }
        return new AppConfig(
                dbUrl,
                ZoneId.of(env.getOrDefault("MDA_ZONE", "Europe/Vienna")),
                Path.of(env.getOrDefault("MDA_EXPORT_DIR", "/var/lib/mda/export")),
                days(env.getOrDefault("MDA_HOLIDAYS", "")));
    }

    private static Set<LocalDate> days(String list) {
        return Arrays.stream(list.split(","))
                .map(String::trim)
                .filter(day -> !day.isEmpty())
                .map(LocalDate::parse)
                .collect(Collectors.toUnmodifiableSet());
    }
}
