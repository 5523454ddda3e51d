package io.credence.config;

import io.credence.part.Part;

/**
 * Part that needs no building: a word with a meaning.
 *
 * @param name the word
 * @param line meaning of the word
 */
record Word(String name, String line) implements Part {}
