/**
 * Expectation propagation by rows: sites, tilted moments and the pass that updates them.
 */
@NullMarked
package io.credence.mixed.site;

import org.jspecify.annotations.NullMarked;
