/**
 * Results for people and programs: posterior.json, trace, log and table, and the reading of a saved posterior.
 * It derives numbers from a finished fit and does not change them.
 * No fit is run and no file system may enter: texts are made here, and written where files are known.
 */
@NullMarked
package io.credence.report;

import org.jspecify.annotations.NullMarked;
