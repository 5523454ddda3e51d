/**
 * A finished fit in words: table, log and calibration, for the terminal.
 * No fit is run and no file system may enter.
 */
@NullMarked
package io.credence.report;

import org.jspecify.annotations.NullMarked;
