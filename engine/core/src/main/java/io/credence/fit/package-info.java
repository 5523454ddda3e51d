/**
 * The loop of a fit, one serialisable state after another, and what the algorithms of its sub-packages share: problem,
 * settings, budgets, evaluations at draws, and the final assessment of an answer. It imports from none of them.
 */
@NullMarked
package io.credence.fit;

import org.jspecify.annotations.NullMarked;
