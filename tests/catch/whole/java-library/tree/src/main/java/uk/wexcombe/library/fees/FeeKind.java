package uk.wexcombe.library.fees;

/** What the council charges for. The amounts are those of the fee order, section 4. */
public enum FeeKind {
    OVERDUE("Late return", 15, true),
    REPLACEMENT("Lost or damaged copy", 1500, false),
    CARD("Replacement card", 200, true);

    private final String label;
    private final int pence;
    private final boolean freeForChildren;

    FeeKind(String label, int pence, boolean freeForChildren) {
        this.label = label;
        this.pence = pence;
        this.freeForChildren = freeForChildren;
    }

    /** The words that staff read on the terminal. */
    public String label() {
        return label;
    }

    /** The amount, for OVERDUE that of one day. */
    public int pence() {
        return pence;
    }

    public boolean freeForChildren() {
        return freeForChildren;
    }
}
