/**
 * The loop, one serialisable state after another: init, step, result; and what the algorithms of its rooms share: problem, settings,
 * budgets, evaluations at draws, and the final assessment of an answer. It imports from none of them.
 */
@NullMarked
package io.credence.fit;

import org.jspecify.annotations.NullMarked;
