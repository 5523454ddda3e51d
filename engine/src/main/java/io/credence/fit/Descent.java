package io.credence.fit;

/** To be written. */
record Descent(Position best) implements Place {}
