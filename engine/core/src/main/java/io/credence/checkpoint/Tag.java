package io.credence.checkpoint;

/** First byte of a value in the format, in an order of which none may be moved. */
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
