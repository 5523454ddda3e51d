/**
 * Entry point of the engine: {@link io.credence.Inference} assembles a fit and runs it over {@link io.credence.Rows}.
 * Fits from Java, the command line, tests and benchmarks enter here. No part of the mathematics lives in this package,
 * and none of the packages below may import it.
 */
@NullMarked
package io.credence;

import org.jspecify.annotations.NullMarked;
