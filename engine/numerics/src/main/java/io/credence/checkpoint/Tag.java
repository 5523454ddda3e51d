package io.credence.checkpoint;

/** What a value begins with, in the order of the format: none may be moved. */
enum Tag {
    NULL,
    /** A value that stood before, by its number. */
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
