package org.kreisel.booking.domain;

import java.util.Locale;

/** What a room may be fitted with. */
public enum Equipment {
    PROJECTOR,
    WHITEBOARD,
    VIDEO,
    HEARING_LOOP;

    /** Reads the spelling that the API uses: lower case, with hyphens. */
    public static Equipment fromApiName(String name) {
        try {
            return valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException e) {
            throw new BookingException("equipment", "unknown equipment: " + name);
        }
    }

    public String apiName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
