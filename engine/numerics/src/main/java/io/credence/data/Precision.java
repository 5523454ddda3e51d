package io.credence.data;

/** How the features of a block are stored. Sums over rows are kept in double in either case. */
public enum Precision {
    /** Eight bytes a value. */
    FLOAT64,
    /** Four bytes a value. */
    FLOAT32,
    /** Single precision for wide dense blocks whose columns it resolves well, else double. */
    AUTO
}
