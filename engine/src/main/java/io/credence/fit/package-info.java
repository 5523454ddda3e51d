/**
 * The loop, one serialisable state after another: init, step, result. It puts the other rooms together, decides when
 * to go on and when to answer, and knows who runs a pass only as an ExecutionBackend.
 * No configuration, file or Spark may enter, and no formula of a loss, family or objective: these have their rooms.
 */
@NullMarked
package io.credence.fit;

import org.jspecify.annotations.NullMarked;
