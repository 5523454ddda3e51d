/**
 * Serialisation of the state of a fit, for checkpoints. Records of this engine are written as bytes, with their
 * numbers, texts, arrays and lists. Reading makes such records through their own constructors and nothing else; no
 * class takes part in how it is read. Nothing that knows a file system, a format of results or Java's serialisation may
 * enter.
 */
@NullMarked
package io.credence.checkpoint;

import org.jspecify.annotations.NullMarked;
