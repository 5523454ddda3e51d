package io.credence.checkpoint;

/** First byte of a value in the format. No constant may be moved, since checkpoints hold their ordinals. */
enum Tag {
    NULL,
    /** Reference to an earlier value, by its number. */
    SEEN,
    BOOLEAN,
    INT,
    LONG,
    DOUBLE,
    TEXT,
    DOUBLES,
    INTS,
    LIST,
    ENUM,
    RECORD
}
