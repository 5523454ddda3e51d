package io.credence.data;

/** Precision in which the features of a block are stored. Sums over rows are in double in either case. */
public enum Precision {
    /** Double precision, eight bytes per value. */
    FLOAT64,
    /** Single precision, four bytes per value. */
    FLOAT32,
    /** Single precision for wide dense blocks whose columns it resolves well, else double. */
    AUTO
}
