package eu.transvia.freight.shared;

import java.util.Locale;
import java.util.regex.Pattern;

/** A country by its ISO 3166-1 alpha-2 code, as in {@code DE}. */
public record CountryCode(String value) {

    private static final Pattern ALPHA_2 = Pattern.compile("[A-Z]{2}");

    public CountryCode {
        if (value == null || !ALPHA_2.matcher(value).matches()) {
            throw new IllegalArgumentException("not a country code: " + value);
        }
    }

    /** Tolerates blanks and lower case, as customers send them. */
    public static CountryCode of(String text) {
        if (text == null) {
            throw new IllegalArgumentException("country code is missing");
        }
        return new CountryCode(text.trim().toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return value;
    }
}
