package io.credence.part;

/**
 * Part that needs no building: a word with a meaning.
 *
 * @param name the word
 * @param line meaning of the word
 */
public record Word(String name, String line) implements Part {}
