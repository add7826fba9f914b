package uk.wexcombe.library.catalogue;

/**
 * One copy of a title.
 *
 * @param branchCode the branch to which the copy belongs
 */
public record Copy(String barcode, long titleId, String branchCode, Status status) {

    /** The state of a copy, with the words that staff read on the terminal. */
    public enum Status {
        AVAILABLE("on the shelf"),
        ON_LOAN("on loan"),
        ON_HOLD_SHELF("on the hold shelf"),
        MISSING("missing");

        private final String deskLabel;

        Status(String deskLabel) {
            this.deskLabel = deskLabel;
        }

        public String deskLabel() {
            return deskLabel;
        }
    }

    public boolean belongsTo(String branch) {
        return branchCode.equals(branch);
    }
}
