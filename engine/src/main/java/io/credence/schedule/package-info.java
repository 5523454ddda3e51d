/** How far a step goes, and when to stop. */
@NullMarked
package io.credence.schedule;

import org.jspecify.annotations.NullMarked;
