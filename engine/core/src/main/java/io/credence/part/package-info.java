/**
 * Self-description of the parts of a model: name, options, one line of documentation; and lists of parts. Reading the
 * configuration, its help and the table of choices know parts by this alone. No part itself may enter, and nothing else
 * of the engine.
 */
@NullMarked
package io.credence.part;

import org.jspecify.annotations.NullMarked;
