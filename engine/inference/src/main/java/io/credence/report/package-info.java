/** Report of a finished fit in words: table, log and calibration, for the terminal. */
@NullMarked
package io.credence.report;

import org.jspecify.annotations.NullMarked;
