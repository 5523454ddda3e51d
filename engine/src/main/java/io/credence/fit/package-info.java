/**
 * The loop, one serialisable state after another: init, step, result. A FitSetup puts the other rooms together and
 * chooses the Algorithm, which asks a Geometry what one kind of posterior can do and an ExecutionBackend for passes.
 * No configuration, file or Spark may enter, and no formula of a loss, family or objective: these have their rooms.
 */
@NullMarked
package io.credence.fit;

import org.jspecify.annotations.NullMarked;
