package net.alpgrid.mda.model;

/**
 * What a stored value is worth. The code is what the column {@code reading.quality} holds.
 */
public enum Quality {

    /** Delivered by the meter, passed validation. */
    MEASURED('W', true),

    /** Delivered by the meter, failed validation; the clearing desk decides. */
    SUSPECT('V', false);

    private final char code;
    private final boolean settles;

    Quality(char code, boolean settles) {
        this.code = code;
        this.settles = settles;
    }

    public char code() {
        return code;
    }

    /** Whether a value of this quality may leave the house in an export. */
    public boolean usableForSettlement() {
        return settles;
    }

    public static Quality fromCode(String code) {
        for (Quality quality : values()) {
            if (code.length() == 1 && code.charAt(0) == quality.code) {
                return quality;
            }
        }
        throw new IllegalArgumentException("unknown quality: " + code);
    }
}
