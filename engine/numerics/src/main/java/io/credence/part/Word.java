package io.credence.part;

/**
 * A part that needs no building: a word with a meaning.
 *
 * @param name the word
 * @param line what it means
 */
public record Word(String name, String line) implements Part {}
