/**
 * Exports of a finished fit to other programs: scorers of new rows and draws, as texts. What is written is of the saved
 * posterior; nothing is fitted, and no file system may enter.
 */
@NullMarked
package io.credence.report.export;

import org.jspecify.annotations.NullMarked;
