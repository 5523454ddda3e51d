/**
 * Random numbers addressed by their purpose, never by the order of use: normal draws and Sobol points. Driver and
 * executors make the same numbers independently, so that a retry or a resumed fit sees them again. No other package of
 * the engine may enter, no generator that has a state, and no clock.
 */
@NullMarked
package io.credence.random;

import org.jspecify.annotations.NullMarked;
