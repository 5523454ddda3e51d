/**
 * Expressions of a row, such as a log density that a user writes as text: parsed into a tree, checked against the names
 * of columns and parameters, and evaluated for numbers of any type, so that they are recorded like a model in Java.
 * Laws are functions here. No file, key or fit may enter.
 */
@NullMarked
package io.credence.expression;

import org.jspecify.annotations.NullMarked;
